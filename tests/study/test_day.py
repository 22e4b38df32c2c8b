"""The study day in ten zones, at every hour, over two years with all their clock changes."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.study import day as d

ZONES = [
    "Asia/Shanghai",
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Australia/Lord_Howe",  # half an hour of daylight saving
    "Pacific/Chatham",  # +12:45 and +13:45
    "Africa/Cairo",  # turns at midnight
    "America/Santiago",  # turns at midnight, southern
    "Asia/Kathmandu",  # +5:45
]
START = datetime(2025, 1, 1, tzinfo=UTC)
DAYS = 731


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def offset_changes(zone: ZoneInfo) -> list[datetime]:
    """The moments at which the offset of a zone changes, found by halving, from its offsets alone."""
    found = []
    for number in range(DAYS):
        low, high = START + timedelta(days=number), START + timedelta(days=number + 1)
        if low.astimezone(zone).utcoffset() == high.astimezone(zone).utcoffset():
            continue
        before = low.astimezone(zone).utcoffset()
        while high - low > timedelta(seconds=1):
            middle = low + (high - low) / 2
            low, high = (middle, high) if middle.astimezone(zone).utcoffset() == before else (low, middle)
        found.append(high.replace(microsecond=0))
    return found


def day_starts(zone: ZoneInfo, turns: int) -> list[tuple[datetime, int]]:
    """The first moment of every study day, built forwards: the first at which the wall clock is past the hour.

    A study day of a date begins where the wall clock first shows that date at the hour, or jumps over it.
    """
    changes = offset_changes(zone)
    starts = []
    for number in range(1, DAYS):
        wanted = START.date() + timedelta(days=number)
        naive = datetime(wanted.year, wanted.month, wanted.day, turns)
        near = [change for change in changes if abs(change.replace(tzinfo=None) - naive) < timedelta(days=2)]
        edges = [naive.replace(tzinfo=UTC) - timedelta(days=2), *near, naive.replace(tzinfo=UTC) + timedelta(days=2)]
        for left, right in pairwise(edges):
            offset = left.astimezone(zone).utcoffset()
            assert offset is not None
            begin = max(left, naive.replace(tzinfo=UTC) - offset)
            if begin < right:
                starts.append((begin, wanted.toordinal()))
                break
    return starts


@pytest.mark.parametrize("name", ZONES)
def test_a_study_day_begins_where_the_wall_clock_reaches_the_hour(name: str) -> None:
    zone = ZoneInfo(name)
    for turns in range(24):
        for start, day in day_starts(zone, turns):
            assert d.study_day(ms(start), zone, turns) == day, (start, turns)
            assert d.study_day(ms(start) - 1, zone, turns) == day - 1, (start, turns)


@pytest.mark.parametrize("name", ZONES)
def test_study_days_never_go_back_around_a_clock_change(name: str) -> None:
    zone = ZoneInfo(name)
    for change in offset_changes(zone):
        for turns in range(24):
            days = [d.study_day(ms(change + timedelta(minutes=5 * k)), zone, turns) for k in range(-300, 301)]
            assert days == sorted(days)
            assert max(b - a for a, b in pairwise(days)) <= 1


def test_the_changes_of_the_tried_zones_include_gaps_and_overlaps() -> None:
    changes = [(name, change) for name in ZONES for change in offset_changes(ZoneInfo(name))]
    assert len(changes) >= 28
    assert {"Australia/Lord_Howe", "Africa/Cairo", "America/Santiago"} <= {name for name, _ in changes}


@given(st.integers(ms(START), ms(START) + DAYS * 86_400_000), st.sampled_from(ZONES), st.integers(0, 23))
def test_a_moment_lies_in_the_day_of_its_wall_clock(moment: int, name: str, turns: int) -> None:
    zone = ZoneInfo(name)
    wall = datetime.fromtimestamp(moment / 1000, zone)
    want = wall.date() if wall.hour >= turns else wall.date() - timedelta(days=1)
    assert d.study_day(moment, zone, turns) == want.toordinal()


def test_the_zone_of_the_machine_is_taken_without_a_name() -> None:
    code = (
        "import time; time.tzset(); from tiku.study.day import *;"
        "print(iso(study_day(1774746000000, None, 4)), iso(study_day(1774745999999, None, 4)), "
        "offset_minutes(1774746000000, None))"
    )
    if sys.platform == "win32":
        pytest.skip("needs tzset")
    env = {**os.environ, "TZ": "Europe/Berlin", "PYTHONPATH": str(Path(d.__file__).parents[2])}
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    # 29 March 2026 01:00 UTC: the clock jumps from 02:00 to 03:00.
    assert out.stdout.split() == ["2026-03-28", "2026-03-28", "120"], out.stderr


def test_the_offset_is_told_in_minutes() -> None:
    assert d.offset_minutes(ms(START), ZoneInfo("Asia/Kathmandu")) == 345
    assert d.offset_minutes(ms(START), ZoneInfo("America/St_Johns")) == -210


def test_named_zones_are_found_and_unknown_ones_refused() -> None:
    assert d.named_zone("") is None
    assert d.named_zone("Asia/Shanghai") == ZoneInfo("Asia/Shanghai")
    for name in ("Mars/Olympus", "../etc/passwd", "Asia"):
        with pytest.raises(ValueError, match="unknown zone"):
            d.named_zone(name)


@pytest.mark.parametrize("moment", [-1, 32_503_680_000_000, 10**18])
def test_moments_no_clock_shows_are_refused(moment: int) -> None:
    with pytest.raises(ValueError, match="1970"):
        d.study_day(moment, ZoneInfo("UTC"), 4)


@pytest.mark.parametrize("turns", [-1, 24])
def test_an_hour_that_is_none_is_refused(turns: int) -> None:
    with pytest.raises(ValueError, match="hour"):
        d.study_day(0, ZoneInfo("UTC"), turns)


@given(st.dates(date(1970, 1, 1), date(2999, 12, 31)))
def test_a_day_is_written_and_read_back(day: date) -> None:
    assert d.iso(day.toordinal()) == day.isoformat()
    assert d.from_iso(day.isoformat()) == day.toordinal()


@pytest.mark.parametrize("text", ["", "2026-02-30", "20260101", "2026-1-01", "2026-01-01T00", "2026-W01-1"])
def test_a_text_that_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        d.from_iso(text)
