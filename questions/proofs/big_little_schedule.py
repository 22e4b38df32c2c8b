"""Parallel loops on unequal cores: equal shares, proportional shares, small chunks taken from a queue."""

import heapq

CLAIM_SPEEDUP_EQUAL_SHARES = 3.2
CLAIM_SPEEDUP_PROPORTIONAL = 5.6
CLAIM_SPEEDUP_BIG_CORES_ONLY = 4.0
CLAIM_SPEEDUP_DYNAMIC_CHUNK_8_OF_1024 = 5.57
CLAIM_SPEEDUP_DYNAMIC_CHUNK_256_OF_1024 = 4.0
CLAIM_EQUAL_SHARES_SLOWER_THAN_BIG_ONLY = True

SPEEDS = [1.0] * 4 + [0.4] * 4  # four big cores, four little ones at 0.4 of the speed
UNITS = 1024


def static(shares: list[float]) -> float:
    return max(UNITS * share / speed for share, speed in zip(shares, SPEEDS) if share)


def dynamic(chunk: int) -> float:
    free = [(0.0, i) for i in range(len(SPEEDS))]
    heapq.heapify(free)
    left, end = UNITS, 0.0
    while left:
        now, i = heapq.heappop(free)
        take = min(chunk, left)
        left -= take
        done = now + take / SPEEDS[i]
        end = max(end, done)
        heapq.heappush(free, (done, i))
    return end


def main() -> None:
    one_big = UNITS / 1.0
    equal = one_big / static([1 / 8] * 8)
    total = sum(SPEEDS)
    prop = one_big / static([s / total for s in SPEEDS])
    big = one_big / static([1 / 4] * 4 + [0.0] * 4)
    assert round(equal, 2) == CLAIM_SPEEDUP_EQUAL_SHARES, equal
    assert round(prop, 2) == CLAIM_SPEEDUP_PROPORTIONAL, prop
    assert round(big, 2) == CLAIM_SPEEDUP_BIG_CORES_ONLY
    assert round(one_big / dynamic(8), 2) == CLAIM_SPEEDUP_DYNAMIC_CHUNK_8_OF_1024, one_big / dynamic(8)
    assert round(one_big / dynamic(256), 2) == CLAIM_SPEEDUP_DYNAMIC_CHUNK_256_OF_1024, one_big / dynamic(256)
    assert (equal < big) == CLAIM_EQUAL_SHARES_SLOWER_THAN_BIG_ONLY
    print(f"4 big + 4 little at 0.4: equal {equal:.1f}x, big only {big:.1f}x, proportional {prop:.1f}x, queue {one_big / dynamic(8):.2f}x")


if __name__ == "__main__":
    main()
