"""Every interleaving of two threads that drop the last two owners of one object: plain count against fetch_sub."""

from itertools import combinations

CLAIM_PLAIN_SCHEDULES = 20
CLAIM_PLAIN_LEAKS = 12
CLAIM_REREAD_DOUBLE_FREES = 4
CLAIM_ATOMIC_SCHEDULES = 6
CLAIM_ATOMIC_WRONG = 0
CLAIM_WEAK_LOCK_RESURRECTS_PLAIN = True
CLAIM_WEAK_LOCK_RESURRECTS_CAS = False


def schedules(first: int, second: int):
    for places in combinations(range(first + second), first):
        yield [0 if at in places else 1 for at in range(first + second)]


def run(program, order) -> tuple[int, int]:
    """Run both threads in one order; give the number of schedules' frees and the final count."""
    state = {"count": 2, "frees": 0}
    local = ({}, {})
    at = [0, 0]
    for who in order:
        program[at[who]](state, local[who])
        at[who] += 1
    return state["frees"], state["count"]


def load(state, local):
    local["seen"] = state["count"]


def store(state, local):
    state["count"] = local["seen"] - 1


def free_by_own_value(state, local):
    state["frees"] += local["seen"] - 1 == 0


def free_by_reread(state, local):
    state["frees"] += state["count"] == 0


def fetch_sub(state, local):
    local["seen"] = state["count"]
    state["count"] -= 1


def resurrects(compare_and_swap: bool) -> bool:
    """weak_ptr::lock against the last release: can it come back with a freed object?"""
    for order in schedules(2, 1):
        count, freed, seen, owner, step = 1, False, 0, False, 0
        for who in order:
            if who:
                count -= 1
                freed = count == 0
            elif step == 0:
                seen, step = count, 1
            elif seen and (not compare_and_swap or count == seen):
                count, owner = count + 1, True
        if owner and freed:
            return True
    return False


def main() -> None:
    plain = [run((load, store, free_by_own_value), order)[0] for order in schedules(3, 3)]
    atomic = [run((fetch_sub, free_by_own_value), order)[0] for order in schedules(2, 2)]
    assert len(plain) == CLAIM_PLAIN_SCHEDULES
    assert plain.count(0) == CLAIM_PLAIN_LEAKS, plain.count(0)
    double = sum(run((fetch_sub, free_by_reread), order)[0] == 2 for order in schedules(2, 2))
    assert double == CLAIM_REREAD_DOUBLE_FREES, double
    assert len(atomic) == CLAIM_ATOMIC_SCHEDULES
    assert sum(frees != 1 for frees in atomic) == CLAIM_ATOMIC_WRONG
    assert resurrects(False) == CLAIM_WEAK_LOCK_RESURRECTS_PLAIN
    assert resurrects(True) == CLAIM_WEAK_LOCK_RESURRECTS_CAS
    print(f"{len(plain)} schedules: a plain count leaks in {plain.count(0)}; fetch_sub frees exactly once in all {len(atomic)}")


if __name__ == "__main__":
    main()
