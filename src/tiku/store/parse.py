"""Reading a line of the log. Strict: a line that is not exactly an event raises ValueError with the reason."""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Callable, Mapping
from math import isfinite
from sys import intern
from typing import Any, Final

from tiku.model import RATINGS
from tiku.store.event import (
    DAY_MS,
    EPOCH_DAY,
    MODES,
    SECONDS_MAX,
    VERSION,
    Body,
    Bury,
    Event,
    IgnoreTerm,
    Note,
    Other,
    Phrase,
    Plan,
    Reset,
    Resume,
    Review,
    Skill,
    Suspend,
    Undo,
)
from tiku.store.ulid import is_ulid, ulid_ms
from tiku.study.day import FIRST_MS, LAST_MS, from_iso

_MARKS: Final[dict[tuple[tuple[Any, Any], ...], tuple[tuple[str, bool], ...]]] = {}
_MARKS_MAX: Final = 20_000
_CRC: Final = b',"crc":"'


def read_event(line: bytes) -> Event:
    """Return the event of a line. Raises ValueError with the reason when the line is not exactly one."""
    if line[-18:] != _CRC + b'%08x"}' % crc32(line[:-18]) and _has_checksum(line):
        raise ValueError("the checksum does not fit")
    try:
        text = line.decode()
        row, end = _DECODER.raw_decode(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(row, dict) or end != len(text):
        raise ValueError("no object")
    return _event(row)


def _has_checksum(line: bytes) -> bool:
    """Tell whether a line ends in a checksum. A key that is nearly ``crc`` was damaged, and then the rest may be too."""
    return sum(map(int.__eq__, line[-18:-10], _CRC)) > 4


def _event(row: dict[str, Any]) -> Event:
    version, name = row.get("v"), row.get("type")
    if type(version) is not int or version < 1:
        raise ValueError("v is no version")
    if not is_ulid(row.get("id")):
        raise ValueError("id is no ULID")
    if version > VERSION:
        # Only the id can be relied on.
        made = min(ulid_ms(row["id"]), LAST_MS - 1)
        return Event(row["id"], made, 0, EPOCH_DAY + made // DAY_MS, Other(_shown(name)))
    t, tz = row.get("t"), row.get("tz")
    if type(t) is not int or not FIRST_MS <= t < LAST_MS:
        raise ValueError("t is no moment")
    if type(tz) is not int or not -1440 < tz < 1440:
        raise ValueError("tz is no offset in minutes")
    day = from_iso(_text(row.get("day"), "day"))
    if abs(day - EPOCH_DAY - t // DAY_MS) > 2:
        raise ValueError("day and t are far apart")
    reader = _READERS.get(_name(name, "type"))
    body = reader(row) if reader else Other(_name(name, "type"))
    return Event(row["id"], t, tz, day, body)


def _shown(name: object) -> str:
    return name if isinstance(name, str) and name.isprintable() else ""


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{key} is no text")
    return value


def _name(value: object, key: str) -> str:
    """Return an id: a short text without control characters or halves of surrogate pairs."""
    if not isinstance(value, str) or not 0 < len(value) <= 300 or not value.isprintable():
        raise ValueError(f"{key} is no name")
    return value


def _flag(value: object, key: str) -> bool:
    if isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    raise ValueError(f"{key} is neither 0 nor 1")


def _whole(value: object, key: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{key} is no whole number from {low} to {high}")
    return value


def _read_review(row: dict[str, Any]) -> Review:
    rating, mode = row.get("rating"), row.get("mode", "think")
    if rating not in RATINGS:
        raise ValueError("rating is none")
    if mode not in MODES:
        raise ValueError("mode is none")
    seconds = row.get("seconds", 0)
    if type(seconds) not in (int, float) or not isfinite(seconds) or not 0 <= seconds <= SECONDS_MAX:
        raise ValueError("seconds is no time")
    answer, confidence, seed = row.get("answer"), row.get("confidence"), row.get("seed")
    return Review(
        intern(_name(row.get("question"), "question")),
        rating,
        _read_points(row.get("points")),
        _text(row.get("digest", ""), "digest"),
        float(seconds),
        mode,
        _text(row.get("scorer", ""), "scorer"),
        _flag(row.get("moved", False), "moved"),
        None if answer is None else _text(answer, "answer"),
        None if confidence is None else _text(confidence, "confidence"),
        None if seed is None else _whole(seed, "seed", -(2**63), 2**63 - 1),
    )


def _read_points(value: object) -> tuple[tuple[str, bool], ...] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValueError("points is no object")
    given = tuple(value.items())
    # The same marks come again and again: checked once, and one object for all of them.
    try:
        known = _MARKS.get(given)
    except TypeError:
        raise ValueError("points is neither 0 nor 1") from None
    if known is None:
        known = tuple((_name(point, "point"), _flag(hit, "points")) for point, hit in given)
        if len(_MARKS) >= _MARKS_MAX:
            _MARKS.clear()
        _MARKS[given] = known
    return known


def _read_note(row: dict[str, Any]) -> Note:
    replaces = row.get("replaces")
    if replaces is not None and not is_ulid(replaces):
        raise ValueError("replaces is no ULID")
    return Note(_name(row.get("question"), "question"), _text(row.get("text"), "text"), replaces)


def _read_plan(row: dict[str, Any]) -> Plan:
    on = row.get("on")
    return Plan(
        _name(row.get("posting"), "posting"),
        None if on is None else from_iso(_text(on, "on")),
        _whole(row.get("minutes", 30), "minutes", 1, 1440),
    )


def _read_undo(row: dict[str, Any]) -> Undo:
    if not is_ulid(row.get("event")):
        raise ValueError("event is no ULID")
    return Undo(row["event"])


def _of_question(kind: Callable[[str], Body]) -> Callable[[dict[str, Any]], Body]:
    return lambda row: kind(_name(row.get("question"), "question"))


_READERS: Final[Mapping[str, Callable[[dict[str, Any]], Body]]] = {
    "review": _read_review,
    "undo": _read_undo,
    "suspend": _of_question(Suspend),
    "resume": _of_question(Resume),
    "reset": _of_question(Reset),
    "bury": lambda row: Bury(
        _name(row.get("question"), "question"), from_iso(_text(row.get("until_day"), "until_day"))
    ),
    "note": _read_note,
    "plan": _read_plan,
    "phrase": lambda row: Phrase(
        _name(row.get("question"), "question"),
        _name(row.get("point"), "point"),
        _text(row.get("text"), "text"),
        _flag(row.get("hit"), "hit"),
    ),
    "skill": lambda row: Skill(_text(row.get("term"), "term"), _name(row.get("skill"), "skill")),
    "ignore-term": lambda row: IgnoreTerm(_text(row.get("term"), "term")),
}


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)
