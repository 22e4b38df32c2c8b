"""Merging logs: from a data folder, a folder of logs, a log, or a backup. The union by event id.

What is new is written as it was, line for line, into the log of this device. So merging twice, or in another order, or back
and forth comes to the same; damaged lines stay where they are.
"""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO
from zipfile import is_zipfile

from tiku.errors import CannotError
from tiku.store.archive import EVENTS, open_archive
from tiku.store.event import Event, Other
from tiku.store.log import Log
from tiku.store.reader import all_events, cannot_read, events_of, lines, log_files


@dataclass(slots=True)
class Found:
    """What merging finds: the events to add by (t, id), and counts of all that was read."""

    new: dict[tuple[str, int], tuple[Event, str]] = field(default_factory=dict)
    read: int = 0
    known: int = 0
    damaged: int = 0
    unknown: int = 0
    logs: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[bytes]:
        """Return the lines to add, in the order of their events."""
        order = sorted(self.new.values(), key=lambda pair: (pair[0].t, pair[0].id, pair[1]))
        return [text.encode() for _, text in order]


def find_new(data: Path, sources: Iterable[Path]) -> Found:
    """Return what some sources hold that the logs of a data folder do not. Nothing is written.

    Raises CannotError for a source that is no log, holds none, or cannot be read.
    """
    known = {_key(event, text) for path in _logs_of(data / "events") for event, text in all_events(path)}
    found = Found()
    for source in sources:
        if _is_same(source, data):
            continue
        for name, file in _opened(source):
            found.logs.append(name)
            _take(file, known, found)
    return found


def merge(data: Path, sources: Iterable[Path], log: Log) -> Found:
    """Write what some sources hold beyond the logs of a data folder into a log, durably, and tell what was found."""
    found = find_new(data, sources)
    log.append_lines(found.lines)
    return found


def _key(event: Event, text: str) -> tuple[str, int]:
    """Two different lines with one id are both kept: which one counts is decided by the fold, the same everywhere."""
    return event.id, crc32(text.encode())


def _take(file: BinaryIO, known: set[tuple[str, int]], found: Found) -> None:
    for line, _, whole in lines(file):
        events, sound = events_of(line)
        found.damaged += not sound and whole
        for event, text in events:
            found.read += 1
            found.unknown += isinstance(event.body, Other)
            key = _key(event, text)
            if key in known or key in found.new:
                found.known += 1
            else:
                found.new[key] = (event, text)


def _is_same(source: Path, data: Path) -> bool:
    """Tell whether a source is the data folder itself, whose logs are known."""
    return os.path.realpath(source) in (os.path.realpath(data), os.path.realpath(data / "events"))


def _logs_of(folder: Path) -> list[Path]:
    return [folder / stamp.name for stamp in log_files(folder)]


def _opened(source: Path) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the logs of a source, open, with their names."""
    if source.is_dir():
        paths = _logs_of(source / "events") or _logs_of(source)
        if not paths:
            raise _no_log(source)
        for path in paths:
            with _open(path) as file:
                yield str(path), file
    elif source.suffix == ".zip" or is_zipfile(source):
        with open_archive(source) as archive:
            for name in archive.names(EVENTS):
                yield f"{source}: {name}", BytesIO(archive.read(name))
    else:
        with _open(source) as file:
            if not _is_log(file):
                raise _no_log(source)
            yield str(source), file


def _open(path: Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except OSError as error:
        raise cannot_read(path, error) from None


def _is_log(file: BinaryIO) -> bool:
    """Tell whether a file is a log: empty, or with an event among its first lines."""
    first = [bool(events_of(line)[0]) for line, _, _ in islice(lines(file), 1000)]
    file.seek(0)
    return any(first) or not first


def _no_log(source: Path) -> CannotError:
    return CannotError(
        "这里没有记录",
        "there is no log here",
        "给出另一个数据目录、它的 events/ 目录、一个 .jsonl 文件或一份备份",
        "name another data folder, its events/ folder, a .jsonl file or a backup",
        str(source),
    )
