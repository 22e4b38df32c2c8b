"""Rows of a listing: questions of a query with what is remembered of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tiku.bank.index import Head
from tiku.model import Kind, Level, Text
from tiku.study.day import iso
from tiku.study.memory import Memory, question_recall
from tiku.study.outline import read_outline

_CHUNK: Final = 500


class Row(NamedTuple):
    """One question of a listing. ``due`` is a study day; ``recall`` 0..1, None for one unknown or answered today."""

    id: str
    kind: Kind
    topic: str
    subtopic: str
    level: Level | None
    question: Text
    points: int
    skills: tuple[str, ...]
    asked_in: tuple[str, ...]
    state: str
    due: int | None
    recall: float | None

    @property
    def due_text(self) -> str | None:
        """Return the due day as YYYY-MM-DD."""
        return None if self.due is None else iso(self.due)

    @property
    def recall_rounded(self) -> float | None:
        """Return the recall to four places."""
        return None if self.recall is None else round(self.recall, 4)


def rows(db: sqlite3.Connection, heads: Sequence[Head], today: int) -> list[Row]:
    """Return the rows of some questions; ``db`` has the state attached."""
    memories = memories_of(db, [head.id for head in heads if head.due is not None])
    return [_row(head, memories.get(head.id), today) for head in heads]


def _row(head: Head, memories: dict[str, Memory] | None, today: int) -> Row:
    recall = question_recall(memories, read_outline(head.outline, ""), today) if memories else None
    state = "suspended" if head.suspended else "new" if head.due is None else "review"
    return Row(
        head.id, head.kind, head.topic, head.subtopic, head.level, head.question, head.points, head.skills,
        head.asked_in, state, head.due, recall,
    )  # fmt: skip


def memories_of(db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, dict[str, Memory]]:
    """Return the memories of several questions, by point."""
    found: dict[str, dict[str, Memory]] = {}
    for chunk in _chunks(ids):
        marks = ",".join("?" * len(chunk))
        sql = (
            "SELECT question, point, stability, difficulty, last_day, reviews, lapses FROM state.memory "
            f"WHERE question IN ({marks})"
        )
        for ident, point, *values in db.execute(sql, chunk):
            found.setdefault(ident, {})[point] = Memory(*values)
    return found


def _chunks(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    for at in range(0, len(ids), _CHUNK):
        yield ids[at : at + _CHUNK]
