"""Grouped-query attention by reshaping, against a loop over every head and position; the size of its cache."""

import numpy as np

CLAIM_MATCHES_LOOP = True
CLAIM_WRONG_TILE_MATCHES = False
CLAIM_CACHE_SHRINKS_BY = 4
CLAIM_FULLY_MASKED_FIRST_ROW_SUM = 1.0
CLAIM_OFFSET_NEEDED = True


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def gqa(q, k, v, offset=0):
    """q: (b, t, h, d); k, v: (b, s, g, d); query i stands at position offset + i."""
    b, t, h, d = q.shape
    s, g = k.shape[1:3]
    q = q.reshape(b, t, g, h // g, d)
    score = np.einsum("btgrd,bsgd->bgrts", q, k) / np.sqrt(d)
    mask = np.arange(s)[None, :] > np.arange(t)[:, None] + offset
    weight = softmax(np.where(mask, -np.inf, score))
    return np.einsum("bgrts,bsgd->btgrd", weight, v).reshape(b, t, h, d)


def by_loop(q, k, v, offset=0, head_of=lambda head, h, g: head // (h // g)):
    b, t, h, d = q.shape
    out = np.zeros_like(q)
    for i in range(b):
        for head in range(h):
            own = head_of(head, h, k.shape[2])
            for row in range(t):
                last = row + offset + 1
                score = np.array([q[i, row, head] @ k[i, col, own] / d**0.5 for col in range(last)])
                out[i, row, head] = softmax(score) @ v[i, :last, own]
    return out


def main() -> None:
    rng = np.random.default_rng(0)
    q = rng.normal(size=(2, 5, 8, 4))
    k, v = rng.normal(size=(2, 2, 5, 2, 4))
    assert np.allclose(gqa(q, k, v), by_loop(q, k, v)) == CLAIM_MATCHES_LOOP
    tiled = by_loop(q, k, v, head_of=lambda head, h, g: head % g)
    assert np.allclose(gqa(q, k, v), tiled) == CLAIM_WRONG_TILE_MATCHES
    assert 8 * 4 / (k.shape[2] * 4) == CLAIM_CACHE_SHRINKS_BY
    ones = np.ones_like(v)
    assert abs(gqa(q, k, ones)[0, 0, 0, 0] - CLAIM_FULLY_MASKED_FIRST_ROW_SUM) < 1e-12
    step = gqa(q[:, 4:], k, v, offset=4)
    assert np.allclose(step, gqa(q, k, v)[:, 4:])
    assert (not np.allclose(gqa(q[:, 4:], k, v, offset=0), step)) == CLAIM_OFFSET_NEEDED
    print("grouped heads by reshape equal the loop; h % g instead of h // (h/g) does not; decoding needs the offset")


if __name__ == "__main__":
    main()
