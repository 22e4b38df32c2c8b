"""Two litmus tests run over every interleaving of machines with a store buffer, in order or not."""

CLAIM_SC_STORE_BUFFERING_BOTH_ZERO = False
CLAIM_TSO_STORE_BUFFERING_BOTH_ZERO = True
CLAIM_TSO_WITH_FENCE_BOTH_ZERO = False
CLAIM_TSO_MESSAGE_PASSING_STALE = False
CLAIM_WEAK_MESSAGE_PASSING_STALE = True
CLAIM_WEAK_WITH_RELEASE_ACQUIRE_STALE = False
CLAIM_COHERENT_SINGLE_LOCATION_GOES_BACKWARDS = False


def orders(prog: list, model: str) -> list:
    """The orders in which one core's instructions may take effect; a store here means its arrival in the cache."""
    n, out = len(prog), []

    def allowed(i: int, j: int) -> bool:  # may j (later) overtake i (earlier)?
        a, b = prog[i], prog[j]
        if model == "sc" or "fence" in (a[0], b[0]):
            return False
        if a[1] == b[1]:
            return False
        if model == "tso":
            return a[0] == "st" and b[0] == "ld"
        if a[0] == "ldacq" or b[0] == "strel":
            return False
        return True

    def extend(done: tuple) -> None:
        if len(done) == n:
            out.append([prog[i] for i in done])
            return
        for j in range(n):
            if j not in done and all(i in done or allowed(i, j) for i in range(j)):
                extend(done + (j,))

    extend(())
    return out


def outcomes(cores: list, model: str) -> set:
    seen = set()

    def step(queues: tuple, memory: dict, regs: dict) -> None:
        if not any(queues):
            seen.add(tuple(sorted(regs.items())))
            return
        for c, q in enumerate(queues):
            if q:
                op = q[0]
                rest = tuple(x if k != c else q[1:] for k, x in enumerate(queues))
                if op[0] in ("st", "strel"):
                    step(rest, {**memory, op[1]: op[2]}, regs)
                elif op[0] == "fence":
                    step(rest, memory, regs)
                else:
                    step(rest, memory, {**regs, op[2]: memory.get(op[1], 0)})

    for a in orders(cores[0], model):
        for b in orders(cores[1], model):
            step((tuple(a), tuple(b)), {}, {})
    return seen


def has(cores: list, model: str, **want) -> bool:
    return any(all(dict(o).get(k) == v for k, v in want.items()) for o in outcomes(cores, model))


def main() -> None:
    sb = [[("st", "x", 1), ("ld", "y", "r0")], [("st", "y", 1), ("ld", "x", "r1")]]
    fenced = [[p[0], ("fence", None, None), p[1]] for p in sb]
    assert has(sb, "sc", r0=0, r1=0) == CLAIM_SC_STORE_BUFFERING_BOTH_ZERO
    assert has(sb, "tso", r0=0, r1=0) == CLAIM_TSO_STORE_BUFFERING_BOTH_ZERO
    assert has(fenced, "tso", r0=0, r1=0) == CLAIM_TSO_WITH_FENCE_BOTH_ZERO
    mp = [[("st", "data", 1), ("st", "flag", 1)], [("ld", "flag", "r0"), ("ld", "data", "r1")]]
    ra = [[("st", "data", 1), ("strel", "flag", 1)], [("ldacq", "flag", "r0"), ("ld", "data", "r1")]]
    assert has(mp, "tso", r0=1, r1=0) == CLAIM_TSO_MESSAGE_PASSING_STALE
    assert has(mp, "weak", r0=1, r1=0) == CLAIM_WEAK_MESSAGE_PASSING_STALE
    assert has(ra, "weak", r0=1, r1=0) == CLAIM_WEAK_WITH_RELEASE_ACQUIRE_STALE
    one = [[("st", "x", 1)], [("ld", "x", "r0"), ("ld", "x", "r1")]]
    assert has(one, "weak", r0=1, r1=0) == CLAIM_COHERENT_SINGLE_LOCATION_GOES_BACKWARDS
    print("store buffering: both loads may read 0 on TSO; message passing breaks only on the weak model without release/acquire")


if __name__ == "__main__":
    main()
