"""Cross-entropy against squared error on a sigmoid: gradient where the model is confidently wrong, and convexity."""

import numpy as np

CLAIM_CE_GRADIENT_AT_MINUS_8 = -1.0
CLAIM_MSE_GRADIENT_AT_MINUS_8 = -0.00067
CLAIM_CE_CONVEX = True
CLAIM_MSE_CONVEX = False
CLAIM_STEPS = (9, 1507)
CLAIM_CE_IS_ENTROPY_PLUS_KL = True


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def ce(z):
    return -np.log(sigmoid(z))  # the label is 1


def mse(z):
    return (sigmoid(z) - 1) ** 2


def steps(grad, z: float = -8.0) -> int:
    """Gradient descent with step 1 from a confidently wrong logit until the probability passes one half."""
    n = 0
    while z < 0:
        z -= grad(z)
        n += 1
    return n


def main() -> None:
    diff = lambda f, z: (f(z + 1e-5) - f(z - 1e-5)) / 2e-5
    g_ce, g_mse = diff(ce, -8.0), diff(mse, -8.0)
    assert round(g_ce, 2) == CLAIM_CE_GRADIENT_AT_MINUS_8, g_ce
    assert round(g_mse, 5) == CLAIM_MSE_GRADIENT_AT_MINUS_8, g_mse
    grid = np.linspace(-8, 8, 400)
    convex = lambda f: bool((np.diff(f(grid), 2) > -1e-9).all())
    assert (convex(ce), convex(mse)) == (CLAIM_CE_CONVEX, CLAIM_MSE_CONVEX)
    counts = steps(lambda z: sigmoid(z) - 1), steps(lambda z: 2 * (sigmoid(z) - 1) * sigmoid(z) * (1 - sigmoid(z)))
    assert counts == CLAIM_STEPS, counts
    p, q = np.array([0.7, 0.2, 0.1]), np.array([0.5, 0.3, 0.2])
    cross, entropy, kl = -(p * np.log(q)).sum(), -(p * np.log(p)).sum(), (p * np.log(p / q)).sum()
    assert bool(np.isclose(cross, entropy + kl) and kl > 0) == CLAIM_CE_IS_ENTROPY_PLUS_KL
    print(f"logit -8, label 1: gradient {g_ce:.2f} with cross-entropy, {g_mse:.5f} with squared error; {counts[0]} steps against {counts[1]}")


if __name__ == "__main__":
    main()
