"""Delayed gradients on a quadratic: how staleness shrinks the stable learning rate; server load."""

import numpy as np

CLAIM_LIMIT_DELAY_0 = 2.0
CLAIM_LIMIT_DELAY_1 = 1.0
CLAIM_LIMIT_DELAY_4 = 0.347
CLAIM_LIMIT_DELAY_15 = 0.101
CLAIM_SERVER_TRAFFIC_16_WORKERS = 16.0
CLAIM_RING_TRAFFIC_16_WORKERS = 1.875


def radius(lr, delay):
    """w[t+1] = w[t] - lr * w[t - delay] with curvature 1, as a companion matrix."""
    a = np.zeros((delay + 1, delay + 1))
    a[0, 0] = 1.0
    a[0, delay] -= lr
    for i in range(delay):
        a[i + 1, i] = 1.0
    return np.abs(np.linalg.eigvals(a)).max()


def limit(delay):
    lo, hi = 0.0, 3.0
    for _ in range(30):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if radius(mid, delay) < 1 else (lo, mid)
    return lo


def main() -> None:
    for delay, claim in ((0, CLAIM_LIMIT_DELAY_0), (1, CLAIM_LIMIT_DELAY_1), (4, CLAIM_LIMIT_DELAY_4),
                         (15, CLAIM_LIMIT_DELAY_15)):
        found = limit(delay)
        assert abs(found - claim) < 0.0006, (delay, found)
        assert abs(found - 2 * np.sin(np.pi / (2 * (2 * delay + 1)))) < 1e-4
    workers, chunk = 16, 1.0 / 16
    server_in = sum(1.0 for _ in range(workers))
    assert server_in == CLAIM_SERVER_TRAFFIC_16_WORKERS
    ring = sum(chunk for _ in range(2) for _ in range(workers - 1))
    assert ring == CLAIM_RING_TRAFFIC_16_WORKERS
    print(f"stable learning rate on a quadratic: {limit(0):.2f} without delay, {limit(4):.3f} with 4 steps, {limit(15):.3f} with 15")


if __name__ == "__main__":
    main()
