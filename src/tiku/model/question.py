"""A question and its parts."""

from __future__ import annotations

from dataclasses import dataclass

from tiku.model.words import ANSWER, Kind, Level, Text


@dataclass(frozen=True, slots=True)
class Point:
    """One claim of the outline that a listener can tick.

    ``evidence`` is a tuple of lines; every line must be met, and any phrase of a line meets it.
    """

    id: str
    text: Text
    weight: int = 1
    level: Level | None = None
    must: bool = False
    evidence: tuple[tuple[str, ...], ...] = ()
    was: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A harder question that comes after: a text with what is listened for, or another question's id."""

    text: Text | None = None
    listen: Text | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A claim often heard, why it is wrong and what it costs."""

    claim: Text
    why: Text
    cost: Text | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """A number to know. ``value`` is the text as written, so that 1.10 stays 1.10."""

    name: Text
    value: str
    unit: str = ""
    direction: str = ""
    device: str = ""
    as_of: str = ""
    assumes: Text | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact was read: title, address, place in it and the month it was read."""

    title: str
    url: str
    where: str = ""
    read: str = ""


@dataclass(frozen=True, slots=True)
class AskedIn:
    """A posting that asks the question, with its own wording where that differs."""

    posting: str
    wording: Text | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice question."""

    text: Text
    right: bool
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """One given of a numeric question: choices, or a range ``low..high`` in steps. Numbers as written."""

    name: str
    choices: tuple[str, ...] = ()
    low: str = ""
    high: str = ""
    step: str = ""
    unit: str = ""
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question file."""

    id: str
    kind: Kind
    question: Text
    points: tuple[Point, ...] = ()
    topic: str = ""
    subtopic: str = ""
    level: Level | None = None
    skills: tuple[str, ...] = ()
    asked_in: tuple[AskedIn, ...] = ()
    opening: Text | None = None
    follow_ups: tuple[FollowUp, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    numbers: tuple[Number, ...] = ()
    proof: str | None = None
    sources: tuple[Source, ...] = ()
    scope: Text | None = None
    was: tuple[str, ...] = ()
    # choice
    options: tuple[Option, ...] = ()
    # numeric
    given: tuple[Given, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    formula: str = ""
    unit: str = ""
    tolerance: str = ""
    # code
    language: str = ""
    stub: str = ""
    solution: str = ""

    @property
    def marked(self) -> tuple[Point, ...]:
        """Return the points that are marked and remembered: the outline, or the one point ``answer``."""
        if self.kind in ("choice", "numeric"):
            return (Point(id=ANSWER, text=self.question, weight=1, must=True),)
        return self.points

    @property
    def postings(self) -> tuple[str, ...]:
        """Return the ids of the postings that ask it."""
        return tuple(asked.posting for asked in self.asked_in)
