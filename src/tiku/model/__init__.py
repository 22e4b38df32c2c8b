"""The words of the product as data: frozen dataclasses, no behaviour that needs a clock or a file.

Texts that exist in both languages are a :class:`Text`. Where a user's bank has one plain string, both languages hold it.
Tuples stand where YAML has lists, so that a question is hashable and never changes. Making two dozen dataclasses takes
longer than most verbs do, so each part of the model is loaded when one of its names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiku.model.words import ANSWER, KINDS, LEVELS, NEEDS, RATINGS, Kind, Lang, Langs, Level, Need, Rating, Text

if TYPE_CHECKING:
    from tiku.model.posting import Match, Posting, PostingSkill, Salary, Skill, Subtopic, Topic
    from tiku.model.problem import Place, Problem
    from tiku.model.question import AskedIn, FollowUp, Given, Mistake, Number, Option, Point, Question, Source

_HOMES = {
    **dict.fromkeys(["Match", "Posting", "PostingSkill", "Salary", "Skill", "Subtopic", "Topic"], "posting"),
    **dict.fromkeys(["Place", "Problem"], "problem"),
    **dict.fromkeys(
        ["AskedIn", "FollowUp", "Given", "Mistake", "Number", "Option", "Point", "Question", "Source"], "question"
    ),
}

__all__ = [
    "ANSWER", "KINDS", "LEVELS", "NEEDS", "RATINGS", "AskedIn", "FollowUp", "Given", "Kind", "Lang", "Langs",
    "Level", "Match", "Mistake", "Need", "Number", "Option", "Place", "Point", "Posting", "PostingSkill",
    "Problem", "Question", "Rating", "Salary", "Skill", "Source", "Subtopic", "Text", "Topic",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load the part of the model in which a name is at home."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)
