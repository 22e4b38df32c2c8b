"""Marking an answer point by point: which points were said, and by which words.

The marker is a function from :class:`Task` to :class:`Marking`; finer markers stand behind the same types
(:class:`Marker`). This one looks for the evidence of the outline: every line of a point must be met, by any of its
phrases. Words of the question itself are no evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from tiku.grade.doubts import denial_at, denied, denies, heap_of_words, opposite, other_number
from tiku.grade.soft import places_of, recall
from tiku.grade.terms import terms
from tiku.model import Point, Text
from tiku.text import fold, fold_map, is_cjk

PointState = Literal["covered", "maybe", "missed"]

SOFT_COVERED: Final = 0.45
SOFT_MAYBE: Final = 0.35
"""Shares of a point's terms from which it counts (where the outline gives no evidence) or is asked about."""

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
        return next(self.find_all(phrase), None)

    def find_all(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Yield every place where a folded phrase stands as whole words."""
        at = self.text.find(phrase)
        while phrase and at >= 0:
            end = at + len(phrase)
            if self._starts(at, phrase[0]) and self._ends(end, phrase[-1]):
                yield self.places[at], self.places[end - 1] + 1
            at = self.text.find(phrase, at + 1)

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
    """Mark an answer: by the evidence of the outline first, then by how many of a point's terms are said."""
    answer = folded(task.answer)
    asked = Asked(task.question)
    heap = heap_of_words(task.answer)
    marks = tuple(_mark_point(point, answer, asked, task) for point in task.points)
    if heap is not None:
        marks = tuple(replace(one, state="maybe") if one.hit else one for one in marks)
    return Marking(marks, () if heap is None else (heap,))


class Asked:
    """The question, folded and as terms: what it says is no evidence."""

    def __init__(self, question: Text) -> None:
        self.folded = (fold(question.zh), fold(question.en))
        self.terms = frozenset(terms(question.zh)) | frozenset(terms(question.en))


def _mark_point(point: Point, answer: Folded, asked: Asked, task: Task) -> PointMark:
    for phrase, counts in task.taught.get(point.id, ()):
        place = answer.find(fold(phrase))
        if place is not None:
            state: PointState = "covered" if counts else "missed"
            return PointMark(point.id, state, answer.raw[slice(*place)], (place,))
    denials = not denies(point.text)
    found = [_meet(line, answer, asked.folded, task.synonyms, denials) for line in point.evidence]
    spans = tuple(sorted({span for span in found if span is not None}))
    if spans and all(found):
        return _doubted(point, PointMark(point.id, "covered", _words(answer, spans), spans), task.answer)
    share, place = _soft(point, task.answer, asked)
    state = "covered" if not point.evidence and share >= SOFT_COVERED else "maybe"
    if spans:
        return PointMark(point.id, "maybe", _words(answer, spans), spans)
    if place is None or share < SOFT_MAYBE:
        return PointMark(point.id, "missed")
    return _doubted(point, PointMark(point.id, state, task.answer[slice(*place)].strip(), (place,)), task.answer)


def _words(answer: Folded, spans: Sequence[tuple[int, int]]) -> str:
    return " … ".join(answer.raw[start:end] for start, end in spans)


def _soft(point: Point, answer: str, asked: Asked) -> tuple[float, tuple[int, int] | None]:
    """Return how much of the point is said in the best place of the answer, in either language, and that place."""
    best: tuple[float, tuple[int, int] | None] = (0.0, None)
    for start, end in places_of(answer):
        said = terms(answer[start:end])
        for text in (point.text.zh, point.text.en):
            share = recall(text, said, asked.terms)
            if share > best[0]:
                best = share, (start, end)
    return best


def _doubted(point: Point, one: PointMark, answer: str) -> PointMark:
    """Return the mark, a maybe where there is a reason to ask."""
    for doubt in (denied, opposite, other_number):
        reason = doubt(answer, one.spans, point.text)
        if reason is not None:
            return replace(one, state="maybe" if one.hit else one.state, warning=reason)
    return one


def _meet(
    line: Sequence[str], answer: Folded, asked: Sequence[str], synonyms: Mapping[str, frozenset[str]], denials: bool
) -> tuple[int, int] | None:
    """Return where a line of evidence is met: the first place that no denial reaches, else the first place.

    ``denials``: whether a denial matters, because the point itself has none.
    """
    first: tuple[int, int] | None = None
    for phrase in line:
        wanted = fold(phrase)
        if not wanted or any(wanted in text for text in asked):
            continue
        for form in (wanted, *sorted(synonyms.get(wanted, ()))):
            for place in answer.find_all(form):
                if not denials or denial_at(answer.raw, place) is None:
                    return place
                first = first or place
    return first
