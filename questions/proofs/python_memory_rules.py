"""Asks the running CPython: reference counts, cycles, weak references, default arguments, closures."""

import gc
import weakref

CLAIM_PLAIN_DIES_AT_ONCE = True
CLAIM_CYCLE_DIES_AT_ONCE = False
CLAIM_CYCLE_DIES_AFTER_COLLECT = True
CLAIM_FINALIZER_IN_CYCLE_RUNS = True
CLAIM_WEAK_BACK_LINK_DIES_AT_ONCE = True
CLAIM_DEFAULT_LISTS = ((1,), (1, 2))
CLAIM_CLOSURES = (2, 2, 2)
CLAIM_CLOSURES_BOUND = (0, 1, 2)


class Node:
    """A node that may point at another one and notes when it is finalised."""

    finalised = 0

    def __init__(self) -> None:
        self.other = None

    def __del__(self) -> None:
        Node.finalised += 1


def dead(ref) -> bool:
    return ref() is None


def push(value, bag=[]):  # noqa: B006 - the trap itself
    bag.append(value)
    return tuple(bag)


def main() -> None:
    gc.collect()
    gc.disable()
    node = Node()
    ref = weakref.ref(node)
    del node
    assert dead(ref) == CLAIM_PLAIN_DIES_AT_ONCE

    one, two = Node(), Node()
    one.other, two.other = two, one
    ref, before = weakref.ref(one), Node.finalised
    del one, two
    assert dead(ref) == CLAIM_CYCLE_DIES_AT_ONCE
    gc.collect()
    assert dead(ref) == CLAIM_CYCLE_DIES_AFTER_COLLECT
    assert (Node.finalised - before == 2) == CLAIM_FINALIZER_IN_CYCLE_RUNS

    parent, child = Node(), Node()
    parent.other, child.other = child, weakref.ref(parent)
    ref = weakref.ref(parent)
    del parent, child
    assert dead(ref) == CLAIM_WEAK_BACK_LINK_DIES_AT_ONCE
    gc.enable()

    assert (push(1), push(2)) == CLAIM_DEFAULT_LISTS
    late = [lambda: i for i in range(3)]  # noqa: B023 - the trap itself
    bound = [lambda i=i: i for i in range(3)]
    assert tuple(f() for f in late) == CLAIM_CLOSURES
    assert tuple(f() for f in bound) == CLAIM_CLOSURES_BOUND
    print("a cycle outlives its last name until gc.collect(); a weak back link dies at once; the default list is shared")


if __name__ == "__main__":
    main()
