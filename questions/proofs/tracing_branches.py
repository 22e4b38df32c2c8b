"""A ten-line tracer: a Python branch on data is decided once, while tracing, unless it is an operation of the graph."""

CLAIM_TRACE_BAKES_BRANCH = True
CLAIM_SELECT_FOLLOWS_DATA = True
CLAIM_LOOP_COUNT_BAKED = 3
CLAIM_GUARD_CATCHES = True


class Sym:
    """A value that records what is done to it; asking it for a bool looks at the example input."""

    def __init__(self, value: float, tape: list, name: int) -> None:
        self.value, self.tape, self.name = value, tape, name

    def op(self, kind: str, f, *args):
        vals = [a.value if isinstance(a, Sym) else a for a in (self, *args)]
        out = Sym(f(*vals), self.tape, len(self.tape) + 1)
        self.tape.append((f, [a.name if isinstance(a, Sym) else ("const", a) for a in (self, *args)]))
        return out

    def __mul__(self, k):
        return self.op("mul", lambda a, b: a * b, k)

    def __sub__(self, k):
        return self.op("sub", lambda a, b: a - b, k)

    def __gt__(self, k):
        return self.op("gt", lambda a, b: a > b, k)

    def __bool__(self) -> bool:
        guards.append((self.name, bool(self.value)))
        return bool(self.value)


guards: list = []


def trace(f, example: float):
    tape: list = []
    guards.clear()
    out = f(Sym(example, tape, 0))

    def replay(x: float):
        env = [x]
        for g, args in tape:
            env.append(g(*[a[1] if isinstance(a, tuple) else env[a] for a in args]))
        return env[out.name], all(bool(env[n]) == want for n, want in kept)

    kept = list(guards)
    return replay, len(tape)


def branch(x):
    return x * 10 if x > 0 else x - 1


def select(x):
    return (x > 0).op("where", lambda c, a, b: a if c else b, x * 10, x - 1)


def repeat(x):
    n = 0
    while n < x.value:  # the loop bound is read from the example
        x, n = x * 2, n + 1
        if n == 3:
            break
    return x


def main() -> None:
    baked, _ = trace(branch, 5.0)
    assert (baked(-2.0)[0] == -20.0 and branch(-2.0) == -3.0) == CLAIM_TRACE_BAKES_BRANCH
    chosen, _ = trace(select, 5.0)
    assert (chosen(-2.0)[0] == -3.0 and chosen(4.0)[0] == 40.0) == CLAIM_SELECT_FOLLOWS_DATA
    _, ops = trace(repeat, 7.0)
    assert ops == CLAIM_LOOP_COUNT_BAKED, ops
    baked, _ = trace(branch, 5.0)
    assert (not baked(-2.0)[1] and baked(3.0)[1]) == CLAIM_GUARD_CATCHES
    print(f"traced with 5: f(-2) = {baked(-2.0)[0]} instead of {branch(-2.0)}; as a select it is right; a guard notices")


if __name__ == "__main__":
    main()
