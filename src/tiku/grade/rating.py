"""From marks to a score, and from a score to a rating."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tiku.model import RATINGS, Point, Rating


@dataclass(frozen=True, slots=True)
class Result:
    """The score (weighted share of points hit, 0..1), the rating that follows, and the must-points missed."""

    score: float
    rating: Rating
    missed_must: tuple[str, ...]


def result(points: Sequence[Point], hits: Collection[str]) -> Result:
    """Return score and rating: again below 60 % of the weight or with a must-point missed, hard to 79 %, good from 80 %."""
    total = sum(point.weight for point in points)
    got = sum(point.weight for point in points if point.id in hits)
    score = got / total if total else 0.0
    missed = tuple(point.id for point in points if point.must and point.id not in hits)
    rating: Rating
    # Integer arithmetic, so that 4 of 5 is 80 % and not 79.99 %.
    if missed or got * 100 < total * 60 or not total:
        rating = "again"
    elif got * 100 < total * 80:
        rating = "hard"
    else:
        rating = "good"
    return Result(score, rating, missed)


def step(rating: Rating, by: int) -> Rating:
    """Return the rating ``by`` steps up or down along again, hard, good, easy; the ends hold."""
    at = RATINGS.index(rating) + by
    return RATINGS[max(0, min(len(RATINGS) - 1, at))]
