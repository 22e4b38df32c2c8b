"""Lock order and deadlock: every interleaving of threads that take several locks, and philosophers in a ring."""

CLAIM_DEADLOCK_OPPOSITE_ORDER = True
CLAIM_DEADLOCK_SAME_ORDER = False
CLAIM_RING_OF_5_DEADLOCKS = True
CLAIM_RING_OF_5_ORDERED_DEADLOCKS = False


def stuck(orders: list) -> bool:
    """Each thread takes its two locks in the given order and then releases both; is there a state without a move?"""
    n = len(orders)
    todo, seen = [(0,) * n], set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        held = {lock for at, o in zip(state, orders) if at < 3 for lock in o[:at]}
        moved = False
        for i, (at, o) in enumerate(zip(state, orders)):
            if at == 2 or (at < 2 and o[at] not in held):
                todo.append(state[:i] + (at + 1,) + state[i + 1:])
                moved = True
        if not moved and state != (3,) * n:
            return True
    return False


def main() -> None:
    assert stuck([("A", "B"), ("B", "A")]) == CLAIM_DEADLOCK_OPPOSITE_ORDER
    assert stuck([("A", "B"), ("A", "B")]) == CLAIM_DEADLOCK_SAME_ORDER
    ring = [(i, (i + 1) % 5) for i in range(5)]
    assert stuck(ring) == CLAIM_RING_OF_5_DEADLOCKS
    assert stuck([tuple(sorted(p)) for p in ring]) == CLAIM_RING_OF_5_ORDERED_DEADLOCKS
    print("opposite lock order can deadlock, one global order cannot, for two threads and for five in a ring")


if __name__ == "__main__":
    main()
