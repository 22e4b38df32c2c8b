"""What is remembered, per point, by FSRS-6. The only home of the ``fsrs`` package.

The package owns the algorithm: how stability and difficulty move at a review. Reading a recall needs the forgetting
curve alone, so its two constants stand here as numbers and reading imports nothing.

The forgetting curve of FSRS-6 (https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm):
recall after t days at stability S is ``(1 + FACTOR * t / S) ** -DECAY``; it is 0.9 at t = S.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tiku.model import RATINGS, Rating
from tiku.study.outline import Outline

if TYPE_CHECKING:
    from fsrs import Scheduler

DECAY: Final = 0.1542
"""The weight w20 of the default parameters."""
FACTOR: Final = 0.9803464944134797
"""``0.9 ** (-1 / DECAY) - 1``."""
STABILITY_MIN: Final = 0.001
STABILITY_MAX: Final = 36500.0
"""Bounds of a stability in days, as in the reference libraries (py-fsrs itself has no upper one)."""
INTERVAL_MAX: Final = 36500
"""The longest interval in study days."""
SLACK: Final = 1e-9
"""How far under the retention a recall must lie to count as under it: rounding is not forgetting."""

Step = Callable[[float | None, float | None, int, Rating], tuple[float, float]]
"""(stability, difficulty, elapsed study days, rating) -> (stability, difficulty); None, None before the first."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one point: stability in days, difficulty 1..10, and the study day of the last review."""

    stability: float
    difficulty: float
    last_day: int
    reviews: int = 1
    lapses: int = 0


def review(memory: Memory | None, rating: Rating, day: int, step: Step | None = None) -> Memory:
    """Return the memory after a review on a study day. A day before the last one counts as the same day."""
    step = step or default_step()
    if memory is None:
        stability, difficulty = step(None, None, 0, rating)
        return Memory(stability, difficulty, day)
    elapsed = max(0, day - memory.last_day)
    stability, difficulty = step(memory.stability, memory.difficulty, elapsed, rating)
    lapses = memory.lapses + (rating == "again" and elapsed > 0)
    return Memory(stability, difficulty, memory.last_day + elapsed, memory.reviews + 1, lapses)


def recall(memory: Memory | None, day: int) -> float:
    """Return the probability that the point is recalled on a study day; 0 for a point never reviewed."""
    if memory is None:
        return 0.0
    return float((1 + FACTOR * max(0, day - memory.last_day) / memory.stability) ** -DECAY)


def question_recall(memories: Mapping[str, Memory], outline: Outline, day: int) -> float | None:
    """Return the weighted mean recall of the outline's points, or None when nothing is known.

    Nothing is known of a question never reviewed, and nothing is said of one answered the same day.
    """
    if not memories or max(memory.last_day for memory in memories.values()) >= day:
        return None
    total = sum(part.weight for part in outline.parts)
    if not total:
        return None
    return sum(part.weight * recall(memories.get(part.id), day) for part in outline.parts) / total


def point_rating(hit: bool, rating: Rating, moved: bool) -> Rating:
    """Return how one point is reviewed. ``moved``: the user moved the rating away from what the marks gave.

    A missed point is again. A hit is good, or hard or easy where the user moved the whole rating there.
    """
    if not hit:
        return "again"
    if rating == "easy" or (rating == "hard" and moved):
        return rating
    return "good"


def answer(
    memories: Mapping[str, Memory],
    outline: Outline,
    marks: Mapping[str, bool] | None,
    rating: Rating,
    moved: bool,
    day: int,
) -> dict[str, Memory]:
    """Return the memories after one graded answer. Without marks the rating counts for every point."""
    after, step = dict(memories), default_step()
    if marks is None:
        for part in outline.parts:
            after[part.id] = review(after.get(part.id), rating, day, step)
    else:
        for point, hit in marks.items():
            after[point] = review(after.get(point), point_rating(hit, rating, moved), day, step)
    return after


def next_due(memories: Mapping[str, Memory], outline: Outline, retention: float, from_day: int) -> int:
    """Return the first study day, ``from_day`` or later, on which the question is due.

    Due is the day on which the weighted mean recall, or a must-point's own, is under ``retention`` (0..1, exclusive).
    An interval is at most INTERVAL_MAX study days.
    """
    if not 0 < retention < 1:
        raise ValueError(f"retention {retention} is not between 0 and 1")
    parts = [(part.weight, part.must, memories.get(part.id)) for part in outline.parts]
    known = [memory for _, _, memory in parts if memory]
    total = sum(weight for weight, _, _ in parts)
    if not known or not total:
        return from_day

    def under(day: int) -> bool:
        mean = 0.0
        for weight, must, memory in parts:
            chance = recall(memory, day)
            if must and chance < retention - SLACK:
                return True
            mean += weight * chance
        return mean / total < retention - SLACK

    # The curve solved for time: a memory is at the retention after ``reach`` times its stability. The day is not
    # before the first memory gets there (unless a point is unknown), nor after the last one or any must-point does.
    reach = (retention ** (-1 / DECAY) - 1) / FACTOR
    days = [(memory.last_day + int(memory.stability * reach), must) for _, must, memory in parts if memory]
    high = min([max(day for day, _ in days), *(day for day, must in days if must)]) + 2
    high = max(from_day, min(high, max(memory.last_day for memory in known) + INTERVAL_MAX))
    low = from_day
    if len(known) == len(parts):
        low = max(low, min(high, min(day for day, _ in days)))
    while low < high:
        middle = (low + high) // 2
        if under(middle):
            high = middle
        else:
            low = middle + 1
    return low


def preview(
    memories: Mapping[str, Memory],
    outline: Outline,
    marks: Mapping[str, bool] | None,
    derived: Rating,
    day: int,
    retention: float,
) -> dict[Rating, int]:
    """Return, for each rating, the study day on which the question would come back.

    ``derived`` is the rating that follows from the marks: any other is a moved one.
    """
    dues: dict[Rating, int] = {}
    for rating in RATINGS:
        after = answer(memories, outline, marks, rating, rating != derived, day)
        dues[rating] = next_due(after, outline, retention, day + 1)
    return dues


@lru_cache(maxsize=1)
def default_step() -> Step:
    """Return the review step of FSRS-6 with its default parameters.

    The points of an answer often share their whole history, so that the last results are kept.
    """
    return lru_cache(maxsize=4096)(fsrs_step())


def fsrs_step(parameters: Sequence[float] | None = None) -> Step:
    """Return the review step for some parameters (FSRS-6, 21 of them); None: the defaults."""
    from fsrs import Scheduler

    chosen = Scheduler().parameters if parameters is None else tuple(parameters)
    return checked_step(Scheduler(chosen, learning_steps=(), relearning_steps=(), enable_fuzzing=False))


def checked_step(scheduler: Scheduler) -> Step:
    """Return the direct step where it proves equal to the public one, else the public one.

    The public way of the library copies a card and makes dates and a review log for each review: four times the cost.
    """
    public = public_step(scheduler)
    try:
        direct = direct_step(scheduler)
        proven = all(direct(*case) == public(*case) for case in _CASES)
    except (AttributeError, TypeError):
        proven = False
    return direct if proven else public


_CASES: Final[tuple[tuple[float | None, float | None, int, Rating], ...]] = tuple(
    (*state, elapsed, rating)
    for rating in RATINGS
    for state, elapsed in (((None, None), 0), ((3.5, 5.0), 0), ((3.5, 5.0), 4), ((4.2e4, 1.0), 900))
)


def clamp(stability: float) -> float:
    """Return a stability kept within its bounds."""
    return min(max(stability, STABILITY_MIN), STABILITY_MAX)


def public_step(scheduler: Scheduler) -> Step:
    """Return the step through the public interface of py-fsrs. The card id is given: it would sleep to invent one."""
    from datetime import UTC, datetime, timedelta

    from fsrs import Card, State
    from fsrs import Rating as Grade

    start = datetime(1, 1, 1, tzinfo=UTC)
    grades = dict(zip(RATINGS, (Grade.Again, Grade.Hard, Grade.Good, Grade.Easy), strict=True))

    def step(stability: float | None, difficulty: float | None, elapsed: int, rating: Rating) -> tuple[float, float]:
        card = Card(card_id=1, due=start)
        if stability is not None:
            card = Card(1, State.Review, None, stability, difficulty, start, start)
        card, _ = scheduler.review_card(card, grades[rating], start + timedelta(days=elapsed))
        assert card.stability is not None and card.difficulty is not None
        return clamp(card.stability), card.difficulty

    return step


def direct_step(scheduler: Scheduler) -> Step:
    """Return the step through the formulas of py-fsrs 6. Raises AttributeError where a version has other ones."""
    from fsrs import Rating as Grade

    grades = dict(zip(RATINGS, (Grade.Again, Grade.Hard, Grade.Good, Grade.Easy), strict=True))
    first, first_difficulty = scheduler._initial_stability, scheduler._initial_difficulty
    same_day, later, harder = scheduler._short_term_stability, scheduler._next_stability, scheduler._next_difficulty
    factor, decay = scheduler._FACTOR, scheduler._DECAY

    def step(stability: float | None, difficulty: float | None, elapsed: int, rating: Rating) -> tuple[float, float]:
        grade = grades[rating]
        if stability is None or difficulty is None:
            return clamp(first(rating=grade)), first_difficulty(rating=grade, clamp=True)
        if elapsed < 1:
            after = same_day(stability=stability, rating=grade)
        else:
            chance = (1 + factor * elapsed / stability) ** decay
            after = later(difficulty=difficulty, stability=stability, retrievability=chance, rating=grade)
        return clamp(after), harder(difficulty=difficulty, rating=grade)

    return step
