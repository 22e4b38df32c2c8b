"""A floating-point accumulation in a hardware pipeline: the initiation interval and how interleaving lowers it."""

import numpy as np

CLAIM_CYCLES_ONE_SUM = 4000        # 1000 adds, adder latency 4, each waits for the one before
CLAIM_CYCLES_FOUR_SUMS = 1012      # interleaved partial sums plus joining them
CLAIM_CYCLES_TWO_SUMS = 2005
CLAIM_RESULT_BITWISE_EQUAL = False
CLAIM_MULTIPLIERS_DO_NOT_HELP = True


def cycles(n: int, latency: int, sums: int) -> int:
    """Issue one addition a cycle if its operand is ready; then join the partial sums pairwise."""
    ready = [0] * sums
    now = 0
    for i in range(n):
        k = i % sums
        now = max(now, ready[k])
        ready[k] = now + latency
        now += 1
    end = max(ready)
    while sums > 1:
        pairs = sums // 2
        end += latency + (pairs - 1)
        sums = sums - pairs
    return end


def main() -> None:
    assert cycles(1000, 4, 1) == CLAIM_CYCLES_ONE_SUM, cycles(1000, 4, 1)
    assert cycles(1000, 4, 4) == CLAIM_CYCLES_FOUR_SUMS, cycles(1000, 4, 4)
    assert cycles(1000, 4, 2) == CLAIM_CYCLES_TWO_SUMS, cycles(1000, 4, 2)
    rng = np.random.default_rng(4)
    x = rng.standard_normal(1000).astype(np.float32)
    one = np.float32(0)
    for v in x:
        one = np.float32(one + v)
    part = np.zeros(4, np.float32)
    for i, v in enumerate(x):
        part[i % 4] += v
    four = np.float32(np.float32(part[0] + part[1]) + np.float32(part[2] + part[3]))
    assert bool(one == four) == CLAIM_RESULT_BITWISE_EQUAL, (one, four)
    # more multipliers feed products earlier, but the chain of additions is as long as before
    assert (cycles(1000, 4, 1) == 1000 * 4) == CLAIM_MULTIPLIERS_DO_NOT_HELP
    print(f"1000 float additions at latency 4: {cycles(1000, 4, 1)} cycles in one sum, {cycles(1000, 4, 4)} in four")


if __name__ == "__main__":
    main()
