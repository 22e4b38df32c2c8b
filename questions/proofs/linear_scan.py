"""Linear-scan register allocation: valid colours, spills only above the pressure, and which interval is spilled."""

import random

CLAIM_EXAMPLE_PRESSURE = 3
CLAIM_THREE_REGISTERS_ENOUGH = True
CLAIM_SPILLED_WITH_2 = ("a",)
CLAIM_VALID = True
CLAIM_SPILLS_EXACTLY_ABOVE_PRESSURE = True


def linear_scan(intervals: dict[str, tuple[int, int]], k: int) -> tuple[dict[str, int], set[str]]:
    reg, spilled, active, free = {}, set(), [], list(range(k))
    for v, (start, _end) in sorted(intervals.items(), key=lambda it: it[1]):
        for u in [u for u in active if intervals[u][1] <= start]:
            active.remove(u)
            free.append(reg[u])
        if free:
            reg[v] = free.pop()
            active.append(v)
            continue
        last = max([*active, v], key=lambda u: intervals[u][1])
        spilled.add(last)
        if last != v:
            reg[v] = reg.pop(last)
            active.remove(last)
            active.append(v)
    return reg, spilled


def pressure(intervals) -> int:
    return max(sum(s <= t < e for s, e in intervals.values()) for t in range(60))


def main() -> None:
    ex = {"a": (0, 9), "b": (1, 3), "c": (2, 5), "d": (4, 8), "e": (6, 7)}
    assert pressure(ex) == CLAIM_EXAMPLE_PRESSURE, pressure(ex)
    assert (not linear_scan(ex, 3)[1]) == CLAIM_THREE_REGISTERS_ENOUGH
    assert tuple(sorted(linear_scan(ex, 2)[1])) == CLAIM_SPILLED_WITH_2, linear_scan(ex, 2)
    rng, valid, tight = random.Random(0), True, True
    for _ in range(300):
        iv = {}
        for i in range(12):
            s = rng.randint(0, 40)
            iv[f"v{i}"] = (s, s + rng.randint(1, 15))
        for k in (2, 3, 5, 12):
            reg, spilled = linear_scan(iv, k)
            valid = valid and set(reg) | spilled == set(iv) and not set(reg) & spilled and all(
                reg[x] != reg[y] or iv[x][1] <= iv[y][0] or iv[y][1] <= iv[x][0] for x in reg for y in reg if x < y)
            tight = tight and (bool(spilled) == (pressure(iv) > k))
    assert valid == CLAIM_VALID
    assert tight == CLAIM_SPILLS_EXACTLY_ABOVE_PRESSURE
    print("300 random programs: no two live values share a register; spills occur exactly when the pressure exceeds the registers")


if __name__ == "__main__":
    main()
