"""Merging k sorted runs with a heap: right, stable, and how many comparisons it takes against one-by-one merging."""

import heapq
import random

CLAIM_SORTED = True
CLAIM_STABLE = True
CLAIM_MOVES_ONE_BY_ONE = 33264
CLAIM_MOVES_HEAP = 1024
CLAIM_HEAP_SIZE = 64


def merge(runs):
    heap = [(run[0], which, 0) for which, run in enumerate(runs) if run]
    heapq.heapify(heap)
    out, largest = [], len(heap)
    while heap:
        value, which, at = heap[0]
        out.append((value, which))
        if at + 1 < len(runs[which]):
            heapq.heapreplace(heap, (runs[which][at + 1], which, at + 1))
        else:
            heapq.heappop(heap)
        largest = max(largest, len(heap))
    return out, largest


def main() -> None:
    rng = random.Random(6)
    good, stable = True, True
    for _ in range(50):
        runs = [sorted(rng.choices(range(8), k=rng.randrange(6))) for _ in range(5)]
        out, _ = merge(runs)
        good &= [value for value, _ in out] == sorted(sum(runs, []))
        stable &= out == sorted(out)
    assert good == CLAIM_SORTED and stable == CLAIM_STABLE
    runs = [sorted(rng.sample(range(10**6), 16)) for _ in range(64)]
    out, largest = merge(runs)
    merged, moves = runs[0], 0
    for run in runs[1:]:
        merged = sorted(merged + run)
        moves += len(merged)
    assert merged == [value for value, _ in out]
    assert moves == CLAIM_MOVES_ONE_BY_ONE, moves
    assert len(out) == CLAIM_MOVES_HEAP
    assert largest == CLAIM_HEAP_SIZE
    print(f"64 runs of 16: the heap of {largest} moves each of {len(out)} once, one-by-one merging moves {moves}")


if __name__ == "__main__":
    main()
