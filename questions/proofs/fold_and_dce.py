"""Constant folding and dead-code elimination on a small SSA program, checked against an interpreter."""

import random

CLAIM_BEFORE = 9
CLAIM_AFTER = 3
CLAIM_MEANING_KEPT = True
CLAIM_STORE_KEPT = True
CLAIM_DIV_BY_ZERO_FOLDED = False
CLAIM_ONE_ROUND_IS_ENOUGH = True

OPS = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "sub": lambda a, b: a - b, "div": lambda a, b: a // b}
EFFECTS = {"store", "ret"}


def fold_and_dce(prog: list[tuple]) -> list[tuple]:
    const, out = {}, []
    for dst, op, *args in prog:  # forward: definitions come before uses
        args = [const.get(a, a) for a in args]
        if op == "const":
            const[dst] = args[0]
        elif op in OPS and all(isinstance(a, int) for a in args) and not (op == "div" and args[1] == 0):
            const[dst] = OPS[op](*args)
        elif op == "mul" and 0 in args:
            const[dst] = 0
        elif op == "add" and 0 in args:
            const[dst] = args[1] if args[0] == 0 else args[0]  # a copy: later uses name the original
        else:
            out.append((dst, op, *args))
    live, kept = set(), []
    for ins in reversed(out):  # backward: uses are seen before the definition
        dst, op, *args = ins
        if op in EFFECTS or dst in live or op == "div":  # a division may trap
            kept.append(ins)
            live |= {a for a in args if isinstance(a, str)}
    return kept[::-1]


def run(prog: list[tuple], x: int) -> list:
    env, seen = {"x": x}, []
    for dst, op, *args in prog:
        v = [env.get(a, a) for a in args]
        if op == "const":
            env[dst] = v[0]
        elif op in OPS:
            env[dst] = OPS[op](*v)
        else:
            seen.append((op, *v))
    return seen


PROG = [("a", "const", 6), ("b", "const", 7), ("c", "mul", "a", "b"), ("d", "add", "x", "c"), ("e", "mul", "d", "d"),
        ("f", "mul", "e", 0), ("g", "add", "d", "f"), (None, "store", "c"), (None, "ret", "g")]


def randomly(rng: random.Random) -> list[tuple]:
    names, prog = ["x"], []
    for i in range(12):
        pick = lambda: rng.choice([*names, rng.randint(-3, 3)])
        op = rng.choice(["add", "mul", "sub", "const", "store"])
        if op == "store":
            prog.append((None, op, pick()))
            continue
        prog.append((f"v{i}", op, rng.randint(-3, 3)) if op == "const" else (f"v{i}", op, pick(), pick()))
        names.append(f"v{i}")
    return [*prog, (None, "ret", rng.choice(names))]


def main() -> None:
    after = fold_and_dce(PROG)
    assert (len(PROG), len(after)) == (CLAIM_BEFORE, CLAIM_AFTER), after
    rng = random.Random(0)
    progs = [randomly(rng) for _ in range(300)]
    assert all(run(p, x) == run(fold_and_dce(p), x) for p in progs for x in (-2, 0, 5)) == CLAIM_MEANING_KEPT
    assert any(i[1] == "store" for i in after) == CLAIM_STORE_KEPT
    trap = fold_and_dce([("q", "div", 1, 0), (None, "ret", 3)])
    assert (not any(i[1] == "div" for i in trap)) == CLAIM_DIV_BY_ZERO_FOLDED
    assert all(fold_and_dce(fold_and_dce(p)) == fold_and_dce(p) for p in progs) == CLAIM_ONE_ROUND_IS_ENOUGH
    print(f"{len(PROG)} instructions become {len(after)}; 300 random programs mean the same; one round is a fixed point")


if __name__ == "__main__":
    main()
