"""Text as people write it: folding, width in terminal cells, and showing what must not be sent.

Pure functions, standard library only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_KEEP = frozenset("+#%<>=√")
"""Signs that carry meaning in names, amounts and formulas (C++, C#, 5 %, a < b) and so survive folding."""


def say(lang: str, zh: str, en: str) -> str:
    """Return the text in the language of the interface."""
    return zh if lang == "zh" else en


def visible(text: str) -> str:
    """Return ``text`` with every control, escape and bidirectional mark shown as a sign, never sent.

    A newline stays, a tab becomes four spaces. C0 controls are shown by their pictures (ESC is ␛), others as
    ``<U+202E>``. Lone surrogates (undecodable bytes) are shown the same way.
    """
    if text.isprintable():
        return text
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    if char == "\n":
        return char
    if char == "\t":
        return "    "
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or char in _BIDI or char in "\u2028\u2029\ufeff":
        return f"<U+{code:04X}>"
    return char


def char_width(char: str) -> int:
    """Return how many terminal cells one character takes: 0, 1 or 2."""
    if char == "\u200d" or unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cell_width(text: str) -> int:
    """Return how many terminal cells a text without newlines takes."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))


def cut(text: str, cells: int) -> str:
    """Return ``text`` cut to at most ``cells`` cells, with an ellipsis where something was cut."""
    if cell_width(text) <= cells:
        return text
    if cells <= 0:
        return ""
    kept: list[str] = []
    used = 0
    for char in text:
        width = char_width(char)
        if used + width > cells - 1:
            break
        kept.append(char)
        used += width
    return "".join(kept) + "…"


def pad(text: str, cells: int) -> str:
    """Return ``text`` with spaces behind it up to ``cells`` cells."""
    return text + " " * max(0, cells - cell_width(text))


def fold(text: str) -> str:
    """Return ``text`` folded for comparison: compatibility forms and case unified, spaces and punctuation gone."""
    return text.translate(_FOLDED)


class _Folded(dict[int, str]):
    """Every character's folded form, worked out when it is first met; folding a bank is then one pass in C."""

    def __missing__(self, code: int) -> str:
        folded = "".join(char for char, _ in _fold_chars(chr(code)))
        self[code] = folded
        return folded


_FOLDED = _Folded()


def fold_map(text: str) -> tuple[str, list[int]]:
    """Return the folded text and, for each of its characters, the index of the character it came from."""
    pairs = list(_fold_chars(text))
    return "".join(char for char, _ in pairs), [index for _, index in pairs]


def _fold_chars(text: str) -> Iterator[tuple[str, int]]:
    for index, char in enumerate(text):
        for folded in unicodedata.normalize("NFKC", char).casefold():
            if folded.isalnum() or folded in _KEEP or unicodedata.category(folded) in ("Mn", "Mc", "So"):
                yield folded, index


def is_cjk(char: str) -> bool:
    """Tell whether a character is a Han ideograph (or kana), which is written without spaces."""
    code = ord(char)
    return (
        0x4E00 <= code <= 0x9FFF
        or 0x3400 <= code <= 0x4DBF
        or 0x3040 <= code <= 0x30FF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x323AF
    )


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like ``word``, or None where none is alike."""
    from difflib import get_close_matches

    hits = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return hits[0] if hits else None


_NOT_FIRST = frozenset("，。、；：！？）】》」』”’％…·,.;:!?)]}%›»")
_NOT_LAST = frozenset("（【《「『“‘([{‹«")


def wrap(text: str, cells: int, hang: int = 0) -> list[str]:
    """Return ``text`` in lines of at most ``cells`` cells; continued lines are indented by ``hang`` spaces.

    Breaks fall at spaces and beside Han ideographs, never before closing or after opening punctuation; a word
    longer than a line is cut. Newlines are kept, and so is the indentation a line of code begins with.
    """
    cells = max(2, cells)
    hang = min(hang, cells // 2)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_one(paragraph, cells, " " * hang))
    return lines


def _wrap_one(text: str, cells: int, indent: str) -> list[str]:
    if cell_width(text) <= cells:
        return [text]
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if cell_width(line) + cell_width(piece.rstrip(" ")) <= cells:
            line += piece
            continue
        if line.strip():
            lines.append(line.rstrip(" "))
            line = indent
        piece = piece.lstrip(" ") if lines else piece
        while cell_width(line) + cell_width(piece) > cells:
            head = _take(piece, cells - cell_width(line))
            lines.append(line + head)
            line, piece = indent, piece[len(head) :]
        line += piece
    if line.strip() or not lines:
        lines.append(line.rstrip(" "))
    return lines


def _take(text: str, cells: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > cells:
            return text[: max(1, index)]
    return text


def _pieces(text: str) -> Iterator[str]:
    """Yield the smallest pieces a line may be broken between; spaces stay with the piece before them."""
    piece = ""
    for char in text:
        if piece and _may_break(piece[-1], char):
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece


def _may_break(before: str, after: str) -> bool:
    if after == " " or after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if before == " ":
        return True
    wide_before, wide_after = char_width(before) == 2, char_width(after) == 2
    return (wide_before or wide_after) and char_width(after) > 0
