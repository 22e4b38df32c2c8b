"""Folding, widths and wrapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.text import cell_width, cut, fold, fold_map, nearest, pad, visible, wrap


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Reduce-Scatter", "reduce scatter"),
        ("ＣＵＤＡ", "cuda"),
        ("2(n-1)/n", "2 * (n - 1) / n"),
        ("合并 访存", "合并访存"),
        ("⽂⼦", "文子"),
    ],
)
def test_texts_that_mean_the_same_fold_to_the_same(left: str, right: str) -> None:
    assert fold(left) == fold(right)


def test_signs_that_carry_meaning_survive_folding() -> None:
    assert fold("C++") != fold("C")
    assert fold("C#") == "c#"
    assert fold("5 %") == "5%"


@given(st.text())
def test_every_folded_character_knows_where_it_came_from(text: str) -> None:
    folded, places = fold_map(text)
    assert folded == fold(text)
    assert len(folded) == len(places)
    assert all(0 <= place < len(text) for place in places)
    assert places == sorted(places)


def test_what_drives_a_terminal_is_shown_and_not_sent() -> None:
    assert visible("a\x1b[31mb\x07") == "a␛[31mb␇"
    assert visible("x\u202ey") == "x<U+202E>y"
    assert visible("\x9b31m") == "<U+009B>31m"
    assert visible("tab\tnew\nline") == "tab    new\nline"


@pytest.mark.parametrize(
    "text", ["y[i] = a*x[i]", "vector<int>", "__shared__", "std::string", "arr[/]", ":fire:", "🔥 汉字"]
)
def test_plain_text_is_left_alone(text: str) -> None:
    assert visible(text) == text


@given(st.text())
def test_nothing_visible_holds_a_control_character(text: str) -> None:
    assert not any(ord(char) < 32 and char != "\n" for char in visible(text))
    assert "\x7f" not in visible(text)
    assert not any(0x80 <= ord(char) < 0xA0 for char in visible(text))


def test_widths_are_counted_in_cells() -> None:
    assert cell_width("abc") == 3
    assert cell_width("共享内存") == 8
    assert cell_width("e\u0301") == 1
    assert pad("内存", 6) == "内存  "
    assert cut("共享内存", 5) == "共享…"
    assert cut("abc", 3) == "abc"
    assert cut("abc", 0) == ""


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(2, 40))
def test_a_wrapped_line_is_never_wider_than_the_screen_and_no_word_is_lost(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert all(cell_width(line) <= cells for line in lines)
    squeezed = "".join("".join(lines).split())
    assert squeezed == "".join(text.split())


def test_a_line_does_not_begin_with_closing_punctuation() -> None:
    lines = wrap("共享内存被分成三十二个存储体，冲突会串行。", 28)
    assert all(not line.startswith(("，", "。")) for line in lines)


def test_english_words_are_kept_whole_between_chinese() -> None:
    assert wrap("每个 warp 有三十二个 thread", 14) == ["每个 warp 有三", "十二个 thread"]


def test_the_nearest_known_word_is_offered() -> None:
    assert nearest("kernel", ["kernels", "compilers"]) == "kernels"
    assert nearest("zzz", ["kernels"]) is None
