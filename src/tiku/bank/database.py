"""Opening the index file: a damaged, cut, foreign or newer one is made anew, and without a place it is in memory."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

VERSION: Final = 1
"""Raised with every change of the tables or of the bodies: an index of another version is made anew."""
BUSY_SECONDS: Final = 60.0
_DAMAGE: Final = (
    sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_IOERR,
)  # fmt: skip

TABLES: Final = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files(path TEXT PRIMARY KEY, root INT NOT NULL, kind TEXT NOT NULL, size INT NOT NULL,
  mtime_ns INT NOT NULL, racy INT NOT NULL, digest TEXT NOT NULL, ident TEXT, code TEXT NOT NULL, zh TEXT NOT NULL,
  en TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX files_ident ON files(ident) WHERE ident IS NOT NULL;
CREATE INDEX files_code ON files(code) WHERE code <> '';
CREATE TABLE bodies(path TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE questions(id TEXT PRIMARY KEY, path TEXT NOT NULL, root INT NOT NULL, kind TEXT NOT NULL,
  topic TEXT NOT NULL, subtopic TEXT NOT NULL, level TEXT, zh TEXT NOT NULL, en TEXT NOT NULL, points INT NOT NULL,
  skills TEXT NOT NULL, asked TEXT NOT NULL, outline TEXT NOT NULL, outline_digest TEXT NOT NULL,
  digest TEXT NOT NULL);
CREATE TABLE folded(question TEXT PRIMARY KEY, title INT NOT NULL, folded TEXT NOT NULL);
CREATE TABLE skills(question TEXT NOT NULL, skill TEXT NOT NULL, PRIMARY KEY(skill, question)) WITHOUT ROWID;
CREATE INDEX skills_question ON skills(question);
CREATE TABLE asked(question TEXT NOT NULL, posting TEXT NOT NULL, PRIMARY KEY(posting, question)) WITHOUT ROWID;
CREATE INDEX asked_question ON asked(question);
CREATE TABLE renames(old TEXT NOT NULL, question TEXT NOT NULL, PRIMARY KEY(old, question)) WITHOUT ROWID;
CREATE INDEX renames_question ON renames(question);
CREATE TABLE subtopics(topic TEXT NOT NULL, subtopic TEXT NOT NULL, rank INT NOT NULL, named INT NOT NULL,
  reported INT, PRIMARY KEY(topic, subtopic)) WITHOUT ROWID;
"""


def open_database(path: Path | None, owner: str) -> tuple[sqlite3.Connection, bool]:
    """Return a connection to the index of the roots ``owner`` and whether it is in memory. Never fails."""
    if path is not None:
        for _ in range(2):
            try:
                return _open_file(path, owner), False
            except sqlite3.DatabaseError as error:
                if not is_damage(error) or not discard(path):
                    break
            except OSError:
                break
    db = sqlite3.connect(":memory:", uri=True, isolation_level=None)
    _prepare(db, owner)
    return db, True


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Tell whether an error comes of a damaged index, which is made anew."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _DAMAGE


def discard(path: Path) -> bool:
    """Remove an index with its side files. Returns False where that cannot be done."""
    try:
        for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm"), Path(f"{path}-journal")):
            name.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _open_file(path: Path, owner: str) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_cut(path):
        raise sqlite3.DatabaseError("the file is cut off")
    db = sqlite3.connect(path.absolute().as_uri() + "?mode=rwc", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=NORMAL")
        if not _fits(db, owner):
            _write_ahead(db)
            _prepare(db, owner)
    except BaseException:
        db.close()
        raise
    return db


def _is_cut(path: Path) -> bool:
    """Tell whether the file is shorter than its header says: SQLite would find out only where it reads."""
    try:
        with open(path, "rb") as file:
            head = file.read(100)
            size = file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        return False
    if not size:
        return False
    if len(head) < 100:
        return True
    wal = Path(f"{path}-wal")
    if wal.exists() and wal.stat().st_size:
        return False
    page = int.from_bytes(head[16:18], "big")
    return size < (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait for a lock here, so this does."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def _fits(db: sqlite3.Connection, owner: str) -> bool:
    if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        return False
    row = db.execute("SELECT value FROM meta WHERE key = 'owner'").fetchone()
    return row is not None and row[0] == owner


def _prepare(db: sqlite3.Connection, owner: str) -> None:
    """Make the tables, or make them anew where they are of another version or of other roots."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if not _fits(db, owner):
            for kind, name in db.execute("SELECT type, name FROM sqlite_master").fetchall():
                if kind in ("table", "view") and not name.startswith("sqlite_"):
                    db.execute('DROP {} IF EXISTS "{}"'.format(kind, name.replace('"', '""')))
            for statement in TABLES.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('owner', ?)", (owner,))
            db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
