"""Bringing the state cache up to the logs: new events are taken in and the questions concerned are folded.

Everything here runs inside of one transaction of the caller. An event that comes after what its question was folded
from is applied on top; one that sorts earlier, or an undo, re-folds its question alone; a log that no longer begins
with what was read of it re-folds everything.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from tiku.store import rows
from tiku.store.cache import empty
from tiku.store.event import Event, Undo
from tiku.store.fold import FOLDED, NEW, fold, undone
from tiku.store.parse import read_event
from tiku.store.reader import Mark, Stamp, read_on
from tiku.study.outline import Outline

KEPT: Final = 100_000
"""New events held in memory (some 400 bytes each) to be folded; questions of more are folded from the cache."""
Progress = Callable[[int, int], object]


class Outlines(Protocol):
    """What the state needs to know of the bank."""

    @property
    def stamp(self) -> str:
        """Return a text that changes whenever an outline or a rename may have changed."""
        ...

    def get(self, question: str) -> Outline | None:
        """Return the outline of a question, or None."""
        ...

    def digests(self) -> Mapping[str, str]:
        """Return the outline digest of every question."""
        ...

    def renames(self) -> Mapping[str, str]:
        """Return the present id of every former question id."""
        ...


@dataclass(slots=True)
class Work:
    """What a run has to fold: new events to apply on top, and questions to fold from their start."""

    db: sqlite3.Connection
    renames: Mapping[str, str]
    added: int = 0
    new: dict[str, list[Event]] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    ids: list[str] = field(default_factory=list)
    undos: bool = False
    held: int = 0
    empty: bool = False
    """Nothing was in the cache before."""

    def take(self, event: Event, line: str) -> None:
        """Put an event into the cache. One that is there already changes nothing."""
        body = event.body
        question = self.renames.get(event.question, event.question) if event.question else None
        target = body.event if isinstance(body, Undo) else None
        row = (event.id, event.t, event.type, question, target, line)
        sql = "INSERT INTO events(id, t, type, question, target, line) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        if not self.db.execute(sql, row).rowcount:
            self._same_id(row)
            return
        self.added += 1
        self.undos = self.undos or target is not None
        self.ids.append(event.id)
        if question is None or event.type not in FOLDED:
            return
        if self.held >= KEPT:
            self.again.add(question)
        else:
            self.new.setdefault(question, []).append(event)
            self.held += 1

    def _same_id(self, row: tuple[str, int, str, str | None, str | None, str]) -> None:
        """Choose between two lines with one id that differ (one is damaged or forged), whatever their order."""
        old = self.db.execute("SELECT line, question FROM events WHERE id = ?", (row[0],)).fetchone()
        if _rank(row[5]) >= _rank(old[0]):
            return
        self.db.execute("UPDATE events SET t=?, type=?, question=?, target=?, line=? WHERE id=?", (*row[1:], row[0]))
        self.again.update(name for name in (old[1], row[3]) if name)
        self.undos = True


def _rank(line: str) -> tuple[bool, str]:
    return ',"crc":"' not in line[-18:], line


def take_in(db: sqlite3.Connection, folder: Path, stamps: Iterable[Stamp], marks: Mapping[str, Mark]) -> Work | None:
    """Take in what the logs hold beyond the marks. Returns None when something read before is gone."""
    work = Work(db, rows.renames(db), empty=not marks)
    listed = {stamp.name: stamp for stamp in stamps}
    if any(name not in listed or listed[name].size < mark.offset for name, mark in marks.items()):
        return None
    for stamp in listed.values():
        mark = marks.get(stamp.name)
        if mark and (mark.size, mark.mtime_ns) == (stamp.size, stamp.mtime_ns):
            continue
        reached = read_on(folder, stamp, mark, work.take)
        if reached is None:
            return None
        rows.save_mark(db, reached)
    return work


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the cycle collector away from a large replay: it would look through all events, which hold no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def take_all(db: sqlite3.Connection, folder: Path, stamps: Iterable[Stamp]) -> Work:
    """Empty the cache and take in every event."""
    empty(db)
    work = take_in(db, folder, stamps, {})
    assert work is not None  # nothing was read before
    return work


def fold_in(work: Work, outlines: Outlines, retention: float, progress: Progress | None = None) -> None:
    """Fold the questions that the new events concern."""
    db, batch = work.db, rows.Batch(work.db, retention)
    if work.undos or any(rows.is_target(db, event) for event in work.ids):
        work.again |= _settle_undos(db)
    questions = sorted(work.again | work.new.keys())
    for number, question in enumerate(questions):
        events = sorted(work.new.pop(question, ()), key=_moment)
        known = None if work.empty else rows.folded(db, question)
        late = known is not None and events and _moment(events[0]) <= known.last
        if question in work.again or late:
            refold(db, question, outlines.get(question), batch)
        else:
            state, tallies = fold(events, outlines.get(question), known or NEW)
            batch.add(question, state, tallies, outlines.get(question), known is not None)
        if progress and number % 50 == 0:
            progress(number, len(questions))
    batch.finish()


def _moment(event: Event) -> tuple[int, str]:
    return event.t, event.id


def refold(db: sqlite3.Connection, question: str, outline: Outline | None, batch: rows.Batch) -> None:
    """Fold a question from its start."""
    names = ",".join("?" * len(FOLDED))
    sql = f"SELECT line FROM events WHERE question = ? AND undone = 0 AND type IN ({names}) ORDER BY t, id"
    events = [read_event(line.encode()) for (line,) in db.execute(sql, (question, *FOLDED))]
    batch.days |= rows.drop(db, question)
    if events:
        state, tallies = fold(events, outline)
        batch.add(question, state, tallies, outline, False)


def _settle_undos(db: sqlite3.Connection) -> set[str]:
    """Set which events are undone and return the questions of those where that changed."""
    gone = undone(dict(db.execute("SELECT id, target FROM events WHERE target IS NOT NULL")))
    marked = {event for (event,) in db.execute("SELECT id FROM events WHERE undone = 1")}
    changed: set[str] = set()
    for event in gone ^ marked:
        flag = int(event in gone)
        found = db.execute(
            "UPDATE events SET undone = ? WHERE id = ? AND undone <> ? RETURNING question", (flag, event, flag)
        ).fetchone()
        if found and found[0]:
            changed.add(found[0])
    return changed


def follow_bank(db: sqlite3.Connection, outlines: Outlines, retention: float) -> None:
    """Fold anew the questions whose outline or id the bank has changed. What another bank knows stays."""
    digests = outlines.digests()
    known = rows.renames(db)
    said = {**rows.said_renames(db), **outlines.renames()}
    wanted = _resolved(said, digests)
    again: set[str] = set()
    for old in sorted(known.keys() | wanted.keys()):
        before, after = known.get(old, old), wanted.get(old, old)
        if before != after:
            again |= {before, after}
            _move(db, old, before, after)
    rows.save_renames(db, said, wanted)
    for question, digest in rows.card_digests(db):
        if digests.get(question, digest) != digest:
            again.add(question)
    batch = rows.Batch(db, retention)
    for question in sorted(again):
        refold(db, question, outlines.get(question), batch)
    batch.finish()


def _resolved(given: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    """Return the renames with chains followed to their end. An id that is in use is never renamed."""
    found: dict[str, str] = {}
    for old in given:
        name, seen = old, {old}
        while name in given and name not in present and given[name] not in seen:
            name = given[name]
            seen.add(name)
        if name != old:
            found[old] = name
    return found


def _move(db: sqlite3.Connection, named: str, before: str, after: str) -> None:
    """Give the events written under an old id to the question that has its history now."""
    for event, line in db.execute("SELECT id, line FROM events WHERE question = ?", (before,)).fetchall():
        if read_event(line.encode()).question == named:
            db.execute("UPDATE events SET question = ? WHERE id = ?", (after, event))


def set_dues(db: sqlite3.Connection, outlines: Outlines, retention: float) -> None:
    """Work out every due day anew, for another retention."""
    batch = rows.Batch(db, retention)
    for question, _ in rows.card_digests(db):
        known = rows.folded(db, question)
        if known is not None:
            batch.add(question, known, (), outlines.get(question), True)
    batch.finish()
