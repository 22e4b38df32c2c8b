"""The words of the product as data: frozen dataclasses, no behaviour that needs a clock or a file.

Texts that exist in both languages are a :class:`Text`. Where a user's bank has one plain string, both
languages hold it. Tuples stand where YAML has lists, so that a question is hashable and never changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Lang = Literal["zh", "en"]
Langs = Literal["zh", "en", "both"]
Kind = Literal["open", "choice", "numeric", "code", "story"]
Level = Literal["junior", "senior", "expert"]
Rating = Literal["again", "hard", "good", "easy"]
Need = Literal["must", "nice", "duty", "context"]

KINDS: tuple[Kind, ...] = ("open", "choice", "numeric", "code", "story")
LEVELS: tuple[Level, ...] = ("junior", "senior", "expert")
RATINGS: tuple[Rating, ...] = ("again", "hard", "good", "easy")
NEEDS: tuple[Need, ...] = ("must", "nice", "duty", "context")

ANSWER = "answer"
"""The id of the one point that a choice or a numeric question counts as."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Chinese and English."""

    zh: str
    en: str

    def pick(self, lang: Lang) -> str:
        """Return the text in one language."""
        return self.zh if lang == "zh" else self.en


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


@dataclass(frozen=True, slots=True)
class Subtopic:
    """One subtopic, the postings that name it and in how many reported interviews it came up."""

    id: str
    name: Text
    named_by: tuple[str, ...] = ()
    reported: int | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic with its subtopics, in the order of the file."""

    id: str
    name: Text
    subtopics: tuple[Subtopic, ...] = ()


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill: names, aliases (case ignored unless in ``exact``), vetoes and what it implies.

    ``not_before`` and ``not_after`` are plain words that must not stand directly before or after a hit.
    """

    id: str
    name: Text
    kind: Literal["tech", "concept"] = "concept"
    aliases: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    not_before: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PostingSkill:
    """A skill a posting names: how much it is needed, its any-of group and the words of the posting."""

    id: str
    need: Need
    quote: str = ""
    any_of: str | None = None


@dataclass(frozen=True, slots=True)
class Salary:
    """Monthly pay as a range. ``basis`` says whether the posting states it or somebody estimated it."""

    low: int
    high: int
    unit: str
    basis: Literal["stated", "estimated"]
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match report restated: the overall score and the scores by dimension, each of 100, with reasons."""

    overall: int | None
    verdict: Text
    fits: Text | None = None
    scores: tuple[tuple[str, int, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Posting:
    """One posting file."""

    id: str
    title: Text
    company: Text
    place: tuple[Text, ...] = ()
    level: Text | None = None
    salary: Salary | None = None
    years_min: int | None = None
    degree: Text | None = None
    duties: tuple[Text, ...] = ()
    must: tuple[Text, ...] = ()
    nice: tuple[Text, ...] = ()
    context: tuple[Text, ...] = ()
    skills: tuple[PostingSkill, ...] = ()
    frameworks: tuple[Text, ...] = ()
    advice: tuple[Text, ...] = ()
    match: Match | None = None
    read: str = ""
    text: str = ""
    unknown_terms: tuple[str, ...] = ()
    ignored_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: 1-based line and column (in characters), and the line itself."""

    path: str
    line: int = 0
    column: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem found, with its code, place, cause and cure. ``args`` fill the texts of the code's page."""

    code: str
    place: Place
    message: Text
    fix: Text
    severity: Literal["error", "warning"] = "error"
    args: tuple[str, ...] = field(default=())
