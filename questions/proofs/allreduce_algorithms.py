"""All-reduce algorithms, simulated: what each rank sends, in how many steps."""

import numpy as np

CLAIM_RING_SENT_8 = 1.75
CLAIM_RING_STEPS_8 = 14
CLAIM_RECURSIVE_DOUBLING_SENT_8 = 3.0
CLAIM_RECURSIVE_DOUBLING_STEPS_8 = 3
CLAIM_HALVING_DOUBLING_SENT_8 = 1.75
CLAIM_HALVING_DOUBLING_STEPS_8 = 6
CLAIM_DOUBLE_TREE_MAX_SENT_8 = 2.0
CLAIM_DOUBLE_TREE_HOPS_8 = 6
CLAIM_ONE_SHOT_RECEIVED_8 = 7.0
CLAIM_ROOT_RECEIVES_8 = 7.0
CLAIM_RING_STEPS_64 = 126
CLAIM_TREE_HOPS_64 = 12
CLAIM_RING_MS_1GB_8_RANKS = 3.96
CLAIM_RING_MS_1MB_64_RANKS = 0.67
CLAIM_TREE_MS_1MB_64_RANKS = 0.1


def ring(data):
    n = len(data)
    x = [d.copy().reshape(n, -1) for d in data]
    sent, steps = np.zeros(n), 0
    for phase in range(2):
        for s in range(n - 1):
            moves = []
            for r in range(n):
                c = (r - s + phase) % n
                moves.append((r, c, x[r][c].copy()))
            for r, c, block in moves:
                d = (r + 1) % n
                x[d][c] = x[d][c] + block if phase == 0 else block
                sent[r] += block.size
            steps += 1
    return [v.ravel() for v in x], sent, steps


def recursive_doubling(data):
    n, x = len(data), [d.copy() for d in data]
    sent, steps, gap = np.zeros(n), 0, 1
    while gap < n:
        x = [x[r] + x[r ^ gap] for r in range(n)]
        sent += data[0].size
        steps, gap = steps + 1, gap * 2
    return x, sent, steps


def halving_doubling(data):
    n, size = len(data), data[0].size
    x = [d.copy() for d in data]
    lo, hi = [0] * n, [size] * n
    sent, steps, gap = np.zeros(n), 0, n // 2
    while gap:
        old = [v.copy() for v in x]
        for r in range(n):
            mid = (lo[r] + hi[r]) // 2
            keep = (lo[r], mid) if r & gap == 0 else (mid, hi[r])
            sent[r] += (hi[r] - lo[r]) - (keep[1] - keep[0])
            x[r][keep[0]:keep[1]] += old[r ^ gap][keep[0]:keep[1]]
            lo[r], hi[r] = keep
        steps, gap = steps + 1, gap // 2
    gap = 1
    while gap < n:
        old, olo, ohi = [v.copy() for v in x], lo[:], hi[:]
        for r in range(n):
            p = r ^ gap
            x[r][olo[p]:ohi[p]] = old[p][olo[p]:ohi[p]]
            sent[r] += ohi[r] - olo[r]
            lo[r], hi[r] = min(olo[r], olo[p]), max(ohi[r], ohi[p])
        steps, gap = steps + 1, gap * 2
    return x, sent, steps


def parents(n, mirrored):
    """In-order binary tree: the low set bit tells the height, odd ranks are leaves."""
    up = {}
    for r in range(1, n):
        bit = r & -r
        p = (r ^ bit) | (bit << 1)
        up[r] = p if p < n else r ^ bit
    up[0] = None
    if mirrored:
        up = {n - 1 - r: None if p is None else n - 1 - p for r, p in up.items()}
    return up


def double_tree(data):
    n, half = len(data), data[0].size // 2
    out = [np.empty_like(d) for d in data]
    sent, inner, hops = np.zeros(n), np.zeros(n, int), 0
    for t, part in enumerate((slice(0, half), slice(half, None))):
        up = parents(n, t == 1)
        depth = {}
        for r in range(n):
            d, p = 0, r
            while up[p] is not None:
                p, d = up[p], d + 1
            depth[r] = d
        acc = [d[part].copy() for d in data]
        for r in sorted(range(n), key=lambda r: -depth[r]):
            if up[r] is not None:
                acc[up[r]] += acc[r]
                sent[r] += acc[r].size
        for r in sorted(range(n), key=lambda r: depth[r]):
            if up[r] is not None:
                acc[r] = acc[up[r]].copy()
                sent[up[r]] += acc[r].size
            out[r][part] = acc[r]
        for p in {p for p in up.values() if p is not None}:
            inner[p] += 1
        hops = max(hops, 2 * max(depth.values()))
    assert inner.max() == 1, "a rank is inner in at most one of the two trees"
    return out, sent, hops


def main() -> None:
    rng = np.random.default_rng(1)
    data = [rng.integers(-9, 9, 64).astype(float) for _ in range(8)]
    want, size = sum(data), 64
    results = {}
    for f in (ring, recursive_doubling, halving_doubling, double_tree):
        out, sent, steps = f(data)
        assert all(np.array_equal(o, want) for o in out), f.__name__
        results[f.__name__] = (sent.max() / size, steps)
    assert results["ring"] == (CLAIM_RING_SENT_8, CLAIM_RING_STEPS_8)
    assert results["recursive_doubling"] == (CLAIM_RECURSIVE_DOUBLING_SENT_8, CLAIM_RECURSIVE_DOUBLING_STEPS_8)
    assert results["halving_doubling"] == (CLAIM_HALVING_DOUBLING_SENT_8, CLAIM_HALVING_DOUBLING_STEPS_8)
    assert results["double_tree"] == (CLAIM_DOUBLE_TREE_MAX_SENT_8, CLAIM_DOUBLE_TREE_HOPS_8)
    one_shot = sum(data[p].size for p in range(8) if p != 3) / size
    assert one_shot == CLAIM_ONE_SHOT_RECEIVED_8 == CLAIM_ROOT_RECEIVES_8
    wide = [rng.integers(0, 9, 64).astype(float) for _ in range(64)]
    _, ring_sent, ring_steps = ring(wide)
    _, tree_sent, tree_hops = double_tree(wide)
    assert ring_steps == CLAIM_RING_STEPS_64 and tree_hops == CLAIM_TREE_HOPS_64
    _, s8, k8 = ring(data)
    ms = lambda steps, factor, size, rate: (steps * 5e-6 + factor * size / rate) * 1e3
    assert abs(ms(k8, s8.max() / size, 1e9, 450e9) - CLAIM_RING_MS_1GB_8_RANKS) < 0.005
    assert abs(ms(ring_steps, ring_sent.max() / 64, 1e6, 50e9) - CLAIM_RING_MS_1MB_64_RANKS) < 0.005
    assert abs(ms(tree_hops, tree_sent.max() / 64, 1e6, 50e9) - CLAIM_TREE_MS_1MB_64_RANKS) < 0.005
    print(f"8 ranks: a ring sends {s8.max() / size} of the data in {k8} steps, a double tree at most {results['double_tree'][0]}")


if __name__ == "__main__":
    main()
