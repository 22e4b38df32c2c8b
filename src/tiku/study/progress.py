"""Progress in figures: streak, true retention, topics, the weeks of the heat map and what will fall due. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

SHADES: Final = 4
"""Shades of the heat map above the one for an idle day."""


@dataclass(frozen=True, slots=True)
class Day:
    """The totals of one study day.

    ``asked`` and ``passed`` count questions seen on an earlier day, at their first review of this one, ``tested`` and
    ``kept`` their points: the true retention. Cramming counts in ``seconds`` only.
    """

    day: int
    reviews: int = 0
    seconds: float = 0.0
    again: int = 0
    hard: int = 0
    good: int = 0
    easy: int = 0
    asked: int = 0
    passed: int = 0
    tested: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Streak:
    """Study days in a row: the present run, the longest one, and whether today is already in it."""

    now: int
    longest: int
    today: bool


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic: how many questions, how many seen, and the mean recall of those of which one is known (0..1)."""

    topic: str
    questions: int
    seen: int
    recall: float | None


@dataclass(frozen=True, slots=True)
class Week:
    """A week of the heat map: the study day of its Monday, and reviews from Monday on; None for days to come."""

    monday: int
    reviews: tuple[int | None, ...]


def streak(days: Iterable[Day], today: int) -> Streak:
    """Return the runs of days with a review. The present one is not broken before today is over."""
    done = sorted({day.day for day in days if day.reviews and day.day <= today})
    longest = run = 0
    previous: int | None = None
    for day in done:
        run = run + 1 if previous is not None and day == previous + 1 else 1
        longest = max(longest, run)
        previous = day
    alive = previous is not None and previous >= today - 1
    return Streak(run if alive else 0, longest, previous == today)


def retention(days: Iterable[Day], since: int | None = None) -> float | None:
    """Return the share of points remembered (0..1) when their question came back on a later day, or None.

    It is what the retention aimed at can be held against. ``since``: only study days from that one on.
    """
    chosen = [day for day in days if since is None or day.day >= since]
    tested = sum(day.tested for day in chosen)
    return sum(day.kept for day in chosen) / tested if tested else None


def pass_rate(days: Iterable[Day], since: int | None = None) -> float | None:
    """Return the share of whole questions (0..1) not rated again when they came back on a later day, or None."""
    chosen = [day for day in days if since is None or day.day >= since]
    asked = sum(day.asked for day in chosen)
    return sum(day.passed for day in chosen) / asked if asked else None


def topics(cards: Iterable[tuple[str, bool, float | None]]) -> list[TopicRow]:
    """Return a row a topic, by name, from (topic, seen, recall or None) of every question."""
    found: dict[str, list[tuple[bool, float | None]]] = {}
    for topic, seen, recall in cards:
        found.setdefault(topic, []).append((seen, recall))
    rows = []
    for topic, entries in sorted(found.items()):
        recalls = [recall for seen, recall in entries if seen and recall is not None]
        mean = sum(recalls) / len(recalls) if recalls else None
        rows.append(TopicRow(topic, len(entries), sum(seen for seen, _ in entries), mean))
    return rows


def weeks(days: Iterable[Day], today: int, count: int) -> list[Week]:
    """Return the last ``count`` weeks, the present one last."""
    reviews: Mapping[int, int] = {day.day: day.reviews for day in days}
    this_monday = today - date.fromordinal(today).weekday()
    return [
        Week(
            monday,
            tuple(reviews.get(day, 0) if day <= today else None for day in range(monday, monday + 7)),
        )
        for monday in range(this_monday - 7 * (count - 1), this_monday + 1, 7)
    ]


def shade(reviews: int, most: int) -> int:
    """Return the shade of a day, 0 (idle) to SHADES, measured against the busiest day."""
    if reviews <= 0 or most <= 0:
        return 0
    return min(SHADES, -(-reviews * SHADES // most))


def forecast(dues: Iterable[int], today: int, count: int = 30) -> list[int]:
    """Return how many questions fall due on each of the next study days; what is overdue counts today."""
    falls = [0] * count
    for due in dues:
        ahead = max(0, due - today)
        if ahead < count:
            falls[ahead] += 1
    return falls
