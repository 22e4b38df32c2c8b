"""A dot-product loop packed into VLIW packets: one iteration at a time, and software-pipelined."""

CLAIM_PACKETS_NAIVE_PER_ITERATION = 5
CLAIM_INITIATION_INTERVAL = 1
CLAIM_II_WITH_ONE_LOAD_SLOT = 2
CLAIM_CYCLES_256_NAIVE = 1280
CLAIM_CYCLES_256_PIPELINED = 260
CLAIM_II_WITH_SERIAL_ACCUMULATE_LATENCY_2 = 2
CLAIM_SLOT_UTILISATION_NAIVE = 0.2

# name, resource class, latency, predecessors in the same iteration
BODY = [("lda", "mem", 2, ()), ("ldb", "mem", 2, ()), ("mul", "alu", 2, ("lda", "ldb")), ("add", "alu", 1, ("mul",))]


def list_schedule(body, slots: dict) -> tuple[dict, int]:
    at, use = {}, {}
    for name, unit, _lat, pred in body:
        lat = {n: l for n, _u, l, _p in body}
        t = max([at[p] + lat[p] for p in pred], default=0)
        while use.get((t, unit), 0) >= slots[unit]:
            t += 1
        use[t, unit] = use.get((t, unit), 0) + 1
        at[name] = t
    length = max(at[n] + l for n, _u, l, _p in body)
    return at, length


def initiation_interval(body, slots: dict, carried: int) -> int:
    """The smallest II whose modulo reservation table holds the body and whose recurrence fits."""
    ii = 1
    while True:
        table, at, ok = {}, {}, carried <= ii
        lat = {n: l for n, _u, l, _p in body}
        for name, unit, _lat, pred in body:
            first = max([at[p] + lat[p] for p in pred], default=0)
            for t in range(first, first + ii):
                if table.get((t % ii, unit), 0) < slots[unit]:
                    table[t % ii, unit] = table.get((t % ii, unit), 0) + 1
                    at[name] = t
                    break
            else:
                ok = False
                break
        if ok:
            return ii
        ii += 1


def main() -> None:
    slots = {"mem": 2, "alu": 2}
    _at, length = list_schedule(BODY, slots)
    assert length == CLAIM_PACKETS_NAIVE_PER_ITERATION, length
    ii = initiation_interval(BODY, slots, carried=1)
    assert ii == CLAIM_INITIATION_INTERVAL
    assert initiation_interval(BODY, {"mem": 1, "alu": 2}, carried=1) == CLAIM_II_WITH_ONE_LOAD_SLOT
    assert initiation_interval(BODY, slots, carried=2) == CLAIM_II_WITH_SERIAL_ACCUMULATE_LATENCY_2
    assert 256 * length == CLAIM_CYCLES_256_NAIVE
    assert 255 * ii + length == CLAIM_CYCLES_256_PIPELINED
    assert len(BODY) / (4 * length) == CLAIM_SLOT_UTILISATION_NAIVE
    print(f"4-slot machine, 256 iterations: {256 * length} cycles one at a time, {255 * ii + length} software-pipelined")


if __name__ == "__main__":
    main()
