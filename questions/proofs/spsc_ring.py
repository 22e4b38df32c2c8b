"""A single-producer single-consumer ring, model-checked over all interleavings and legal store orders."""

CLAIM_RELEASE_ACQUIRE_ALWAYS_RIGHT = True
CLAIM_RELAXED_CAN_DELIVER_GARBAGE = True
CLAIM_WITHOUT_FULL_CHECK_LOSES = True
CLAIM_USABLE_SLOTS_WITH_SIZE_8_MASKED_INDICES = 7
CLAIM_USABLE_SLOTS_WITH_SIZE_8_FREE_RUNNING = 8


def run(size: int, items: int, ordered: bool, check_full: bool) -> set:
    """Steps: the producer writes the slot and publishes tail (in either order if not ordered); the consumer reads."""
    results = set()
    seen = set()
    # state: slots, tail, head, producer program counter, produced, consumed, pending first half done
    start = (("-",) * size, 0, 0, "idle", 0, ())
    todo = [start]
    while todo:
        st = todo.pop()
        if st in seen:
            continue
        seen.add(st)
        slots, tail, head, pc, made, got = st
        moved = False
        put = slots[: made % size] + (made,) + slots[made % size + 1:]
        if made < items:
            if pc == "idle" and (not check_full or made - head < size):
                todo.append((put, tail, head, "stored", made, got))
                moved = True
                if not ordered:
                    todo.append((slots, tail + 1, head, "published", made, got))
            elif pc == "stored":
                todo.append((slots, tail + 1, head, "idle", made + 1, got))
                moved = True
            elif pc == "published":
                todo.append((put, tail, head, "idle", made + 1, got))
                moved = True
        if head < tail:
            todo.append((slots, tail, head + 1, pc, made, got + (slots[head % size],)))
            moved = True
        if not moved:
            results.add(got)
    return results


def usable(size: int, masked: bool) -> int:
    head = tail = 0
    n = 0
    while True:
        full = (tail + 1) % size == head if masked else tail - head == size
        if full:
            return n
        tail = (tail + 1) % size if masked else tail + 1
        n += 1


def main() -> None:
    want = {tuple(range(4))}
    assert (run(2, 4, True, True) == want) == CLAIM_RELEASE_ACQUIRE_ALWAYS_RIGHT
    assert (run(2, 4, False, True) != want) == CLAIM_RELAXED_CAN_DELIVER_GARBAGE
    assert (run(2, 4, True, False) != want) == CLAIM_WITHOUT_FULL_CHECK_LOSES
    assert usable(8, True) == CLAIM_USABLE_SLOTS_WITH_SIZE_8_MASKED_INDICES
    assert usable(8, False) == CLAIM_USABLE_SLOTS_WITH_SIZE_8_FREE_RUNNING
    print(f"ring of 2, 4 items: released order always right; relaxed order gives {len(run(2, 4, False, True))} different results")


if __name__ == "__main__":
    main()
