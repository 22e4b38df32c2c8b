"""One file of a bank from its bytes to model objects, with every problem that can be told from that file alone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tiku.bank import schema
from tiku.bank.codes import problem
from tiku.bank.fields import MISSING, Reading, read
from tiku.bank.folders import Entry, FileKind, reason
from tiku.bank.nodes import MappingNode, Node, ScalarNode, Source
from tiku.bank.shape import Shape
from tiku.bank.source import MAX_BYTES, capped, read_source
from tiku.model import KINDS, Place, Problem

_SHAPES: Final[Mapping[str, Shape]] = schema.FILES
_LIMITS: Final[Mapping[str, int]] = {"topics": 8 * MAX_BYTES, "skills": 8 * MAX_BYTES}


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file as read. ``value`` is None where it is not sound enough to be built.

    For a question ``value`` is a Question, for a posting a Posting, for the taxonomy a tuple of Topics, for the
    skills a tuple of Skills.
    """

    entry: Entry
    shipped: bool
    value: Any
    source: Source
    nodes: Mapping[int, Node]
    problems: tuple[Problem, ...]
    kept: tuple[Any, ...] = ()

    @property
    def sound(self) -> bool:
        """Tell whether the file can be used."""
        return self.value is not None and all(one.severity != "error" for one in self.problems)

    @property
    def root(self) -> MappingNode:
        """Return the tree of a file that was built."""
        assert isinstance(self.source.root, MappingNode)
        return self.source.root

    def node(self, value: Any) -> Node:
        """Return the node an object of this file was read from; the top of the file where it was not."""
        return self.nodes.get(id(value), self.root)


def load(entry: Entry) -> tuple[bytes | None, Problem | None]:
    """Return the bytes of a file, or the problem that keeps them."""
    limit = _LIMITS.get(entry.kind, MAX_BYTES)
    if entry.size > limit:
        return None, problem("file-too-large", Place(entry.path), str(entry.size), str(limit))
    try:
        with open(entry.path, "rb") as stream:
            return stream.read(limit + 1), None
    except OSError as error:
        return None, problem("unreadable-file", Place(entry.path), reason(error))


def read_file(entry: Entry, shipped: bool) -> BankFile:
    """Read one file of a bank. Never raises."""
    data, bad = load(entry)
    if data is None or bad is not None:
        problems = (bad,) if bad is not None else ()
        return BankFile(entry, shipped, None, Source(entry.path, None, (), problems), {}, problems)
    return read_bytes(data, entry, shipped)


def read_bytes(data: bytes, entry: Entry, shipped: bool) -> BankFile:
    """Read the bytes of one file. Never raises."""
    source = read_source(data, entry.path, _LIMITS.get(entry.kind, MAX_BYTES))
    if source.root is None:
        return BankFile(entry, shipped, None, source, {}, capped(source.problems))
    reading = Reading(source, shipped)
    if entry.kind == "question" and isinstance(source.root, MappingNode):
        kind = source.root.get("kind")
        reading.kind = kind.text if isinstance(kind, ScalarNode) and kind.text in KINDS else ""
    value = read(source.root, _SHAPES[entry.kind], _TITLES[entry.kind], reading)
    value = None if value is MISSING else value
    if value is not None and entry.kind in ("question", "posting"):
        _check_stem(value.id, entry, reading)
    if value is not None and entry.kind == "question" and not value.topic:
        value = reading.keep(replace(value, topic=os.path.basename(entry.folder)), source.root)
    problems = capped((*source.problems, *reading.problems))
    return BankFile(entry, shipped, value, source, reading.nodes, problems, tuple(reading.kept))


_TITLES: Final[Mapping[FileKind, str]] = {
    "question": "question",
    "posting": "posting",
    "topics": "topics.yaml",
    "skills": "skills.yaml",
}


def _check_stem(name: str, entry: Entry, reading: Reading) -> None:
    if name != entry.stem and isinstance(reading.source.root, MappingNode):
        node = reading.source.root.get("id") or reading.source.root
        reading.tell("id-not-stem", node, name, entry.stem)
