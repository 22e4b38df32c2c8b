"""The state: what the logs add up to, kept in a cache that may be deleted at any time.

A run opens it, brings it up to the logs with :meth:`State.sync`, and reads. Nothing that happens to the cache is an
error: a damaged one is made anew, and where none can be kept the state is in memory for the run.

Most runs find nothing new: what folds and tells is imported only where it is needed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tiku.derived import discard, is_damage
from tiku.store import counts
from tiku.store.cache import open_cache
from tiku.store.listing import listed

if TYPE_CHECKING:
    from tiku.store import replay
    from tiku.store.event import IgnoreTerm, Phrase, Plan, Skill
    from tiku.store.fold import Card
    from tiku.store.history import Entry
    from tiku.store.replay import Outlines, Progress
    from tiku.study.memory import Memory
    from tiku.study.progress import Day

T = TypeVar("T")


class Synced(NamedTuple):
    """What a sync found: events newly taken in, lines set aside, events of unknown types, all folded anew or not."""

    added: int = 0
    damaged: int = 0
    unknown: int = 0
    rebuilt: bool = False


class State:
    """The folded state of a data folder."""

    def __init__(self, path: Path | None, data: Path) -> None:
        self._path = path
        self._owner = os.path.realpath(data)
        self._events = data / "events"
        self._last: tuple[Outlines, float] | None = None
        self._cache = open_cache(path, self._owner)

    @classmethod
    def open(cls, path: Path | None, data: Path) -> State:
        """Open the state of a data folder with its cache at ``path`` (None: in memory). Never fails."""
        return cls(path, data)

    def close(self) -> None:
        """Close the cache."""
        self._cache.db.close()

    @property
    def in_memory(self) -> bool:
        """Tell whether the cache could not be kept in a file."""
        return self._cache.in_memory

    def attach(self, db: sqlite3.Connection) -> None:
        """Attach the cache to another connection, opened with ``uri=True``, as the schema ``state``."""
        db.execute("ATTACH DATABASE ? AS state", (self._cache.address,))

    def sync(self, outlines: Outlines, retention: float, progress: Progress | None = None) -> Synced:
        """Bring the state up to the logs and the bank. Raises CannotError when a log cannot be read."""
        self._last = (outlines, retention)
        return self._safely(lambda: self._sync(outlines, retention, progress))

    def _sync(self, outlines: Outlines, retention: float, progress: Progress | None = None) -> Synced:
        db = self._cache.db
        if self._is_current(outlines, retention):
            return self._result(0, False)
        from tiku.store import replay

        db.execute("BEGIN IMMEDIATE")
        try:
            with replay.uncollected():
                work, rebuilt = self._fold(outlines, retention, progress)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return self._result(work.added, rebuilt)

    def _fold(self, outlines: Outlines, retention: float, progress: Progress | None) -> tuple[replay.Work, bool]:
        from tiku.store import replay, rows
        from tiku.store.reader import log_files

        db = self._cache.db
        if rows.meta(db, "retention") != repr(retention):
            replay.set_dues(db, outlines, retention)
            rows.save_meta(db, "retention", repr(retention))
        if rows.meta(db, "bank") != outlines.stamp:
            replay.follow_bank(db, outlines, retention)
            rows.save_meta(db, "bank", outlines.stamp)
        stamps, rebuilt = log_files(self._events), False
        work = replay.take_in(db, self._events, stamps, rows.marks(db))
        if work is None:
            work, rebuilt = replay.take_all(db, self._events, stamps), True
        replay.fold_in(work, outlines, retention, progress)
        return work, rebuilt

    def _is_current(self, outlines: Outlines, retention: float) -> bool:
        db = self._cache.db
        try:
            there = listed(self._events)
        except OSError:
            return False
        read = sorted(db.execute("SELECT name, size, mtime_ns FROM files"))
        meta = dict(db.execute("SELECT key, value FROM meta WHERE key IN ('bank', 'retention')"))
        return there == read and meta.get("bank", "") == outlines.stamp and meta.get("retention") == repr(retention)

    def _result(self, added: int, rebuilt: bool) -> Synced:
        sums = "SELECT COALESCE(sum(damaged), 0), COALESCE(sum(unknown), 0) FROM files"
        damaged, unknown = self._cache.db.execute(sums).fetchone()
        return Synced(added, damaged, unknown, rebuilt)

    def _safely(self, work: Callable[[], T]) -> T:
        """Do some work; where the cache fails, make it anew and do the work again, in memory at the last."""
        try:
            return work()
        except sqlite3.DatabaseError as error:
            self._replace(is_damage(error))
        try:
            return work()
        except sqlite3.DatabaseError:
            self._replace(False)
        return work()

    def _replace(self, damaged: bool) -> None:
        self._cache.db.close()
        keep = damaged and self._path is not None and discard(self._path)
        self._cache = open_cache(self._path if keep else None, self._owner)

    def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Read from the cache; where that fails, make it anew and bring it up again first."""
        try:
            return question(self._cache.db)
        except sqlite3.DatabaseError as error:
            self._replace(is_damage(error))
        if self._last is not None:
            self.sync(*self._last)
        return question(self._cache.db)

    def summary(self) -> list[tuple[object, ...]]:
        """Return all cards, memories and days as rows, for telling whether two states are the same."""
        orders = {"cards": "question", "memory": "question, point", "days": "day"}
        return self._read(
            lambda db: [
                (table, *row)
                for table, order in orders.items()
                for row in db.execute(f"SELECT * FROM {table} ORDER BY {order}")
            ]
        )

    def card(self, question: str) -> Card | None:
        """Return the card of a question, None for one that nothing happened to."""
        from tiku.store import rows

        return self._read(lambda db: rows.read_card(db, question))

    def memories(self, question: str) -> dict[str, Memory]:
        """Return the memory of each point of a question; points that left the outline too."""
        from tiku.store import rows

        return self._read(lambda db: rows.memories(db, question))

    def days(self, since: int | None = None) -> list[Day]:
        """Return the totals of the study days with something done, in order."""
        return self._read(lambda db: counts.days(db, since))

    def entries(self, limit: int = -1, question: str | None = None) -> list[Entry]:
        """Return the log, newest first, undone events too; all of it by default."""
        from tiku.store import history

        return self._read(lambda db: history.entries(db, limit, question))

    def entry(self, event: str) -> Entry | None:
        """Return one event by its id, or None."""
        from tiku.store import history

        return self._read(lambda db: history.entry(db, event))

    def last_undoable(self) -> Entry | None:
        """Return the newest event that can be undone, or None."""
        from tiku.store import history

        return self._read(history.last_undoable)

    def last_redoable(self) -> Entry | None:
        """Return the newest undo that stands (undo it to redo), or None."""
        from tiku.store import history

        return self._read(history.last_redoable)

    def notes(self, question: str) -> list[Entry]:
        """Return the notes to a question that stand, oldest first (``entry.event.body`` is a Note)."""
        if not self._read(lambda db: counts.has(db, "note")):
            return []
        from tiku.store import history

        return self._read(lambda db: history.notes(db, question))

    def phrases(self, question: str | None = None) -> list[Phrase]:
        """Return the taught phrases that stand, of one question or of all."""
        if not self._read(lambda db: counts.has(db, "phrase")):
            return []
        from tiku.store import history

        return self._read(lambda db: history.phrases(db, question))

    def plans(self) -> list[Plan]:
        """Return the plans that stand, the nearest first."""
        if not self._read(lambda db: counts.has(db, "plan")):
            return []
        from tiku.store import history

        return self._read(history.plans)

    def terms(self) -> list[Skill | IgnoreTerm]:
        """Return what the user said about terms: skills or none."""
        from tiku.store import history

        return self._read(history.terms)

    def seconds(self, modes: Iterable[str], limit: int = 100) -> list[float]:
        """Return how long the last answers in some modes took."""
        names = tuple(modes)
        return self._read(lambda db: counts.seconds(db, names, limit))

    def begun(self, day: int) -> int:
        """Return how many questions were reviewed for the first time on a study day."""
        return self._read(lambda db: counts.begun(db, day))

    def dues(self) -> list[int]:
        """Return the due days of all questions reviewed and not suspended, those of no bank too."""
        return self._read(counts.dues)
