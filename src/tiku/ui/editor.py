"""The small text editor of the type mode: a pure value, changed by keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tiku.text import char_width

MAX_CHARS: Final = 100_000
"""An answer longer than this is cut: a pasted book is no answer."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Lines of text and the cursor before ``lines[row][column]``."""

    lines: tuple[str, ...] = ("",)
    row: int = 0
    column: int = 0

    @property
    def text(self) -> str:
        """Return the whole text."""
        return "\n".join(self.lines)

    @property
    def line(self) -> str:
        """Return the line of the cursor."""
        return self.lines[self.row]


def draft(text: str) -> Draft:
    """Return a draft that holds ``text``, the cursor at its end."""
    lines = tuple(text.split("\n"))
    return Draft(lines, len(lines) - 1, len(lines[-1]))


def press(state: Draft, key: str) -> Draft:
    """Return the draft after a key. Keys that mean nothing here change nothing."""
    if key.startswith("paste:"):
        return insert(state, key[6:])
    if len(key) == 1:
        return insert(state, key)
    move = _MOVES.get(key)
    return move(state) if move else state


def insert(state: Draft, text: str) -> Draft:
    """Insert text, which may hold newlines, at the cursor."""
    room = MAX_CHARS - sum(map(len, state.lines))
    text = text.replace("\r\n", "\n").replace("\r", "\n")[: max(0, room)]
    before, after = state.line[: state.column], state.line[state.column :]
    middle = (before + text).split("\n")
    column = len(middle[-1])
    middle[-1] += after
    lines = (*state.lines[: state.row], *middle, *state.lines[state.row + 1 :])
    return Draft(lines, state.row + len(middle) - 1, column)


def _with_line(state: Draft, line: str, column: int) -> Draft:
    lines = (*state.lines[: state.row], line, *state.lines[state.row + 1 :])
    return Draft(lines, state.row, column)


def _backspace(state: Draft) -> Draft:
    if state.column:
        start = state.column - 1
        # A combining mark goes together with the character it sits on.
        while start and char_width(state.line[start]) == 0:
            start -= 1
        return _with_line(state, state.line[:start] + state.line[state.column :], start)
    if not state.row:
        return state
    above = state.lines[state.row - 1]
    lines = (*state.lines[: state.row - 1], above + state.line, *state.lines[state.row + 1 :])
    return Draft(lines, state.row - 1, len(above))


def _delete(state: Draft) -> Draft:
    if state.column < len(state.line):
        return _backspace(replace(state, column=state.column + 1))
    if state.row + 1 < len(state.lines):
        return _backspace(Draft(state.lines, state.row + 1, 0))
    return state


def _left(state: Draft) -> Draft:
    if state.column:
        return replace(state, column=state.column - 1)
    return replace(state, row=state.row - 1, column=len(state.lines[state.row - 1])) if state.row else state


def _right(state: Draft) -> Draft:
    if state.column < len(state.line):
        return replace(state, column=state.column + 1)
    return replace(state, row=state.row + 1, column=0) if state.row + 1 < len(state.lines) else state


def _vertical(state: Draft, by: int) -> Draft:
    row = max(0, min(len(state.lines) - 1, state.row + by))
    return replace(state, row=row, column=min(state.column, len(state.lines[row])))


def _word_back(state: Draft) -> Draft:
    kept = state.line[: state.column].rstrip()
    start = len(kept.rstrip("".join(set(kept) - {" "}))) if kept else 0
    return _with_line(state, state.line[:start] + state.line[state.column :], start)


_MOVES: Final = {
    "enter": lambda state: insert(state, "\n"),
    "tab": lambda state: insert(state, "    "),
    "backspace": _backspace,
    "delete": _delete,
    "left": _left,
    "right": _right,
    "up": lambda state: _vertical(state, -1),
    "down": lambda state: _vertical(state, 1),
    "home": lambda state: replace(state, column=0),
    "end": lambda state: replace(state, column=len(state.line)),
    "ctrl-a": lambda state: replace(state, column=0),
    "ctrl-e": lambda state: replace(state, column=len(state.line)),
    "ctrl-u": lambda state: _with_line(state, state.line[state.column :], 0),
    "ctrl-k": lambda state: _with_line(state, state.line[: state.column], state.column),
    "ctrl-w": _word_back,
}
