"""A two-bit predictor and a history predictor on the branch `if (x >= 128) sum += x`."""

import random

CLAIM_MISS_PERCENT_RANDOM = 50
CLAIM_MISSES_SORTED = 2
CLAIM_MISS_PERCENT_ALTERNATING_TWO_BIT = 50.0
CLAIM_MISSES_ALTERNATING_WITH_HISTORY = 3
CLAIM_CYCLES_PER_ELEMENT_RANDOM = 8.5
CLAIM_CYCLES_PER_ELEMENT_SORTED = 1.0


def two_bit(outcomes: list[bool], state: int = 0) -> int:
    misses = 0
    for taken in outcomes:
        misses += (state >= 2) != taken
        state = min(3, state + 1) if taken else max(0, state - 1)
    return misses


def with_history(outcomes: list[bool], bits: int = 4) -> int:
    table, hist, misses = {}, 0, 0
    for taken in outcomes:
        s = table.get(hist, 1)
        misses += (s >= 2) != taken
        table[hist] = min(3, s + 1) if taken else max(0, s - 1)
        hist = ((hist << 1) | taken) & ((1 << bits) - 1)
    return misses


def main() -> None:
    rng = random.Random(1)
    data = [rng.randrange(256) for _ in range(32768)]
    n = len(data)
    rand = [x >= 128 for x in data]
    rate = 100 * two_bit(rand) / n
    assert round(rate) == CLAIM_MISS_PERCENT_RANDOM, rate
    assert 48 < 100 * with_history(rand) / n < 52
    assert two_bit(sorted(rand)) == CLAIM_MISSES_SORTED
    alt = [bool(i % 2) for i in range(1000)]
    assert 100 * two_bit(alt, 1) / 1000 in (50.0, 100.0)
    assert 100 * two_bit(alt, 0) / 1000 == CLAIM_MISS_PERCENT_ALTERNATING_TWO_BIT
    assert with_history(alt) == CLAIM_MISSES_ALTERNATING_WITH_HISTORY, with_history(alt)
    # one element a cycle plus 15 cycles for each misprediction
    assert round(1 + 15 * rate / 100, 1) == CLAIM_CYCLES_PER_ELEMENT_RANDOM, rate
    assert round(1 + 15 * two_bit(sorted(rand)) / n, 1) == CLAIM_CYCLES_PER_ELEMENT_SORTED
    print(f"random data: {rate:.1f} % mispredicted; sorted: {two_bit(sorted(rand))} of {n}")


if __name__ == "__main__":
    main()
