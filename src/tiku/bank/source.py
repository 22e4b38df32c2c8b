"""The strict reader: YAML events into a frozen tree in which every scalar is the text that was written.

This is the one module that knows yaml. Nothing is resolved or typed here (``no`` stays "no"), and whatever could
surprise a reader of the file is refused: duplicate keys, anchors and aliases, tags, several documents, directives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

import yaml

import tiku.bank.codes_reading  # noqa: F401
from tiku.bank.chars import BOM, code_point, decode, inspect, is_fatal
from tiku.bank.codes import problem
from tiku.bank.nodes import REFUSED, MappingNode, Node, ScalarNode, SequenceNode, Source
from tiku.bank.syntax import explain
from tiku.model import Place, Problem
from tiku.text import is_cjk

MAX_BYTES: Final = 1 << 20
"""Largest question or posting file; the taxonomy files may be eight times as large."""
MAX_DEPTH: Final = 20
MAX_PROBLEMS: Final = 100
"""Most problems told of one file."""


class PurePythonLoader(yaml.BaseLoader):
    """The parser for installations without libyaml. Like libyaml it lets ``?`` stand in plain texts in brackets."""

    def scan_plain(self) -> Any:
        """Scan a plain scalar (after yaml.scanner.Scanner.scan_plain, which stops at a question mark in brackets)."""
        chunks: list[str] = []
        start = end = self.get_mark()
        indent = self.indent + 1
        spaces: list[Any] | None = []
        while self.peek() != "#":
            length = self._plain_length()
            if length == 0:
                break
            self.allow_simple_key = False
            chunks.extend(spaces or ())
            chunks.append(self.prefix(length))
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return yaml.ScalarToken("".join(chunks), True, start, end)

    def _plain_length(self) -> int:
        breaks = "\0 \t\r\n\x85\u2028\u2029"
        closing = ",[]{}" if self.flow_level else ""
        length = 0
        while (char := self.peek(length)) not in breaks + closing:
            if char == ":" and self.peek(length + 1) in breaks + closing:
                break
            length += 1
        return length


_LOADER: Final[type[Any]] = getattr(yaml, "CBaseLoader", PurePythonLoader)


MAX_COLLECTED: Final = 1000
"""Most problems collected of one file before reading stops."""


def read_source(data: bytes, path: str, limit: int = MAX_BYTES, loader: type[Any] | None = None) -> Source:
    """Read the bytes of one file. Never raises: whatever is wrong is among the problems, in order of lines."""
    if len(data) > limit:
        return _refused(path, problem("file-too-large", Place(path), str(len(data)), str(limit)))
    text, bad = decode(data, path)
    if bad is not None:
        return _refused(path, bad)
    early: list[Problem] = []
    if text.startswith(BOM):
        text = text[1:]
        early.append(problem("byte-order-mark", Place(path, 1, 1, text.split("\n", 1)[0].rstrip("\r"))))
    lines = tuple(line.removesuffix("\r") for line in text.split("\n"))
    told = list(islice(inspect(lines, text, path), MAX_COLLECTED))
    early.extend(told)
    if told and is_fatal(text):
        return Source(path, None, lines, tuple(early))
    root, late = _Reader(text, lines, path, loader or _LOADER).read()
    tabbed = {one.place.line for one in early if one.code == "tab"}
    early.extend(one for one in late if not (one.place.line in tabbed and one.code in ("tab", "syntax", "bad-indent")))
    return Source(path, root, lines, tuple(sorted(early, key=by_place)))


def _refused(path: str, one: Problem) -> Source:
    return Source(path, None, (), (one,))


def by_place(one: Problem) -> tuple[int, int]:
    """Order problems of one file."""
    return one.place.line, one.place.column


def capped(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems of one file in order, at most MAX_PROBLEMS of them; the last then says that there are more."""
    ordered = sorted(problems, key=by_place)
    if len(ordered) <= MAX_PROBLEMS:
        return tuple(ordered)
    return (*ordered[: MAX_PROBLEMS - 1], problem("more-problems", ordered[MAX_PROBLEMS - 1].place))


_SCALAR, _ALIAS, _SEQUENCE = yaml.ScalarEvent, yaml.AliasEvent, yaml.SequenceStartEvent
_SEQUENCE_END, _MAPPING_END = yaml.SequenceEndEvent, yaml.MappingEndEvent
_HALVES: Final = re.compile("[\ud800-\udfff]")
_EXPLICIT: Final = re.compile(r"^ *(?:- +)*\?(?: |\r?$)|[\[{,] *\?(?: |\r?$)", re.MULTILINE)
"""A key written ``? key``, or what may be one."""


class _StoppedError(Exception):
    """The file cannot be read further; the problem has been told."""


class _Reader:
    """One pass over the events of one text."""

    def __init__(self, text: str, lines: tuple[str, ...], path: str, loader: type[Any]) -> None:
        self.text = text
        self.lines = lines
        self.path = path
        self.loader = loader
        self.problems: list[Problem] = []
        self.comments = " #" in text or "\t#" in text
        self.folds = not text.isascii()
        self.explicit = _EXPLICIT.search(text) is not None

    def tell(self, code: str, mark: Any, *args: str) -> None:
        self.problems.append(problem(code, self.spot(mark.line, mark.column), *args))
        if len(self.problems) > MAX_COLLECTED:
            raise _StoppedError

    def spot(self, line: int, column: int) -> Place:
        text = self.lines[line] if line < len(self.lines) else ""
        return Place(self.path, line + 1, column + 1, text)

    def read(self) -> tuple[Node | None, list[Problem]]:
        """Return the tree and the problems."""
        if match := re.match(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*%([^\n#]*)", self.text):
            line = self.text.count("\n", 0, match.start(1))
            self.problems.append(problem("directive", self.spot(line, 0), "%" + match.group(1).strip()))
            return None, self.problems
        try:
            return self.document(), self.problems
        except _StoppedError:
            return None, self.problems
        except yaml.YAMLError as error:
            self.problems.append(self.explain(error))
            return None, self.problems

    def explain(self, error: yaml.YAMLError) -> Problem:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        context = getattr(error, "context_mark", None)
        message = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
        at = (mark.line, mark.column) if mark else (0, 0)
        began = (context.line, context.column) if context else None
        message = f"{message}\n{getattr(error, 'context', None) or ''}"
        return explain(message, at, began, self.lines, self.path, MAX_DEPTH)

    def document(self) -> Node | None:
        loader = self.loader(self.text)
        try:
            return self.first_document(loader.get_event)
        finally:
            dispose = getattr(loader, "dispose", None)
            if dispose is not None:
                dispose()

    def first_document(self, next_event: Callable[[], Any]) -> Node | None:
        next_event()  # the start of the stream
        event = next_event()
        if isinstance(event, yaml.StreamEndEvent):
            self.problems.append(problem("empty-file", self.spot(0, 0)))
            return None
        root = self.node(next_event(), next_event, 0)
        next_event()  # the end of the document
        event = next_event()
        if not isinstance(event, yaml.StreamEndEvent):
            self.tell("several-documents", event.start_mark)
            return None
        if isinstance(root, ScalarNode) and not root.text:
            self.problems.append(problem("empty-file", self.spot(0, 0)))
            return None
        return root

    def node(self, event: Any, next_event: Callable[[], Any], depth: int) -> Node:
        """Read the node that begins with ``event``. Depth is bounded, so recursion is safe."""
        kind = type(event)
        if kind is _SCALAR:
            return self.scalar(event)
        mark = event.start_mark
        if kind is _ALIAS:
            self.tell("alias", mark, event.anchor)
            return ScalarNode(REFUSED, mark.line + 1, mark.column + 1)
        if event.anchor is not None or event.tag is not None:
            self.properties(event)
        if depth >= MAX_DEPTH:
            self.tell("too-deep", mark, str(MAX_DEPTH))
            raise _StoppedError
        if kind is _SEQUENCE:
            items = []
            while type(event := next_event()) is not _SEQUENCE_END:
                items.append(self.node(event, next_event, depth + 1))
            return SequenceNode(tuple(items), mark.line + 1, mark.column + 1)
        if event.flow_style and not self.after(mark).startswith("{"):
            return self.pair(event, next_event, depth)
        return self.mapping(mark, next_event, depth)

    def pair(self, event: Any, next_event: Callable[[], Any], depth: int) -> Node:
        """``[a: b]`` makes a mapping of one pair without braces: almost always an unquoted text."""
        whole = self.mapping(event.start_mark, next_event, depth)
        if whole.entries:
            key = whole.entries[0][0]
            text = self.lines[key.line - 1]
            colon = text.find(":", key.column - 1 + len(key.text))
            self.problems.append(problem("unquoted-colon", self.spot(key.line - 1, max(colon, 0))))
        return ScalarNode(REFUSED, whole.line, whole.column)

    def mapping(self, mark: Any, next_event: Callable[[], Any], depth: int) -> MappingNode:
        entries: list[tuple[ScalarNode, Node]] = []
        seen: dict[str, ScalarNode] = {}
        while type(event := next_event()) is not _MAPPING_END:
            key = self.node(event, next_event, depth + 1)
            value = self.node(next_event(), next_event, depth + 1)
            if type(key) is not ScalarNode or (self.explicit and self.is_explicit(key)):
                self.problems.append(problem("key-not-text", self.spot(key.line - 1, key.column - 1)))
                continue
            first = seen.setdefault(key.text, key)
            if first is key:
                entries.append((key, value))
                continue
            place = self.spot(key.line - 1, key.column - 1)
            self.problems.append(problem("duplicate-key", place, key.text, str(first.line), str(first.column)))
        return MappingNode(tuple(entries), mark.line + 1, mark.column + 1)

    def is_explicit(self, key: ScalarNode) -> bool:
        """Tell whether a key was written ``? key``, which is refused."""
        line = self.lines[key.line - 1] if key.line <= len(self.lines) else ""
        return line[: key.column - 1].rstrip().endswith("?")

    def scalar(self, event: Any) -> ScalarNode:
        mark, text, style = event.start_mark, event.value, event.style
        line = mark.line
        if event.anchor is not None or event.tag is not None:
            self.properties(event)
        if style == '"' and (match := _HALVES.search(text)):
            self.tell("bad-escape", mark, code_point(match.group()))
            text = REFUSED
        if not style and self.comments and text:
            self.comment_after(event.end_mark)
        if event.end_mark.line > line:
            self.continued(event, style or "")
        return ScalarNode(text, line + 1, mark.column + 1, not style)

    def continued(self, event: Any, style: str) -> None:
        """Look at a scalar of several lines."""
        first, last = event.start_mark.line, event.end_mark.line
        if not style:
            self.joined(first, last)
        elif style in "|>" and re.match(r"[|>][-+0-9]*#", self.after(event.start_mark)):
            self.tell("block-header", event.start_mark, style)
        if self.folds and style != "|":
            self.folded(first, last, style == ">")

    def properties(self, event: Any) -> None:
        """Refuse an anchor or a tag before a node."""
        if event.anchor is not None:
            self.tell("anchor", event.start_mark, event.anchor)
        if event.tag is not None:
            self.tell("tag", event.start_mark, event.tag)

    def after(self, mark: Any) -> str:
        """Return the rest of the line from a mark on."""
        return self.lines[mark.line][mark.column :] if mark.line < len(self.lines) else ""

    def comment_after(self, end: Any) -> None:
        rest = self.after(end)
        if rest[:1] in (" ", "\t") and rest.lstrip()[:1] == "#":
            column = end.column + len(rest) - len(rest.lstrip())
            self.problems.append(problem("comment-after-text", self.spot(end.line, column)))

    def joined(self, first: int, last: int) -> None:
        """A continued line that begins like a list item was meant as one."""
        for number in range(first + 1, min(last + 1, len(self.lines))):
            line = self.lines[number]
            if line.lstrip().startswith("-"):
                self.problems.append(problem("joined-lines", self.spot(number, len(line) - len(line.lstrip()))))

    def folded(self, first: int, last: int, block: bool) -> None:
        """Warn once a text where a folded line break falls between two Han characters."""
        for number in range(first + 1 if block else first, min(last, len(self.lines) - 1)):
            line, after = self.lines[number].rstrip(), self.lines[number + 1].strip()
            if line and after and is_cjk(line[-1]) and is_cjk(after[0]):
                self.problems.append(problem("folded-chinese", self.spot(number, len(line) - 1)))
                return
