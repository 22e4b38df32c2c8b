"""MoE dispatch and combine over ranks: same result as dense, capacity drops, and the price of a hot expert."""

import numpy as np

CLAIM_COMBINE_EQUALS_DENSE = True
CLAIM_CAPACITY = 320
CLAIM_DROPPED = 192
CLAIM_HOT_OVER_MEAN = 2.0
CLAIM_BACKWARD_OF_DISPATCH_IS_COMBINE = True


def main() -> None:
    rng = np.random.default_rng(11)
    tokens, h, experts, k = 1024, 4, 8, 2
    x = rng.normal(size=(tokens, h))
    w = rng.normal(size=(experts, h, h))
    ids = np.empty((tokens, k), int)
    ids[:, 0] = np.where(np.arange(tokens) < 512, 0, 1 + np.arange(tokens) % 7)
    ids[:, 1] = 1 + (np.arange(tokens) // 7 + np.arange(tokens)) % 7
    ids[:, 1] = np.where(ids[:, 1] == ids[:, 0], 1 + ids[:, 1] % 7, ids[:, 1])
    gates = rng.random((tokens, k))
    gates /= gates.sum(1, keepdims=True)
    dense = np.stack([sum(gates[t, j] * (x[t] @ w[ids[t, j]]) for j in range(k)) for t in range(tokens)])
    inbox = {e: [] for e in range(experts)}
    for t in range(tokens):
        for j in range(k):
            inbox[ids[t, j]].append((t, j))
    out = np.zeros_like(x)
    for e, items in inbox.items():
        rows = np.array([t for t, _ in items])
        result = x[rows] @ w[e]
        np.add.at(out, rows, result * gates[rows, [j for _, j in items]][:, None])
    assert np.allclose(out, dense) == CLAIM_COMBINE_EQUALS_DENSE
    loads = np.array([len(inbox[e]) for e in range(experts)])
    capacity = int(1.25 * tokens * k / experts)
    assert capacity == CLAIM_CAPACITY
    assert loads[0] - capacity == CLAIM_DROPPED, loads
    assert loads[0] / loads.mean() == CLAIM_HOT_OVER_MEAN
    copy = np.zeros((tokens * k, tokens))
    for i, (t, _slot) in enumerate((t, j) for t in range(tokens) for j in range(k)):
        copy[i, t] = 1
    grad = rng.normal(size=(tokens * k, h))
    back = copy.T @ grad
    summed = np.zeros_like(x)
    np.add.at(summed, np.repeat(np.arange(tokens), k), grad)
    assert np.allclose(back, summed) == CLAIM_BACKWARD_OF_DISPATCH_IS_COMBINE
    print(f"1024 tokens, top 2 of 8: capacity {capacity}, {loads[0] - capacity} copies dropped, hot expert {loads[0] / loads.mean()} times the mean")


if __name__ == "__main__":
    main()
