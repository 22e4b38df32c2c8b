"""The state cache: one SQLite file, safe to delete. Opening it never fails: where no file can be had it is in memory.

Write-ahead logging lets other processes read while one writes; after a power cut it is consistent, if perhaps some
events behind the log, which the next run takes in.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from tiku.derived import BUSY_SECONDS, discard, is_cut, is_damage, prepare, write_ahead

VERSION: Final = 1
"""Raised with every change of the tables or of the fold: an older or newer cache is emptied and filled anew."""

TABLES: Final = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files(name TEXT PRIMARY KEY, size INT NOT NULL, mtime_ns INT NOT NULL, offset INT NOT NULL,
  sample TEXT NOT NULL, damaged INT NOT NULL, unknown INT NOT NULL) WITHOUT ROWID;
CREATE TABLE renames(old TEXT PRIMARY KEY, said TEXT NOT NULL, new TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events(id TEXT PRIMARY KEY, t INT NOT NULL, type TEXT NOT NULL, question TEXT, target TEXT,
  undone INT NOT NULL DEFAULT 0, line TEXT NOT NULL);
CREATE INDEX events_question ON events(question, t) WHERE question IS NOT NULL;
CREATE INDEX events_t ON events(t, id);
CREATE INDEX events_target ON events(target) WHERE target IS NOT NULL;
CREATE INDEX events_type ON events(type) WHERE type <> 'review';
CREATE INDEX events_undone ON events(undone) WHERE undone = 1;
CREATE TABLE cards(question TEXT PRIMARY KEY, due INT, first_day INT, last_day INT, reviews INT NOT NULL,
  last_rating TEXT, suspended INT NOT NULL, buried INT, weak INT NOT NULL, outline_digest TEXT NOT NULL,
  missed_must INT NOT NULL, last_t INT NOT NULL, last_id TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX cards_due ON cards(due);
CREATE TABLE memory(question TEXT NOT NULL, point TEXT NOT NULL, stability REAL NOT NULL, difficulty REAL NOT NULL,
  last_day INT NOT NULL, reviews INT NOT NULL, lapses INT NOT NULL, PRIMARY KEY(question, point)) WITHOUT ROWID;
CREATE TABLE tallies(day INT NOT NULL, event TEXT NOT NULL, question TEXT NOT NULL, seconds REAL NOT NULL,
  mode TEXT NOT NULL, rating TEXT NOT NULL, counted INT NOT NULL, asked INT NOT NULL, passed INT NOT NULL,
  tested INT NOT NULL, kept INT NOT NULL, PRIMARY KEY(day, event)) WITHOUT ROWID;
CREATE INDEX tallies_question ON tallies(question);
CREATE TABLE days(day INTEGER PRIMARY KEY, reviews INT NOT NULL, seconds REAL NOT NULL, again INT NOT NULL,
  hard INT NOT NULL, good INT NOT NULL, easy INT NOT NULL, asked INT NOT NULL, passed INT NOT NULL,
  tested INT NOT NULL, kept INT NOT NULL);
"""


class Cache(NamedTuple):
    """An open cache: the connection, and the address under which another connection attaches it."""

    db: sqlite3.Connection
    address: str
    in_memory: bool


def open_cache(path: Path | None, owner: str) -> Cache:
    """Open the cache at ``path`` for the data folder ``owner``; emptied where it is another's or of another version.

    A damaged file is replaced. Without a path, or where the file cannot be used, the cache is in memory.
    """
    if path is not None:
        for _ in range(2):
            try:
                return _open_file(path, owner)
            except sqlite3.DatabaseError as error:
                if not is_damage(error) or not discard(path):
                    break
            except OSError:
                break
    address = f"file:tiku-state-{os.urandom(8).hex()}?mode=memory&cache=shared"
    db = sqlite3.connect(address, uri=True, isolation_level=None)
    prepare(db, TABLES, VERSION, owner)
    return Cache(db, address, True)


def empty(db: sqlite3.Connection) -> None:
    """Take out everything that is derived from events. The caller holds a transaction."""
    for table in ("files", "events", "cards", "memory", "tallies", "days"):
        db.execute(f"DELETE FROM {table}")


def _open_file(path: Path, owner: str) -> Cache:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Answers and notes are private.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if is_cut(path):
        raise sqlite3.DatabaseError("the file is cut off")
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        write_ahead(db)
        db.execute("PRAGMA synchronous=NORMAL")
        prepare(db, TABLES, VERSION, owner)
    except BaseException:
        db.close()
        raise
    return Cache(db, str(path), False)
