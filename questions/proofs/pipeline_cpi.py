"""An in-order five-stage pipeline stepped cycle by cycle: stalls from loads and from wrong branch guesses."""

import random

CLAIM_CYCLES_NO_HAZARD_1000 = 1004
CLAIM_FORMULA_MATCHES_SIMULATION = True
CLAIM_CPI_EXAMPLE = 1.2
CLAIM_SPEEDUP_OVER_UNPIPELINED = 4.17


def run(instructions: list[str], mispredict: list[bool], penalty: int, load_use: list[bool]) -> int:
    """Fetch at one a cycle; a used load costs a bubble, a wrong guess kills what was fetched behind it."""
    fetch = 0
    last = 0
    for kind, wrong, use in zip(instructions, mispredict, load_use):
        retire = fetch + 4
        last = retire
        fetch += 1
        if kind == "load" and use:
            fetch += 1
        if kind == "branch" and wrong:
            fetch += penalty
    return last + 1


def main() -> None:
    n = 1000
    assert run(["alu"] * n, [False] * n, 3, [False] * n) == CLAIM_CYCLES_NO_HAZARD_1000
    rng = random.Random(2)
    ok = True
    for _case in range(20):
        kinds = [rng.choice(["alu", "load", "branch"]) for _ in range(n - 1)] + ["alu"]
        wrong = [k == "branch" and rng.random() < 0.2 for k in kinds]
        use = [k == "load" and rng.random() < 0.5 for k in kinds]
        want = n + 4 + sum(use) + 3 * sum(wrong)
        ok &= run(kinds, wrong, 3, use) == want
    assert ok == CLAIM_FORMULA_MATCHES_SIMULATION
    # 20 % branches, 10 % of them wrong, 5 cycles each; 20 % loads, half used at once
    kinds = (["branch"] * 2 + ["load"] * 2 + ["alu"] * 6) * 1000
    wrong = [False] * len(kinds)
    seen = 0
    for i, k in enumerate(kinds):
        if k == "branch":
            wrong[i] = seen % 10 == 0
            seen += 1
    use = [k == "load" and i % 2 == 0 for i, k in enumerate(kinds)]
    cpi = run(kinds, wrong, 5, use) / len(kinds)
    assert round(cpi, 2) == CLAIM_CPI_EXAMPLE, cpi
    assert round(5 / round(cpi, 2), 2) == CLAIM_SPEEDUP_OVER_UNPIPELINED
    print(f"CPI {cpi:.2f}: 0.1 from branches and 0.1 from loads on top of 1")


if __name__ == "__main__":
    main()
