"""Runs every interleaving of small models: a wait without a predicate, and a pointer published before its object."""

from itertools import combinations

CLAIM_NO_PREDICATE_HANGS = True
CLAIM_UNLOCKED_CHECK_HANGS = True
CLAIM_LOCKED_PREDICATE_HANGS = False
CLAIM_IF_AFTER_SPURIOUS_WAKE_RUNS_ON_EMPTY = True
CLAIM_WHILE_AFTER_SPURIOUS_WAKE_RUNS_ON_EMPTY = False
CLAIM_PLAIN_DCLP_READS_UNBUILT = True
CLAIM_RELEASE_DCLP_READS_UNBUILT = False


def orders(first: int, second: int):
    for places in combinations(range(first + second), first):
        yield [0 if at in places else 1 for at in range(first + second)]


def hangs(waiter: list[str], notifier: list[str]) -> bool:
    """Steps in one string are atomic (done under the lock). True when some schedule leaves the waiter asleep."""
    for order in orders(len(waiter), len(notifier)):
        ready = asleep = skip = False
        at = [0, 0]
        for who in order:
            step = (waiter, notifier)[who][at[who]]
            at[who] += 1
            for part in step.split():
                if part == "check":
                    skip = ready
                elif part == "sleep":
                    asleep = not skip
                elif part == "set":
                    ready = True
                elif part == "notify":
                    asleep = False
        if asleep:
            return True
    return False


def runs_on_empty(loop: bool) -> bool:
    """One spurious wake-up before the item arrives: does the consumer go on without an item?"""
    items, woken = 0, 0
    while items == 0:
        woken += 1
        if woken == 2:
            items = 1
        if not loop:
            break
    return items == 0


def reads_unbuilt(writer: list[str]) -> bool:
    for order in orders(len(writer), 1):
        built = pointer = False
        at = 0
        for who in order:
            if who:
                if pointer and not built:
                    return True
                continue
            built, pointer = built or writer[at] == "build", pointer or writer[at] == "publish"
            at += 1
    return False


def main() -> None:
    assert hangs(["sleep"], ["notify"]) == CLAIM_NO_PREDICATE_HANGS
    assert hangs(["check", "sleep"], ["set", "notify"]) == CLAIM_UNLOCKED_CHECK_HANGS
    assert hangs(["check sleep"], ["set", "notify"]) == CLAIM_LOCKED_PREDICATE_HANGS
    assert runs_on_empty(loop=False) == CLAIM_IF_AFTER_SPURIOUS_WAKE_RUNS_ON_EMPTY
    assert runs_on_empty(loop=True) == CLAIM_WHILE_AFTER_SPURIOUS_WAKE_RUNS_ON_EMPTY
    plain = reads_unbuilt(["build", "publish"]) or reads_unbuilt(["publish", "build"])
    assert plain == CLAIM_PLAIN_DCLP_READS_UNBUILT
    assert reads_unbuilt(["build", "publish"]) == CLAIM_RELEASE_DCLP_READS_UNBUILT
    print("a wait without a locked predicate can sleep for ever; a pointer stored before its object is built can be read")


if __name__ == "__main__":
    main()
