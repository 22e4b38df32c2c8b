"""The taxonomy, the skills and the postings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tiku.model.words import Need, Text


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
