"""Reading the logs: all ``*.jsonl`` files of the events folder, conflict copies too, each only from where it was left.

A line that is no event is set aside and counted. A last line without its newline may still be in the writing: it is
taken when it is whole, and looked at again next time.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final

from tiku.errors import CannotError
from tiku.store.event import LINE_MAX, Event, Other
from tiku.store.listing import listed
from tiku.store.parse import read_event

_SAMPLE: Final = 4096
_START: Final = b'{"v":'
_SEAL: Final = re.compile(rb',"crc":"[0-9a-f]{8}"\}')

Sink = Callable[[Event, str], object]
"""Takes an event and its line as written."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A log file as the folder lists it."""

    name: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a log file was read: up to ``offset``, with ``check`` over samples of the bytes before it.

    ``damaged`` and ``unknown`` count the lines up to there that are no events, and events of unknown types.
    """

    name: str
    size: int = 0
    mtime_ns: int = 0
    offset: int = 0
    check: str = ""
    damaged: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that is no event: its number from 1, where it starts, why, and its bytes (the first of them)."""

    line: int
    offset: int
    reason: str
    raw: bytes


def log_files(folder: Path) -> list[Stamp]:
    """Return the log files of a folder, by name. Raises CannotError."""
    try:
        return [Stamp(*row) for row in listed(folder)]
    except OSError as error:
        raise cannot_read(folder, error) from None


def read_on(folder: Path, stamp: Stamp, mark: Mark | None, sink: Sink) -> Mark | None:
    """Pass the events of a file after the mark to ``sink`` and return the new mark.

    Returns None, with nothing passed on, when what was read before is no longer there: the file must then be read anew.
    """
    path = folder / stamp.name
    mark = mark or Mark(stamp.name)
    try:
        with open(path, "rb") as file:
            if mark.offset and check(file, mark.offset) != mark.check:
                return None
            file.seek(mark.offset)
            return _read(file, stamp, mark, sink)
    except OSError as error:
        raise cannot_read(path, error) from None


def _read(file: BinaryIO, stamp: Stamp, mark: Mark, sink: Sink) -> Mark:
    offset, damaged, unknown = mark.offset, mark.damaged, mark.unknown
    for line, length, whole in lines(file):
        events, sound = events_of(line)
        for event, text in events:
            sink(event, text)
        if not whole:
            break
        damaged += not sound
        unknown += sum(isinstance(event.body, Other) for event, _ in events)
        offset += length
    return Mark(stamp.name, stamp.size, stamp.mtime_ns, offset, check(file, offset), damaged, unknown)


def check(file: BinaryIO, offset: int) -> str:
    """Return a check over the first bytes of a file and the last ones before ``offset``.

    Files only grow and hold random ids, so the samples change whenever what lies between was moved.
    """
    file.seek(0)
    head = file.read(min(_SAMPLE, offset))
    start = max(0, offset - _SAMPLE)
    file.seek(start)
    tail = file.read(offset - start)
    return f"{offset}.{len(tail)}.{crc32(head):08x}{crc32(tail):08x}"


def lines(file: BinaryIO) -> Iterator[tuple[bytes, int, bool]]:
    """Yield the lines with their newline, their length, and whether they are ended by one; of a huge one the start."""
    while line := file.readline(LINE_MAX):
        length, last = len(line), line
        while len(last) >= LINE_MAX and not last.endswith(b"\n"):
            last = file.readline(LINE_MAX)
            length += len(last)
        yield line, length, last.endswith(b"\n")


def events_of(line: bytes) -> tuple[list[tuple[Event, str]], bool]:
    """Return the events of a line with their text, and whether the line was nothing but one event (or empty).

    Where a newline was lost, or a torn line was written on, the whole events inside of the line are found.
    """
    body = line.strip(b"\r\n \t")
    if not body:
        return [], True
    try:
        return [(read_event(body), body.decode())], True
    except ValueError:
        pass
    if len(body) > LINE_MAX - 1:
        return [], False
    found = []
    starts = _starts(body)
    for begin, end in pairwise([*starts, len(body)]):
        # Inside of damage only what carries its checksum is believed.
        for seal in _SEAL.finditer(body, begin, end):
            piece = body[begin : seal.end()]
            try:
                found.append((read_event(piece), piece.decode()))
            except ValueError:
                continue
            break
    return found, False


def _starts(body: bytes) -> list[int]:
    starts, at = [], body.find(_START)
    while at >= 0:
        starts.append(at)
        at = body.find(_START, at + 1)
    return starts


def all_events(path: Path) -> Iterator[tuple[Event, str]]:
    """Yield every event of a log file with its line, the whole ones inside of damage too."""
    try:
        with open(path, "rb") as file:
            for line, _, _ in lines(file):
                yield from events_of(line)[0]
    except OSError as error:
        raise cannot_read(path, error) from None


def damages(path: Path) -> Iterator[Damage]:
    """Yield the damaged lines of a log file."""
    try:
        with open(path, "rb") as file:
            offset = 0
            for number, (line, length, whole) in enumerate(lines(file), 1):
                if not events_of(line)[1]:
                    yield Damage(number, offset, _reason(line, whole), line[:200])
                offset += length
    except OSError as error:
        raise cannot_read(path, error) from None


def _reason(line: bytes, whole: bool) -> str:
    if not whole:
        return "torn"
    try:
        read_event(line.strip(b"\r\n \t"))
    except ValueError as error:
        return str(error)
    return ""


def cannot_read(path: Path, error: OSError) -> CannotError:
    """Return the error for a log that cannot be read."""
    reason = error.strerror or str(error)
    return CannotError(
        f"记录读不了: {reason}",
        f"the log cannot be read: {reason}",
        "检查这个位置的权限；tiku doctor 会列出所有问题",
        "check the permissions there; tiku doctor lists every problem",
        str(path),
    )
