"""Memory per point: the reference vectors, the forgetting curve, due days and what a rating does to points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.model import RATINGS, Point, Rating, Text
from tiku.study import memory as m
from tiku.study.memory import Memory
from tiku.study.outline import Outline, Part, outline_of, plain_outline, read_outline, write_outline

VECTORS = json.loads((Path(__file__).parent / "fsrs_vectors.json").read_text(encoding="utf-8"))
DAY = 740_000

memories = st.builds(
    Memory, st.floats(0.001, 36500), st.floats(1, 10), st.integers(DAY - 400, DAY), st.just(3), st.just(0)
)
ratings = st.sampled_from(RATINGS)


@st.composite
def cards(draw: st.DrawFn) -> tuple[dict[str, Memory], Outline]:
    ids = [f"p{number}" for number in range(draw(st.integers(1, 8)))]
    parts = tuple(Part(point, draw(st.integers(1, 3)), draw(st.booleans())) for point in ids)
    known = {point: draw(memories) for point in ids if draw(st.integers(0, 9))}
    return known, Outline(parts)


@pytest.mark.parametrize("sequence", VECTORS["sequences"], ids=lambda sequence: sequence["id"])
def test_every_reference_row_is_reproduced(sequence: dict[str, object]) -> None:
    step = m.fsrs_step(sequence["w"])  # type: ignore[arg-type]
    stability = difficulty = None
    for elapsed, grade, want_stability, want_difficulty, *_ in sequence["rows"]:  # type: ignore[attr-defined]
        stability, difficulty = step(stability, difficulty, elapsed, RATINGS[grade - 1])
        assert stability == pytest.approx(want_stability, rel=1e-4)
        assert difficulty == pytest.approx(want_difficulty, abs=1e-4)


def test_the_oracle_has_all_its_rows() -> None:
    assert sum(len(sequence["rows"]) for sequence in VECTORS["sequences"]) == 1591


def test_the_constants_of_the_curve_are_those_of_the_library() -> None:
    scheduler = fsrs.Scheduler()
    assert scheduler.parameters[20] == m.DECAY
    assert pytest.approx(0.9 ** (-1 / m.DECAY) - 1, rel=1e-12) == m.FACTOR
    start = datetime(2026, 1, 1, tzinfo=UTC)
    card = fsrs.Card(1, fsrs.State.Review, None, 12.5, 5.0, last_review=start)
    for days in (0, 1, 9, 400):
        want = scheduler.get_card_retrievability(card, start + timedelta(days=days))
        assert m.recall(Memory(12.5, 5.0, DAY), DAY + days) == pytest.approx(want, rel=1e-12)


@given(st.lists(st.tuples(st.integers(0, 900), ratings), min_size=1, max_size=12))
def test_the_direct_way_equals_the_public_way_of_the_library(history: list[tuple[int, Rating]]) -> None:
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    direct, public = m.direct_step(scheduler), m.public_step(scheduler)
    state: tuple[float | None, float | None] = (None, None)
    for elapsed, rating in history:
        after = direct(*state, elapsed, rating)
        assert after == public(*state, elapsed, rating)
        state = after


class Renamed:
    """A library of another version: the public method alone."""

    def __init__(self, scheduler: fsrs.Scheduler) -> None:
        self.review_card = scheduler.review_card


class Changed(fsrs.Scheduler):
    """A library whose reviews do more than the formulas that are called directly."""

    def review_card(self, *args: Any, **named: Any) -> Any:
        card, log = super().review_card(*args, **named)
        card.stability = (card.stability or 0) + 1
        return card, log


def test_a_library_with_other_insides_is_used_by_its_public_way() -> None:
    plain = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    want = [m.fsrs_step()(3.5, 5.0, 4, rating) for rating in RATINGS]
    renamed = m.checked_step(Renamed(plain))  # type: ignore[arg-type]
    assert [renamed(3.5, 5.0, 4, rating) for rating in RATINGS] == want
    changed = m.checked_step(Changed(learning_steps=(), relearning_steps=(), enable_fuzzing=False))
    assert [changed(3.5, 5.0, 4, rating) for rating in RATINGS] == [(s + 1, d) for s, d in want]


@given(st.lists(st.tuples(st.integers(0, 40_000), ratings), min_size=1, max_size=30))
def test_stability_and_difficulty_stay_within_their_bounds(history: list[tuple[int, Rating]]) -> None:
    now, known = DAY, None
    for elapsed, rating in history:
        now += elapsed
        known = m.review(known, rating, now)
        assert 0.001 <= known.stability <= 36500
        assert 1 <= known.difficulty <= 10
        assert known.last_day == now


def test_a_day_before_the_last_one_counts_as_the_same_day() -> None:
    first = m.review(None, "good", DAY)
    assert m.review(first, "good", DAY - 3) == m.review(first, "good", DAY)


def test_a_lapse_is_a_miss_on_a_later_day() -> None:
    first = m.review(None, "again", DAY)
    assert first.lapses == 0
    assert m.review(first, "again", DAY).lapses == 0
    later = m.review(first, "again", DAY + 2)
    assert (later.lapses, later.reviews) == (1, 2)
    assert m.review(later, "good", DAY + 4).lapses == 1


def test_reading_a_recall_does_not_import_the_library() -> None:
    code = (
        "import sys; from tiku.study import memory as m; from tiku.study.outline import plain_outline as o;"
        "known = {'a': m.Memory(3.0, 5.0, 10)};"
        "m.question_recall(known, o(['a']), 12); m.next_due(known, o(['a']), 0.9, 11);"
        "sys.exit('fsrs' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(m.__file__).parents[2])}
    assert subprocess.run([sys.executable, "-c", code], env=env, check=False).returncode == 0


def test_recall_of_a_question_is_the_weighted_mean_and_an_unknown_point_counts_nothing() -> None:
    outline = Outline((Part("a", 3), Part("b", 1)))
    known = {"a": Memory(10, 5, DAY)}
    assert m.question_recall(known, outline, DAY + 10) == pytest.approx(0.9 * 3 / 4)


def test_no_recall_is_given_on_the_day_of_the_answer_nor_for_a_new_question() -> None:
    outline = plain_outline(["a"])
    assert m.question_recall({"a": Memory(10, 5, DAY)}, outline, DAY) is None
    assert m.question_recall({}, outline, DAY) is None
    assert m.question_recall({"a": Memory(10, 5, DAY)}, Outline(()), DAY + 1) is None


@given(cards(), st.floats(0.7, 0.97), st.integers(-5, 5))
def test_due_is_the_first_day_under_the_retention(
    card: tuple[dict[str, Memory], Outline], retention: float, shift: int
) -> None:
    known, outline = card
    start = DAY + shift
    due = m.next_due(known, outline, retention, start)
    assert due >= start
    if not known or not any(part.id in known for part in outline.parts):
        assert due == start
        return
    last = max(known[part.id].last_day for part in outline.parts if part.id in known)
    if due == last + m.INTERVAL_MAX:
        assert not is_under(known, outline, retention, due - 1)
        return
    assert is_under(known, outline, retention, due)
    # Day by day from the start; a sample where the way is long.
    way = range(start, due) if due - start < 400 else [*range(start, start + 200), *range(due - 200, due)]
    assert not any(is_under(known, outline, retention, day) for day in way)


def is_under(known: dict[str, Memory], outline: Outline, retention: float, day: int) -> bool:
    factor = 0.9 ** (-1 / 0.1542) - 1

    def chance(point: str) -> float:
        if point not in known:
            return 0.0
        return float((1 + factor * max(0, day - known[point].last_day) / known[point].stability) ** -0.1542)

    mean = sum(part.weight * chance(part.id) for part in outline.parts) / sum(part.weight for part in outline.parts)
    return min([mean, *(chance(part.id) for part in outline.parts if part.must)]) < retention - 1e-9


def test_at_retention_0_9_an_interval_is_the_stability() -> None:
    known = {"a": Memory(10.0, 5, DAY)}
    assert m.next_due(known, plain_outline(["a"]), 0.9, DAY + 1) == DAY + 11
    known = {"a": Memory(9.5, 5, DAY)}
    assert m.next_due(known, plain_outline(["a"]), 0.9, DAY + 1) == DAY + 10


def test_a_must_point_alone_makes_a_question_due() -> None:
    parts = (Part("a", 3), Part("b", 1, must=True))
    known = {"a": Memory(300, 5, DAY), "b": Memory(2, 5, DAY)}
    assert m.next_due(known, Outline(parts), 0.9, DAY + 1) == DAY + 3
    assert m.next_due(known, Outline((parts[0], Part("b", 1))), 0.9, DAY + 1) > DAY + 10


@pytest.mark.parametrize("retention", [0.0, 1.0, -1.0, 90.0])
def test_a_retention_out_of_range_is_refused(retention: float) -> None:
    with pytest.raises(ValueError, match="retention"):
        m.next_due({"a": Memory(1, 5, DAY)}, plain_outline(["a"]), retention, DAY)


def test_a_missed_point_is_again_and_a_hit_follows_the_rating_only_where_the_user_moved_it() -> None:
    assert [m.point_rating(False, rating, True) for rating in RATINGS] == ["again"] * 4
    assert [m.point_rating(True, rating, True) for rating in RATINGS] == ["good", "hard", "good", "easy"]
    assert [m.point_rating(True, rating, False) for rating in RATINGS[:3]] == ["good", "good", "good"]


def test_an_answer_moves_the_marked_points_and_no_others() -> None:
    outline = Outline((Part("a"), Part("b"), Part("c")))
    after = m.answer({}, outline, {"a": True, "b": False}, "again", False, DAY)
    assert after == {"a": m.review(None, "good", DAY), "b": m.review(None, "again", DAY)}


def test_a_rating_without_marks_counts_for_all_points() -> None:
    outline = Outline((Part("a"), Part("b")))
    after = m.answer({"a": m.review(None, "good", DAY)}, outline, None, "hard", False, DAY + 3)
    assert after == {
        "a": m.review(m.review(None, "good", DAY), "hard", DAY + 3),
        "b": m.review(None, "hard", DAY + 3),
    }


def test_the_preview_tells_for_each_rating_when_the_question_comes_back() -> None:
    outline = Outline((Part("a", 2, must=True), Part("b")))
    marks = {"a": True, "b": True}
    dues = m.preview({}, outline, marks, "good", DAY, 0.9)
    assert list(dues) == list(RATINGS)
    for rating, due in dues.items():
        after = m.answer({}, outline, marks, rating, rating != "good", DAY)
        assert due == m.next_due(after, outline, 0.9, DAY + 1) > DAY
    assert dues["hard"] < dues["good"] < dues["easy"]


def test_an_outline_survives_the_index() -> None:
    points = (Point("a", Text("甲", "a"), 3, must=True, was=("old",)), Point("乙", Text("乙", "b")))
    outline = outline_of(points, "d1")
    assert write_outline(outline) == '[["a",3,1,["old"]],["乙",1,0,[]]]'
    assert read_outline(write_outline(outline), "d1") == outline


def test_a_former_point_id_leads_to_the_present_one_unless_it_is_in_use() -> None:
    outline = Outline((Part("a", was=("x", "b")), Part("b")))
    assert outline.renamed == {"x": "a"}
