"""A step with compute, communication and host work: what a faster operator brings to the whole."""

CLAIM_AMDAHL_8_PERCENT_TWICE_AS_FAST = 1.042
CLAIM_CEILING_IF_OPERATOR_FREE = 1.087
CLAIM_HIDDEN_BEHIND_COMM_GAIN_PERCENT = 0
CLAIM_LAUNCH_BOUND_GAIN_PERCENT = 0
CLAIM_ON_CRITICAL_PATH_GAIN_PERCENT = 4
CLAIM_FUSION_OF_LAUNCHES_GAIN_PERCENT = 25


def step(ops, launch_us=0.0, comm_us=0.0):
    """GPU runs ops in order; op i cannot start before the host launched it; communication overlaps from op 0 on."""
    gpu = host = 0.0
    for t in ops:
        host += launch_us
        gpu = max(gpu, host) + t
    return max(gpu, comm_us)


def gain(old, new):
    return round(100 * (old - new) / old, 6)


def main() -> None:
    f = 0.08
    assert round(1 / (1 - f + f / 2), 3) == CLAIM_AMDAHL_8_PERCENT_TWICE_AS_FAST
    assert round(1 / (1 - f), 3) == CLAIM_CEILING_IF_OPERATOR_FREE
    ops, faster = [92.0, 8.0], [92.0, 4.0]
    assert gain(step(ops), step(faster)) == CLAIM_ON_CRITICAL_PATH_GAIN_PERCENT
    assert gain(step(ops, comm_us=120), step(faster, comm_us=120)) == CLAIM_HIDDEN_BEHIND_COMM_GAIN_PERCENT
    small, small_fast = [2.0] * 100, [2.0] * 60 + [1.0] * 39 + [2.0]
    assert gain(step(small, launch_us=5), step(small_fast, launch_us=5)) == CLAIM_LAUNCH_BOUND_GAIN_PERCENT
    fused = [4.0] * 25 + [2.0] * 50                       # 25 pairs fused: same GPU time, a quarter fewer launches
    got = gain(step(small, launch_us=5), step(fused, launch_us=5))
    assert round(got) == CLAIM_FUSION_OF_LAUNCHES_GAIN_PERCENT, got
    print(f"8 % operator made twice as fast: 1.042 at best, nothing behind communication or launches; fusing launches gave {got:.0f} %")


if __name__ == "__main__":
    main()
