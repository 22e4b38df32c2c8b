"""Adam against gradient descent: the bias correction, the scale of the first step, and a badly scaled bowl."""

import numpy as np

CLAIM_FIRST_STEP_CORRECTED = 1.0
CLAIM_FIRST_STEP_UNCORRECTED = 3.16
CLAIM_SCALE_INVARIANT = True
CLAIM_GD_STEPS = 3455
CLAIM_MOMENTUM_STEPS = 204
CLAIM_ADAM_STEPS = 123
CLAIM_ADAM_STATE_VALUES = 2


def adam(grad, x: np.ndarray, lr: float, steps: int, correct: bool = True) -> tuple[np.ndarray, int]:
    m, v = np.zeros_like(x), np.zeros_like(x)
    for t in range(1, steps + 1):
        g = grad(x)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        mh, vh = (m / (1 - 0.9**t), v / (1 - 0.999**t)) if correct else (m, v)
        x = x - lr * mh / (np.sqrt(vh) + 1e-12)
    return x, (m.size + v.size) // x.size


def first(step) -> int:
    """Return the first number of steps after which the loss stays below 1e-3 of where it began."""
    lows = [i for i, loss in enumerate(step) if loss >= 1e-3]
    return lows[-1] + 1


def main() -> None:
    for scale in (1e-4, 1.0, 1e4):
        moved, state = adam(lambda x, s=scale: np.array([s]), np.zeros(1), 1.0, 1)
        assert (abs(abs(moved[0]) - CLAIM_FIRST_STEP_CORRECTED) < 1e-6) == CLAIM_SCALE_INVARIANT, moved
        assert state == CLAIM_ADAM_STATE_VALUES
    raw, _ = adam(lambda x: np.ones(1), np.zeros(1), 1.0, 1, correct=False)
    assert round(float(abs(raw[0])), 2) == CLAIM_FIRST_STEP_UNCORRECTED, raw
    h = np.array([1.0, 1000.0])  # the two curvatures: condition number 1000
    loss = lambda x: float((h * x * x).sum() / h.sum())
    x, gd = np.ones(2), []
    for _ in range(6000):
        gd.append(loss(x) * h.sum() / h[0] if len(gd) else 1.0)
        x = x - 2 / (h.sum()) * h * x
    rate = ((np.sqrt(1000) - 1) / (np.sqrt(1000) + 1)) ** 2
    lr = 4 / (np.sqrt(1000) + 1) ** 2
    x, v, mom = np.ones(2), np.zeros(2), []
    for _ in range(6000):
        mom.append(loss(x) * h.sum() / h[0] if len(mom) else 1.0)
        v = rate * v - lr * h * x
        x = x + v
    x, m, s, ad = np.ones(2), np.zeros(2), np.zeros(2), []
    for t in range(1, 1500):
        ad.append(loss(x) * h.sum() / h[0] if len(ad) else 1.0)
        g = h * x
        m, s = 0.9 * m + 0.1 * g, 0.999 * s + 0.001 * g * g
        x = x - 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.999**t)) + 1e-12)
    counts = first(gd), first(mom), first(ad)
    assert counts == (CLAIM_GD_STEPS, CLAIM_MOMENTUM_STEPS, CLAIM_ADAM_STEPS), counts
    print(f"first Adam step {CLAIM_FIRST_STEP_CORRECTED} lr at every gradient scale, {abs(raw[0]):.2f} lr uncorrected; "
          f"condition number 1000: gradient descent {counts[0]} steps, momentum {counts[1]}, Adam {counts[2]}")


if __name__ == "__main__":
    main()
