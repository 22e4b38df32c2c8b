"""Multi-head attention by batched matrix products equals the token-by-token definition, and does not look ahead."""

import numpy as np

CLAIM_EQUALS_LOOP = True
CLAIM_FUTURE_CHANGES_PAST = False
CLAIM_PARAMETERS_D64 = 16384
CLAIM_PARAMETERS_DEPEND_ON_HEADS = False
CLAIM_CACHE_EQUALS_FULL = True


def softmax(s: np.ndarray) -> np.ndarray:
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def mha(x: np.ndarray, wq, wk, wv, wo, heads: int, causal: bool = True) -> np.ndarray:
    b, n, d = x.shape
    split = lambda y: y.reshape(b, n, heads, d // heads).transpose(0, 2, 1, 3)
    q, k, v = split(x @ wq), split(x @ wk), split(x @ wv)
    s = q @ k.swapaxes(-1, -2) / np.sqrt(d // heads)
    if causal:
        s = np.where(np.tril(np.ones((n, n), bool)), s, -np.inf)
    return (softmax(s) @ v).transpose(0, 2, 1, 3).reshape(b, n, d) @ wo


def by_definition(x: np.ndarray, wq, wk, wv, wo, heads: int) -> np.ndarray:
    b, n, d = x.shape
    w, out = d // heads, np.zeros_like(x)
    for bi in range(b):
        for i in range(n):
            cat = []
            for h in range(heads):
                cols = slice(h * w, (h + 1) * w)
                q = x[bi, i] @ wq[:, cols]
                scores = np.array([q @ (x[bi, j] @ wk[:, cols]) / np.sqrt(w) for j in range(i + 1)])
                p = softmax(scores)
                cat.append(sum(p[j] * (x[bi, j] @ wv[:, cols]) for j in range(i + 1)))
            out[bi, i] = np.concatenate(cat) @ wo
    return out


def with_cache(x: np.ndarray, wq, wk, wv, wo, heads: int) -> np.ndarray:
    _, n, d = x.shape
    w, ks, vs, out = d // heads, [], [], []
    for i in range(n):
        t = x[0, i]
        ks.append((t @ wk).reshape(heads, w)), vs.append((t @ wv).reshape(heads, w))
        q, k, v = (t @ wq).reshape(heads, w), np.stack(ks), np.stack(vs)
        p = softmax(np.einsum("hw,jhw->hj", q, k) / np.sqrt(w))
        out.append(np.einsum("hj,jhw->hw", p, v).reshape(d) @ wo)
    return np.stack(out)[None]


def main() -> None:
    rng = np.random.default_rng(0)
    d, n = 64, 6
    ws = [rng.standard_normal((d, d)) / 8 for _ in range(4)]
    x = rng.standard_normal((2, n, d))
    y = mha(x, *ws, 8)
    assert bool(np.allclose(y, by_definition(x, *ws, 8))) == CLAIM_EQUALS_LOOP
    later = x.copy()
    later[:, -1] += 1.0
    assert (not np.allclose(mha(later, *ws, 8)[:, :-1], y[:, :-1])) == CLAIM_FUTURE_CHANGES_PAST
    assert sum(w.size for w in ws) == CLAIM_PARAMETERS_D64
    sizes = {sum(h * d * (d // h) for _ in range(4)) for h in (1, 2, 8)}
    assert (len(sizes) > 1) == CLAIM_PARAMETERS_DEPEND_ON_HEADS
    assert bool(np.allclose(with_cache(x[:1], *ws, 8), y[:1])) == CLAIM_CACHE_EQUALS_FULL
    print(f"batched = definition = cached decoding; the past does not see the future; {sum(w.size for w in ws)} weights")


if __name__ == "__main__":
    main()
