"""The fold: what a question is after its events, and what is undone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_kit import DAY_MS, T0, Maker, outline

from tiku.model import Rating
from tiku.store.event import EPOCH_DAY, Bury, Event, Note, Reset, Resume, Review, Suspend
from tiku.store.fold import SECONDS_COUNTED, card, current_marks, fold, undone
from tiku.study import memory as m
from tiku.study.outline import Outline, Part

TODAY = EPOCH_DAY + T0 // DAY_MS
AB = outline("a", "b")


def review(make: Maker, rating: Rating, day: int = 0, a: bool = True, b: bool = True, **more: object) -> Event:
    return make(Review("q", rating, (("a", a), ("b", b)), **more), T0 + day * DAY_MS)  # type: ignore[arg-type]


def test_reviews_are_folded_into_the_memory_of_each_point(make: Maker) -> None:
    state, _ = fold([review(make, "hard", b=False), review(make, "good", 3)], AB)
    assert state.memories == {
        "a": m.review(m.review(None, "good", TODAY), "good", TODAY + 3),
        "b": m.review(m.review(None, "again", TODAY), "good", TODAY + 3),
    }
    assert (state.reviews, state.first_day, state.last_day, state.last_rating) == (2, TODAY, TODAY + 3, "good")


def test_a_rating_moved_by_hand_counts_for_the_points_that_were_hit(make: Maker) -> None:
    state, _ = fold([review(make, "hard", moved=True)], AB)
    assert state.memories["a"] == m.review(None, "hard", TODAY)
    state, _ = fold([review(make, "easy", moved=True, b=False)], AB)
    assert state.memories == {"a": m.review(None, "easy", TODAY), "b": m.review(None, "again", TODAY)}


def test_a_rating_without_marks_counts_for_all_points_of_the_outline(make: Maker) -> None:
    state, _ = fold([make(Review("q", "hard"))], AB)
    assert state.memories == dict.fromkeys("ab", m.review(None, "hard", TODAY))


def test_without_an_outline_the_marked_points_are_remembered(make: Maker) -> None:
    state, _ = fold([review(make, "good"), make(Review("q", "again"), T0 + DAY_MS)], None)
    assert state.memories["a"].last_day == TODAY + 1
    made = card("q", state, None, 0.9)
    assert made.outline_digest == ""
    assert made.due is not None and made.due > TODAY + 1
    assert fold([make(Review("q", "good"))], None)[0].memories == {}


def test_cramming_moves_nothing_but_the_minutes(make: Maker) -> None:
    before, _ = fold([review(make, "good")], AB)
    after, tallies = fold([review(make, "good"), review(make, "again", 1, mode="cram", seconds=60)], AB)
    assert replace(after, last=before.last) == before
    assert [(tally.counted, tally.seconds) for tally in tallies] == [(True, 0), (False, 60)]


@pytest.mark.parametrize("mode", ["mock", "script", "type", "think"])
def test_every_other_mode_is_a_review(make: Maker, mode: str) -> None:
    state, tallies = fold([review(make, "good", mode=mode)], AB)
    assert state.reviews == 1 and tallies[0].counted


def test_a_terminal_left_alone_is_no_study_time(make: Maker) -> None:
    _, tallies = fold([review(make, "good", seconds=30_000)], AB)
    assert tallies[0].seconds == SECONDS_COUNTED


def test_suspend_resume_and_bury(make: Maker) -> None:
    events = [review(make, "good"), make(Suspend("q"), T0 + 1)]
    assert fold(events, AB)[0].suspended
    events.append(make(Resume("q"), T0 + 2))
    assert not fold(events, AB)[0].suspended
    events.append(make(Bury("q", TODAY + 9), T0 + 3))
    assert card("q", fold(events, AB)[0], AB, 0.9).buried == TODAY + 9


def test_a_reset_makes_a_question_new_and_leaves_it_suspended(make: Maker) -> None:
    state, tallies = fold([review(make, "again"), make(Suspend("q"), T0 + 1), make(Reset("q"), T0 + 2)], AB)
    made = card("q", state, AB, 0.9)
    assert (made.due, made.reviews, made.last_day, made.weak, made.suspended) == (None, 0, None, False, True)
    assert len(tallies) == 1  # what was done that day was done
    again, tallies = fold([review(make, "good"), make(Reset("q"), T0 + 1), review(make, "good", 4)], AB)
    assert again.memories["a"] == m.review(None, "good", TODAY + 4)
    assert tallies[1].asked == tallies[1].tested == 0


def test_events_that_move_no_card_change_nothing(make: Maker) -> None:
    assert fold([make(Note("q", "text"))], AB) == fold([], AB)


def test_the_true_retention_leaves_out_first_sights_and_repeats_of_one_day(make: Maker) -> None:
    events = [
        review(make, "again", 0, b=False),
        review(make, "good", 0),
        review(make, "hard", 2, b=False),
        review(make, "good", 2),
        review(make, "again", 5, a=False),
    ]
    _, tallies = fold(events, AB)
    assert [(one.asked, one.passed, one.tested, one.kept) for one in tallies] == [
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        (1, 1, 2, 1),
        (0, 0, 0, 0),
        (1, 0, 2, 1),
    ]


def test_a_point_added_later_is_not_tested_at_its_first_sight(make: Maker) -> None:
    events = [
        make(Review("q", "good", (("a", True),))),
        review(make, "good", 2),
        make(Review("q", "good"), T0 + 4 * DAY_MS),
    ]
    _, tallies = fold(events, AB)
    assert [one.tested for one in tallies] == [0, 1, 2]
    assert tallies[2].kept == 2


def test_a_day_before_the_last_one_is_the_same_day(make: Maker) -> None:
    # Flown west over the date line: the second review is on an earlier study day.
    late = review(make, "good", 1)
    events = [late, replace(review(make, "good", 1), day=late.day - 1)]
    state, tallies = fold(events, AB)
    assert state.last_day == late.day
    assert tallies[1].asked == 0
    assert state.memories["a"] == m.review(m.review(None, "good", late.day), "good", late.day)


def test_history_follows_a_renamed_point(make: Maker) -> None:
    renamed = Outline((Part("first", was=("a",)), Part("b")))
    state, _ = fold([review(make, "good", b=False)], renamed)
    assert set(state.memories) == {"first", "b"}


def test_of_points_that_became_one_all_must_have_been_hit() -> None:
    merged = Outline((Part("ab", was=("a", "b")),))
    assert current_marks((("a", True), ("b", False)), merged) == {"ab": False}
    assert current_marks((("b", True), ("a", True)), merged) == {"ab": True}


@pytest.mark.parametrize(
    ("rating", "a", "weak"), [("again", True, True), ("hard", True, True), ("good", True, False), ("good", False, True)]
)
def test_weak_is_a_bad_rating_or_a_missed_must_point(make: Maker, rating: Rating, a: bool, weak: bool) -> None:
    must = outline("a", "b", must=("a",))
    state, _ = fold([review(make, rating, a=a)], must)
    assert card("q", state, must, 0.9).weak is weak


def test_weak_is_a_point_that_slips_twice_while_little_is_kept(make: Maker) -> None:
    events = [review(make, "good", day, a=day > 2, b=day not in (1, 2)) for day in (0, 1, 2, 3)]
    state, _ = fold(events, AB)
    assert state.memories["b"].lapses == 2 and card("q", state, AB, 0.9).weak
    strong = replace(state, memories={**state.memories, "a": m.Memory(100, 5, TODAY)})
    assert not card("q", strong, AB, 0.9).weak


def test_due_is_at_least_a_day_ahead_and_follows_the_outline(make: Maker) -> None:
    state, _ = fold([review(make, "again", a=False, b=False)], AB)
    assert card("q", state, AB, 0.9).due == TODAY + 1
    state, _ = fold([review(make, "easy", moved=True)], AB)
    assert card("q", state, AB, 0.9).due == TODAY + 9  # stability 8.2956
    # A point that nothing is known of makes it due.
    assert card("q", state, outline("a", "b", "c", digest="d2"), 0.9).due == TODAY + 1


def test_an_undo_undone_redoes() -> None:
    assert undone({}) == set()
    assert undone({"u": "r"}) == {"r"}
    assert undone({"u": "r", "v": "u"}) == {"u"}
    assert undone({"u": "r", "v": "u", "w": "v"}) == {"r", "v"}
    assert undone({"u": "r", "v": "u", "x": "r"}) == {"u", "r"}  # undone by two, redone by one


def test_undos_that_undo_each_other_count_for_nothing() -> None:
    assert undone({"u": "v", "v": "u"}) == {"u", "v"}
    assert undone({"u": "u", "v": "r"}) == {"u", "r"}
    assert undone({"u": "v", "v": "w", "w": "u", "x": "u", "y": "r"}) >= {"u", "v", "w", "r"}


def test_a_long_chain_of_undos_is_no_trouble() -> None:
    chain = {f"u{n}": f"u{n - 1}" if n else "r" for n in range(5001)}
    assert ("r" in undone(chain)) is True
    del chain["u5000"]
    assert ("r" in undone(chain)) is False


@given(st.dictionaries(st.integers(0, 12), st.integers(0, 12)))
def test_an_event_is_undone_exactly_when_an_undo_of_it_stands(edges: dict[int, int]) -> None:
    undos = {f"u{undo}": f"u{target}" if target <= undo else f"r{target}" for undo, target in edges.items()}
    rings = {undo for undo, target in undos.items() if undo == target}
    gone = undone(undos)
    for event in {*undos, *undos.values()}:
        standing = any(undo not in gone for undo, target in undos.items() if target == event and undo not in rings)
        assert (event in gone) == (standing or event in rings)
