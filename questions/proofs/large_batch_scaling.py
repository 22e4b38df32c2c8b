"""Large batches: gradient noise, the linear rule and its limit, and LAMB's trust ratio."""

import numpy as np

CLAIM_NOISE_RATIO_BATCH_16X = 4.0
CLAIM_STABLE_LR_LIMIT = 2.0
CLAIM_LINEAR_RULE_STABLE_AT_8X = True
CLAIM_LINEAR_RULE_STABLE_AT_32X = False
CLAIM_LAMB_UPDATE_PER_WEIGHT_NORM = 0.01
CLAIM_LAMB_CHANGES_WITH_GRADIENT_SCALE = False


def lamb_step(w, g, lr):
    m, v = 0.1 * g / 0.1, 0.001 * g * g / 0.001
    direction = m / (np.sqrt(v) + 1e-12)
    return -lr * np.linalg.norm(w) / np.linalg.norm(direction) * direction


def stable(lr, curvature=1.0):
    w = 1.0
    for _ in range(200):
        w -= lr * curvature * w
    return abs(w) < 1.0


def main() -> None:
    rng = np.random.default_rng(2)
    samples = rng.normal(1.0, 3.0, size=(4000, 128))
    small = samples[:, :8].mean(1).std()
    large = samples.mean(1).std()
    assert abs(small / large - CLAIM_NOISE_RATIO_BATCH_16X) < 0.15, small / large
    limit = max(lr for lr in np.arange(0.05, 4, 0.05) if stable(lr - 1e-6))
    assert abs(limit - CLAIM_STABLE_LR_LIMIT) < 0.01, limit
    assert stable(0.1 * 8) == CLAIM_LINEAR_RULE_STABLE_AT_8X
    assert stable(0.1 * 32) == CLAIM_LINEAR_RULE_STABLE_AT_32X
    w, g = rng.normal(size=50), rng.normal(size=50)
    step, scaled = lamb_step(w, g, 0.01), lamb_step(w, 1000 * g, 0.01)
    assert np.isclose(np.linalg.norm(step) / np.linalg.norm(w), CLAIM_LAMB_UPDATE_PER_WEIGHT_NORM)
    assert (not np.allclose(step, scaled)) == CLAIM_LAMB_CHANGES_WITH_GRADIENT_SCALE
    print(f"16x batch: noise {small / large:.2f} times smaller; with curvature 1 the learning rate limit is {limit:.2f}")


if __name__ == "__main__":
    main()
