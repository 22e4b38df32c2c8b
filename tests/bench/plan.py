"""The plan against other policies: expected recall on the day of the interview.

The world: 200 questions, 30 minutes a day, 60 s a pass, 90 s a fail or a first meeting; learners forget as FSRS-6 says
and fail 24 % or 50 % of first meetings. Unopened questions count 0. Run: ``python tests/bench/plan.py [--runs N]``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from tiku.study import plan
from tiku.study.memory import Memory, recall
from tiku.study.plan import Costs, Trial

QUESTIONS, SECONDS, COSTS = 200, 1800.0, Costs()
Policy = Callable[[list[Trial], int, int, "dict[str, list[int]]"], Iterator[str]]


def by_plan(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    chosen = plan.today(trials, day, on, SECONDS, COSTS)
    yield from (*chosen.new, *chosen.review, *chosen.spare)


def lowest_first(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    yield from (trial.question for trial in trials if trial.memory is None)
    seen = [trial for trial in trials if trial.memory is not None and trial.memory.last_day < day]
    yield from (trial.question for trial in sorted(seen, key=lambda trial: recall(trial.memory, on)))


def plain_fsrs(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    due = [
        trial for trial in trials if trial.memory and trial.memory.last_day < day and recall(trial.memory, day) < 0.9
    ]
    yield from (trial.question for trial in sorted(due, key=lambda trial: recall(trial.memory, day)))
    yield from (trial.question for trial in trials if trial.memory is None)


def round_robin(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    seen = [trial for trial in trials if trial.memory is None or trial.memory.last_day < day]
    yield from (
        t.question for t in sorted(seen, key=lambda t: (t.memory is not None, t.memory.last_day if t.memory else 0))
    )


def sm2(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    """SM-2 (Wozniak 1990): intervals 1, 6, then times the ease; a fail starts again."""

    def due(ident: str) -> int:
        interval, ease, streak, last = 0.0, 2.5, 0, 0
        for when in history[ident]:
            last, passed = abs(when) - 1, when > 0
            if passed:
                streak += 1
                interval = 1 if streak == 1 else 6 if streak == 2 else interval * ease
            else:
                streak, interval, ease = 0, 1, max(1.3, ease - 0.54)
        return last + round(interval)

    seen = [trial for trial in trials if trial.memory and trial.memory.last_day < day and due(trial.question) <= day]
    yield from (trial.question for trial in sorted(seen, key=lambda trial: due(trial.question)))
    yield from (trial.question for trial in trials if trial.memory is None)


def leitner(trials: list[Trial], day: int, on: int, history: dict[str, list[int]]) -> Iterator[str]:
    """Five boxes of 1, 2, 4, 8 and 16 days; a fail goes back to the first."""

    def due(ident: str) -> int:
        box, last = 0, 0
        for when in history[ident]:
            last, box = abs(when) - 1, min(4, box + 1) if when > 0 else 0
        return int(last + 2**box)

    seen = [trial for trial in trials if trial.memory and trial.memory.last_day < day and due(trial.question) <= day]
    yield from (trial.question for trial in sorted(seen, key=lambda trial: due(trial.question)))
    yield from (trial.question for trial in trials if trial.memory is None)


POLICIES: dict[str, Policy] = {
    "tiku plan": by_plan,
    "lowest first": lowest_first,
    "plain FSRS .90": plain_fsrs,
    "round robin": round_robin,
    "SM-2": sm2,
    "Leitner": leitner,
}


def simulate(policy: Policy, days: int, fails: float, seed: int, weighted: bool) -> float:
    random = Random(f"{seed}:{fails}")
    weights = Random(f"weights:{seed}")
    state = {str(n): Trial(str(n), weights.choice((1.0, 1.0, 2.0, 3.0)) if weighted else 1.0) for n in range(QUESTIONS)}
    history: dict[str, list[int]] = {ident: [] for ident in state}
    for day in range(days):
        left = SECONDS
        for ident in policy(list(state.values()), day, days, history):
            trial = state[ident]
            if left <= 0 or (trial.memory is None and COSTS.first > left):
                break
            memory, cost = plan.attempt(trial.memory, day, COSTS, fails, random)
            history[ident].append(day + 1 if passed(trial.memory, memory) else -day - 1)
            state[ident] = replace(trial, memory=memory)
            left -= cost
    return plan.mean_recall(state.values(), days)


def passed(before: Memory | None, after: Memory) -> bool:
    return after.stability > 1 if before is None else after.lapses == before.lapses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    columns = [
        (f, d, w)
        for w in (False, True)
        for f in (0.24, 0.5)
        for d in (14, 30, 60)
        if not (w and (f == 0.24 or d == 60))
    ]
    print("policy".ljust(16) + "".join(f"{f:.0%} {d}d{' w' if w else ''}".rjust(12) for f, d, w in columns))
    for name, policy in POLICIES.items():
        cells = []
        for fails, days, weighted in columns:
            cells.append(sum(simulate(policy, days, fails, seed, weighted) for seed in range(runs)) / runs)
        print(name.ljust(16) + "".join(f"{cell:12.4f}" for cell in cells), flush=True)
    trials = [Trial(str(n), 1.0, Memory(2.3 + n % 7, 5.0, 0)) for n in range(1000)]
    plan.today(trials, 3, 30, SECONDS)
    begun = time.process_time()
    plan.today(trials, 3, 30, SECONDS)
    print(f"scoring 1,000 questions: {1000 * (time.process_time() - begun):.1f} ms CPU")


if __name__ == "__main__":
    main()
