"""The study day: a calendar day that turns at a local hour (04:00 unless set), right across zone and clock changes.

A study day is the proleptic ordinal of its date (``date.toordinal()``). It is worked out once, when the answer is
given, and written into the log: travelling later never moves what was done.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache

FIRST_MS = 0
"""1970-01-01: the earliest moment taken."""
LAST_MS = 32_503_680_000_000
"""3000-01-01: the clocks of some systems convert nothing later."""


def local(ms: int, zone: tzinfo | None) -> datetime:
    """Return the local time of a moment (UTC ms, 1970..2999) in a zone; None is the zone of the machine."""
    if not FIRST_MS <= ms < LAST_MS:
        raise ValueError(f"{ms} ms is outside of the years 1970 to 2999")
    moment = datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)
    return moment.astimezone(zone)


def study_day(ms: int, zone: tzinfo | None, turns: int) -> int:
    """Return the study day of a moment. It turns when the wall clock shows ``turns`` (0..23) o'clock.

    Where that hour is skipped the day turns with the jump; where it comes twice, at the first of the two. The
    wall clock is what counts, so days of 23 and 25 hours turn at the same hour as all others.
    """
    if not 0 <= turns <= 23:
        raise ValueError(f"a day cannot turn at hour {turns}")
    moment = local(ms, zone)
    day = (moment.replace(tzinfo=None) - timedelta(hours=turns)).toordinal()
    # A clock put back over the hour (Chatham: 03:45 to 02:45) shows the old day again; the new one has begun.
    following = datetime.combine(date.fromordinal(day + 1), time(turns), zone)
    return day + (following.astimezone(UTC) <= moment)


def offset_minutes(ms: int, zone: tzinfo | None) -> int:
    """Return how many minutes the local time of a moment is ahead of UTC."""
    offset = local(ms, zone).utcoffset()
    assert offset is not None  # astimezone always gives one
    return round(offset.total_seconds() / 60)


def named_zone(name: str) -> tzinfo | None:
    """Return the zone of an IANA name, None (the machine's own) for an empty name. Raises ValueError when unknown."""
    if not name:
        return None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (OSError, LookupError, ValueError) as error:
        raise ValueError(f"unknown zone {name!r}") from error


def iso(day: int) -> str:
    """Return a study day as YYYY-MM-DD."""
    return date.fromordinal(day).isoformat()


@lru_cache(maxsize=4096)
def from_iso(text: str) -> int:
    """Return the study day of a YYYY-MM-DD text. Raises ValueError for anything else."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        raise ValueError(f"{text!r} is no date like 2026-11-30")
    return date.fromisoformat(text).toordinal()
