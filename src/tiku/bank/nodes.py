"""The tree of one file: frozen nodes that know what was written and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from tiku.model import Place, Problem

REFUSED: Final = "\ufffe"
"""The text of a scalar that was refused and told of; no file can hold this character."""


class ScalarNode(NamedTuple):
    """A text as written, with its 1-based line and column. ``plain``: it stood without quotes."""

    text: str
    line: int
    column: int
    plain: bool = False


class SequenceNode(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    line: int
    column: int


class MappingNode(NamedTuple):
    """Keys with their values, in the order of the file; no key stands twice."""

    entries: tuple[tuple[ScalarNode, Node], ...]
    line: int
    column: int

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


@dataclass(frozen=True, slots=True)
class Source:
    """One file read: its tree (None where it could not be read to the end), its lines and its problems."""

    path: str
    root: Node | None
    lines: tuple[str, ...]
    problems: tuple[Problem, ...]

    def place(self, node: Node) -> Place:
        """Return where a node begins."""
        return self.at(node.line, node.column)

    def at(self, line: int, column: int) -> Place:
        """Return a 1-based place with its line's text."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Place(self.path, line, column, text)
