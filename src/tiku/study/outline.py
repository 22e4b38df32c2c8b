"""The outline of a question as far as memory needs it: which points there are and how much they weigh."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiku.model import Point


@dataclass(frozen=True, slots=True)
class Part:
    """One point of an outline: its id, weight (1..3), whether it is a must, and the ids it had before."""

    id: str
    weight: int = 1
    must: bool = False
    was: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The points of a question, and the digest by which a change of them is noticed.

    ``renamed`` gives the present id of every former point id (one that is in use now is never renamed), ``musts`` the
    ids of the must-points; both follow from the parts.
    """

    parts: tuple[Part, ...]
    digest: str = ""
    renamed: Mapping[str, str] = field(init=False, repr=False, compare=False)
    musts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        present = {part.id for part in self.parts}
        renamed = {old: part.id for part in self.parts for old in part.was if old not in present}
        object.__setattr__(self, "renamed", renamed)
        object.__setattr__(self, "musts", tuple(part.id for part in self.parts if part.must))


def outline_of(points: Iterable[Point], digest: str = "") -> Outline:
    """Return the outline of the points of a question (``Question.marked``)."""
    return Outline(tuple(Part(point.id, point.weight, point.must, point.was) for point in points), digest)


def plain_outline(points: Iterable[str]) -> Outline:
    """Return an outline of equal points, for a question that is in no bank any more."""
    return Outline(tuple(Part(point) for point in sorted(points)))


def read_outline(text: str, digest: str) -> Outline:
    """Return the outline kept in the index: ``[[id, weight, must(0/1), [was…]], …]`` as compact JSON."""
    rows = json.loads(text)
    return Outline(tuple(Part(point, weight, bool(must), tuple(was)) for point, weight, must, was in rows), digest)


def write_outline(outline: Outline) -> str:
    """Return the compact JSON that :func:`read_outline` reads."""
    rows = [[part.id, part.weight, int(part.must), list(part.was)] for part in outline.parts]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
