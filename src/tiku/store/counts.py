"""Small questions to the cache that need nothing of the events: asked by most runs, so nothing is imported for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiku.study.progress import Day


def has(db: sqlite3.Connection, kind: str) -> bool:
    """Tell whether the log has any event of a rare type that stands."""
    sql = "SELECT 1 FROM events WHERE type = ? AND type <> 'review' AND undone = 0 LIMIT 1"
    return db.execute(sql, (kind,)).fetchone() is not None


def seconds(db: sqlite3.Connection, modes: Iterable[str], limit: int = 100) -> list[float]:
    """Return how long the last answers given in some modes took, newest day first."""
    names = list(modes)
    marks = ",".join("?" * len(names))
    sql = f"SELECT seconds FROM tallies WHERE mode IN ({marks}) AND seconds > 0 ORDER BY day DESC, event DESC LIMIT ?"
    return [value for (value,) in db.execute(sql, (*names, limit))]


def begun(db: sqlite3.Connection, day: int) -> int:
    """Return how many questions were reviewed for the first time on a study day."""
    return int(db.execute("SELECT count(*) FROM cards WHERE first_day = ?", (day,)).fetchone()[0])


def dues(db: sqlite3.Connection) -> list[int]:
    """Return the due days of all questions reviewed and not suspended."""
    return [day for (day,) in db.execute("SELECT due FROM cards WHERE due IS NOT NULL AND suspended = 0")]


def days(db: sqlite3.Connection, since: int | None = None) -> list[Day]:
    """Return the totals of the study days on which something was done, in order, from ``since`` on."""
    sql = (
        "SELECT day, reviews, seconds, again, hard, good, easy, asked, passed, tested, kept "
        "FROM days WHERE day >= ? ORDER BY day"
    )
    from tiku.study.progress import Day

    return [Day(*row) for row in db.execute(sql, (since or 0,))]
