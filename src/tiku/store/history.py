"""What the cache tells besides cards: the log, what can be undone, notes, phrases, plans and totals."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from tiku.store.event import Event, IgnoreTerm, Note, Phrase, Plan, Skill
from tiku.store.parse import read_event

UNDOABLE = (*("review", "suspend", "resume", "reset", "bury", "note", "plan", "phrase", "skill", "ignore-term"),)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the log, the question it counts for now, and whether it is undone."""

    event: Event
    question: str | None
    undone: bool


def entries(db: sqlite3.Connection, limit: int, question: str | None = None) -> list[Entry]:
    """Return the newest events first, undone ones too; of one question where it is named."""
    where, values = ("WHERE question = ?", (question,)) if question else ("", ())
    sql = f"SELECT line, question, undone FROM events {where} ORDER BY t DESC, id DESC LIMIT ?"
    return [_entry(row) for row in db.execute(sql, (*values, limit))]


def entry(db: sqlite3.Connection, event: str) -> Entry | None:
    """Return one event by its id, or None."""
    row = db.execute("SELECT line, question, undone FROM events WHERE id = ?", (event,)).fetchone()
    return _entry(row) if row else None


def last_undoable(db: sqlite3.Connection) -> Entry | None:
    """Return the newest event that is not undone and can be, or None."""
    names = ",".join("?" * len(UNDOABLE))
    # "+": the index on the moment is the one to follow.
    sql = (
        f"SELECT line, question, undone FROM events WHERE +undone = 0 AND +type IN ({names}) "
        "ORDER BY t DESC, id DESC LIMIT 1"
    )
    row = db.execute(sql, UNDOABLE).fetchone()
    return _entry(row) if row else None


def last_redoable(db: sqlite3.Connection) -> Entry | None:
    """Return the newest undo that stands, to be undone itself, or None."""
    sql = (
        "SELECT u.line, u.question, u.undone FROM events u JOIN events e ON e.id = u.target "
        "WHERE u.type = 'undo' AND u.undone = 0 AND e.type <> 'undo' ORDER BY u.t DESC, u.id DESC LIMIT 1"
    )
    row = db.execute(sql).fetchone()
    return _entry(row) if row else None


def notes(db: sqlite3.Connection, question: str) -> list[Entry]:
    """Return the notes to a question that stand, oldest first: not undone, not replaced, not empty."""
    found = [entry for entry in _standing(db, "note", question) if isinstance(entry.event.body, Note)]
    replaced = {entry.event.body.replaces for entry in found if isinstance(entry.event.body, Note)}
    return [
        entry
        for entry in found
        if entry.event.id not in replaced and isinstance(entry.event.body, Note) and entry.event.body.text.strip()
    ]


def phrases(db: sqlite3.Connection, question: str | None = None) -> list[Phrase]:
    """Return the taught phrases that stand, each with the present id of its question; the last word counts."""
    last: dict[tuple[str, str, str], Phrase] = {}
    for entry in _standing(db, "phrase", question):
        body = entry.event.body
        if isinstance(body, Phrase) and entry.question:
            key = (entry.question, body.point, body.text)
            last.pop(key, None)
            last[key] = Phrase(entry.question, body.point, body.text, body.hit)
    return list(last.values())


def plans(db: sqlite3.Connection) -> list[Plan]:
    """Return the plans that stand, the nearest day first; the last word for each posting counts."""
    last: dict[str, Plan] = {}
    for entry in _standing(db, "plan"):
        if isinstance(entry.event.body, Plan):
            last[entry.event.body.posting] = entry.event.body
    standing = [(plan.on, plan.posting, plan) for plan in last.values() if plan.on is not None]
    return [plan for _, _, plan in sorted(standing)]


def terms(db: sqlite3.Connection) -> list[Skill | IgnoreTerm]:
    """Return what the user said about terms that stand for a skill or for none; the last word for each counts."""
    last: dict[str, Skill | IgnoreTerm] = {}
    found = sorted(
        (*_standing(db, "skill"), *_standing(db, "ignore-term")), key=lambda one: (one.event.t, one.event.id)
    )
    for entry in found:
        if isinstance(entry.event.body, Skill | IgnoreTerm):
            last[entry.event.body.term] = entry.event.body
    return list(last.values())


def _standing(db: sqlite3.Connection, kind: str, question: str | None = None) -> list[Entry]:
    # "+question": the few events of a rare type are found by their type.
    where, values = ("AND +question = ?", (question,)) if question else ("", ())
    sql = (
        "SELECT line, question, undone FROM events "
        f"WHERE type = ? AND type <> 'review' AND undone = 0 {where} ORDER BY t, id"
    )
    return [_entry(row) for row in db.execute(sql, (kind, *values))]


def _entry(row: tuple[str, str | None, int]) -> Entry:
    return Entry(read_event(row[0].encode()), row[1], bool(row[2]))
