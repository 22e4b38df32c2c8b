"""The plan towards an interview date: what to study on a day, and what that is likely to come to.

The rule. Everything is opened once if the minutes allow, the most important first; new questions are spread over the
days rather than taken at once, because what is opened late is fresh on the day. The rest of each day goes to the reviews
that are expected to add most recall on the day of the interview for the seconds they cost; a question is tried once a
day at most. (Taking plainly the lowest predicted recall first spends its time on what will be lost again anyway: it ends
up to .013 lower; ``tests/bench/plan`` compares them.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from typing import Final

from tiku.study.memory import DECAY, FACTOR, Memory, default_step, recall
from tiku.study.outline import Outline

SPREAD: Final = 0.4
"""Share of the days over which new questions are spread where there is time to spare."""
TIGHT: Final = 1.4
"""The share grows to this times the part of all minutes that opening everything takes (up to all days)."""
FIRST_FAILS: Final = 0.5
"""Share of first meetings that fail, until the user's own log says otherwise."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds a trial takes: a pass, a fail, and a first meeting."""

    passed: float = 60.0
    failed: float = 90.0
    first: float = 90.0


@dataclass(frozen=True, slots=True)
class Trial:
    """One question as the plan sees it: importance (> 0) and one memory for the whole of it, None when unopened."""

    question: str
    importance: float = 1.0
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Today:
    """What to study on one day, in order, within the seconds given."""

    new: tuple[str, ...]
    review: tuple[str, ...]
    spare: tuple[str, ...]
    """What comes next when there is time left over."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """One day of the forecast: how many new questions and reviews, and the minutes they take (means)."""

    day: int
    new: float
    review: float
    minutes: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Expected recall on the day (importance-weighted, unopened counted 0) as a range, and the days until then."""

    low: float
    expected: float
    high: float
    unopened: tuple[str, ...]
    days: tuple[Ahead, ...]


def whole(memories: Mapping[str, Memory], outline: Outline, on: int) -> Memory | None:
    """Return one memory that stands for a question: the same mean recall on the day ``on``, mean difficulty.

    Points never reviewed count as forgotten. None when no point was reviewed.
    """
    known = [memories[part.id] for part in outline.parts if part.id in memories]
    total = sum(part.weight for part in outline.parts)
    if not known or not total:
        return None
    last = max(memory.last_day for memory in known)
    elapsed = max(1, on - last)
    mean = sum(part.weight * recall(memories.get(part.id), last + elapsed) for part in outline.parts) / total
    # The forgetting curve solved for the stability.
    stability = FACTOR * elapsed / (max(mean, 1e-6) ** (-1 / DECAY) - 1) if mean < 1 else known[0].stability
    difficulty = sum(memory.difficulty for memory in known) / len(known)
    return Memory(min(max(stability, 0.001), 36500.0), difficulty, last)


def gain(memory: Memory, day: int, on: int, costs: Costs) -> float:
    """Return the recall that one trial on ``day`` is expected to add on the day ``on``, per second it costs."""
    step = default_step()
    now, elapsed = recall(memory, day), max(0, day - memory.last_day)
    good, _ = step(memory.stability, memory.difficulty, elapsed, "good")
    again, _ = step(memory.stability, memory.difficulty, elapsed, "again")
    ahead = on - day
    after = now * _curve(good, ahead) + (1 - now) * _curve(again, ahead)
    return (after - recall(memory, on)) / (now * costs.passed + (1 - now) * costs.failed)


def _curve(stability: float, days: int) -> float:
    return float((1 + FACTOR * days / stability) ** -DECAY)


def today(trials: Sequence[Trial], day: int, on: int, seconds: float, costs: Costs | None = None) -> Today:
    """Return what to study on ``day`` for an interview on the later day ``on``, within ``seconds``."""
    costs = costs or Costs()
    unopened = sorted((trial for trial in trials if trial.memory is None), key=lambda trial: -trial.importance)
    wanted = _new_today(len(unopened), day, on, seconds, costs)
    opened = [trial for trial in trials if trial.memory is not None and trial.memory.last_day < day]
    gains = {trial.question: trial.importance * gain(trial.memory, day, on, costs) for trial in opened if trial.memory}
    ranked = sorted(opened, key=lambda trial: -gains[trial.question])
    new: list[str] = []
    review: list[str] = []
    spare: list[str] = []
    left = seconds
    for trial in (*unopened[:wanted], *ranked, *unopened[wanted:]):
        cost = costs.first if trial.memory is None else _expected(trial.memory, day, costs)
        if left <= 0 or (trial.memory is None and cost > left):
            spare.append(trial.question)
            continue
        (new if trial.memory is None else review).append(trial.question)
        left -= cost
    return Today(tuple(new), tuple(review), tuple(spare))


def _expected(memory: Memory, day: int, costs: Costs) -> float:
    chance = recall(memory, day)
    return chance * costs.passed + (1 - chance) * costs.failed


def _new_today(unopened: int, day: int, on: int, seconds: float, costs: Costs) -> int:
    """Return how many new questions to open, so that all are open when the spread ends."""
    days = max(1, on - day)
    share = unopened * costs.first / max(1.0, days * seconds)
    spread = min(1.0, max(SPREAD, TIGHT * share))
    return ceil(unopened / max(1, round(days * spread)))


def forecast(
    trials: Sequence[Trial],
    day: int,
    on: int,
    seconds: float,
    costs: Costs | None = None,
    first_fails: float = FIRST_FAILS,
    runs: int = 10,
    seed: int = 0,
) -> Forecast:
    """Return what following the plan from ``day`` to ``on`` comes to: the 10 %, mean and 90 % of simulated runs.

    The learner of the simulation forgets as FSRS-6 says and fails ``first_fails`` (0..1) of first meetings.
    """
    costs = costs or Costs()
    ends = [_follow(trials, day, on, seconds, costs, first_fails, Random(f"{seed}:{run}")) for run in range(runs)]
    scores = sorted(mean_recall(end, on) for end, _ in ends)
    unopened = [trial.question for trial in ends[0][0] if trial.memory is None]
    days = tuple(
        Ahead(
            day + at,
            sum(steps[at][0] for _, steps in ends) / runs,
            sum(steps[at][1] for _, steps in ends) / runs,
            sum(steps[at][2] for _, steps in ends) / runs / 60,
        )
        for at in range(max(0, on - day))
    )
    tenth = (runs - 1) // 10
    return Forecast(scores[tenth], sum(scores) / runs, scores[-1 - tenth], tuple(unopened), days)


def mean_recall(trials: Iterable[Trial], on: int) -> float:
    """Return the importance-weighted mean recall on a day; unopened questions count 0."""
    total = got = 0.0
    for trial in trials:
        total += trial.importance
        got += trial.importance * recall(trial.memory, on)
    return got / total if total else 0.0


def _follow(
    trials: Sequence[Trial], day: int, on: int, seconds: float, costs: Costs, first_fails: float, random: Random
) -> tuple[list[Trial], list[tuple[int, int, float]]]:
    state = {trial.question: trial for trial in trials}
    steps: list[tuple[int, int, float]] = []
    for now in range(day, on):
        plan = today(list(state.values()), now, on, seconds, costs)
        left, new, review = seconds, 0, 0
        for ident in (*plan.new, *plan.review, *plan.spare):
            trial = state[ident]
            if left <= 0 or (trial.memory is None and costs.first > left):
                break
            memory, cost = attempt(trial.memory, now, costs, first_fails, random)
            new, review = new + (trial.memory is None), review + (trial.memory is not None)
            state[ident] = replace(trial, memory=memory)
            left -= cost
        steps.append((new, review, seconds - left))
    return list(state.values()), steps


def attempt(memory: Memory | None, day: int, costs: Costs, first_fails: float, random: Random) -> tuple[Memory, float]:
    """Return the memory after one simulated trial on a day, and the seconds it took."""
    step = default_step()
    if memory is None:
        stability, difficulty = step(None, None, 0, "again" if random.random() < first_fails else "good")
        return Memory(stability, difficulty, day), costs.first
    passed = random.random() < recall(memory, day)
    elapsed = max(0, day - memory.last_day)
    stability, difficulty = step(memory.stability, memory.difficulty, elapsed, "good" if passed else "again")
    after = Memory(stability, difficulty, day, memory.reviews + 1, memory.lapses + (not passed))
    return after, costs.passed if passed else costs.failed


def minutes_for(
    trials: Sequence[Trial],
    day: int,
    on: int,
    target: float,
    costs: Costs | None = None,
    first_fails: float = FIRST_FAILS,
) -> int | None:
    """Return the fewest minutes a day (5, 10, … 240) that are expected to reach ``target`` recall; None if none do."""
    steps = range(5, 241, 5)
    low, high = 0, len(steps)
    while low < high:
        middle = (low + high) // 2
        reached = forecast(trials, day, on, steps[middle] * 60, costs, first_fails, runs=3).expected
        if reached >= target:
            high = middle
        else:
            low = middle + 1
    return steps[low] if low < len(steps) else None
