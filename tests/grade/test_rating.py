"""From marks to a rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.grade.rating import result, step
from tiku.model import RATINGS, Point, Rating, Text

NOTHING = Text("", "")


def outline(*weights: int, must: frozenset[int] = frozenset()) -> list[Point]:
    return [Point(str(i), NOTHING, weight=w, must=i in must) for i, w in enumerate(weights)]


@pytest.mark.parametrize(
    ("hits", "expected"), [("0", "again"), ("01", "again"), ("012", "hard"), ("0123", "good"), ("01234", "good")]
)
def test_the_rating_follows_from_the_weight_hit(hits: str, expected: Rating) -> None:
    assert result(outline(1, 1, 1, 1, 1), set(hits)).rating == expected


def test_a_missed_must_point_means_again_whatever_else_was_said() -> None:
    done = result(outline(3, 3, 3, 1, must=frozenset({3})), {"0", "1", "2"})
    assert done.rating == "again"
    assert done.missed_must == ("3",)
    assert done.score == pytest.approx(0.9)


def test_easy_is_never_given_by_itself() -> None:
    assert result(outline(1), {"0"}).rating == "good"


def test_an_empty_outline_is_again_and_scores_nothing() -> None:
    assert result([], set()) == result([], {"x"})
    assert result([], set()).score == 0


@given(st.lists(st.integers(1, 3), min_size=1, max_size=10), st.data())
def test_one_more_hit_never_lowers_the_rating(weights: list[int], data: st.DataObject) -> None:
    points = outline(*weights)
    hits = data.draw(st.sets(st.sampled_from([p.id for p in points])))
    more = hits | {data.draw(st.sampled_from([p.id for p in points]))}
    assert RATINGS.index(result(points, more).rating) >= RATINGS.index(result(points, hits).rating)
    assert result(points, more).score >= result(points, hits).score


def test_steps_go_along_the_ratings_and_hold_at_the_ends() -> None:
    assert [step("hard", by) for by in (-5, -1, 0, 1, 2, 9)] == ["again", "again", "hard", "good", "easy", "easy"]
