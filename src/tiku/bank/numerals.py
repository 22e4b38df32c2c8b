"""Numerals in texts, by value and in two languages: ``10 万`` is ``100,000`` is ``one hundred thousand``.

Two readings of a text are kept apart. What it *states* are the free-standing numerals a reader takes as facts;
numerals inside names (FP16, H100, NVLink 4) and formulas (2(n-1)/n, 2^20, 128×128) are not among them. What it
*mentions* is every value found in any form, number words, names and formulas included. A stated value of one text
must be mentioned by the other, so that natural wording (``三级`` and ``three stages``) is never a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_WIDE: Final = {ord("０") + digit: ord("0") + digit for digit in range(10)}
_RAISED: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
_PLAIN: Final[dict[int, int | str]] = {
    **_WIDE,
    ord("．"): ".",
    ord("，"): "，",
    ord("％"): "%",
    ord("（"): "(",
    ord("）"): ")",
    ord("−"): "-",
}
_NUMBER: Final = r"\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_FOUND: Final = re.compile(
    rf"(?P<number>{_NUMBER})(?:\s*(?P<big>万亿|千亿|百亿|十亿|千万|百万|十万|万|亿|千|百)"
    r"|\s*(?P<word>hundred|thousand|million|billion|trillion)\b)?"
)
_BIG: Final = {
    "百": 1e2, "千": 1e3, "万": 1e4, "十万": 1e5, "百万": 1e6, "千万": 1e7, "亿": 1e8, "十亿": 1e9, "百亿": 1e10,
    "千亿": 1e11, "万亿": 1e12, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
}  # fmt: skip
_SUFFIXES: Final = {
    "k": (1e3, 2.0**10), "K": (1e3, 2.0**10), "M": (1e6, 2.0**20), "G": (1e9, 2.0**30), "B": (1e9,),
    "T": (1e12, 2.0**40), "Ki": (2.0**10,), "Mi": (2.0**20,), "Gi": (2.0**30,),
}  # fmt: skip
_UNIT: Final = re.compile(
    r"(?:[KMGTP]i?B|[KMGTP]?i?(?:b|bit|bits|bytes?|bps|B/s|b/s|FLOPS|FLOPs|FLOP|Hz))(?![A-Za-z0-9_])"
    r"|(?:ms|us|µs|μs|ns|s|x|W|kW|mW|V|J|pJ|h|min)(?![A-Za-z0-9_])|%"
)
_OPERATORS: Final = "*/^+×·√÷∕|"
_NAME_BEFORE: Final = re.compile(r"(?:[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z]+\d+\w*|v)\s?$")
_WORDS: Final[dict[str, tuple[float, ...]]] = {
    "zero": (0,), "no": (0,), "none": (0,), "one": (1,), "once": (1,), "single": (1,), "two": (2,), "twice": (2,),
    "both": (2,), "pair": (2,), "pairs": (2,), "double": (2,), "doubles": (2,), "doubled": (2,), "doubling": (2,),
    "three": (3,), "triple": (3,), "triples": (3,), "four": (4,), "quadruple": (4,), "five": (5,), "six": (6,),
    "seven": (7,), "eight": (8,), "nine": (9,), "ten": (10,), "tens": (10,), "eleven": (11,), "twelve": (12,),
    "dozen": (12,), "thirteen": (13,), "fourteen": (14,), "fifteen": (15,), "sixteen": (16,), "seventeen": (17,),
    "eighteen": (18,), "nineteen": (19,), "twenty": (20,), "thirty": (30,), "forty": (40,), "fifty": (50,),
    "sixty": (60,), "seventy": (70,), "eighty": (80,), "ninety": (90,), "hundred": (100,), "hundreds": (100,),
    "thousand": (1000,), "thousands": (1000,), "thousandth": (0.001, 1000), "million": (1e6,), "millions": (1e6,),
    "billion": (1e9,), "billions": (1e9,), "trillion": (1e12,),
    "half": (0.5, 2), "halves": (0.5, 2), "halved": (0.5, 2), "halving": (0.5, 2),
    "quarter": (0.25, 4), "quarters": (0.25, 4), "first": (1,), "second": (2,), "third": (3, 1 / 3), "thirds": (3,),
    "fourth": (4, 0.25), "fifth": (5, 0.2), "sixth": (6,), "seventh": (7,), "eighth": (8, 0.125), "ninth": (9,),
    "tenth": (10, 0.1), "sixteenth": (16,), "hundredth": (100, 0.01), "percent": (), "january": (1,), "february": (2,),
    "march": (3,), "april": (4,), "may": (5,), "june": (6,), "july": (7,), "august": (8,), "september": (9,),
    "october": (10,), "november": (11,), "december": (12,),
}  # fmt: skip
_WORD: Final = re.compile(r"[a-z]+")
_HAN: Final = re.compile("[零〇一二两三四五六七八九十百千万亿]+")
_HAN_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_TENS: Final = {"十": 10, "百": 100, "千": 1000}
_HAN_WORDS: Final = {
    "半": (0.5, 2),
    "双": (2,),
    "单": (1,),
    "倍": (2,),
    "翻番": (2,),
    "无": (0,),
    "没有": (0,),
    "不": (0,),
}


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral a text states: how it is written, where, and the values it may be read as."""

    text: str
    start: int
    values: frozenset[str]
    parts: frozenset[str]


def _key(value: float) -> str:
    return f"{value:.9g}"


def _plain(text: str) -> str:
    """Write digits and signs in ASCII; raised digits become ``^`` and the exponent."""
    if text.isascii():
        return text
    text = text.translate(_PLAIN)
    return re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda match: "^" + "".join(_RAISED[char] for char in match.group()), text)


def _values(match: re.Match[str], plain: str) -> tuple[set[str], set[str]]:
    """Return the keys of a numeral read as one value, and of its parts where its commas may separate a list."""
    written = match["number"]
    base = float(written.replace(",", "")) if len(written) < 300 else float("inf")
    scale = _BIG.get(match["big"] or match["word"] or "", 1.0)
    values = {_key(base * scale)}
    after = plain[match.end() :]
    if re.match(r"\s*(?:%|percent|个百分点)", after) or plain[: match.start()].rstrip().endswith("百分之"):
        values.add(_key(base / 100))
    if re.match(r"\s*成(?![为了本功员])", after):
        values.add(_key(base / 10))
    groups = written.split(",")
    # 1,128,256 may be a list, 10,000 is a number.
    listed = len(groups) > 1 and not any(group.startswith("0") for group in groups)
    parts = {_key(float(part)) for part in groups} if listed else set()
    return values, parts


def stated(text: str) -> list[Numeral]:
    """Return the free-standing numerals of a text, in order."""
    plain = _plain(text)
    found = []
    for match in _FOUND.finditer(plain):
        if not _is_free(plain, match):
            continue
        values, parts = _values(match, plain)
        found.append(Numeral(match.group().strip(), match.start(), frozenset(values), frozenset(parts)))
    return found


def _is_free(plain: str, match: re.Match[str]) -> bool:
    """Tell whether a numeral stands free, not inside a name or a formula."""
    before, after = plain[: match.start()], plain[match.end() :]
    last, next_ = before[-1:], after[:1]
    if last and (last.isascii() and (last.isalnum() or last in "_.^<>[{#$@\\~=")):
        return False
    if last == "-" and not before[-2:-1].isdigit():
        return False
    if last == "(" and before[-2:-1].isascii() and before[-2:-1].isalnum():
        return False
    if before.rstrip()[-1:] and before.rstrip()[-1] in _OPERATORS + "-=" and before.rstrip()[-2:-1] not in "0123456789":
        return before.rstrip()[-1] == "=" and last == " "
    if before.rstrip()[-1:] in tuple(_OPERATORS) or after.lstrip()[:1] in tuple(_OPERATORS + "("):
        return after.lstrip()[:1] == "(" and next_ == " "
    if _NAME_BEFORE.search(before):
        return False
    if match["big"] or match["word"]:
        return True
    if next_ and next_.isascii() and (next_.isalpha() or next_ in "_[{"):
        return _UNIT.match(after) is not None
    return True


def mentioned(text: str) -> set[str]:
    """Return the keys of every value that a text holds in any form."""
    plain = _plain(text)
    values: set[str] = set()
    for match in _FOUND.finditer(plain):
        whole, parts = _values(match, plain)
        values |= whole | parts
        values |= _scaled(match, plain)
    values |= {_key(value) for value in _powers(plain)}
    values |= {_key(value) for value in _worded(plain.lower())}
    if not plain.isascii():
        values |= {_key(value) for value in _han(plain)}
    return values


def _scaled(match: re.Match[str], plain: str) -> set[str]:
    """Readings of a suffix (128K, 7B), of a sign, and of the plain digits without their big unit."""
    digits = match["number"].replace(",", "")
    if len(digits) > 30:
        return set()
    base = float(digits)
    suffix = re.match(r"[KMG]i|[kKMGBT]", plain[match.end("number") :].lstrip(" "))
    scales = _SUFFIXES[suffix.group()] if suffix else ()
    whole, _, fraction = digits.partition(".")
    pieces = {_key(float(piece)) for piece in (whole, fraction) if piece and piece.isdigit()}
    return {_key(base), *(_key(base * scale) for scale in scales), *pieces}


def _powers(plain: str) -> Iterator[float]:
    for match in re.finditer(r"(\d+(?:\.\d+)?)\s*(?:\^|\*\*)\s*\(?(-?\d{1,3})", plain):
        try:
            yield float(match.group(1)) ** int(match.group(2))
        except (OverflowError, ZeroDivisionError):
            continue
    for match in re.finditer(r"(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)", plain):
        if float(match.group(2)):
            yield float(match.group(1)) / float(match.group(2))


def _worded(lower: str) -> Iterator[float]:
    """Yield the values of English number words; ``thirty-two`` and ``two hundred`` are read together too."""
    run: list[float] = []
    for match in _WORD.finditer(lower):
        word = match.group()
        values = _WORDS.get(word)
        if word in _BIG and _after_digit(lower, match.start()):
            continue  # the unit of a number in digits, read with it
        if values is None:
            if word != "and":
                run = []
            continue
        yield from values
        if values and word.isalpha() and word not in ("may", "march", "second", "no", "both"):
            run.append(values[0])
            yield from _compose(run)


def _after_digit(text: str, at: int) -> bool:
    return text[:at].rstrip(" ")[-1:].isdigit()


def _compose(run: list[float]) -> Iterator[float]:
    total = current = 0.0
    for value in run:
        if value >= 1000:
            total, current = total + (current or 1) * value, 0.0
        elif value == 100:
            current = (current or 1) * 100
        else:
            current += value
    yield total + current


def _han(plain: str) -> Iterator[float]:
    for match in _HAN.finditer(plain):
        if match.group()[0] in "百千万亿" and _after_digit(plain, match.start()):
            continue  # the unit of a number in digits, read with it
        yield from _han_values(match.group())
    for word, values in _HAN_WORDS.items():
        if word in plain:
            yield from values
    for match in re.finditer("([零一二两三四五六七八九十百千]+)分之([零一二两三四五六七八九十百千]+)", plain):
        below, above = _han_number(match.group(1)), _han_number(match.group(2))
        if below:
            yield above / below
    for match in re.finditer("([一二两三四五六七八九])成", plain):
        yield _HAN_DIGITS[match.group(1)] / 10
        yield _HAN_DIGITS[match.group(1)] * 10


def _han_values(run: str) -> Iterator[float]:
    """Yield a run of Chinese numerals as one number, and each digit of it (``三四倍``)."""
    yield _han_number(run)
    for char in run:
        if char in _HAN_DIGITS:
            yield _HAN_DIGITS[char]
    if all(char in _HAN_DIGITS for char in run) and len(run) > 1:
        yield float("".join(str(_HAN_DIGITS[char]) for char in run)[:15])


def _han_number(run: str) -> float:
    total = section = digit = 0.0
    for char in run:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char in _HAN_TENS:
            section += (digit or 1) * _HAN_TENS[char]
            digit = 0
        else:
            total = (total + section + digit or 1) * (1e4 if char == "万" else 1e8)
            section = digit = 0
    return total + section + digit


def lacking(text: str, other: str) -> list[Numeral]:
    """Return the numerals that ``text`` states and ``other`` does not mention. One never counts: articles say it."""
    known = mentioned(other) | {"1"}
    return unknown(text, known)


def unknown(text: str, known: set[str]) -> list[Numeral]:
    """Return the numerals that a text states and that are not among ``known``."""
    return [one for one in stated(text) if not (one.values & known) and not (one.parts and one.parts <= known)]
