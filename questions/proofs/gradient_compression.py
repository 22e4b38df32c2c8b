"""Compressed gradients: why error feedback, what a sparse exchange really costs, PowerSGD's size."""

import numpy as np

CLAIM_SIGN_WITHOUT_FEEDBACK_SUM = 2.0
CLAIM_WITH_FEEDBACK_CONVERGES = True
CLAIM_TOPK_1_PERCENT_RATIO = 50.0
CLAIM_BREAK_EVEN_RANKS = 100
CLAIM_POWERSGD_RATIO_4096_RANK_4 = 512.0
CLAIM_ONE_BIT_RATIO = 32.0


def train(feedback, steps=1500):
    """f(x) = 0.5*|x0+x1| + |x0-x1|: the sign of the subgradient never moves x0+x1."""
    x, memory = np.array([1.0, 1.0]), np.zeros(2)
    for t in range(steps):
        lr = 0.05 / np.sqrt(t + 1)
        s, d = np.sign(x.sum()) or 1.0, np.sign(x[0] - x[1]) or 1.0
        g = np.array([0.5 * s + d, 0.5 * s - d])
        p = lr * g + (memory if feedback else 0)
        sent = np.abs(p).mean() * np.sign(p)
        memory = p - sent
        x = x - sent
    return x.sum()


def main() -> None:
    stuck, moved = train(False), train(True)
    assert abs(stuck - CLAIM_SIGN_WITHOUT_FEEDBACK_SUM) < 1e-9, stuck
    assert (abs(moved) < 0.1) == CLAIM_WITH_FEEDBACK_CONVERGES, moved
    values = np.zeros(10000, np.float32)
    kept = np.argsort(-np.abs(np.random.default_rng(0).normal(size=10000)))[:100]
    message = kept.astype(np.int32).nbytes + values[kept].nbytes
    assert values.nbytes / message == CLAIM_TOPK_1_PERCENT_RATIO
    ranks = 2
    while (ranks - 1) * message < 2 * (ranks - 1) / ranks * values.nbytes:
        ranks += 1
    assert ranks == CLAIM_BREAK_EVEN_RANKS, ranks
    m, r = 4096, 4
    p, q = np.zeros((m, r), np.float32), np.zeros((m, r), np.float32)
    assert m * m * 4 / (p.nbytes + q.nbytes) == CLAIM_POWERSGD_RATIO_4096_RANK_4
    packed = np.packbits(values > 0).nbytes
    assert values.nbytes / packed == CLAIM_ONE_BIT_RATIO
    print(f"sign without feedback stays at {stuck:.1f}, with feedback reaches {moved:.3f}; top 1 % saves 50 times until {ranks} ranks")


if __name__ == "__main__":
    main()
