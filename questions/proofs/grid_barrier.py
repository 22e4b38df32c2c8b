"""Blocks that wait for each other: a hand-made grid barrier, publishing without a fence, and atomics on one counter."""

import itertools

CLAIM_RESIDENT_FINISHES = True
CLAIM_OVERSUBSCRIBED_FINISHES = False
CLAIM_STALE_WITHOUT_FENCE = True
CLAIM_STALE_WITH_RELEASE_ACQUIRE = False
CLAIM_LOST_UPDATES_PLAIN_ADD = True
CLAIM_ATOMIC_SUM = 1024
CLAIM_ATOMICS_PER_BLOCK = 4096
CLAIM_MAX_GRID_132_SMS_2_BLOCKS = 264


def grid_barrier(blocks, slots):
    """Blocks are placed in free slots and leave only when done; each spins until all have arrived."""
    waiting = list(range(blocks))
    resident, arrived, finished = [], set(), 0
    for _ in range(10 * blocks):
        while waiting and len(resident) < slots:
            resident.append(waiting.pop(0))
        arrived.update(resident)
        if len(arrived) == blocks:
            finished += len(resident)
            resident = []
            if not waiting:
                return finished == blocks
    return False


def stale_possible(ordered):
    """Writer: data = 1, then flag = 1. Reader: sees flag, then reads data. Without ordering each pair may swap."""
    writers = [("data", "flag")] if ordered else [("data", "flag"), ("flag", "data")]
    readers = [("flag", "data")] if ordered else [("flag", "data"), ("data", "flag")]
    for w, r in itertools.product(writers, readers):
        for places in itertools.combinations(range(4), 2):
            mem, seen, wi, ri = {"data": 0, "flag": 0}, {}, 0, 0
            for t in range(4):
                if t in places:
                    mem[w[wi]] = 1
                    wi += 1
                else:
                    seen[r[ri]] = mem[r[ri]]
                    ri += 1
            if seen == {"flag": 1, "data": 0}:
                return True
    return False


def add(threads, atomic):
    """All threads read, then all write: the worst order for a plain read-modify-write."""
    x = 0
    if atomic:
        for _ in range(threads):
            x += 1
        return x
    read = [x for _ in range(threads)]
    for r in read:
        x = r + 1
    return x


def main() -> None:
    assert grid_barrier(264, 264) == CLAIM_RESIDENT_FINISHES
    assert grid_barrier(265, 264) == CLAIM_OVERSUBSCRIBED_FINISHES
    assert CLAIM_MAX_GRID_132_SMS_2_BLOCKS == 132 * 2
    best = max(g for g in range(258, 270) if grid_barrier(g, 132 * 2))
    assert best == CLAIM_MAX_GRID_132_SMS_2_BLOCKS
    assert stale_possible(False) == CLAIM_STALE_WITHOUT_FENCE
    assert stale_possible(True) == CLAIM_STALE_WITH_RELEASE_ACQUIRE
    assert (add(1024, False) != 1024) == CLAIM_LOST_UPDATES_PLAIN_ADD
    assert add(1024, True) == CLAIM_ATOMIC_SUM
    n = 1 << 20
    assert len(range(0, n, 256)) == CLAIM_ATOMICS_PER_BLOCK
    print(
        "264 slots: 264 blocks pass a hand-made grid barrier, 265 never do; a flag without release/acquire shows stale data"
    )


if __name__ == "__main__":
    main()
