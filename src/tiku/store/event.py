"""Events as data, and as lines of the log.

A line is one JSON object: ``v``, ``id`` (ULID), ``t`` (UTC ms), ``tz`` (minutes ahead of UTC), ``day`` (the study day),
``type``, the fields of the type, and last ``crc``, a CRC-32 of the bytes before it by which a damaged line is known. A
line without ``crc`` is taken too. Reading them is ``store/parse``.
"""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from tiku.model import Rating
from tiku.study.day import iso

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


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as the object of its line, without the checksum. Of an unknown one only the head is known."""
    row: dict[str, Any] = {"v": VERSION, "id": event.id, "t": event.t, "tz": event.tz, "day": iso(event.day)}
    row["type"] = event.type
    if not isinstance(event.body, Other):
        writer = _WRITERS.get(type(event.body), _plain)
        row.update(writer(event.body))
    return row


def write_event(event: Event) -> bytes:
    """Return the line of an event, without the newline. Unknown events cannot be written, only passed on."""
    if isinstance(event.body, Other):
        raise ValueError(f"an event of the unknown type {event.body.type!r} cannot be written")
    row = to_json(event)
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
