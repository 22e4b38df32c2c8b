"""A small network at 3-bit weights: rounding after training against training with the straight-through estimator."""
import numpy as np

CLAIM_ROUND_HAS_ZERO_GRADIENT = True
CLAIM_QAT_CLOSES_MORE_THAN_HALF_THE_GAP = True
CLAIM_MASTER_WEIGHTS_NEEDED = True
CLAIM_BN_FOLD_CHANGES_WEIGHT_RANGE = True


def scales(w1, w2):
    return [np.abs(w).max(0, keepdims=True) / 3 for w in (w1, w2)]


def fq(w, s):
    return np.clip(np.round(w / s), -4, 3) * s           # INT3 with a scale per output channel


def inside(w, s):
    r = np.round(w / s)
    return (r >= -4) & (r <= 3)


def train(x, y, w1, w2, steps, s=None, keep_master=True, lr=0.03):
    w1, w2 = w1.copy(), w2.copy()
    for i in range(steps):
        rate = lr * (1 - i / steps)
        a, b = (fq(w1, s[0]), fq(w2, s[1])) if s else (w1, w2)
        h = np.maximum(x @ a, 0)
        g = 2 * (h @ b - y) / len(x)
        gh = (g @ b.T) * (h > 0)
        in1, in2 = (inside(w1, s[0]), inside(w2, s[1])) if s else (1, 1)
        w2 -= rate * (h.T @ g) * in2                       # straight through: the rounding's derivative is taken as 1,
        w1 -= rate * (x.T @ gh) * in1                      # and as 0 where the weight is clipped
        if not keep_master:
            w1, w2 = fq(w1, s[0]), fq(w2, s[1])
    return w1, w2


def loss(x, y, w1, w2):
    return float(((np.maximum(x @ w1, 0) @ w2 - y) ** 2).mean())


def main() -> None:
    v = np.array([0.2001, 0.7001])
    assert bool(np.all((np.round(v + 1e-6) - np.round(v)) / 1e-6 == 0)) == CLAIM_ROUND_HAS_ZERO_GRADIENT
    rng = np.random.default_rng(0)
    x = rng.standard_normal((256, 8))
    y = np.tanh(x @ rng.standard_normal((8, 2)))
    w1, w2 = 0.5 * rng.standard_normal((8, 32)), 0.3 * rng.standard_normal((32, 2))
    f1, f2 = train(x, y, w1, w2, 400)
    s = scales(f1, f2)
    full, ptq = loss(x, y, f1, f2), loss(x, y, fq(f1, s[0]), fq(f2, s[1]))
    q1, q2 = train(x, y, f1, f2, 400, s, lr=0.01)
    qat = loss(x, y, fq(q1, s[0]), fq(q2, s[1]))
    r1, r2 = train(x, y, f1, f2, 400, s, keep_master=False, lr=0.01)
    frozen = loss(x, y, fq(r1, s[0]), fq(r2, s[1]))
    assert (qat - full < 0.5 * (ptq - full)) == CLAIM_QAT_CLOSES_MORE_THAN_HALF_THE_GAP, (full, ptq, qat)
    assert (frozen > 1.3 * qat) == CLAIM_MASTER_WEIGHTS_NEEDED, (frozen, qat)
    w, gamma, sigma = rng.standard_normal((8, 4)), np.array([0.1, 1, 3, 9.0]), np.array([2, 1, 0.5, 0.3])
    r = np.abs(w * gamma / sigma).max(0) / np.abs(w).max(0)
    assert bool(r.max() / r.min() > 100) == CLAIM_BN_FOLD_CHANGES_WEIGHT_RANGE
    print(f"loss: float {full:.4f}, 3-bit PTQ {ptq:.4f}, QAT {qat:.4f}, QAT without float master weights {frozen:.4f}")


if __name__ == "__main__":
    main()
