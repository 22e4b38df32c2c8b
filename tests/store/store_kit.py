"""Small makers of events, outlines and data folders for the tests of the store."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tiku.store.event import EPOCH_DAY, Body, Event, write_event
from tiku.store.state import State
from tiku.store.ulid import ulid
from tiku.study.outline import Outline, Part

T0 = 1_790_000_000_000  # 2026-09-21
HOUR = 3_600_000
DAY_MS = 86_400_000


@dataclass
class Bank:
    """A bank as the state sees it, made of outlines."""

    outlines: Mapping[str, Outline] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    stamp: str = "1"

    def get(self, question: str) -> Outline | None:
        return self.outlines.get(question)

    def digests(self) -> Mapping[str, str]:
        return {question: outline.digest for question, outline in self.outlines.items()}

    def renames(self) -> Mapping[str, str]:
        return self.renamed


def outline(*points: str, digest: str = "d1", must: Sequence[str] = ()) -> Outline:
    return Outline(tuple(Part(point, 1, point in must) for point in points), digest)


class Maker:
    """Makes events with ids in the order of making, whatever their moment."""

    def __init__(self) -> None:
        self._count = itertools.count(1)

    def __call__(self, body: Body, t: int = T0) -> Event:
        return Event(ulid(t, next(self._count).to_bytes(10)), t, 480, EPOCH_DAY + t // DAY_MS, body)


def write_log(data: Path, name: str, events: Iterable[Event]) -> Path:
    path = data / "events" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(write_event(event) + b"\n" for event in events))
    return path


TABLES = ("cards", "memory", "tallies", "days", "events")


def contents(state: State) -> dict[str, list[Any]]:
    """All that was folded, for comparing two states."""
    db: sqlite3.Connection = state._cache.db
    return {table: sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in TABLES}
