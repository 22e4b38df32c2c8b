"""The plan towards an interview date."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiku.study.memory import Memory, recall
from tiku.study.outline import Outline, Part
from tiku.study.plan import Costs, Trial, forecast, gain, mean_recall, minutes_for, today, whole

DAY = 740_000


def unopened(count: int) -> list[Trial]:
    return [Trial(f"q{n}", importance=1 + n % 3) for n in range(count)]


def test_the_most_important_questions_are_opened_first() -> None:
    chosen = today(unopened(30), DAY, DAY + 3, 900)
    importance = [1 + int(ident[1:]) % 3 for ident in chosen.new]
    assert importance == sorted(importance, reverse=True)
    assert len(chosen.new) == 10


def test_new_questions_are_spread_and_all_opened_before_the_day() -> None:
    ahead = forecast(unopened(40), DAY, DAY + 10, 1800)
    assert ahead.unopened == ()
    assert sum(day.new for day in ahead.days) == 40
    assert len(ahead.days) == 10


def test_what_cannot_be_opened_in_time_is_named() -> None:
    ahead = forecast(unopened(100), DAY, DAY + 2, 900)
    assert len(ahead.unopened) == 80
    opened = {f"q{n}" for n in range(100)} - set(ahead.unopened)
    assert all(int(ident[1:]) % 3 == 2 for ident in opened)


def test_a_question_is_tried_once_a_day() -> None:
    trials = [Trial("done", 1, Memory(1.0, 5, DAY)), Trial("waiting", 1, Memory(1.0, 5, DAY - 1))]
    chosen = today(trials, DAY, DAY + 5, 9000)
    assert chosen.review == ("waiting",)


def test_the_range_holds_the_mean_and_more_minutes_help() -> None:
    little = forecast(unopened(60), DAY, DAY + 14, 600)
    much = forecast(unopened(60), DAY, DAY + 14, 3600)
    assert little.low <= little.expected <= little.high
    assert much.expected > little.expected


def test_the_minutes_needed_for_a_target_are_found() -> None:
    needed = minutes_for(unopened(60), DAY, DAY + 14, 0.85)
    assert needed is not None
    assert forecast(unopened(60), DAY, DAY + 14, needed * 60, runs=3).expected >= 0.85
    assert minutes_for(unopened(60), DAY, DAY + 1, 0.999) is None


def test_a_trial_adds_recall_unless_the_point_is_still_fresh() -> None:
    costs = Costs()
    weak = gain(Memory(0.3, 6, DAY - 2), DAY, DAY + 5, costs)
    strong = gain(Memory(300.0, 3, DAY - 2), DAY, DAY + 5, costs)
    assert weak > strong


def test_one_memory_stands_for_a_question_with_the_same_recall() -> None:
    outline = Outline((Part("a", 3), Part("b", 1)))
    memories = {"a": Memory(10.0, 4, DAY), "b": Memory(1.0, 6, DAY)}
    one = whole(memories, outline, DAY + 7)
    assert one is not None
    mean = (3 * recall(memories["a"], DAY + 7) + recall(memories["b"], DAY + 7)) / 4
    assert recall(one, DAY + 7) == pytest.approx(mean)
    assert whole({}, outline, DAY + 7) is None


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.01, 1000), st.floats(1, 10), st.integers(0, 30)), max_size=30),
    st.integers(0, 20), st.integers(0, 60), st.floats(0, 7200),
)  # fmt: skip
def test_any_bank_and_any_date_give_a_plan_within_the_minutes(
    known: list[tuple[float, float, int]], new: int, days: int, seconds: float
) -> None:
    trials = unopened(new) + [Trial(f"k{n}", 1, Memory(s, d, DAY - ago)) for n, (s, d, ago) in enumerate(known)]
    chosen = today(trials, DAY, DAY + days, seconds)
    ids = [*chosen.new, *chosen.review, *chosen.spare]
    assert len(ids) == len(set(ids))
    assert len(chosen.new) * 90 <= seconds
    ahead = forecast(trials, DAY, DAY + days, seconds, runs=2)
    assert 0 <= ahead.low <= ahead.expected <= ahead.high <= 1
    assert 0 <= mean_recall(trials, DAY + days) <= 1
