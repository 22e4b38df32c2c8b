"""Today's queue: what is asked, in which order, and why. Pure; ties are broken by a seed.

What is due comes first, the most overdue first, then new questions: those a posting asks first, then by importance, then
by level. No two questions of a topic follow each other while that can be avoided.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, Literal, NamedTuple

from tiku.model import LEVELS, Level

SECONDS_REVIEW: Final = 60.0
SECONDS_NEW: Final = 90.0
"""Seconds a question takes until the user's own answers say otherwise: one seen before, and a new one."""
ANSWERS_NEEDED: Final = 5
"""Answers from which the user's own pace is taken."""


class Candidate(NamedTuple):
    """A question that could be asked. ``due`` is a study day, None for a new one; the most important come first.

    ``asked_in`` are the postings that ask it, those that matter to the user first.
    """

    question: str
    topic: str = ""
    due: int | None = None
    asked_in: tuple[str, ...] = ()
    importance: float = 0.0
    level: Level | None = None
    suspended: bool = False
    buried: int | None = None
    """The study day before which it is not asked."""


class Reason(NamedTuple):
    """Why a question is here: due, so many days ago; new, and a posting that asks it; or early, before it is due."""

    kind: Literal["due", "new", "early"]
    days: int = 0
    posting: str | None = None


class Item(NamedTuple):
    """A question in the queue, with the reason."""

    question: str
    reason: Reason


class Limits(NamedTuple):
    """How much fits: seconds in all (None: no limit), questions in all, new ones, and the pace of the user."""

    seconds: float | None = None
    number: int | None = None
    new: int | None = None
    review_takes: float = SECONDS_REVIEW
    new_takes: float = SECONDS_NEW


def pace(recent: Sequence[float], usual: float) -> float:
    """Return the seconds a question takes this user: the median of recent answers, ``usual`` while they are few."""
    if len(recent) < ANSWERS_NEEDED:
        return usual
    # Not statistics.median: importing it takes longer than all the rest of the queue.
    ranked, half = sorted(recent), len(recent) // 2
    return ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2


def queue(candidates: Iterable[Candidate], today: int, limits: Limits, seed: int, whole: bool = False) -> list[Item]:
    """Return what to ask today, in order.

    ``whole``: what is not due yet is asked too (cramming, and queries that name questions); it comes after what is due.
    At least one question is asked however few the seconds are.
    """
    chance = Random(seed)
    # Sorted first: the order in which candidates come must not matter.
    open_ones = sorted(
        (one for one in candidates if not one.suspended and (one.buried is None or one.buried <= today)),
        key=lambda one: one.question,
    )
    chance.shuffle(open_ones)
    seen = sorted((one for one in open_ones if one.due is not None and (whole or one.due <= today)), key=_overdue)
    new = sorted((one for one in open_ones if one.due is None), key=_first)[: limits.new]
    seen, new = _fitting(seen, new, limits)
    first = mixed(seen)
    order = [*first, *mixed(new, first[-1].topic if first else None)]
    return [Item(one.question, reason(one, today)) for one in order]


def reason(one: Candidate, today: int) -> Reason:
    """Return why a question is asked on a study day."""
    if one.due is None:
        return Reason("new", 0, one.asked_in[0] if one.asked_in else None)
    if one.due > today:
        return Reason("early", one.due - today)
    return Reason("due", today - one.due)


def _overdue(one: Candidate) -> int:
    return one.due or 0


def _first(one: Candidate) -> tuple[bool, float, int]:
    return not one.asked_in, -one.importance, LEVELS.index(one.level) if one.level else len(LEVELS)


def _fitting(seen: list[Candidate], new: list[Candidate], limits: Limits) -> tuple[list[Candidate], list[Candidate]]:
    """Return how many of both fit into the limits, those seen before first."""
    if limits.number is not None:
        seen = seen[: limits.number]
        new = new[: limits.number - len(seen)]
    if limits.seconds is None:
        return seen, new
    room = int(limits.seconds / max(1.0, limits.review_takes))
    left = limits.seconds - len(seen[:room]) * limits.review_takes
    more = int(max(0.0, left) / max(1.0, limits.new_takes))
    fits = seen[:room], new[:more]
    if any(fits):
        return fits
    return (seen[:1], []) if seen else ([], new[:1])


def mixed(candidates: Sequence[Candidate], before: str | None = None) -> list[Candidate]:
    """Return questions as near to their order as goes while no two of a topic follow each other (nor ``before``).

    A topic with more questions than all others together cannot be kept apart: its are spread as evenly as goes.
    """
    waiting: dict[str, deque[tuple[int, Candidate]]] = {}
    for rank, one in enumerate(candidates):
        waiting.setdefault(one.topic, deque()).append((rank, one))
    order: list[Candidate] = []
    for left in range(len(candidates), 0, -1):
        topic = _next_topic(waiting, before, left)
        order.append(waiting[topic].popleft()[1])
        if not waiting[topic]:
            del waiting[topic]
        before = topic
    return order


def _next_topic(waiting: dict[str, deque[tuple[int, Candidate]]], before: str | None, left: int) -> str:
    """Return the topic of the next question: the first in order, unless one has so many that it must come now."""
    others = [topic for topic in waiting if topic != before]
    if not others:
        return next(iter(waiting))
    largest = max(others, key=lambda topic: len(waiting[topic]))
    # After this one, ``left - 1`` places remain; a topic fills at most every other of them, the first included.
    if len(waiting[largest]) > left // 2:
        return largest
    return min(others, key=lambda topic: waiting[topic][0][0])
