"""Marking an answer point by point: which points were said, and by which words.

The marker is a function from :class:`Task` to :class:`Marking`; finer markers stand behind the same types
(:class:`Marker`). This one looks for the evidence of the outline: every line of a point must be met, by any of its
phrases. Words of the question itself are no evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from tiku.model import Point, Text
from tiku.text import fold, fold_map, is_cjk

PointState = Literal["covered", "maybe", "missed"]

_ENDINGS: Final = ("ing", "ies", "ed", "es", "er", "ly", "s", "d", "n", "r")
"""What an English phrase may carry behind its last word and still be the same phrase."""


@dataclass(frozen=True, slots=True)
class PointMark:
    """One point judged. ``evidence`` are the words of the answer it rests on, ``spans`` their places in it."""

    id: str
    state: PointState
    evidence: str | None = None
    spans: tuple[tuple[int, int], ...] = ()
    warning: Text | None = None

    @property
    def hit(self) -> bool:
        """A point counts as hit only where it is covered."""
        return self.state == "covered"


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be marked: the outline, the question in both languages, the answer, and what was taught.

    ``taught`` maps a point's id to (phrase, counts) pairs: the user's own wordings, accepted or refused before.
    ``synonyms`` maps a folded name to other folded names of the same skill.
    """

    points: Sequence[Point]
    question: Text
    answer: str
    taught: Mapping[str, Sequence[tuple[str, bool]]]
    synonyms: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Marking:
    """The points judged in the outline's order, warnings about the answer as a whole, and who judged."""

    points: tuple[PointMark, ...]
    warnings: tuple[Text, ...] = ()
    scorer: str = "evidence"

    @property
    def hits(self) -> frozenset[str]:
        """Return the ids of the points that count."""
        return frozenset(mark.id for mark in self.points if mark.hit)


class Marker(Protocol):
    """Anything that marks an answer."""

    def __call__(self, task: Task) -> Marking:
        """Mark one answer."""
        ...


@dataclass(frozen=True, slots=True)
class Folded:
    """An answer with its folded form and the place every folded character came from."""

    raw: str
    text: str
    places: tuple[int, ...]

    def find(self, phrase: str) -> tuple[int, int] | None:
        """Return the first place (start, end in the raw answer) where a folded phrase stands as whole words."""
        at = self.text.find(phrase)
        while phrase and at >= 0:
            end = at + len(phrase)
            if self._starts(at, phrase[0]) and self._ends(end, phrase[-1]):
                return self.places[at], self.places[end - 1] + 1
            at = self.text.find(phrase, at + 1)
        return None

    def _starts(self, at: int, first: str) -> bool:
        place = self.places[at]
        if place == 0 or not first.isalnum() or is_cjk(first):
            return True
        before = self.raw[place - 1]
        if first.isdigit():
            # 450 is not in 1450, nor in 0.450.
            return not (before.isdigit() or (before == "." and place > 1 and self.raw[place - 2].isdigit()))
        return not (before.isascii() and before.isalpha())

    def _ends(self, end: int, last: str) -> bool:
        place = self.places[end - 1] + 1
        if place >= len(self.raw) or not last.isalnum() or is_cjk(last):
            return True
        after = self.raw[place:]
        if last.isdigit():
            return not (after[0].isdigit() or (after[0] == "." and after[1:2].isdigit()))
        word = ""
        for char in after:
            if not (char.isascii() and char.isalpha()):
                break
            word += char.lower()
        return not word or word in _ENDINGS


def folded(answer: str) -> Folded:
    """Fold an answer once, for all the phrases that will be looked for."""
    text, places = fold_map(answer)
    return Folded(answer, text, tuple(places))


def mark(task: Task) -> Marking:
    """Mark an answer by the evidence of the outline."""
    answer = folded(task.answer)
    asked = (fold(task.question.zh), fold(task.question.en))
    return Marking(tuple(_mark_point(point, answer, asked, task) for point in task.points))


def _mark_point(point: Point, answer: Folded, asked: Sequence[str], task: Task) -> PointMark:
    for phrase, counts in task.taught.get(point.id, ()):
        place = answer.find(fold(phrase))
        if place is not None and counts:
            return PointMark(point.id, "covered", answer.raw[slice(*place)], (place,))
    lines = point.evidence or ((point.text.zh, point.text.en),)
    found = [_meet(line, answer, asked, task.synonyms) for line in lines]
    spans = tuple(sorted({span for span in found if span is not None}))
    if not spans:
        return PointMark(point.id, "missed")
    words = " … ".join(answer.raw[start:end] for start, end in spans)
    state: PointState = "covered" if all(found) else "maybe"
    return PointMark(point.id, state, words, spans)


def _meet(
    line: Sequence[str], answer: Folded, asked: Sequence[str], synonyms: Mapping[str, frozenset[str]]
) -> tuple[int, int] | None:
    for phrase in line:
        wanted = fold(phrase)
        if not wanted or any(wanted in text for text in asked):
            continue
        for form in (wanted, *sorted(synonyms.get(wanted, ()))):
            place = answer.find(form)
            if place is not None:
                return place
    return None
