"""Checkpoint interval: the exact expected time under exponential failures against Young's formula; goodput."""

import math

CLAIM_YOUNG_SECONDS = 1138
CLAIM_YOUNG_WITHIN_5_PERCENT_OF_BEST = True
CLAIM_OVERHEAD_AT_OPTIMUM = 0.105
CLAIM_GOODPUT_EXAMPLE = 0.867
CLAIM_OVERHEAD_WITH_5_SECOND_STALL = 0.03
CLAIM_GAIN_EVERY_STEP_WRONG = True


def expected_wall(interval, cost, restart, mtbf):
    """Expected wall time per second of useful work, failures exponential, work since the last save lost."""
    return mtbf * math.exp(restart / mtbf) * (math.exp((interval + cost) / mtbf) - 1) / interval


def first_order(interval, cost, mtbf):
    return cost / interval + interval / (2 * mtbf)


def main() -> None:
    cost, restart, mtbf = 60.0, 300.0, 3 * 3600.0
    best = min(range(60, 6000, 2), key=lambda t: expected_wall(t, cost, restart, mtbf))
    cheap = min(range(60, 6000), key=lambda t: first_order(t, cost, mtbf))
    assert cheap == CLAIM_YOUNG_SECONDS, cheap
    assert (abs(best - cheap) / best < 0.05) == CLAIM_YOUNG_WITHIN_5_PERCENT_OF_BEST, best
    assert abs(first_order(cheap, cost, mtbf) - CLAIM_OVERHEAD_AT_OPTIMUM) < 0.0005
    good = 1 - first_order(cheap, cost, mtbf) - restart / mtbf
    assert abs(good - CLAIM_GOODPUT_EXAMPLE) < 0.0005, good
    quick = min(first_order(t, 5.0, mtbf) for t in range(60, 6000))
    assert abs(quick - CLAIM_OVERHEAD_WITH_5_SECOND_STALL) < 0.0006, quick
    too_often = expected_wall(30, cost, restart, mtbf) > expected_wall(best, cost, restart, mtbf)
    assert too_often == CLAIM_GAIN_EVERY_STEP_WRONG
    print(f"60 s a save, 3 h between failures: save every {cheap} s (exact {best} s), goodput {good:.1%}")


if __name__ == "__main__":
    main()
