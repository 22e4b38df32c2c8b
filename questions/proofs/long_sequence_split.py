"""Splitting attention over the sequence: ring and all-to-all give the same result; bytes and balance."""

import numpy as np

CLAIM_RING_EQUALS_FULL = True
CLAIM_RING_OVER_ULYSSES_P8 = 4.0
CLAIM_CAUSAL_IMBALANCE_CONTIGUOUS_P8 = 1.87
CLAIM_CAUSAL_IMBALANCE_ZIGZAG_P8 = 1.0
CLAIM_ULYSSES_MAX_RANKS_8_KV_HEADS = 8


def ring_attention(q, k, v, p):
    """Each rank keeps its queries and passes key and value blocks round, with online softmax."""
    qs, ks, vs = np.split(q, p), np.split(k, p), np.split(v, p)
    out, sent = [], 0
    for r in range(p):
        top = np.full(len(qs[r]), -np.inf)
        norm, acc = np.zeros(len(qs[r])), np.zeros((len(qs[r]), v.shape[1]))
        for step in range(p):
            b = (r - step) % p
            s = qs[r] @ ks[b].T
            new = np.maximum(top, s.max(1))
            e, scale = np.exp(s - new[:, None]), np.exp(top - new)
            norm = norm * scale + e.sum(1)
            acc = acc * scale[:, None] + e @ vs[b]
            top = new
            if r == 0 and step < p - 1:
                sent += ks[b].size + vs[b].size
        out.append(acc / norm[:, None])
    return np.concatenate(out), sent


def ulysses_sent(s, h, p):
    local = s // p * h
    return 4 * sum(local // p for peer in range(p) if peer != 0)


def imbalance(s, p, owner):
    work = np.zeros(p)
    for i in range(s):
        work[owner(i)] += i + 1
    return work.max() / work.mean()


def main() -> None:
    rng = np.random.default_rng(8)
    s, h, p = 64, 16, 8
    q, k, v = (rng.normal(size=(s, h)) for _ in range(3))
    e = np.exp(q @ k.T)
    got, sent = ring_attention(q, k, v, p)
    assert np.allclose(got, e / e.sum(1, keepdims=True) @ v) == CLAIM_RING_EQUALS_FULL
    assert sent / ulysses_sent(s, h, p) == CLAIM_RING_OVER_ULYSSES_P8
    s, chunk = 8192, 8192 // 16
    plain = imbalance(s, p, lambda i: i // (s // p))
    zigzag = imbalance(s, p, lambda i: min(i // chunk, 15 - i // chunk))
    assert abs(plain - CLAIM_CAUSAL_IMBALANCE_CONTIGUOUS_P8) < 0.006, plain
    assert abs(zigzag - CLAIM_CAUSAL_IMBALANCE_ZIGZAG_P8) < 1e-9, zigzag
    kv_heads = 8
    largest = max(n for n in range(1, 65) if kv_heads % n == 0)
    assert largest == CLAIM_ULYSSES_MAX_RANKS_8_KV_HEADS
    print(f"8 ranks: ring sends {sent / ulysses_sent(64, 16, 8)} times the bytes of all-to-all; causal split {plain:.2f} against {zigzag:.2f}")


if __name__ == "__main__":
    main()
