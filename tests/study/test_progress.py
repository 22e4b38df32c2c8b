"""Progress in figures."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tiku.study.progress import (
    SHADES,
    Day,
    Streak,
    TopicRow,
    forecast,
    pass_rate,
    retention,
    shade,
    streak,
    topics,
    weeks,
)

TODAY = date(2026, 9, 23).toordinal()  # a Wednesday


def days(*numbers: int, reviews: int = 1) -> list[Day]:
    return [Day(TODAY + number, reviews) for number in numbers]


def test_a_streak_is_days_in_a_row_up_to_today() -> None:
    assert streak(days(-2, -1, 0), TODAY) == Streak(3, 3, True)
    assert streak(days(-9, -8, -7, -6, -1, 0), TODAY) == Streak(2, 4, True)
    assert streak([], TODAY) == Streak(0, 0, False)


def test_a_streak_is_not_broken_before_the_day_is_over() -> None:
    assert streak(days(-3, -2, -1), TODAY) == Streak(3, 3, False)
    assert streak(days(-4, -3, -2), TODAY) == Streak(0, 3, False)


def test_a_day_of_cramming_alone_and_a_day_to_come_are_in_no_streak() -> None:
    assert streak([*days(-1), Day(TODAY, 0, 600.0)], TODAY) == Streak(1, 1, False)
    assert streak(days(-1, 0, 1, 365), TODAY) == Streak(2, 2, True)


@given(st.sets(st.integers(-40, 0)))
def test_a_streak_is_what_counting_back_finds(done: set[int]) -> None:
    start = 0 if 0 in done else -1
    run = 0
    while start - run in done:
        run += 1
    found = streak(days(*done), TODAY)
    assert found.now == run
    assert found.longest >= found.now
    assert found.today == (0 in done)


def test_retention_is_the_share_of_points_kept() -> None:
    seen = [Day(TODAY - 9, tested=10, kept=5), Day(TODAY, tested=10, kept=9), Day(TODAY + 1)]
    assert retention(seen) == 0.7
    assert retention(seen, TODAY) == 0.9
    assert retention([]) is None and retention(days(0)) is None


def test_the_pass_rate_is_the_share_of_questions_not_failed() -> None:
    seen = [Day(TODAY - 9, asked=4, passed=1), Day(TODAY, asked=4, passed=3)]
    assert pass_rate(seen) == 0.5
    assert pass_rate(seen, TODAY) == 0.75
    assert pass_rate([]) is None


def test_a_topic_has_the_mean_recall_of_what_was_seen() -> None:
    rows = topics([("b", True, 0.5), ("b", True, 0.9), ("b", False, None), ("a", True, None), ("b", True, None)])
    assert rows == [TopicRow("a", 1, 1, None), TopicRow("b", 4, 3, 0.7)]
    assert topics([]) == []


def test_weeks_begin_on_monday_and_leave_the_days_to_come_open() -> None:
    rows = weeks([*days(-2, reviews=3), *days(0, reviews=5), *days(-9, reviews=7), *days(-400)], TODAY, 2)
    assert [date.fromordinal(row.monday) for row in rows] == [date(2026, 9, 14), date(2026, 9, 21)]
    assert rows[0].reviews == (7, 0, 0, 0, 0, 0, 0)
    assert rows[1].reviews == (3, 0, 5, None, None, None, None)


def test_shades_go_from_idle_to_the_busiest_day() -> None:
    assert [shade(reviews, 8) for reviews in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
    assert shade(1, 1) == SHADES
    assert shade(0, 0) == 0


@given(st.integers(1, 500), st.integers(0, 500))
def test_more_reviews_are_never_lighter(most: int, reviews: int) -> None:
    assert 0 <= shade(reviews, most) <= shade(reviews + 1, most) <= SHADES


def test_the_forecast_counts_the_overdue_today() -> None:
    dues = [TODAY - 5, TODAY, TODAY + 1, TODAY + 29, TODAY + 30]
    assert forecast(dues, TODAY) == [2, 1, *[0] * 27, 1]
    assert forecast([], TODAY, 3) == [0, 0, 0]
