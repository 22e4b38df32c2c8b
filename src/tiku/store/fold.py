"""The fold: from events, ordered by (t, id), to what a question's card and memory are. Pure.

Each question is folded by itself, so that an event that arrives late, or an undo, re-folds one question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tiku.model import Rating
from tiku.store.event import Bury, Event, Reset, Resume, Review, Suspend
from tiku.study.memory import Memory, answer, next_due
from tiku.study.outline import Outline, plain_outline

FOLDED: Final = ("review", "suspend", "resume", "reset", "bury")
"""The types of events that move a card."""
SECONDS_COUNTED: Final = 1800.0
"""More than this for one answer is a terminal left alone; minutes count no more."""
WEAK_LAPSES: Final = 2
WEAK_DAYS: Final = 7.0


@dataclass(frozen=True, slots=True)
class Folded:
    """A question after some of its events. Study days are ordinals; ``last`` is (t, id) of the last event."""

    memories: Mapping[str, Memory] = field(default_factory=dict)
    reviews: int = 0
    first_day: int | None = None
    last_day: int | None = None
    last_rating: Rating | None = None
    missed_must: bool = False
    suspended: bool = False
    buried: int | None = None
    last: tuple[int, str] = (0, "")


NEW: Final = Folded()
"""A question before its first event."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one review adds to its study day.

    ``asked`` and ``passed`` count the question, ``tested`` and ``kept`` its points, for the true retention: only what
    was seen on an earlier day, and only the first time on this one.
    """

    event: str
    day: int
    seconds: float
    mode: str
    rating: Rating
    counted: bool
    asked: int = 0
    passed: int = 0
    tested: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A question with its memory. ``due`` is None before the first review; ``first_day`` is that of the first."""

    question: str
    due: int | None
    first_day: int | None
    last_day: int | None
    reviews: int
    last_rating: Rating | None
    suspended: bool
    buried: int | None
    weak: bool
    outline_digest: str


def undone(undos: Mapping[str, str]) -> set[str]:
    """Return the ids of the events that are taken back. ``undos`` maps each undo event to its target.

    An undo counts unless it is itself undone. Undos that undo each other in a ring cannot be made, only forged: they
    count for nothing.
    """
    waiting = dict.fromkeys(undos, 0)
    for target in undos.values():
        if target in waiting:
            waiting[target] += 1
    ready = [undo for undo, count in waiting.items() if not count]
    gone: set[str] = set()
    while ready:
        undo = ready.pop()
        del waiting[undo]
        target = undos[undo]
        if undo not in gone:
            gone.add(target)
        if target in waiting:
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return gone | set(waiting)


def fold(events: Iterable[Event], outline: Outline | None, state: Folded = NEW) -> tuple[Folded, list[Tally]]:
    """Return a question after some more events, and what each review adds to its day.

    The caller sees to it that events come by (t, id), without those taken back.
    """
    tallies = []
    for event in events:
        state, tally = apply(state, event, outline)
        if tally:
            tallies.append(tally)
    return state, tallies


def apply(state: Folded, event: Event, outline: Outline | None) -> tuple[Folded, Tally | None]:
    """Return a question after one more event, and what a review adds to its day."""
    body, last = event.body, (event.t, event.id)
    if isinstance(body, Review):
        return _review(state, event, body, outline)
    if isinstance(body, Suspend | Resume):
        return replace(state, suspended=isinstance(body, Suspend), last=last), None
    if isinstance(body, Bury):
        return replace(state, buried=body.until_day, last=last), None
    if isinstance(body, Reset):
        return Folded(suspended=state.suspended, last=last), None
    return state, None


def _review(state: Folded, event: Event, body: Review, outline: Outline | None) -> tuple[Folded, Tally]:
    seconds = min(body.seconds, SECONDS_COUNTED)
    if body.mode == "cram":
        tally = Tally(event.id, event.day, seconds, body.mode, body.rating, counted=False)
        return replace(state, last=(event.t, event.id)), tally
    outline = outline or plain_outline(state.memories)
    marks = None if body.points is None else current_marks(body.points, outline)
    asked, passed, tested, kept = _retained(state, event.day, body, marks, outline)
    memories = answer(state.memories, outline, marks, body.rating, body.moved, event.day)
    after = Folded(
        memories,
        state.reviews + 1,
        event.day if state.first_day is None else state.first_day,
        event.day if state.last_day is None else max(event.day, state.last_day),
        body.rating,
        marks is not None and any(not marks.get(point, True) for point in outline.musts),
        state.suspended,
        state.buried,
        (event.t, event.id),
    )
    tally = Tally(event.id, event.day, seconds, body.mode, body.rating, True, asked, passed, tested, kept)
    return after, tally


def current_marks(points: Iterable[tuple[str, bool]], outline: Outline) -> dict[str, bool]:
    """Return the marks by the present ids of the points. Of points that became one, all must have been hit."""
    if not outline.renamed:
        return dict(points)
    marks: dict[str, bool] = {}
    for point, hit in points:
        name = outline.renamed.get(point, point)
        marks[name] = hit and marks.get(name, True)
    return marks


def _retained(
    state: Folded, day: int, body: Review, marks: Mapping[str, bool] | None, outline: Outline
) -> tuple[int, int, int, int]:
    if state.last_day is None or state.last_day >= day:
        return 0, 0, 0, 0
    good = body.rating != "again"
    if marks is None:
        marks = {part.id: good for part in outline.parts}
    hits = [hit for point, hit in marks.items() if point in state.memories and state.memories[point].last_day < day]
    return 1, int(good), len(hits), sum(hits)


def card(question: str, state: Folded, outline: Outline | None, retention: float) -> Card:
    """Return the card of a folded question, with its due day for the retention aimed at."""
    known = outline or plain_outline(state.memories)
    due = None
    if state.last_day is not None:
        due = next_due(state.memories, known, retention, state.last_day + 1)
    return Card(
        question,
        due,
        state.first_day,
        state.last_day,
        state.reviews,
        state.last_rating,
        state.suspended,
        state.buried,
        _weak(state, known),
        outline.digest if outline else "",
    )


def _weak(state: Folded, outline: Outline) -> bool:
    if state.last_rating in ("again", "hard") or state.missed_must:
        return True
    memories = [state.memories[part.id] for part in outline.parts if part.id in state.memories]
    if not memories or max(memory.lapses for memory in memories) < WEAK_LAPSES:
        return False
    return sum(memory.stability for memory in memories) / len(memories) < WEAK_DAYS
