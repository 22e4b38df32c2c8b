"""A quiz in a pseudo-terminal: started by fork from a process that has everything imported, driven by keys."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

PLACE = re.compile(rb"(\d+)/(\d+)")


class Player:
    """One run of the program in a terminal of its own."""

    def __init__(self, arguments: list[str], environment: dict[str, str], size: tuple[int, int] = (100, 30)) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            self._child(arguments, environment)
        self.resize(*size, tell=False)
        self.before = termios.tcgetattr(self.terminal)
        self.seen = b""
        self.told = 0
        self.status: int | None = None

    @staticmethod
    def _child(arguments: list[str], environment: dict[str, str]) -> None:
        status = 99
        try:
            os.environ.clear()
            os.environ.update(environment)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
            from tiku.cli import main

            status = main(arguments)
            sys.stdout.flush()
            if sys.stderr is not None:
                sys.stderr.flush()
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(status)

    def resize(self, columns: int, lines: int, tell: bool = True) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        if tell:
            os.kill(self.pid, signal.SIGWINCH)

    def send(self, keys: str) -> None:
        try:
            os.write(self.terminal, keys.encode())
        except OSError:
            pass

    def read(self, seconds: float) -> bytes:
        """Read what comes within so many seconds."""
        end = time.monotonic() + seconds
        got = b""
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.terminal], [], [], left)
            if not ready:
                break
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                break
            if not data:
                break
            got += data
            self.seen += data
        return got

    def until(self, text: str, seconds: float = 15.0) -> bytes:
        """Read until a text comes behind the one waited for last; fails when it does not."""
        wanted, end = text.encode(), time.monotonic() + seconds
        while (found := self.seen.find(wanted, self.told)) < 0:
            assert time.monotonic() < end, f"{text!r} did not come; the screen had: {self.seen[-1500:]!r}"
            self.read(0.05)
        got = self.seen[self.told : found]
        self.told = found + len(wanted)
        return got

    def wait(self, seconds: float = 15.0) -> int:
        """Wait for the end and return the exit status; negative for a signal."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.read(0.05)
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError(f"it did not end; the screen had: {self.seen[-1500:]!r}")

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)

    def close(self) -> None:
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        try:
            os.close(self.terminal)
        except OSError:
            pass

    def restored(self) -> bool:
        """Tell whether the terminal is as it was: settings, alternate screen, cursor, paste mode."""
        same = termios.tcgetattr(self.terminal)[:4] == self.before[:4]
        on, off = self.seen.count(b"\x1b[?1049h"), self.seen.count(b"\x1b[?1049l")
        cursor = self.seen.rfind(b"\x1b[?25h") > self.seen.rfind(b"\x1b[?25l")
        return same and on == off and cursor


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment with folders of its own."""
    return {
        "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8", "HOME": str(folder), "TZ": "UTC",
        "TIKU_DATA": str(folder / "data"), "TIKU_CACHE": str(folder / "cache"), "TIKU_STATE": str(folder / "state"), **more,
    }  # fmt: skip
