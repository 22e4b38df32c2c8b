"""Every interleaving of one producer and one consumer on a ring: order of publishing, full and empty, wrap-around."""

from itertools import combinations

CLAIM_RELEASE_BAD_READS = 0
CLAIM_PUBLISH_FIRST_BAD_READS = True
CLAIM_USABLE_SLOTS_WASTING_ONE = 7
CLAIM_USABLE_SLOTS_FREE_RUNNING = 8
CLAIM_MASK_NEEDS_POWER_OF_TWO = True
CLAIM_FIFO = True


def orders(first: int, second: int):
    for places in combinations(range(first + second), first):
        yield [0 if at in places else 1 for at in range(first + second)]


def bad_reads(write_then_publish: bool) -> int:
    bad = 0
    for order in orders(4, 4):
        slots, tail, head, got, step = [None] * 4, 0, 0, [], [0, 0]
        for who in order:
            if who == 0:
                publish = step[0] % 2 == write_then_publish
                value = step[0] // 2
                if publish:
                    tail += 1
                else:
                    slots[value % 4] = value
                step[0] += 1
            elif head < tail:
                got.append(slots[head % 4])
                head += 1
        bad += any(value != at for at, value in enumerate(got))
    return bad


def usable(size: int, wasting: bool) -> int:
    head = tail = count = 0
    for _ in range(100):
        full = (tail + 1) % size == head if wasting else tail - head == size
        if full:
            break
        tail = (tail + 1) % size if wasting else tail + 1
        count += 1
    return count


def main() -> None:
    assert bad_reads(True) == CLAIM_RELEASE_BAD_READS
    assert (bad_reads(False) > 0) == CLAIM_PUBLISH_FIRST_BAD_READS
    assert usable(8, wasting=True) == CLAIM_USABLE_SLOTS_WASTING_ONE
    assert usable(8, wasting=False) == CLAIM_USABLE_SLOTS_FREE_RUNNING
    masks = [size for size in range(2, 17) if all(i & (size - 1) == i % size for i in range(64))]
    assert (masks == [2, 4, 8, 16]) == CLAIM_MASK_NEEDS_POWER_OF_TWO
    # Free-running 8-bit counters that wrap: the difference modulo 256 still tells the fill level.
    slots, head, tail, sent, seen = [0] * 8, 0, 0, 0, []
    while len(seen) < 1000:
        while (tail - head) % 256 < 8 and sent < 1000:
            slots[tail & 7] = sent
            sent, tail = sent + 1, (tail + 1) % 256
        seen.append(slots[head & 7])
        head = (head + 1) % 256
    assert (seen == list(range(1000))) == CLAIM_FIFO
    print("write before publish: no bad read in 70 schedules; publish first: some; free-running counters use all slots")


if __name__ == "__main__":
    main()
