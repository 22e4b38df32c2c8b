"""The rows of the state cache: folded questions, tallies, days and marks, in and out. No rules here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any, Final

from tiku.store.fold import Card, Folded, Tally, card
from tiku.store.reader import Mark
from tiku.study.memory import Memory
from tiku.study.outline import Outline

BATCH: Final = 500
"""Questions written at a time."""


def renames(db: sqlite3.Connection) -> dict[str, str]:
    """Return the present id of every former question id."""
    return dict(db.execute("SELECT old, new FROM renames"))


def said_renames(db: sqlite3.Connection) -> dict[str, str]:
    """Return the renames as the banks said them, one step each."""
    return dict(db.execute("SELECT old, said FROM renames"))


def save_renames(db: sqlite3.Connection, said: Mapping[str, str], names: Mapping[str, str]) -> None:
    """Replace the renames: as they were said, and where each leads in the end."""
    db.execute("DELETE FROM renames")
    values = ((old, new, names.get(old, old)) for old, new in said.items())
    db.executemany("INSERT INTO renames VALUES (?, ?, ?)", values)


def meta(db: sqlite3.Connection, key: str) -> str:
    """Return a remembered text, empty when there is none."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def save_meta(db: sqlite3.Connection, key: str, value: str) -> None:
    """Remember a text."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def marks(db: sqlite3.Connection) -> dict[str, Mark]:
    """Return how far each log file was read."""
    return {row[0]: Mark(*row) for row in db.execute("SELECT * FROM files")}


def save_mark(db: sqlite3.Connection, mark: Mark) -> None:
    """Remember how far a log file was read."""
    db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(mark))


def is_target(db: sqlite3.Connection, event: str) -> bool:
    """Tell whether an undo of the event is known."""
    return db.execute("SELECT 1 FROM events WHERE target = ? LIMIT 1", (event,)).fetchone() is not None


def memories(db: sqlite3.Connection, question: str) -> dict[str, Memory]:
    """Return the memory of each point of a question."""
    sql = "SELECT point, stability, difficulty, last_day, reviews, lapses FROM memory WHERE question = ?"
    return {point: Memory(*values) for point, *values in db.execute(sql, (question,))}


def folded(db: sqlite3.Connection, question: str) -> Folded | None:
    """Return a question as it was folded, or None for one without events."""
    sql = (
        "SELECT reviews, first_day, last_day, last_rating, missed_must, suspended, buried, last_t, last_id "
        "FROM cards WHERE question = ?"
    )
    row = db.execute(sql, (question,)).fetchone()
    if row is None:
        return None
    reviews, first, last, rating, missed, suspended, buried, t, event = row
    known = memories(db, question)
    return Folded(known, reviews, first, last, rating, bool(missed), bool(suspended), buried, (t, event))


def read_card(db: sqlite3.Connection, question: str) -> Card | None:
    """Return the card of a question, or None for one without events."""
    sql = (
        "SELECT question, due, first_day, last_day, reviews, last_rating, suspended, buried, weak, outline_digest "
        "FROM cards WHERE question = ?"
    )
    row = db.execute(sql, (question,)).fetchone()
    if row is None:
        return None
    name, due, first, last, reviews, rating, suspended, buried, weak, digest = row
    return Card(name, due, first, last, reviews, rating, bool(suspended), buried, bool(weak), digest)


class Batch:
    """Folded questions on their way into the cache, written many at a time."""

    def __init__(self, db: sqlite3.Connection, retention: float) -> None:
        self._db = db
        self._retention = retention
        self._cards: list[tuple[Any, ...]] = []
        self._memory: list[tuple[Any, ...]] = []
        self._tallies: list[tuple[Any, ...]] = []
        self.days: set[int] = set()

    def add(self, question: str, state: Folded, tallies: Iterable[Tally], outline: Outline | None, held: bool) -> None:
        """Keep a folded question with what its reviews add to their days. ``held``: it has memories in the cache."""
        made = card(question, state, outline, self._retention)
        self._cards.append(
            (
                *(question, made.due, made.first_day, made.last_day, made.reviews, made.last_rating, made.suspended),
                *(made.buried, made.weak, made.outline_digest, state.missed_must, *state.last),
            )
        )
        if held:
            self._db.execute("DELETE FROM memory WHERE question = ?", (question,))
        self._memory.extend(
            (question, point, known.stability, known.difficulty, known.last_day, known.reviews, known.lapses)
            for point, known in state.memories.items()
        )
        for one in tallies:
            self.days.add(one.day)
            self._tallies.append(
                (
                    *(one.day, one.event, question, one.seconds, one.mode, one.rating, one.counted),
                    *(one.asked, one.passed, one.tested, one.kept),
                )
            )
        if len(self._cards) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        self._db.executemany(f"INSERT OR REPLACE INTO cards VALUES ({_marks(13)})", self._cards)
        self._db.executemany(f"INSERT INTO memory VALUES ({_marks(7)})", self._memory)
        self._db.executemany(f"INSERT INTO tallies VALUES ({_marks(11)})", self._tallies)
        self._cards, self._memory, self._tallies = [], [], []

    def finish(self) -> None:
        """Write what is waiting and add up the study days concerned."""
        self.flush()
        sum_days(self._db, self.days)


def _marks(count: int) -> str:
    return ",".join("?" * count)


def drop(db: sqlite3.Connection, question: str) -> set[int]:
    """Take a question out and return the study days that it had added to."""
    days = {day for (day,) in db.execute("DELETE FROM tallies WHERE question = ? RETURNING day", (question,))}
    db.execute("DELETE FROM memory WHERE question = ?", (question,))
    db.execute("DELETE FROM cards WHERE question = ?", (question,))
    return days


def sum_days(db: sqlite3.Connection, days: Iterable[int]) -> None:
    """Add up some study days anew from their tallies."""
    wanted = [(day,) for day in days]
    db.executemany("DELETE FROM days WHERE day = ?", wanted)
    db.executemany(
        "INSERT INTO days SELECT day, sum(counted), round(sum(seconds), 1), sum(counted AND rating = 'again'), "
        "sum(counted AND rating = 'hard'), sum(counted AND rating = 'good'), sum(counted AND rating = 'easy'), "
        "sum(asked), sum(passed), sum(tested), sum(kept) FROM tallies WHERE day = ? GROUP BY day",
        wanted,
    )


def card_digests(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return every question that has a card, with the digest of the outline it was folded with."""
    return db.execute("SELECT question, outline_digest FROM cards ORDER BY question").fetchall()
