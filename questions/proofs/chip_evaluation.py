"""Two chips, one workload mix: peak ratio, arithmetic mean of speed-ups, and the ratio of total times."""

CLAIM_PEAK_RATIO = 2.0
CLAIM_MEAN_OF_SPEEDUPS = 1.175
CLAIM_FLEET_SPEEDUP = 1.19
CLAIM_COST_PER_UNIT_RATIO = 1.09
CLAIM_COST_RATIO_AT_PEAK_RATIO = 0.65
CLAIM_DECISION_FLIPS = True

# share of old-chip time, and the bound of each workload
MIX = [("prefill", 0.30, "flops"), ("decode", 0.45, "bandwidth"), ("recsys", 0.15, "latency"), ("preproc", 0.10, "host")]
RATIO = {"flops": 2.0, "bandwidth": 1.2, "latency": 0.8, "host": 1.0}  # new chip over old, by bound
REACHED = {"prefill": 0.85, "decode": 1.0, "recsys": 1.0, "preproc": 1.0}  # software maturity


def main() -> None:
    speed = {n: RATIO[b] * REACHED[n] for n, _s, b in MIX}
    mean = sum(speed.values()) / len(speed)
    time = sum(share / speed[n] for n, share, _b in MIX)
    fleet = 1 / time
    peak = RATIO["flops"]
    assert peak == CLAIM_PEAK_RATIO
    assert round(mean, 3) == CLAIM_MEAN_OF_SPEEDUPS, mean
    assert round(fleet, 2) == CLAIM_FLEET_SPEEDUP, fleet
    cost = 1.3  # yearly cost of one new card over one old card: depreciation, power, space, porting
    assert round(cost / fleet, 2) == CLAIM_COST_PER_UNIT_RATIO, cost / fleet
    assert round(cost / peak, 2) == CLAIM_COST_RATIO_AT_PEAK_RATIO
    assert ((cost / peak < 1) and (cost / fleet > 1)) == CLAIM_DECISION_FLIPS
    print(f"peak ratio {peak}, mean of speed-ups {mean:.2f}, fleet {fleet:.2f}; cost per unit of work {cost / fleet:.2f}")


if __name__ == "__main__":
    main()
