"""Finite differences for checking a backward: the best step, and why float32 does not do."""

import numpy as np

CLAIM_BEST_STEP_EXPONENT_F64 = -5
CLAIM_CENTRAL_BEATS_FORWARD = True
CLAIM_F32_PASSES_AT_1E6 = False
CLAIM_F64_PASSES_AT_1E6 = True
CLAIM_WRONG_BACKWARD_CAUGHT = True


def silu(x):
    return x / (1 + np.exp(-x))


def grad(x):
    s = 1 / (1 + np.exp(-x))
    return s + x * s * (1 - s)


def main() -> None:
    x = np.random.default_rng(0).uniform(-3, 3, 200)
    central = lambda x, h: (silu(x + h) - silu(x - h)) / (2 * h)
    err = {k: float(np.abs(central(x, 10.0**k) - grad(x)).max()) for k in range(-12, 0)}
    assert min(err, key=err.get) == CLAIM_BEST_STEP_EXPONENT_F64, err
    forward = float(np.abs((silu(x + 1e-6) - silu(x)) / 1e-6 - grad(x)).max())
    assert (err[-6] < forward) == CLAIM_CENTRAL_BEATS_FORWARD
    x32 = x.astype(np.float32)
    h = np.float32(1e-6)
    e32 = float(np.abs((silu(x32 + h) - silu(x32 - h)) / (2 * h) - grad(x)).max())
    passes = lambda e: e < 1e-5
    assert passes(e32) == CLAIM_F32_PASSES_AT_1E6, e32
    assert passes(err[-6]) == CLAIM_F64_PASSES_AT_1E6, err[-6]
    wrong = 1 / (1 + np.exp(-x))  # forgot the product rule
    assert (not passes(float(np.abs(central(x, 1e-6) - wrong).max()))) == CLAIM_WRONG_BACKWARD_CAUGHT
    print(f"float64, step 1e-6: error {err[-6]:.1e}; float32: {e32:.1e}; best step 1e{min(err, key=err.get)}")


if __name__ == "__main__":
    main()
