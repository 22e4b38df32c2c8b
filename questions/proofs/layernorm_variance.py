"""LayerNorm: three ways to a variance in fp32, merging by Chan's formula, and a reciprocal root by Newton steps only."""

import numpy as np

CLAIM_ONE_PASS_MOMENTS_BAD = True
CLAIM_TWO_PASS_GOOD = True
CLAIM_WELFORD_GOOD = True
CLAIM_MERGE_ANY_ORDER = True
CLAIM_SHIFT_CHANGES_LAYERNORM = False
CLAIM_SHIFT_CHANGES_RMSNORM = True
CLAIM_NEWTON_STEPS = 10
CLAIM_BYTES_PER_ELEMENT_BF16 = 4
CLAIM_FUSED_RESIDUAL_ELEMENTS = 4
CLAIM_UNFUSED_RESIDUAL_ELEMENTS = 5
CLAIM_BACKWARD_MATCHES = True


def moments(x):
    s = q = np.float32(0)
    for v in x:
        s, q = s + v, q + v * v
    n = np.float32(len(x))
    return q / n - (s / n) ** 2


def two_pass(x):
    mean = np.float32(x.sum(dtype=np.float32) / np.float32(len(x)))
    d = x - mean
    return np.float32((d * d).sum(dtype=np.float32) / np.float32(len(x)))


def welford(x):
    n, mean, m2 = 0, np.float32(0), np.float32(0)
    for v in x:
        n += 1
        d = v - mean
        mean = mean + d / np.float32(n)
        m2 = m2 + d * (v - mean)
    return n, mean, m2


def merge(a, b):
    n = a[0] + b[0]
    d = b[1] - a[1]
    return n, a[1] + d * np.float32(b[0] / n), a[2] + b[2] + d * d * np.float32(a[0] * b[0] / n)


def norm(x, rms=False):
    c = x if rms else x - x.mean()
    return c / np.sqrt((c * c).mean())


def newton_rsqrt(v, steps):
    """y <- y (1.5 - 0.5 v y y): add and multiply only; the start must be below sqrt(3 / v)."""
    y = np.full_like(v, 0.3)
    for _ in range(steps):
        y = y * (1.5 - 0.5 * v * y * y)
    return y


def main() -> None:
    rng = np.random.default_rng(0)
    x = (rng.standard_normal(1024) + 1000).astype(np.float32)
    true = float(np.var(x.astype(np.float64)))

    def bad(v):
        return abs(float(v) - true) > 0.01 * true

    assert bad(moments(x)) == CLAIM_ONE_PASS_MOMENTS_BAD
    assert (not bad(two_pass(x))) == CLAIM_TWO_PASS_GOOD
    n, _, m2 = welford(x)
    assert (not bad(m2 / n)) == CLAIM_WELFORD_GOOD
    parts = [welford(x[i::8]) for i in range(8)]
    fine = True
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(8)
        acc = parts[order[0]]
        for j in order[1:]:
            acc = merge(acc, parts[j])
        fine &= not bad(acc[2] / acc[0])
    assert fine == CLAIM_MERGE_ANY_ORDER
    z = rng.standard_normal(64)
    assert (not np.allclose(norm(z), norm(z + 5))) == CLAIM_SHIFT_CHANGES_LAYERNORM
    assert (not np.allclose(norm(z, True), norm(z + 5, True))) == CLAIM_SHIFT_CHANGES_RMSNORM
    v = np.linspace(0.1, 30, 400)
    steps = next(s for s in range(1, 40) if np.allclose(newton_rsqrt(v, s), 1 / np.sqrt(v), rtol=1e-6))
    assert steps == CLAIM_NEWTON_STEPS, steps
    assert len(["read", "write"]) * 2 == CLAIM_BYTES_PER_ELEMENT_BF16
    fused = len(["read x", "read r", "write x + r", "write y"])
    unfused = len(["read x", "read r", "write x + r", "read x + r", "write y"])
    assert (fused, unfused) == (CLAIM_FUSED_RESIDUAL_ELEMENTS, CLAIM_UNFUSED_RESIDUAL_ELEMENTS)
    g, dy, eps = rng.standard_normal(64), rng.standard_normal(64), 1e-6
    rstd = 1 / np.sqrt(z.var())
    h = (z - z.mean()) * rstd
    dh = dy * g
    dx = rstd * (dh - dh.mean() - h * (dh * h).mean())
    num = np.array([((norm(z + eps * e) - norm(z - eps * e)) / (2 * eps) * dh).sum() for e in np.eye(64)])
    assert bool(np.allclose(dx, num, atol=1e-6)) == CLAIM_BACKWARD_MATCHES
    print(
        f"mean 1000, variance 1: E[x^2]-E[x]^2 gives {float(moments(x)):.2f}, Welford {float(m2 / n):.4f}; {steps} Newton steps"
    )


if __name__ == "__main__":
    main()
