"""Variable lengths: padded against packed work, blocks found by binary search in prefix sums, and long ones first."""

import heapq
from bisect import bisect_right

CLAIM_PACKED_TOKENS = 3072
CLAIM_PADDED_TOKENS = 16384
CLAIM_LINEAR_WASTE_PERCENT = 81.25
CLAIM_ATTENTION_WASTE_PERCENT = 86.5
CLAIM_BLOCKS_COVER = True
CLAIM_BLOCKS = 27
CLAIM_PADDED_BLOCKS = 128
CLAIM_TIME_LONG_LAST = 22
CLAIM_TIME_LONG_FIRST = 16
CLAIM_POWER_OF_TWO_BUCKET_WORST = 2.0


def blocks_of(lengths, tile):
    """Flat grid over tiles; block g finds its sequence by a binary search in the prefix sums of tile counts."""
    prefix = [0]
    for n in lengths:
        prefix.append(prefix[-1] + -(-n // tile))
    found = []
    for g in range(prefix[-1]):
        s = bisect_right(prefix, g) - 1
        found.append((s, g - prefix[s]))
    return found


def makespan(costs, sms):
    heap = [0] * sms
    for c in costs:
        heapq.heapreplace(heap, heap[0] + c)
    return max(heap)


def main() -> None:
    lengths = [2048, 512, 256, 128, 64, 40, 16, 8]
    tokens, padded = sum(lengths), len(lengths) * max(lengths)
    assert tokens == CLAIM_PACKED_TOKENS
    assert padded == CLAIM_PADDED_TOKENS
    assert 100 * (1 - tokens / padded) == CLAIM_LINEAR_WASTE_PERCENT
    square = 100 * (1 - sum(n * n for n in lengths) / (len(lengths) * max(lengths) ** 2))
    assert abs(square - CLAIM_ATTENTION_WASTE_PERCENT) < 0.05, square
    found = blocks_of(lengths, 128)
    cover = all(sorted(t for s, t in found if s == i) == list(range(-(-n // 128))) for i, n in enumerate(lengths))
    assert cover == CLAIM_BLOCKS_COVER
    assert len(found) == CLAIM_BLOCKS
    assert padded // 128 == CLAIM_PADDED_BLOCKS
    costs = [2] * 12 + [16]
    assert makespan(sorted(costs), 4) == CLAIM_TIME_LONG_LAST
    assert makespan(sorted(costs, reverse=True), 4) == CLAIM_TIME_LONG_FIRST
    worst = max((1 << (n - 1).bit_length()) / n for n in range(2, 5000))
    assert abs(worst - CLAIM_POWER_OF_TWO_BUCKET_WORST) < 0.02
    print(
        f"packed {tokens} of {padded} padded tokens; {len(found)} tiles found by binary search; long first 16, long last 22"
    )


if __name__ == "__main__":
    main()
