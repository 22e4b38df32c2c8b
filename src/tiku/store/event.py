"""Events as data, and as lines of the log.

A line is one JSON object: ``v``, ``id`` (ULID), ``t`` (UTC ms), ``tz`` (minutes ahead of UTC), ``day`` (the study day),
``type``, the fields of the type, and last ``crc``, a CRC-32 of the bytes before it by which a damaged line is known. A
line without ``crc`` is taken too. Reading is strict: a line that is not exactly an event raises ValueError.
"""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Final

from tiku.model import RATINGS, Rating
from tiku.store.ulid import is_ulid, ulid_ms
from tiku.study.day import FIRST_MS, LAST_MS, from_iso, iso

VERSION: Final = 1
MODES: Final = ("think", "type", "cram", "mock", "script")
EPOCH_DAY: Final = 719_163
"""The ordinal of 1970-01-01."""
DAY_MS: Final = 86_400_000
LINE_MAX: Final = 8_388_608
"""Bytes a line may have; longer ones are damage."""
SECONDS_MAX: Final = 7 * 86_400


@dataclass(frozen=True, slots=True)
class Review:
    """One graded answer. ``points`` are the marks, None where the rating was given without any.

    ``moved``: the user moved the rating away from the one that followed from the marks.
    """

    question: str
    rating: Rating
    points: tuple[tuple[str, bool], ...] | None = None
    digest: str = ""
    seconds: float = 0.0
    mode: str = "think"
    scorer: str = ""
    moved: bool = False
    answer: str | None = None
    confidence: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back another event; an undo that is undone redoes it."""

    event: str


@dataclass(frozen=True, slots=True)
class Suspend:
    """The question is not asked until it is resumed."""

    question: str


@dataclass(frozen=True, slots=True)
class Resume:
    """A suspended question is asked again."""

    question: str


@dataclass(frozen=True, slots=True)
class Reset:
    """The question counts as new from here on."""

    question: str


@dataclass(frozen=True, slots=True)
class Bury:
    """The question is not asked before a study day."""

    question: str
    until_day: int


@dataclass(frozen=True, slots=True)
class Note:
    """A private note to a question. ``replaces`` names an older note; an empty text takes that one away."""

    question: str
    text: str
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The interview for a posting is on a study day, with so many minutes a day; ``on`` None ends the plan."""

    posting: str
    on: int | None
    minutes: int = 30


@dataclass(frozen=True, slots=True)
class Phrase:
    """The user says that some words are, or are not, evidence of a point."""

    question: str
    point: str
    text: str
    hit: bool


@dataclass(frozen=True, slots=True)
class Skill:
    """The user says that a term means a skill."""

    term: str
    skill: str


@dataclass(frozen=True, slots=True)
class IgnoreTerm:
    """The user says that a term is no skill."""

    term: str


@dataclass(frozen=True, slots=True)
class Other:
    """An event of a type or version that this program does not know: kept, counted and passed on."""

    type: str


Body = Review | Undo | Suspend | Resume | Reset | Bury | Note | Plan | Phrase | Skill | IgnoreTerm | Other


@dataclass(frozen=True, slots=True)
class Event:
    """One event: id, moment in UTC ms, minutes ahead of UTC there, study day (ordinal), and what happened."""

    id: str
    t: int
    tz: int
    day: int
    body: Body

    @property
    def type(self) -> str:
        """Return the name of the type, as in the line."""
        return self.body.type if isinstance(self.body, Other) else _NAMES[type(self.body)]

    @property
    def question(self) -> str | None:
        """Return the id of the question the event is about, or None."""
        return getattr(self.body, "question", None)


def write_event(event: Event) -> bytes:
    """Return the line of an event, without the newline. Unknown events cannot be written, only passed on."""
    if isinstance(event.body, Other):
        raise ValueError(f"an event of the unknown type {event.body.type!r} cannot be written")
    row: dict[str, Any] = {"v": VERSION, "id": event.id, "t": event.t, "tz": event.tz, "day": iso(event.day)}
    row["type"] = event.type
    writer = _WRITERS.get(type(event.body), _plain)
    row.update(writer(event.body))
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        raw = text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, from a terminal that sent no UTF-8
        raw = json.dumps(row, separators=(",", ":"), allow_nan=False).encode()
    return seal(raw)


def seal(line: bytes) -> bytes:
    """Return a JSON object as a line that carries its checksum."""
    body = line[:-1]
    return body + b',"crc":"%08x"}' % crc32(body)


def read_event(line: bytes) -> Event:
    """Return the event of a line. Raises ValueError with the reason when the line is not exactly one."""
    if line[-18:-10] == b',"crc":"' and line[-10:] != b'%08x"}' % crc32(line[:-18]):
        raise ValueError("the checksum does not fit")
    try:
        row = _DECODER.decode(line.decode())
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(row, dict):
        raise ValueError("no object")
    return _event(row)


def _event(row: dict[str, Any]) -> Event:
    version, name = row.get("v"), row.get("type")
    if type(version) is not int or version < 1:
        raise ValueError("v is no version")
    if not is_ulid(row.get("id")):
        raise ValueError("id is no ULID")
    if version > VERSION:
        # Only the id can be relied on.
        made = min(ulid_ms(row["id"]), LAST_MS - 1)
        return Event(row["id"], made, 0, EPOCH_DAY + made // DAY_MS, Other(name if isinstance(name, str) else ""))
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
    if value is True or value is False or (type(value) is int and value in (0, 1)):
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
        _name(row.get("question"), "question"),
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
    return tuple((_name(point, "point"), _flag(hit, "points")) for point, hit in value.items())


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
_NAMES: Final[Mapping[type, str]] = {
    Review: "review",
    Undo: "undo",
    Suspend: "suspend",
    Resume: "resume",
    Reset: "reset",
    Bury: "bury",
    Note: "note",
    Plan: "plan",
    Phrase: "phrase",
    Skill: "skill",
    IgnoreTerm: "ignore-term",
}


def _plain(body: Any) -> dict[str, Any]:
    """Return the fields of a body by their names, without those that are None."""
    values = {field.name: getattr(body, field.name) for field in fields(body)}
    return {name: value for name, value in values.items() if value is not None}


def _write_review(body: Any) -> dict[str, Any]:
    row = _plain(body)
    row["points"] = None if body.points is None else {point: int(hit) for point, hit in body.points}
    row["seconds"] = round(body.seconds, 1)
    if not body.moved:
        del row["moved"]
    return row


_WRITERS: Final[Mapping[type[Any], Callable[[Any], dict[str, Any]]]] = {
    Review: _write_review,
    Bury: lambda body: {"question": body.question, "until_day": iso(body.until_day)},
    Plan: lambda body: {**_plain(body), "on": None if body.on is None else iso(body.on)},
    Phrase: lambda body: {**_plain(body), "hit": int(body.hit)},
}


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)
