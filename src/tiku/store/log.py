"""The log this machine writes: ``events/<device>.jsonl``, append-only, one durable write an event.

An event counts as saved when :meth:`Log.append` returns: one ``write`` of the whole line, then ``fsync``. A line that a
crash or a full disk cut off stays where it is; the next one starts on a fresh line.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from tiku.errors import CannotError
from tiku.store.device import cannot_write, make_folder, sync_folder
from tiku.store.event import LINE_MAX, Body, Event, write_event
from tiku.store.lock import WAIT, locked
from tiku.store.parse import read_event
from tiku.store.ulid import following, successor

_HEAD: Final = re.compile(rb'\{"v":1,"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})","t":(\d+),')
_LOOK_BACK: Final = 65_536
_LINES: Final = 1000
_NO_SYNC: Final = (errno.EINVAL, getattr(errno, "ENOTSUP", errno.EINVAL))


class Log:
    """The log of one device in a data folder. ``device`` is asked for at the first append."""

    def __init__(
        self,
        data: Path,
        device: Callable[[], str],
        chance: Callable[[int], bytes] = os.urandom,
        wait: float = WAIT,
    ) -> None:
        self.folder = data / "events"
        self._device = device
        self._chance = chance
        self._wait = wait
        self._path: Path | None = None
        self._last: str | None = None

    @property
    def path(self) -> Path:
        """Return the file this device writes."""
        if self._path is None:
            self._path = self.folder / f"{self._device()}.jsonl"
        return self._path

    def event(self, body: Body, t: int, tz: int, day: int) -> Event:
        """Return a new event: moment in UTC ms, minutes ahead of UTC, study day. Nothing is written yet."""
        self._last = following(t, self._chance(10), self._last)
        return Event(self._last, t, tz, day, body)

    def append(self, event: Event) -> Event:
        """Write an event and return it when it is durable.

        Its id is raised where the last line is of the same moment and a later id, so that events of one device keep
        their order under a clock that stands still. Raises CannotError: then the event is not saved.
        """
        saved = read_event(self._add(lambda tail: [_line(self.path, _after(tail, event))]))
        self._last = saved.id
        return saved

    def append_lines(self, lines: Sequence[bytes]) -> None:
        """Write lines of other logs as they are, durably. Raises CannotError: then some may be saved, which is no harm."""
        if lines:
            self._add(lambda tail: lines)

    def _add(self, made: Callable[[bytes], Sequence[bytes]]) -> bytes:
        """Write the lines made of the end of the file and return the last one."""
        path = self.path
        try:
            with _held(path, self._wait) as (fd, alone):
                tail = _tail(fd)
                lines = made(tail)
                # Without the lock another process may be inside of a line: an empty line does no harm.
                gap = b"" if alone and tail[-1:] in (b"", b"\n") else b"\n"
                for at in range(0, len(lines), _LINES):
                    _write(fd, gap + b"".join(line + b"\n" for line in lines[at : at + _LINES]))
                    gap = b""
                _sync(fd)
        except OSError as error:
            raise cannot_write(path, error) from None
        return lines[-1]


@contextmanager
def _held(path: Path, wait: float) -> Iterator[tuple[int, bool]]:
    """Open a log for appending and lock it, making it where it is missing. Yields the file and whether it is locked."""
    while True:
        fd, fresh = _open(path)
        try:
            with locked(fd, wait) as alone:
                if not _is_at(fd, path):
                    continue  # put in the place of another file meanwhile, by a doctor or a sync program
                yield fd, alone
                if fresh:
                    sync_folder(path.parent)
                return
        finally:
            os.close(fd)


def _is_at(fd: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), os.stat(path))
    except FileNotFoundError:
        return False


def _open(path: Path) -> tuple[int, bool]:
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        return os.open(path, flags), False
    except FileNotFoundError:
        make_folder(path.parent)
        return os.open(path, flags | os.O_CREAT, 0o600), True


def _tail(fd: int) -> bytes:
    """Return the end of the file."""
    size = os.lseek(fd, 0, os.SEEK_END)
    length = min(size, _LOOK_BACK)
    os.lseek(fd, size - length, os.SEEK_SET)
    return os.read(fd, length)


def _after(tail: bytes, event: Event) -> Event:
    """Return the event with an id that sorts after the last line's, where both are of one moment."""
    start = tail.rfind(b"\n", 0, -1) + 1
    head = _HEAD.match(tail, start)
    if head and int(head[2]) == event.t and head[1].decode() >= event.id:
        return replace(event, id=successor(head[1].decode()))
    return event


def _line(path: Path, event: Event) -> bytes:
    """Return the line of an event. What the reader would refuse must never be taken as saved."""
    line = write_event(event)
    if len(line) >= LINE_MAX:
        raise CannotError(
            f"答案太长: {len(line)} 字节",
            f"the answer is too long: {len(line)} bytes",
            f"一条记录最多 {LINE_MAX} 字节；缩短后再记",
            f"an event has at most {LINE_MAX} bytes; shorten it and record it again",
            str(path),
        )
    read_event(line)
    return line


def _write(fd: int, line: bytes) -> None:
    written = os.write(fd, line)
    if written != len(line):
        # The rest of a line cut off by a full disk would only be cut off again, and could land behind another's.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sync(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
