"""LoRA: one of A and B starts at zero. Both zero never learns; both random changes the model at the start."""

import numpy as np

CLAIM_OUTPUT_CHANGED_B_ZERO = False
CLAIM_OUTPUT_CHANGED_BOTH_RANDOM = True
CLAIM_BOTH_ZERO_LEARNS = False
CLAIM_B_ZERO_LEARNS = True
CLAIM_A_HAS_GRADIENT_AT_START = False
CLAIM_PARAMS_7B_R8_QV = 4194304


def train(a: np.ndarray, b: np.ndarray) -> tuple[bool, float, float]:
    """Return whether the output differs at the start, and the loss before and after 300 steps."""
    rng = np.random.default_rng(1)
    w = rng.standard_normal((12, 16))
    x = rng.standard_normal((16, 64))
    y = (w + np.outer(rng.standard_normal(12), rng.standard_normal(16))) @ x  # the task needs a rank-1 change
    changed = not np.allclose((w + b @ a) @ x, w @ x)
    loss = lambda: float((((w + b @ a) @ x - y) ** 2).mean())
    before = loss()
    for _ in range(300):
        g = ((w + b @ a) @ x - y) @ x.T / x.shape[1]
        a, b = a - 0.02 * b.T @ g, b - 0.02 * g @ a.T
    return changed, before, loss()


def main() -> None:
    rng = np.random.default_rng(0)
    ra, rb = 0.3 * rng.standard_normal((2, 16)), 0.3 * rng.standard_normal((12, 2))
    changed, before, after = train(ra, 0 * rb)
    assert changed == CLAIM_OUTPUT_CHANGED_B_ZERO
    assert (after < 0.01 * before) == CLAIM_B_ZERO_LEARNS, (before, after)
    assert train(ra, rb)[0] == CLAIM_OUTPUT_CHANGED_BOTH_RANDOM
    _, before, after = train(0 * ra, 0 * rb)
    assert (after < before) == CLAIM_BOTH_ZERO_LEARNS
    g = rng.standard_normal((12, 16))
    assert (float(np.abs((0 * rb).T @ g).max()) > 0) == CLAIM_A_HAS_GRADIENT_AT_START
    assert sum(8 * (4096 + 4096) for _ in range(32) for _ in ("q", "v")) == CLAIM_PARAMS_7B_R8_QV
    print("B zero, A random: output unchanged, learns; both zero: never learns; both random: output changed at once")


if __name__ == "__main__":
    main()
