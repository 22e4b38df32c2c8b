"""Overfitting on a small model: training loss falls while validation loss turns up; decay and stopping help."""

import numpy as np

CLAIM_TRAIN_ALWAYS_FALLS = True
CLAIM_VALIDATION_TURNS_UP = True
CLAIM_END_OVER_BEST = 1.5
CLAIM_L2_OVER_PLAIN = 0.68
CLAIM_MORE_DATA_OVER_PLAIN = 0.59


def features(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.cos(np.outer(x, w) + b) / np.sqrt(len(w) / 2)


def run(n: int, decay: float, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    w, b = rng.normal(0, 8, 200), rng.uniform(0, 6.28, 200)
    xv = rng.uniform(-1, 1, 400)
    yv = np.sin(3 * xv) + rng.normal(0, 0.5, 400)
    x = rng.uniform(-1, 1, n)
    y = np.sin(3 * x) + rng.normal(0, 0.5, n)
    a, av = features(x, w, b), features(xv, w, b)
    # gradient descent on the squared error from zero, each mode of the Gram matrix by itself: after t steps it has
    # learned the share 1 - (1 - lr * eigenvalue) ** t
    val, vec = np.linalg.eigh(a @ a.T / n)
    lr = 0.1 / (val.max() + decay)
    yt, at = vec.T @ y, av @ a.T @ vec / n
    train, valid = [], []
    for t in np.unique((1.5 ** np.arange(28)).astype(int)):
        c = (1 - (1 - lr * (val + decay)) ** t) / (val + decay) * yt
        train.append(np.mean((yt - val * c) ** 2))
        valid.append(np.mean((yv - at @ c) ** 2))
    return np.array(train), np.array(valid)


def main() -> None:
    train, valid = run(30, 0.0)
    assert bool((np.diff(train) < 0).all()) == CLAIM_TRAIN_ALWAYS_FALLS
    best = int(valid.argmin())
    assert (0 < best < len(valid) - 5 and valid[-1] > 1.2 * valid[best]) == CLAIM_VALIDATION_TURNS_UP
    assert round(float(valid[-1] / valid[best]), 1) == CLAIM_END_OVER_BEST, valid[-1] / valid[best]
    _, decayed = run(30, 0.02)
    assert round(float(decayed[-1] / valid[-1]), 2) == CLAIM_L2_OVER_PLAIN, decayed[-1] / valid[-1]
    _, more = run(300, 0.0)
    assert round(float(more[-1] / valid[-1]), 2) == CLAIM_MORE_DATA_OVER_PLAIN, more[-1] / valid[-1]
    print(f"train loss {train[0]:.2f} to {train[-1]:.2f} always falling; validation best {valid[best]:.2f} early, {valid[-1]:.2f} "
          f"at the end, {decayed[-1]:.2f} with weight decay, {more[-1]:.2f} with ten times the data")


if __name__ == "__main__":
    main()
