"""Gradient accumulation under data parallelism: scaling, token weights, and reductions."""

import numpy as np

CLAIM_SCALE_WITHOUT_DIVISION_K4 = 4.0
CLAIM_EQUAL_MICROBATCHES_MATCH = True
CLAIM_MEAN_OF_MEANS = 3.0
CLAIM_TOKEN_WEIGHTED_MEAN = 2.2
CLAIM_REDUCTIONS_WITH_NO_SYNC = 1
CLAIM_REDUCTIONS_WITHOUT_NO_SYNC = 4


def gradient(w, x, y):
    return 2 * x.T @ (x @ w - y) / len(y)


def accumulate(w, x, y, ranks, k, divide, no_sync):
    grads, reductions = [np.zeros_like(w) for _ in range(ranks)], 0
    shards = [(np.split(xr, k), np.split(yr, k)) for xr, yr in zip(np.split(x, ranks), np.split(y, ranks))]
    for step in range(k):
        for r in range(ranks):
            grads[r] += gradient(w, shards[r][0][step], shards[r][1][step]) / (k if divide else 1)
        if not no_sync or step == k - 1:
            mean = sum(grads) / ranks
            grads = [mean.copy() for _ in range(ranks)]
            reductions += 1
    return grads[0], reductions


def main() -> None:
    rng = np.random.default_rng(5)
    x, y, w = rng.normal(size=(64, 3)), rng.normal(size=64), rng.normal(size=3)
    full = gradient(w, x, y)
    right, few = accumulate(w, x, y, 4, 4, True, True)
    also, many = accumulate(w, x, y, 4, 4, True, False)
    wrong, _ = accumulate(w, x, y, 4, 4, False, True)
    assert (np.allclose(right, full) and np.allclose(also, full)) == CLAIM_EQUAL_MICROBATCHES_MATCH
    assert np.allclose(wrong / full, CLAIM_SCALE_WITHOUT_DIVISION_K4)
    assert (few, many) == (CLAIM_REDUCTIONS_WITH_NO_SYNC, CLAIM_REDUCTIONS_WITHOUT_NO_SYNC)
    losses = [np.full(10, 4.0), np.full(90, 2.0)]
    assert np.isclose(np.mean([l.mean() for l in losses]), CLAIM_MEAN_OF_MEANS)
    assert np.isclose(np.concatenate(losses).mean(), CLAIM_TOKEN_WEIGHTED_MEAN)
    print(f"4 micro-batches: forgetting the division scales by 4, no_sync leaves {few} reduction instead of {many}")


if __name__ == "__main__":
    main()
