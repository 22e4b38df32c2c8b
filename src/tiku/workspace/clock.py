"""The clock of a run: now, or the moment that ``--now`` names, and the study day it falls on."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from tiku.errors import CannotError, UsageError
from tiku.settings import Settings
from tiku.study.day import FIRST_MS, LAST_MS, local, named_zone, offset_minutes, study_day


@dataclass(frozen=True, slots=True)
class Clock:
    """Moments in UTC ms, local ones in ``zone`` (None: the machine's), days that turn at ``turns`` o'clock."""

    zone: tzinfo | None
    turns: int
    fixed: int | None = None

    def now(self) -> int:
        """Return the present moment."""
        return self.fixed if self.fixed is not None else time.time_ns() // 1_000_000

    def day(self, ms: int) -> int:
        """Return the study day of a moment."""
        return study_day(ms, self.zone, self.turns)

    def offset(self, ms: int) -> int:
        """Return the minutes ahead of UTC at a moment."""
        return offset_minutes(ms, self.zone)

    def show(self, ms: int, offset: int | None = None) -> str:
        """Return a moment as local date and time, where it was written or here."""
        if offset is None:
            return f"{local(ms, self.zone):%Y-%m-%d %H:%M}"
        return f"{datetime.fromtimestamp(ms / 1000 + offset * 60, UTC):%Y-%m-%d %H:%M}"


def clock(settings: Settings, now: str | None) -> Clock:
    """Return the clock for the settings, standing still where ``now`` names a moment."""
    try:
        zone = named_zone(settings.zone)
    except ValueError:
        raise CannotError(
            f"没有时区 {settings.zone!r} 的数据",
            f"no data for the zone {settings.zone!r}",
            "tiku config zone ''，或安装 tzdata",
            "tiku config zone '', or install tzdata",
        ) from None
    fixed = parse_moment(now, zone) if now else None
    return Clock(zone, settings.day_turns, fixed)


def parse_moment(text: str, zone: tzinfo | None) -> int:
    """Return a moment in UTC ms from a date (noon is meant) or a date and time, local unless it has an offset.

    Raises UsageError.
    """
    try:
        clean = text.strip()
        if len(clean) <= 10:
            found = datetime.combine(date.fromisoformat(clean), datetime.min.time()).replace(hour=12)
        else:
            found = datetime.fromisoformat(clean)
        if found.tzinfo is None:
            found = found.replace(tzinfo=zone) if zone is not None else found.astimezone()
        ms = int(found.timestamp() * 1000)
        if not FIRST_MS <= ms < LAST_MS:
            raise ValueError
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            f"{text!r} 不是时刻",
            f"{text!r} is no moment",
            "例如 2026-12-24 或 2026-12-24T20:00",
            "for example 2026-12-24 or 2026-12-24T20:00",
        ) from None
    return ms
