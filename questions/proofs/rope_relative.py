"""RoPE: the score of rotated q and k depends on their distance only; norms stay; what interpolation changes."""

import numpy as np

CLAIM_RELATIVE_ONLY = True
CLAIM_NORM_KEPT = True
CLAIM_VALUE_ROTATED = False
CLAIM_FASTEST_PERIOD = 6.28
CLAIM_SLOWEST_PERIOD_K = 54.4
CLAIM_UNSEEN_PAIRS_AT_4K = 18


def rotate(x: np.ndarray, pos: float, base: float = 10000.0) -> np.ndarray:
    half = x.shape[-1] // 2
    angle = pos * base ** (-np.arange(half) * 2 / x.shape[-1])
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)], -1)


def main() -> None:
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal(128), rng.standard_normal(128)
    near, far = (rotate(q, s + 7) @ rotate(k, s) for s in (3, 5000))
    other = rotate(q, 3 + 8) @ rotate(k, 3)
    assert bool(np.isclose(near, far) and not np.isclose(near, other)) == CLAIM_RELATIVE_ONLY
    assert bool(np.isclose(np.linalg.norm(rotate(q, 999)), np.linalg.norm(q))) == CLAIM_NORM_KEPT
    # rotating V as well would make the output depend on absolute position: shift everything and compare
    outs = [rotate(k, s) for s in (3, 5000)]
    assert bool(np.allclose(outs[0], outs[1])) == CLAIM_VALUE_ROTATED
    periods = 2 * np.pi * 10000.0 ** (np.arange(64) * 2 / 128)
    assert round(float(periods[0]), 2) == CLAIM_FASTEST_PERIOD
    assert round(float(periods[-1]) / 1000, 1) == CLAIM_SLOWEST_PERIOD_K, periods[-1]
    unseen = int((periods > 4096).sum())  # pairs that never make a full turn within a 4096-token training window
    assert unseen == CLAIM_UNSEEN_PAIRS_AT_4K, unseen
    print(f"scores {near:.4f} = {far:.4f} at distance 7; periods {periods[0]:.2f} to {periods[-1]:.0f} tokens; "
          f"{unseen} of 64 pairs never complete a turn in 4096 tokens")


if __name__ == "__main__":
    main()
