"""The terminal: keys in, frames out, and everything put back whatever happens.

On a terminal keys are read one by one and frames are painted on the alternate screen; through a pipe keys are
read from the stream and each new text is printed once, without any control sequence.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

Span: TypeAlias = tuple[str, str]
"""A text and its style (a rich style such as ``bold``; empty for plain)."""
Line: TypeAlias = tuple[Span, ...]

_ESCAPES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end", "OA": "up", "OB": "down",
    "OC": "right", "OD": "left", "OH": "home", "OF": "end", "[1~": "home", "[3~": "delete", "[4~": "end",
    "[5~": "pgup", "[6~": "pgdn", "[7~": "home", "[8~": "end",
}  # fmt: skip
_CONTROLS: Final = {
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\t": "tab", "\x04": "ctrl-d",
    "\x01": "ctrl-a", "\x05": "ctrl-e", "\x0b": "ctrl-k", "\x15": "ctrl-u", "\x17": "ctrl-w", "\x0c": "ctrl-l",
    "\x03": "ctrl-c",
}  # fmt: skip
_PASTE_START, _PASTE_END = "\x1b[200~", "\x1b[201~"
_ENTER: Final = "\x1b[?1049h\x1b[?2004h\x1b[?25l"
_LEAVE: Final = "\x1b[?2004l\x1b[?25h\x1b[?1049l"


class Stopped(BaseException):
    """A signal asked the program to stop. Not an Exception, so that nothing swallows it on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Terminal(Protocol):
    """Where a quiz is played."""

    interactive: bool

    def size(self) -> tuple[int, int]:
        """Return width and height in cells."""
        ...

    def read(self) -> str:
        """Return the next key: a character, a name such as ``enter``, ``resize`` or ``eof``."""
        ...

    def paint(self, lines: Sequence[Line], cursor: tuple[int, int] | None = None) -> None:
        """Show a frame; ``cursor`` is (row, column) of the text cursor, None hides it."""
        ...

    def aside(self) -> contextlib.AbstractContextManager[None]:
        """Give the terminal to another program, such as an editor, for a while."""
        ...


@dataclass
class Decoder:
    """Bytes to keys. Keeps what is incomplete: half a character, half an escape sequence, an open paste."""

    pending: bytes = b""
    returned: bool = False
    """Whether the last byte was a carriage return: a line feed right behind it is the same enter."""

    def feed(self, data: bytes, final: bool = False) -> list[str]:
        """Return the keys that ``data`` completes. With ``final`` a lone escape is the key ``esc``."""
        self.pending += data
        keys: list[str] = []
        while self.pending:
            taken = self._one(final)
            if taken is None:
                break
            key, size = taken
            self.pending = self.pending[size:]
            if key:
                keys.append(key)
        return keys

    def _one(self, final: bool) -> tuple[str, int] | None:
        head = self.pending
        if head[:1] == b"\x1b":
            self.returned = False
            return self._escape(final)
        length = _utf8_length(head[0])
        if len(head) < length and not final:
            return None
        try:
            char = head[:length].decode("utf-8")
        except UnicodeDecodeError:
            return "\ufffd", 1
        again = char == "\n" and self.returned
        self.returned = char == "\r"
        if char in _CONTROLS:
            return "" if again else _CONTROLS[char], length
        return (char if char.isprintable() else ""), length

    def _escape(self, final: bool) -> tuple[str, int] | None:
        text = self.pending.decode("utf-8", "surrogateescape")
        if text.startswith(_PASTE_START):
            end = text.find(_PASTE_END)
            if end < 0:
                return (_paste(text[6:]), len(self.pending)) if final else None
            size = len(text[: end + len(_PASTE_END)].encode("utf-8", "surrogateescape"))
            return _paste(text[len(_PASTE_START) : end]), size
        body = text[1:]
        if not body:
            return ("esc", 1) if final else None
        if body[0] not in "[O":
            return "esc", 1
        for index, char in enumerate(body[1:], start=1):
            if "@" <= char <= "~":
                sequence = body[: index + 1]
                return _ESCAPES.get(sequence, ""), len(sequence) + 1
            if index > 16:
                return "", index
        return ("esc", len(self.pending)) if final else None


def _paste(text: str) -> str:
    clean = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    clean = clean.replace("\r\n", "\n").replace("\r", "\n")
    return "paste:" + "".join(char for char in clean if char in "\n\t" or char.isprintable())


def _utf8_length(first: int) -> int:
    if first < 0xC0:
        return 1
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def console(width: int | None = None, file: Any = None) -> Any:
    """Return a rich console that prints bank text as plain text: no markup, no emoji codes, no highlighting."""
    from rich.console import Console

    return Console(
        file=file or sys.stdout, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False,
        legacy_windows=False,
    )  # fmt: skip


def render(lines: Sequence[Line], out: Any) -> list[str]:
    """Return styled lines as text with the control sequences that the console ``out`` uses."""
    from rich.text import Text

    rendered = []
    for line in lines:
        with out.capture() as capture:
            out.print(Text.assemble(*line), end="", no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
        rendered.append(capture.get())
    return rendered


def print_lines(lines: Sequence[Line]) -> None:
    """Print styled lines; off a terminal without any styling."""
    out = console(width=100_000)
    for text in render(lines, out) if out.is_terminal else ["".join(part for part, _ in line) for line in lines]:
        print(text.rstrip() if not out.is_terminal else text)


class Screen:
    """A real terminal."""

    interactive = True

    def __init__(self) -> None:
        self._console = console(width=10_000)
        self._decoder = Decoder()
        self._keys: list[str] = []
        self._wake: tuple[int, int] | None = None
        self._saved: Any = None

    def size(self) -> tuple[int, int]:
        """Return width and height; at least 10 by 3 are assumed."""
        size = shutil.get_terminal_size()
        return max(10, size.columns), max(3, size.lines)

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]

    def paint(self, lines: Sequence[Line], cursor: tuple[int, int] | None = None) -> None:
        """Paint a frame over the last one, without clearing first, so that nothing flickers."""
        rows = [text + "\x1b[0m\x1b[K" for text in render(lines, self._console)]
        tail = f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H\x1b[?25h" if cursor else ""
        self._write("\x1b[?25l\x1b[H" + "\r\n".join(rows) + "\x1b[J" + tail)

    def enter(self) -> None:
        """Take the terminal: alternate screen, keys one by one."""
        if os.name == "posix":
            import termios
            import tty

            self._saved = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno(), termios.TCSADRAIN)
        self._write(_ENTER)

    def leave(self) -> None:
        """Give the terminal back as it was. A terminal that has gone away is nothing to complain about."""
        with contextlib.suppress(OSError):
            self._write(_LEAVE)
        if self._saved is not None:
            import termios

            with contextlib.suppress(OSError, termios.error):
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._saved)

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Leave the terminal to another program and take it again."""
        self.leave()
        try:
            yield
        finally:
            self.enter()

    def read(self) -> str:
        """Return the next key, or ``resize``, or ``eof`` when the terminal has gone."""
        while not self._keys:
            if os.name == "posix":
                self._keys = self._read_posix()
            else:
                self._keys = self._read_windows()
        return self._keys.pop(0)

    def _read_posix(self) -> list[str]:
        source = sys.stdin.fileno()
        waiting = [source] if self._wake is None else [source, self._wake[0]]
        # Half a sequence waits a moment for its rest; a lone escape key never gets one.
        patience = 0.05 if self._decoder.pending else None
        ready, _, _ = select.select(waiting, [], [], patience)
        if self._wake is not None and self._wake[0] in ready:
            os.read(self._wake[0], 512)
            return ["resize"]
        if source not in ready:
            return self._decoder.feed(b"", final=True)
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""
        return self._decoder.feed(data) if data else ["eof"]

    def _read_windows(self) -> list[str]:
        import msvcrt

        getwch: Callable[[], str] = msvcrt.getwch  # type: ignore[attr-defined,unused-ignore]
        char = getwch()
        if char in "\x00\xe0":
            names = {
                "H": "up",
                "P": "down",
                "K": "left",
                "M": "right",
                "G": "home",
                "O": "end",
                "I": "pgup",
                "Q": "pgdn",
            }
            name = names.get(getwch())
            return [name] if name else []
        if char == "\x03":
            raise KeyboardInterrupt
        return self._decoder.feed(char.encode("utf-8", "surrogatepass"), final=True)

    @contextlib.contextmanager
    def session(self) -> Iterator[Screen]:
        """Hold the terminal for a session: resize wakes :meth:`read`, signals end it, everything is put back."""
        with _signals(self):
            self.enter()
            try:
                yield self
            finally:
                self.leave()


@contextlib.contextmanager
def _signals(screen: Screen) -> Iterator[None]:
    def stop(number: int, _frame: Any) -> None:
        raise Stopped(number)

    def pause(_number: int, _frame: Any) -> None:
        screen.leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        screen.enter()

    handlers: dict[str, Any] = {"SIGTERM": stop, "SIGHUP": stop}
    if os.name == "posix":
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        screen._wake = (reader, writer)
        earlier_fd = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        handlers |= {"SIGWINCH": lambda _number, _frame: None, "SIGTSTP": pause}
    earlier = {
        name: signal.signal(getattr(signal, name), handler)
        for name, handler in handlers.items()
        if hasattr(signal, name)
    }
    try:
        yield
    finally:
        for name, handler in earlier.items():
            signal.signal(getattr(signal, name), handler)
        if screen._wake is not None:
            signal.set_wakeup_fd(earlier_fd)
            for end in screen._wake:
                os.close(end)
            screen._wake = None


class Pipe:
    """No terminal: keys come from the stream, and every text is printed once."""

    interactive = False

    def __init__(self) -> None:
        self._decoder = Decoder()
        self._keys: list[str] = []
        self._shown: tuple[Line, ...] = ()

    def size(self) -> tuple[int, int]:
        """Nothing is wrapped or cut off a terminal."""
        return 1_000_000, 1_000_000

    def read(self) -> str:
        """Return the next key of the stream, ``eof`` at its end."""
        while not self._keys:
            data = sys.stdin.buffer.readline()
            if not data:
                rest = self._decoder.feed(b"", final=True)
                self._keys = [*rest, "eof"]
            else:
                self._keys = self._decoder.feed(data)
        return self._keys.pop(0)

    def paint(self, lines: Sequence[Line], cursor: tuple[int, int] | None = None) -> None:
        """Print the lines that the last frame did not show."""
        seen = set(self._shown)
        for line in lines:
            if line not in seen:
                print("".join(text for text, _ in line).rstrip())
        self._shown = tuple(lines)
        sys.stdout.flush()

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """There is nothing to give away."""
        yield

    @contextlib.contextmanager
    def session(self) -> Iterator[Pipe]:
        """Signals end a piped session as they end any other."""

        def stop(number: int, _frame: Any) -> None:
            raise Stopped(number)

        names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        earlier = {name: signal.signal(getattr(signal, name), stop) for name in names}
        try:
            yield self
        finally:
            for name, handler in earlier.items():
                signal.signal(getattr(signal, name), handler)


def terminal() -> Screen | Pipe:
    """Return the terminal where both ends are one, else the pipe."""
    try:
        real = sys.stdin.isatty() and sys.stdout.isatty()
    except ValueError:
        real = False
    return Screen() if real and os.environ.get("TERM") != "dumb" else Pipe()
