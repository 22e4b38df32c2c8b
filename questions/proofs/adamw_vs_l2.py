"""Weight decay inside the gradient (Adam + L2) and outside of it (AdamW) are two different methods."""

import numpy as np

CLAIM_SAME_FOR_SGD = True
CLAIM_SAME_FOR_ADAM = False
CLAIM_ADAMW_SHRINK_RATIO = 1.0
CLAIM_L2_SHRINK_RATIO = 10


def train(decoupled: bool, adaptive: bool, steps: int = 2000, lr: float = 1e-3, wd: float = 0.1) -> np.ndarray:
    """Two weights, both at 1, with zero-mean gradient noise of scale 1 and 10 and nothing else to learn."""
    rng = np.random.default_rng(0)
    w, m, v = np.ones((2, 400)), np.zeros((2, 400)), np.zeros((2, 400))
    for t in range(1, steps + 1):
        half = rng.choice([-1.0, 1.0], (2, 200))
        g = np.hstack([half, -half]) * np.array([[1.0], [10.0]])
        if not decoupled:
            g = g + wd * w
        if adaptive:
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
            step = (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        else:
            step = g
        w = w - lr * step - (lr * wd * w if decoupled else 0.0)
    return w


def main() -> None:
    same = [bool(np.allclose(train(True, a, 50), train(False, a, 50))) for a in (False, True)]
    assert same == [CLAIM_SAME_FOR_SGD, CLAIM_SAME_FOR_ADAM], same
    lost = -np.log(train(True, True).mean(axis=1))
    assert round(float(lost[0] / lost[1]), 1) == CLAIM_ADAMW_SHRINK_RATIO, lost
    lost_l2 = -np.log(train(False, True).mean(axis=1))
    assert round(float(lost_l2[0] / lost_l2[1])) == CLAIM_L2_SHRINK_RATIO, lost_l2
    print(f"SGD: same weights; Adam: not. Shrinkage of the quiet weight over the noisy one: AdamW {lost[0] / lost[1]:.2f}, "
          f"Adam with L2 {lost_l2[0] / lost_l2[1]:.1f} (the decay is divided by the gradient's scale)")


if __name__ == "__main__":
    main()
