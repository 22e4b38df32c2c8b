"""A lock on an open file that holds between processes, on POSIX and on Windows."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

WAIT: Final = 10.0
"""Seconds another process may hold the lock: an append takes milliseconds."""
_FAR: Final = 0x7FFF_FFF0
"""Windows locks are mandatory: a byte far behind the text is locked, so that reading goes on."""


@contextmanager
def locked(fd: int, wait: float = WAIT) -> Iterator[bool]:
    """Hold the lock of an open file. Yields False where it cannot be had: no locks there, or held for too long."""
    held = _acquire(fd, wait)
    try:
        yield held
    finally:
        if held:
            _release(fd)


def _acquire(fd: int, wait: float) -> bool:
    end = time.monotonic() + wait
    pause = 0.001
    while True:
        try:
            _try(fd)
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= end:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
        except OSError:  # a file system without locks
            return False
        else:
            return True


if sys.platform == "win32":

    def _try(fd: int) -> None:
        import msvcrt

        os.lseek(fd, _FAR, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

    def _release(fd: int) -> None:
        import msvcrt

        os.lseek(fd, _FAR, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

else:

    def _try(fd: int) -> None:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(fd: int) -> None:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_UN)
