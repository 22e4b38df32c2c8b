"""The editor of the type mode."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tiku.ui.editor import Draft, draft, insert, press

KEYS = ["a", "中", "e\u0301", " ", "enter", "tab", "backspace", "delete", "left", "right", "up", "down", "home", "end",
        "ctrl-u", "ctrl-w", "ctrl-k", "ctrl-a", "ctrl-e", "paste:x\ny", "esc", "pgup"]  # fmt: skip


def typed(*keys: str) -> Draft:
    state = Draft()
    for key in keys:
        state = press(state, key)
    return state


def test_typing_deleting_and_moving() -> None:
    assert typed("a", "b", "left", "c").text == "acb"
    assert typed("a", "enter", "b", "backspace", "backspace").text == "a"
    assert typed("中", "文", "backspace").text == "中"
    assert typed("a", "b", "home", "delete").text == "b"
    assert typed("a", "enter", "b", "home", "left", "delete").text == "ab"


def test_a_combining_mark_goes_with_its_letter() -> None:
    assert press(draft("xe\u0301"), "backspace").text == "x"


def test_words_and_lines_are_deleted_at_once() -> None:
    assert press(draft("one two"), "ctrl-w").text == "one "
    assert press(draft("one two"), "ctrl-u").text == ""
    assert press(press(draft("one two"), "home"), "ctrl-k").text == ""


def test_a_paste_keeps_its_lines() -> None:
    assert insert(draft("a"), "b\r\nc").lines == ("ab", "c")


@given(st.lists(st.sampled_from(KEYS)))
def test_the_cursor_is_always_inside_the_text(keys: list[str]) -> None:
    state = typed(*keys)
    assert 0 <= state.row < len(state.lines)
    assert 0 <= state.column <= len(state.line)
    assert all("\n" not in line for line in state.lines)
