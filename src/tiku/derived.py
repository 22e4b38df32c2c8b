"""Derived SQLite files: what the index and the state cache have in common. Safe to delete, and opening never harms.

A damaged, cut, foreign or newer file is made anew; two processes that open one for the first time wait for each other.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

BUSY_SECONDS: Final = 60.0
"""How long another process may be writing: filling a cache from a large log or bank takes seconds."""
_DAMAGE: Final = (
    sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_IOERR,
)  # fmt: skip


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Tell whether an error comes of a damaged file (which is replaced), not of a place where none can be kept."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _DAMAGE


def discard(path: Path) -> bool:
    """Remove a file with its side files. Returns False where that cannot be done."""
    try:
        for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm"), Path(f"{path}-journal")):
            name.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def is_cut(path: Path) -> bool:
    """Tell whether a file is shorter than its header says: SQLite would find out only where it reads."""
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


def write_ahead(db: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait for a lock here, so this does."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > end:
                raise
            time.sleep(0.02)


def fits(db: sqlite3.Connection, version: int, owner: str) -> bool:
    """Tell whether a file has these tables (by their version) and belongs to this owner."""
    if db.execute("PRAGMA user_version").fetchone()[0] != version:
        return False
    row = db.execute("SELECT value FROM meta WHERE key = 'owner'").fetchone()
    return row is not None and row[0] == owner


def prepare(db: sqlite3.Connection, tables: str, version: int, owner: str) -> None:
    """Make the tables, or make them anew where they are of another version or another owner's.

    ``tables`` are statements parted by semicolons; one of them makes ``meta(key, value)``.
    """
    if fits(db, version, owner):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        if not fits(db, version, owner):
            for kind, name in db.execute("SELECT type, name FROM sqlite_master").fetchall():
                if kind in ("table", "view") and not name.startswith("sqlite_"):
                    quoted = name.replace('"', '""')
                    db.execute(f'DROP {kind} IF EXISTS "{quoted}"')
            for statement in tables.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('owner', ?)", (owner,))
            db.execute(f"PRAGMA user_version={version}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
