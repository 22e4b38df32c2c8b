"""A driver hands a descriptor to a device: every order in which its writes may arrive, with and without barriers."""

from itertools import permutations

CLAIM_BAD_ORDERS_WITHOUT_BARRIERS = 20
CLAIM_BAD_ORDERS_WITH_BOTH = 0
CLAIM_BAD_ORDERS_WITHOUT_OWNERSHIP_BARRIER = 4
CLAIM_ALL_ORDERS = 24
CLAIM_STALE_BYTES_WITHOUT_CACHE_CLEAN = 64

WRITES = ("addr", "len", "own", "doorbell")


def bad(order: tuple, already_running: bool) -> bool:
    """The device reads when rung; a device already scanning the ring reads as soon as own is set."""
    start = order.index("doorbell")
    if already_running:
        start = min(start, order.index("own"))
    return any(order.index(w) > start for w in ("addr", "len")) or (
        not already_running and order.index("own") > order.index("doorbell"))


def count(barriers: set, running: bool = True) -> tuple[int, int]:
    total = wrong = 0
    for order in permutations(WRITES):
        at = {w: i for i, w in enumerate(order)}
        if "dma_wmb" in barriers and max(at["addr"], at["len"]) > at["own"]:
            continue
        if "writel" in barriers and at["doorbell"] < max(at["addr"], at["len"], at["own"]):
            continue
        total += 1
        wrong += bad(order, running)
    return total, wrong


class Line:
    """One cache line of a core and the memory behind it, without hardware coherence towards the device."""

    def __init__(self) -> None:
        self.memory, self.cache, self.dirty = bytes(64), bytes(64), False

    def cpu_write(self, data: bytes) -> None:
        self.cache, self.dirty = data, True

    def clean(self) -> None:
        self.memory, self.dirty = self.cache, False


def main() -> None:
    assert count(set())[0] == CLAIM_ALL_ORDERS
    assert count(set())[1] == CLAIM_BAD_ORDERS_WITHOUT_BARRIERS, count(set())
    assert count({"dma_wmb", "writel"})[1] == CLAIM_BAD_ORDERS_WITH_BOTH
    assert count({"writel"})[1] == CLAIM_BAD_ORDERS_WITHOUT_OWNERSHIP_BARRIER, count({"writel"})
    line = Line()
    line.cpu_write(b"\x07" * 64)
    stale = sum(a != b for a, b in zip(line.memory, b"\x07" * 64))
    assert stale == CLAIM_STALE_BYTES_WITHOUT_CACHE_CLEAN
    line.clean()
    assert line.memory == b"\x07" * 64
    print(f"of 24 arrival orders {count(set())[1]} hand the device a broken descriptor; with dma_wmb and writel none")


if __name__ == "__main__":
    main()
