"""Opening the index file: a damaged, cut, foreign or newer one is made anew, and without a place it is in memory."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from tiku.derived import BUSY_SECONDS, discard, fits, is_cut, is_damage, prepare, write_ahead

VERSION: Final = 1
"""Raised with every change of the tables or of the bodies: an index of another version is made anew."""

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
    prepare(db, TABLES, VERSION, owner)
    return db, True


def _open_file(path: Path, owner: str) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_cut(path):
        raise sqlite3.DatabaseError("the file is cut off")
    db = sqlite3.connect(path.absolute().as_uri() + "?mode=rwc", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=NORMAL")
        if not fits(db, VERSION, owner):
            write_ahead(db)
            prepare(db, TABLES, VERSION, owner)
    except BaseException:
        db.close()
        raise
    return db
