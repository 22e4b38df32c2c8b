"""Sampling with few steps where the exact score is known (Gaussian data): DDIM against ancestral DDPM."""

import numpy as np

CLAIM_DDIM_ERROR_20_STEPS = 0.139
CLAIM_DDPM_ERROR_20_STEPS = 0.224
CLAIM_DDIM_DETERMINISTIC = True
CLAIM_DIT_TOKENS_512 = 1024
CLAIM_CFG_FORWARDS_PER_STEP = 2


def std_after(steps: int, eta: float, data_std: float = 0.5, t_max: int = 1000) -> float:
    """Follow the standard deviation of the samples exactly: every update is linear in x plus independent noise."""
    alpha_bar = np.cumprod(1 - np.linspace(1e-4, 0.02, t_max))
    grid = np.linspace(0, t_max - 1, steps).round().astype(int)
    var = 1.0
    for i in range(steps - 1, -1, -1):
        a, prev = alpha_bar[grid[i]], alpha_bar[grid[i - 1]] if i else 1.0
        # best noise estimate for data N(0, s^2): eps = x sqrt(1-a) / (a s^2 + 1 - a)
        e = np.sqrt(1 - a) / (a * data_std**2 + 1 - a)
        sigma = eta * np.sqrt((1 - prev) / (1 - a) * (1 - a / prev))
        gain = np.sqrt(prev) * (1 - np.sqrt(1 - a) * e) / np.sqrt(a) + np.sqrt(1 - prev - sigma**2) * e
        var = gain**2 * var + sigma**2
    return float(np.sqrt(var))


def main() -> None:
    err = {(n, eta): abs(std_after(n, eta) / 0.5 - 1) for n in (20, 1000) for eta in (0.0, 1.0)}
    assert max(err[1000, 0.0], err[1000, 1.0]) < 0.01, err
    assert round(err[20, 0.0], 3) == CLAIM_DDIM_ERROR_20_STEPS, err
    assert round(err[20, 1.0], 3) == CLAIM_DDPM_ERROR_20_STEPS, err
    sigma = 0.0 * np.sqrt(0.5)
    assert (sigma == 0.0 and std_after(50, 0.0) > 0) == CLAIM_DDIM_DETERMINISTIC
    latent = 512 // 8
    assert len([(i, j) for i in range(0, latent, 2) for j in range(0, latent, 2)]) == CLAIM_DIT_TOKENS_512
    assert len({"conditional", "unconditional"}) == CLAIM_CFG_FORWARDS_PER_STEP
    print(f"error of the standard deviation with 20 steps: DDIM {err[20, 0.0]:.1%}, DDPM {err[20, 1.0]:.1%}; "
          f"with 1000: {err[1000, 0.0]:.2%} and {err[1000, 1.0]:.2%}")


if __name__ == "__main__":
    main()
