"""A performance gate with noise: false alarms and missed regressions, computed and simulated."""

import math

import numpy as np

CLAIM_FALSE_ALARMS_SINGLE_RUN = 13.4
CLAIM_FALSE_ALARMS_MEAN_OF_5 = 0.08
CLAIM_CATCH_REGRESSION_AT_THRESHOLD = 0.5
CLAIM_CATCH_5_PERCENT_MEAN_OF_5 = 0.987


def above(threshold, mean, sigma):
    return 0.5 * math.erfc((threshold - mean) / sigma / math.sqrt(2))


def main() -> None:
    sigma, threshold, cases = 2.0, 3.0, 200
    single = cases * above(threshold, 0, sigma)
    mean5 = cases * above(threshold, 0, sigma / math.sqrt(5))
    assert abs(single - CLAIM_FALSE_ALARMS_SINGLE_RUN) < 0.05, single
    assert abs(mean5 - CLAIM_FALSE_ALARMS_MEAN_OF_5) < 0.005, mean5
    assert above(threshold, 3.0, sigma) == CLAIM_CATCH_REGRESSION_AT_THRESHOLD
    caught = above(threshold, 5.0, sigma / math.sqrt(5))
    assert abs(caught - CLAIM_CATCH_5_PERCENT_MEAN_OF_5) < 0.0005, caught
    rng = np.random.default_rng(6)
    noise = rng.normal(0, sigma, size=(400, 200, 5))
    seen = (noise[:, :, 0] > threshold).sum(1).mean()
    assert abs(seen - single) < 0.6, seen
    assert abs((noise.mean(2) > threshold).sum(1).mean() - mean5) < 0.06
    print(f"200 cases, 2 % noise, 3 % limit: {single:.1f} false alarms on one run, {mean5:.2f} on the mean of five")


if __name__ == "__main__":
    main()
