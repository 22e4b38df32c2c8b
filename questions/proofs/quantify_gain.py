"""What a gain means: one part against the whole, reductions in a row, averages of ratios, noise of a few runs."""

import numpy as np

CLAIM_WHOLE_FROM_3X_OF_40_PERCENT = 1.364
CLAIM_CEILING_OF_40_PERCENT = 1.667
CLAIM_20_THEN_30_PERCENT_OFF = 44
CLAIM_HALF_LATENCY_TIMES = 2.0
CLAIM_MEAN_OF_RATIOS = 5.05
CLAIM_RATIO_OF_TOTALS = 1.009
CLAIM_BEST_OF_FIVE_FAKES_PERCENT = True


def whole(share: float, factor: float) -> float:
    """Run 1000 units of work with a share of it made faster."""
    return 1000 / (1000 * (1 - share) + 1000 * share / factor)


def main() -> None:
    assert abs(whole(0.4, 3) - CLAIM_WHOLE_FROM_3X_OF_40_PERCENT) < 5e-4
    assert abs(whole(0.4, 1e12) - CLAIM_CEILING_OF_40_PERCENT) < 5e-4
    latency = 100.0
    for cut in (0.2, 0.3):
        latency -= latency * cut
    assert abs(100 - latency - CLAIM_20_THEN_30_PERCENT_OFF) < 1e-9
    assert 100 / 50 == CLAIM_HALF_LATENCY_TIMES
    # Two cases: a short one gets 9.1 times as fast, the long one stays.
    before = np.array([1.0, 100.0])
    after = before / np.array([9.1, 1.0])
    assert abs((before / after).mean() - CLAIM_MEAN_OF_RATIOS) < 1e-9
    assert abs(before.sum() / after.sum() - CLAIM_RATIO_OF_TOTALS) < 5e-4
    rng = np.random.default_rng(8)
    old, new = rng.normal(100, 3, (2, 2000, 5))
    fake = (old.mean(1) - new.min(1)) / old.mean(1)
    assert (fake.mean() > 0.02) == CLAIM_BEST_OF_FIVE_FAKES_PERCENT
    print(f"3x on 40 % of the time is {whole(0.4, 3):.3f}x in all; 20 % then 30 % off is {100 - latency:.0f} %")


if __name__ == "__main__":
    main()
