"""The derived index of the banks: opened, brought up to the folders, and asked. Safe to delete at any time.

A run looks at the folders once (:func:`tiku.bank.look.look`); only where that differs from the last time are files
read (:mod:`tiku.bank.refresh`). What is asked for is fetched from SQLite, so that listing and showing questions
never imports YAML.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from tiku.bank.database import open_database
from tiku.bank.look import look
from tiku.bank.query import Query, Vocabulary, condition
from tiku.bank.root import Root
from tiku.bank.words import IndexWords
from tiku.derived import discard, is_damage
from tiku.model import Kind, Level, Text

if TYPE_CHECKING:
    from tiku.model import Posting, Question, Skill, Topic
    from tiku.study.outline import Outline

T = TypeVar("T")
Progress = Callable[[int, int], None]
Order = Literal["bank", "id", "due", "new", "relevance"]


class Head(NamedTuple):
    """A question in a listing, with its card where it has one. Days are ordinals; ``due`` is None when never seen."""

    id: str
    kind: Kind
    topic: str
    subtopic: str
    level: Level | None
    question: Text
    skills: tuple[str, ...]
    asked_in: tuple[str, ...]
    points: int
    path: str
    root: int
    outline: str
    digest: str
    named: int
    """How many postings name its subtopic."""
    reported: int
    """In how many of the reported interviews its subtopic came up; 0 where unknown."""
    due: int | None
    last_day: int | None
    reviews: int
    suspended: bool
    weak: bool


class Skipped(NamedTuple):
    """A file that is not used, and why."""

    path: str
    code: str
    message: Text


class Index:
    """The index of a set of banks. All days are study days as ordinals."""

    def __init__(self, cache: Path | None, roots: Sequence[Root]) -> None:
        """Open the index in the folder ``cache`` (None: in memory). Never fails; see :meth:`sync`."""
        self.roots = tuple(Root(os.path.abspath(root.path), root.shipped) for root in roots)
        self._owner = json.dumps([[root.path, root.shipped] for root in self.roots])
        name = f"index-{zlib.crc32(self._owner.encode()):08x}.db"
        self._file = None if cache is None else cache / name
        self._attach: Callable[[sqlite3.Connection], None] | None = None
        self._vocabulary: IndexWords | None = None
        self.db, self.in_memory = open_database(self._file, self._owner)
        self._empty_state()

    def close(self) -> None:
        """Close the index."""
        self.db.close()

    def attach(self, attach: Callable[[sqlite3.Connection], None]) -> None:
        """Attach the state: ``attach`` runs ``ATTACH … AS state``. Before that no question has a card."""
        self._attach = attach
        self._attach_again()

    def _attach_again(self) -> None:
        self.db.execute("DETACH DATABASE state")
        if self._attach is not None:
            self._attach(self.db)

    def _empty_state(self) -> None:
        self.db.execute("ATTACH DATABASE ':memory:' AS state")
        self.db.execute(
            "CREATE TABLE state.cards(question TEXT PRIMARY KEY, due INT, last_day INT, reviews INT NOT NULL, "
            "suspended INT NOT NULL, weak INT NOT NULL) WITHOUT ROWID"
        )

    def safely(self, ask: Callable[[], T]) -> T:
        """Ask the database; where the file turns out to be damaged, or cannot be written, begin anew and ask again."""
        try:
            return ask()
        except sqlite3.DatabaseError as error:
            writable = not isinstance(error, sqlite3.OperationalError) or is_damage(error)
            self.db.close()
            usable = writable and self._file is not None and discard(self._file)
            self.db, self.in_memory = open_database(self._file if usable else None, self._owner)
            self._empty_state()
            if self._attach is not None:
                self._attach_again()
            self._vocabulary = None
            self._sync(None)
            return ask()

    def sync(self, progress: Progress | None = None) -> int:
        """Bring the index up to the folders and return how many files were read. ``progress`` gets (done, total)."""
        return self.safely(lambda: self._sync(progress))

    def _sync(self, progress: Progress | None) -> int:
        looks = [look(root.path) for root in self.roots]
        stored = dict(self.db.execute("SELECT key, value FROM meta WHERE key LIKE 'look %'"))
        if all(stored.get(f"look {number}") == text for number, text in enumerate(looks)):
            return 0
        from tiku.bank.refresh import refresh

        self.db.execute("DELETE FROM meta WHERE key = 'skipped'")
        done = refresh(self.db, self.roots, progress)
        self._vocabulary = None
        if not done.racy:
            rows = [(f"look {number}", text) for number, text in enumerate(looks)]
            self.db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)
        return done.read

    # Listing

    def heads(
        self, query: Query | None = None, today: int = 0, order: Order = "bank", limit: int | None = None
    ) -> list[Head]:
        """Return the questions of a query. ``bank`` is the taxonomy's order, ``relevance`` best hits first.

        What is due comes most overdue first in either of the first two orders.
        """
        return self.safely(lambda: self._heads(query or Query(), today, order, limit))

    def _heads(self, query: Query, today: int, order: Order, limit: int | None) -> list[Head]:
        where, bound = condition(query, self.vocabulary(), today)
        if query.is_due and order in ("bank", "due"):
            # From the cards in the order of their index: nothing is sorted, and a limit ends it early.
            bound["limit"] = -1 if limit is None else limit
            rows = self.db.execute(f"{_DUE_HEAD} WHERE {where} ORDER BY c.due, c.question LIMIT :limit", bound)
            return [_head(row) for row in rows]
        by = _ORDERS[order]
        if order == "relevance":
            score = [f"(instr(f.folded, :w{at}) > f.title)" for at in range(len(query.names("text")))]
            bound |= {f"w{at}": word for at, word in enumerate(query.names("text"))}
            by = ", ".join([*([" + ".join(score)] if score else []), by])
        folded = "JOIN folded f ON f.question = q.id" if order == "relevance" else ""
        bound["limit"] = -1 if limit is None else limit
        rows = self.db.execute(f"{_HEAD} {folded} WHERE {where} ORDER BY {by} LIMIT :limit", bound)
        return [_head(row) for row in rows]

    def count(self, query: Query | None = None, today: int = 0) -> int:
        """Return how many questions match."""
        where, bound = condition(query or Query(), self.vocabulary(), today)
        sql = f"SELECT count(*) FROM questions q LEFT JOIN state.cards c ON c.question = q.id WHERE {where}"
        return self.safely(lambda: int(self.db.execute(sql, bound).fetchone()[0]))

    def vocabulary(self) -> Vocabulary:
        """Return the words that queries may use."""
        if self._vocabulary is None:
            self._vocabulary = IndexWords(self)
        return self._vocabulary

    # One question

    def resolve(self, ident: str) -> str | None:
        """Return the id of a living question for its id or a former one; None where there is none."""
        sql = "SELECT id FROM questions WHERE id = ? UNION ALL SELECT question FROM renames WHERE old = ? LIMIT 1"
        row = self.safely(lambda: self.db.execute(sql, (ident, ident)).fetchone())
        return None if row is None else str(row[0])

    def question(self, ident: str) -> Question | None:
        """Return a question by its id; None where there is none."""
        from tiku.bank.record import question_from_json

        sql = "SELECT b.body FROM questions q JOIN bodies b ON b.path = q.path WHERE q.id = ?"
        row = self.safely(lambda: self.db.execute(sql, (ident,)).fetchone())
        return None if row is None else question_from_json(json.loads(row[0]))

    def path(self, ident: str) -> tuple[str, Root] | None:
        """Return the file of a question and the root it lies in."""
        sql = "SELECT path, root FROM questions WHERE id = ?"
        row = self.safely(lambda: self.db.execute(sql, (ident,)).fetchone())
        return None if row is None else (str(row[0]), self.roots[row[1]])

    def digest(self, ident: str) -> str | None:
        """Return the content digest of a question's file."""
        row = self.safely(lambda: self.db.execute("SELECT digest FROM questions WHERE id = ?", (ident,)).fetchone())
        return None if row is None else str(row[0])

    # What the state needs of the bank (tiku.store.replay.Outlines)

    @property
    def stamp(self) -> str:
        """Return a text that changes whenever an outline or a former id has changed."""
        row = self.safely(lambda: self.db.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone())
        return "" if row is None else str(row[0])

    def get(self, question: str) -> Outline | None:
        """Return the outline of a question."""
        from tiku.study.outline import read_outline

        sql = "SELECT outline, outline_digest FROM questions WHERE id = ?"
        row = self.safely(lambda: self.db.execute(sql, (question,)).fetchone())
        return None if row is None else read_outline(row[0], row[1])

    def digests(self) -> Mapping[str, str]:
        """Return the outline digest of every question."""
        return self.safely(lambda: dict(self.db.execute("SELECT id, outline_digest FROM questions")))

    def renames(self) -> Mapping[str, str]:
        """Return the present id of every former question id; an id in use is none."""
        sql = "SELECT old, min(question) FROM renames WHERE old NOT IN (SELECT id FROM questions) GROUP BY old"
        return self.safely(lambda: dict(self.db.execute(sql)))

    # Postings, topics, skills

    def postings(self) -> tuple[Posting, ...]:
        """Return all postings by id; a later root wins."""
        from tiku.bank.record_tables import posting_from_json

        found = {str(one["id"]): one for one in self._bodies("posting")}
        return tuple(posting_from_json(found[ident]) for ident in sorted(found))

    def posting(self, ident: str) -> Posting | None:
        """Return one posting."""
        return next((one for one in self.postings() if one.id == ident), None)

    def posting_path(self, ident: str) -> tuple[str, Root] | None:
        """Return the file of a posting and the root it lies in."""
        sql = "SELECT path, root FROM files WHERE kind = 'posting' AND ident = ? AND code = '' ORDER BY root DESC"
        row = self.safely(lambda: self.db.execute(sql, (ident,)).fetchone())
        return None if row is None else (str(row[0]), self.roots[row[1]])

    def topics(self) -> tuple[Topic, ...]:
        """Return the taxonomy; a later root replaces topics of the same id and adds others."""
        from tiku.bank.record_tables import topics_from_json

        found = {topic.id: topic for body in self._bodies("topics") for topic in topics_from_json(body)}
        return tuple(found.values())

    def skills(self) -> tuple[Skill, ...]:
        """Return the skills; a later root replaces those of the same id and adds others."""
        from tiku.bank.record_tables import skills_from_json

        found = {skill.id: skill for body in self._bodies("skills") for skill in skills_from_json(body)}
        return tuple(found.values())

    def _bodies(self, kind: str) -> list[Any]:
        sql = (
            "SELECT b.body FROM files f JOIN bodies b ON b.path = f.path WHERE f.kind = ? AND f.code = '' "
            "ORDER BY f.root, f.path"
        )
        rows = self.safely(lambda: self.db.execute(sql, (kind,)).fetchall())
        return [json.loads(row[0]) for row in rows]

    # What is not used

    def skipped_count(self) -> int:
        """Return how many files are not used; counted once after a change and kept."""
        row = self.safely(lambda: self.db.execute("SELECT value FROM meta WHERE key = 'skipped'").fetchone())
        if row is not None:
            return int(row[0])
        count = len(self.skipped())
        keep = "INSERT OR REPLACE INTO meta VALUES ('skipped', ?)"
        self.safely(lambda: self.db.execute(keep, (str(count),)))
        return count

    def skipped(self) -> tuple[Skipped, ...]:
        """Return the files that are not used: unsound, or a second file for an id of the same root."""
        rows = self.safely(lambda: self.db.execute(_SKIPPED).fetchall())
        return tuple(Skipped(path, code, Text(zh, en)) for path, code, zh, en in rows)


_FIELDS: Final = (
    "SELECT q.id, q.kind, q.topic, q.subtopic, q.level, q.zh, q.en, q.skills, q.asked, q.points, q.path, q.root, "
    "q.outline, q.digest, COALESCE(s.named, 0), COALESCE(s.reported, 0), c.due, c.last_day, COALESCE(c.reviews, 0), "
    "COALESCE(c.suspended, 0), COALESCE(c.weak, 0) "
)
_TAXONOMY: Final = "LEFT JOIN subtopics s ON s.topic = q.topic AND s.subtopic = q.subtopic"
_HEAD: Final = f"{_FIELDS} FROM questions q LEFT JOIN state.cards c ON c.question = q.id {_TAXONOMY}"
_DUE_HEAD: Final = f"{_FIELDS} FROM state.cards c CROSS JOIN questions q ON q.id = c.question {_TAXONOMY}"
_LEVEL: Final = "CASE q.level WHEN 'junior' THEN 0 WHEN 'senior' THEN 1 WHEN 'expert' THEN 2 ELSE 1 END"
_BANK: Final = f"s.rank IS NULL, s.rank, q.topic, {_LEVEL}, q.id"
_ORDERS: Final[Mapping[Order, str]] = {
    "bank": _BANK,
    "id": "q.id",
    "due": f"c.due IS NULL, c.due, {_BANK}",
    "new": f"q.asked = '[]', -(COALESCE(s.reported, 0) + COALESCE(s.named, 0) / 10.0), {_LEVEL}, q.id",
    "relevance": _BANK,
}
_SKIPPED: Final = """
SELECT path, code, zh, en FROM files WHERE code <> ''
UNION ALL
SELECT f.path, 'duplicate-id', 'id ' || f.ident || ' 已在 ' || q.path, 'the id ' || f.ident || ' stands in ' || q.path
FROM files f JOIN questions q ON q.id = f.ident
WHERE f.kind = 'question' AND f.root = q.root AND f.path <> q.path
ORDER BY 1
"""


def _head(row: tuple[Any, ...]) -> Head:
    skills, asked = tuple(json.loads(row[7])), tuple(json.loads(row[8]))
    question = Text(row[5], row[6])
    fields: list[Any] = [*row[:5], question, skills, asked, *row[9:19], bool(row[19]), bool(row[20])]
    return Head(*fields)
