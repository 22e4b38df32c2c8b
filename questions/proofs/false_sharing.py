"""Counters of four cores: ownership transfers of cache lines when packed, padded, or summed locally first."""

import heapq

CLAIM_TRANSFERS_PACKED = 4000
CLAIM_TRANSFERS_PADDED = 4
CLAIM_TRANSFERS_REDUCTION = 4
CLAIM_STATIC_SPEEDUP_TRIANGLE_8 = 4.27
CLAIM_DYNAMIC_SPEEDUP_TRIANGLE_8 = 7.21
CLAIM_CYCLIC_SPEEDUP_TRIANGLE_8 = 7.95
CLAIM_LOST_UPDATES_POSSIBLE_WITHOUT_REDUCTION = True


def transfers(addresses: list[int], rounds: int, line: int = 64) -> int:
    owner: dict[int, int] = {}
    moved = 0
    for _r in range(rounds):
        for core, addr in enumerate(addresses):
            if owner.get(addr // line) != core:
                owner[addr // line] = core
                moved += 1
    return moved


def triangle(threads: int, policy: str, rows: int = 1024) -> float:
    """Row i costs i+1; speed-up over one thread."""
    cost = [i + 1 for i in range(rows)]
    if policy == "static":
        size = rows // threads
        loads = [sum(cost[t * size:(t + 1) * size]) for t in range(threads)]
    elif policy == "cyclic":
        loads = [sum(cost[t::threads]) for t in range(threads)]
    else:
        heap = [0] * threads
        for c in range(0, rows, 16):
            heapq.heappush(heap, heapq.heappop(heap) + sum(cost[c:c + 16]))
        loads = heap
    return sum(cost) / max(loads)


def racy_total() -> set:
    """Two threads each do one unprotected read-add-write on a shared sum; all interleavings."""
    out = set()
    for order in ("aabb", "abab", "abba", "baab", "baba", "bbaa"):
        mem, reg = 0, {}
        for t in order:
            if t in reg:
                mem = reg[t] + 1
            else:
                reg[t] = mem
        out.add(mem)
    return out


def main() -> None:
    assert transfers([0, 8, 16, 24], 1000) == CLAIM_TRANSFERS_PACKED
    assert transfers([0, 64, 128, 192], 1000) == CLAIM_TRANSFERS_PADDED
    assert transfers([0, 8, 16, 24], 1) == CLAIM_TRANSFERS_REDUCTION  # each core adds locally and writes once
    assert round(triangle(8, "static"), 2) == CLAIM_STATIC_SPEEDUP_TRIANGLE_8, triangle(8, "static")
    assert round(triangle(8, "dynamic"), 2) == CLAIM_DYNAMIC_SPEEDUP_TRIANGLE_8, triangle(8, "dynamic")
    assert round(triangle(8, "cyclic"), 2) == CLAIM_CYCLIC_SPEEDUP_TRIANGLE_8, triangle(8, "cyclic")
    assert (racy_total() == {1, 2}) == CLAIM_LOST_UPDATES_POSSIBLE_WITHOUT_REDUCTION
    print(f"packed counters move the line {transfers([0, 8, 16, 24], 1000)} times, padded {transfers([0, 64, 128, 192], 1000)}")


if __name__ == "__main__":
    main()
