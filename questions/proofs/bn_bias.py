"""A bias before batch norm cancels in training; what LayerNorm and RMSNorm ignore; folding into the linear layer."""

import numpy as np

CLAIM_BIAS_CHANGES_BN_OUTPUT = False
CLAIM_BIAS_GRADIENT_VANISHES = True
CLAIM_LAYERNORM_IGNORES_COMMON_SHIFT = True
CLAIM_RMSNORM_IGNORES_COMMON_SHIFT = False
CLAIM_LAYERNORM_IGNORES_BIAS_VECTOR = False
CLAIM_FOLD_EQUALS = True


def bn(z: np.ndarray) -> np.ndarray:
    return (z - z.mean(0)) / np.sqrt(z.var(0) + 1e-5)


def main() -> None:
    rng = np.random.default_rng(0)
    x, w, b = rng.standard_normal((32, 8)), rng.standard_normal((8, 5)), rng.standard_normal(5)
    plain, biased = bn(x @ w), bn(x @ w + b)
    assert (not np.allclose(plain, biased)) == CLAIM_BIAS_CHANGES_BN_OUTPUT
    target = rng.standard_normal((32, 5))
    loss = lambda bias: float(((bn(x @ w + bias) - target) ** 2).mean())
    grad = max(abs(loss(b + 1e-4 * e) - loss(b - 1e-4 * e)) / 2e-4 for e in np.eye(5))
    assert (grad < 1e-6) == CLAIM_BIAS_GRADIENT_VANISHES, grad
    ln = lambda z: (z - z.mean(1, keepdims=True)) / np.sqrt(z.var(1, keepdims=True) + 1e-5)
    rms = lambda z: z / np.sqrt((z * z).mean(1, keepdims=True) + 1e-5)
    z = x @ w
    assert bool(np.allclose(ln(z), ln(z + 3))) == CLAIM_LAYERNORM_IGNORES_COMMON_SHIFT
    assert bool(np.allclose(rms(z), rms(z + 3))) == CLAIM_RMSNORM_IGNORES_COMMON_SHIFT
    assert bool(np.allclose(ln(z), ln(z + b))) == CLAIM_LAYERNORM_IGNORES_BIAS_VECTOR
    mean, var, g, beta = rng.standard_normal(5), rng.random(5) + 0.5, rng.random(5) + 0.5, rng.standard_normal(5)
    scale = g / np.sqrt(var + 1e-5)
    folded = x @ (w * scale) + (b - mean) * scale + beta
    assert bool(np.allclose(folded, (x @ w + b - mean) * scale + beta)) == CLAIM_FOLD_EQUALS
    print(f"bias before BN: no change, gradient {grad:.1e}; LayerNorm drops a common shift only, RMSNorm none; folding is exact")


if __name__ == "__main__":
    main()
