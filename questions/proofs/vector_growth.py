"""Grows a vector element by element, counts relocations, and lets a move throw in the middle of one."""

CLAIM_RELOCATIONS_1000 = 1023
CLAIM_REALLOCATIONS_1000 = 11
CLAIM_FIXED_STEP_16 = 31248
CLAIM_AFTER_RESERVE = 0
CLAIM_COPIES_KEEP_OLD = True
CLAIM_MOVES_KEEP_OLD = False


def grow(count: int, rule, capacity: int = 0) -> tuple[int, int]:
    moved = allocations = size = 0
    for _ in range(count):
        if size == capacity:
            capacity, allocations, moved = rule(capacity), allocations + 1, moved + size
        size += 1
    return moved, allocations


def relocate(old: list, move: bool, throws_at: int) -> bool:
    """Relocate until the element that throws; say whether the old buffer still holds what it held."""
    before, new = list(old), []
    try:
        for index, value in enumerate(old):
            if index == throws_at:
                raise RuntimeError
            new.append(value)
            if move:
                old[index] = None
    except RuntimeError:
        return old == before
    return True


def main() -> None:
    moved, allocations = grow(1000, lambda capacity: max(1, 2 * capacity))
    assert moved == CLAIM_RELOCATIONS_1000, moved
    assert allocations == CLAIM_REALLOCATIONS_1000, allocations
    for count in (1000, 5000, 20000, 100000):
        top = 1
        while top < count:
            top *= 2
        assert grow(count, lambda capacity: max(1, 2 * capacity))[0] == top - 1 < 2 * count
    fixed = grow(1000, lambda capacity: capacity + 16)[0]
    assert fixed == CLAIM_FIXED_STEP_16, fixed
    assert grow(1000, lambda capacity: 2 * capacity, capacity=1000)[0] == CLAIM_AFTER_RESERVE
    assert relocate(list("abcd"), move=False, throws_at=2) == CLAIM_COPIES_KEEP_OLD
    assert relocate(list("abcd"), move=True, throws_at=2) == CLAIM_MOVES_KEEP_OLD
    print(f"1000 push_backs with doubling relocate {moved} elements in {allocations} allocations; steps of 16: {fixed}")


if __name__ == "__main__":
    main()
