"""The plan towards an interview, as a user sets it."""

from __future__ import annotations

import pytest
from command_kit import Tiku


def test_an_interview_is_set_and_the_days_until_it_are_shown(tiku: Tiku) -> None:
    planned = tiku("plan", "--posting", "acme", "--on", "2026-12-11", "--minutes", "20", "--json").json
    assert (planned["posting"], planned["on"], planned["minutes"]) == ("acme", "2026-12-11", 20)
    assert [day["day"] for day in planned["days"]][::9] == ["2026-12-01", "2026-12-10"]
    recall = planned["expected_recall"]
    assert 0 < recall["low"] <= recall["expected"] <= recall["high"] <= 1
    assert "10 days to the interview for acme" in tiku().out
    assert "expected recall" in tiku("plan", "--lang", "en").out


def test_the_queue_follows_the_plan_and_falls_back_after_the_day(tiku: Tiku) -> None:
    tiku("plan", "--posting", "acme", "--on", "2026-12-05")
    assert tiku("plan", "--json").json["on"] == "2026-12-05"
    assert tiku("--now", "2026-12-06", "plan").status == 2
    assert "interview" not in tiku("--now", "2026-12-06").out


def test_a_plan_is_changed_and_ended(tiku: Tiku) -> None:
    tiku("plan", "--posting", "acme", "--on", "2026-12-11")
    assert tiku("plan", "--minutes", "45", "--json").json["minutes"] == 45
    tiku("plan", "--end")
    assert tiku("plan").status == 2
    tiku("undo")
    assert tiku("plan", "--json").json["minutes"] == 45


@pytest.mark.parametrize(
    "words",
    [("--posting", "acm", "--on", "2026-12-11"), ("--posting", "acme"), ("--on", "2026-12-11"),
     ("--posting", "acme", "--on", "soon"), ("--posting", "acme", "--on", "2026-11-01")],
)  # fmt: skip
def test_a_plan_that_cannot_be_is_refused(tiku: Tiku, words: tuple[str, ...]) -> None:
    assert tiku("plan", *words).status == 2
    assert tiku("log", "--json").json["events"] == []
