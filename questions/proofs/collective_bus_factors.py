"""Bus-bandwidth factors of collectives, by counting what the busiest rank sends."""

import numpy as np

CLAIM_FACTORS_8 = (("all_reduce", 1.75), ("all_gather", 0.875), ("reduce_scatter", 0.875),
                   ("all_to_all", 0.875), ("broadcast", 1.0))
CLAIM_BUSBW_FROM_ALGBW_200 = 350.0
CLAIM_RS_PLUS_AG_IS_ALL_REDUCE = True


def reduce_scatter(x):
    n = len(x)
    x, sent = [d.reshape(n, -1).copy() for d in x], np.zeros(n)
    for s in range(n - 1):
        for r, c in [(r, (r - s - 1) % n) for r in range(n)]:
            x[(r + 1) % n][c] += x[r][c]
            sent[r] += x[r][c].size
    return [x[r][r].copy() for r in range(n)], sent


def all_gather(parts):
    n = len(parts)
    have, sent = [{r: parts[r]} for r in range(n)], np.zeros(n)
    for s in range(n - 1):
        for r in range(n):
            c = (r - s) % n
            have[(r + 1) % n][c] = have[r][c]
            sent[r] += have[r][c].size
    return [np.concatenate([h[c] for c in range(n)]) for h in have], sent


def main() -> None:
    n, size = 8, 64
    data = [np.arange(size, dtype=float) * (r + 1) for r in range(n)]
    want = sum(data)
    parts, sent_rs = reduce_scatter(data)
    full, sent_ag = all_gather(parts)
    assert all(np.array_equal(f, want) for f in full) == CLAIM_RS_PLUS_AG_IS_ALL_REDUCE
    a2a = np.zeros(n)
    for r in range(n):
        for p in range(n):
            a2a[r] += data[r].reshape(n, -1)[p].size if p != r else 0
    chain = np.array([size if r < n - 1 else 0 for r in range(n)])
    got = (("all_reduce", (sent_rs + sent_ag).max() / size), ("all_gather", sent_ag.max() / size),
           ("reduce_scatter", sent_rs.max() / size), ("all_to_all", a2a.max() / size),
           ("broadcast", chain.max() / size))
    assert got == CLAIM_FACTORS_8, got
    assert 200 * got[0][1] == CLAIM_BUSBW_FROM_ALGBW_200
    print("8 ranks, busiest rank sends: " + ", ".join(f"{k} {v}" for k, v in got))


if __name__ == "__main__":
    main()
