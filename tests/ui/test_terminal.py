"""Bytes to keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.ui.terminal import Decoder


def keys(data: bytes) -> list[str]:
    decoder = Decoder()
    return decoder.feed(data) + decoder.feed(b"", final=True)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a1 \r", ["a", "1", " ", "enter"]),
        (b"\r\n\n", ["enter", "enter"]),
        ("中é".encode(), ["中", "é"]),
        (b"\x1b[A\x1b[5~\x1bOB", ["up", "pgup", "down"]),
        (b"\x1b", ["esc"]),
        (b"\x7f\x04", ["backspace", "ctrl-d"]),
        (b"\x1b[200~two\nlines\x1b[201~x", ["paste:two\nlines", "x"]),
        (b"\x1b[200~\x1b[31mred\x1b[201~", ["paste:[31mred"]),
        (b"\xff", ["\ufffd"]),
        (b"\x1b[1;5C", []),
    ],
)
def test_bytes_become_keys(data: bytes, expected: list[str]) -> None:
    assert keys(data) == expected


@given(st.binary(), st.data())
def test_how_the_bytes_are_cut_does_not_matter(data: bytes, cuts: st.DataObject) -> None:
    decoder = Decoder()
    at, found = 0, []
    while at < len(data):
        size = cuts.draw(st.integers(1, len(data) - at))
        found += decoder.feed(data[at : at + size])
        at += size
    found += decoder.feed(b"", final=True)
    assert found == keys(data)


@given(st.binary())
def test_no_bytes_can_raise_or_get_stuck(data: bytes) -> None:
    decoder = Decoder()
    decoder.feed(data)
    decoder.feed(b"", final=True)
    assert len(decoder.pending) == 0
