"""Reasons to ask before a point counts: a denial, another number with the same unit, an opposite, a heap of keywords.

On real answers such rules also fire on good ones, so none of them takes a point away: a covered point becomes a maybe,
with the reason, and the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tiku.grade.lexicon import FUNCTION_WORDS
from tiku.grade.terms import normal
from tiku.grade.units import KNOWN_BASES, Dimension, Quantity, amounts, unit_of
from tiku.model import Text
from tiku.text import is_cjk

_CLAUSE: Final = re.compile(r"[，,。！？!?;；\n]|(?<=[a-z)])\. |\bbut\b|但是|但|不过|而是")
_DENIALS: Final = re.compile(
    r"\b(?:not(?! (?:only|just|forget|merely))|never|no|cannot|can't|doesn't|don't(?! forget)|isn't|aren't|won't"
    r"|without|neither|nor)\b"
    r"|不(?!仅|但|同|断|过|管|少|大于|小于|超过|变|一|均|等|齐|规则|再|足)|没有|并非|并不|无需|不用|不是|未(?!必)|无法"
)
_CONDITION: Final = re.compile(r"如果|假如|要是|若|否则|\bif\b|\botherwise\b|\bunless\b")
"""Words after which a denial says what would be, not what is."""
_COUNTERS: Final = "个条次路块张层卡种"
_OPPOSITES: Final[tuple[tuple[str, str], ...]] = (
    ("增加", "减少"), ("增大", "减小"), ("提高", "降低"), ("升高", "降低"), ("变大", "变小"), ("上升", "下降"), ("高于", "低于"),
    ("大于", "小于"), ("行主", "列主"), ("相同", "不同"), ("上限", "下限"), ("increase", "decrease"),
    ("rise", "fall"), ("higher", "lower"), ("larger", "smaller"), ("row-major", "column-major"),
    ("faster", "slower"), ("单向", "双向"),
)  # fmt: skip
_HAN_FUNCTION: Final = frozenset("的了是在和与就都把被让给从到会能要用后再先，。为成以而则才")


def clauses(answer: str) -> list[tuple[int, int]]:
    """Return the clauses of an answer as (start, end)."""
    cuts = [0]
    for match in _CLAUSE.finditer(answer.lower()):
        cuts.extend((match.start(), match.end()))
    cuts.append(len(answer))
    return [(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True) if start < end]


def denied(answer: str, spans: Sequence[tuple[int, int]], point: Text) -> Text | None:
    """Return a reason where a denial stands close before the words found, and none stands in the point itself.

    Close is what its scope can reach: the same clause, and half a dozen Chinese characters or two or three words away.
    """
    if denies(point):
        return None
    for span in spans:
        word = denial_at(answer, span)
        if word is not None:
            return Text(f"这里有否定：“{word}”", f"a denial stands here: “{word}”")
    return None


def denies(point: Text) -> bool:
    """Tell whether a point itself says what is not so: then a denial in the answer is no reason to ask."""
    return bool(_DENIALS.search(normal(point.zh)) or _DENIALS.search(normal(point.en)))


def denial_at(answer: str, span: tuple[int, int]) -> str | None:
    """Return the denial that reaches the words at ``span`` (start, end in the answer), None where none does."""
    for start, end in clauses(answer):
        if not start <= span[0] < end:
            continue
        heard = answer[start : min(end, span[1])].lower()
        for found in _DENIALS.finditer(heard):
            if _CONDITION.search(heard[: found.start()]):
                continue
            gap = heard[found.end() : max(found.end(), span[0] - start)]
            if len(gap) <= _reach(gap):
                return found.group(0)
    return None


def _reach(between: str) -> int:
    """Return how many characters a denial reaches over: Chinese says in one what takes English three."""
    return 6 if any(is_cjk(char) for char in between) else 16


def opposite(answer: str, spans: Sequence[tuple[int, int]], point: Text) -> Text | None:
    """Return a reason where the clause of the words found says the opposite of a word of the point."""
    wanted = normal(point.zh) + " " + normal(point.en)
    for start, end in clauses(answer):
        if not any(start <= span[0] < end for span in spans):
            continue
        said = normal(answer[start:end])
        for left, right in (*_OPPOSITES, *((b, a) for a, b in _OPPOSITES)):
            if left in wanted and right not in wanted and right in said and left not in said:
                return Text(f"要点说“{left}”，你说“{right}”", f"the point says “{left}”, you said “{right}”")
    return None


def other_number(answer: str, spans: Sequence[tuple[int, int]], point: Text) -> Text | None:
    """Return a reason where the answer has, beside the words found, a number of the same unit but of another value.

    Where a right number of that kind is said anywhere in the answer, the other one belongs to something else.
    """
    wanted = [(one, text) for text in (point.zh, point.en) for one in amounts(text) if _counts(one)]
    if not wanted:
        return None
    everywhere = [one for one in amounts(answer) if _counts(one)]
    for start, end in clauses(answer):
        if not any(start <= span[0] < end for span in spans):
            continue
        for one in (one for one in everywhere if start <= one.start < end):
            alike = [other for other, text in wanted if _alike(one, answer, other, text)]
            said = [other for other in everywhere if _kind(other) == _kind(one)]
            if alike and not any(_equal(right, other) for right in said for other in alike):
                told = f"{one.value:g} {one.unit}".strip()
                asked = f"{alike[0].value:g} {alike[0].unit}".strip()
                return Text(f"你说 {told}，要点是 {asked}", f"you said {told}, the point says {asked}")
    return None


def _counts(one: Quantity) -> bool:
    return one.value > 1 or bool(_kind(one))


def _alike(one: Quantity, answer: str, other: Quantity, point: str) -> bool:
    """Tell whether two amounts speak of the same: the same unit, or without one the same word behind them."""
    kind = _kind(one)
    if kind != _kind(other):
        return False
    return bool(kind) or _noun(one, answer) == _noun(other, point) != ""


def _noun(one: Quantity, text: str) -> str:
    """Return what is counted: ``threads``, ``线程``, ``(n-1)/n``; an empty text where nothing of the kind follows."""
    behind = normal(one.unit + text[one.end :]).lstrip(" " + _COUNTERS)
    word = re.match(r"[a-z]{3,}|[\u4e00-\u9fff]{2}|\([^()]{1,12}\)(?:/\w+)?", behind)
    return word.group(0).rstrip("s") if word else ""


def _kind(one: Quantity) -> Dimension:
    """Return the dimension of an amount. A word behind a number that is no unit (``32 and``) says nothing of it."""
    unit = unit_of(one.unit)
    return unit.dimension if all(base in KNOWN_BASES for base, _ in unit.dimension) else ()


def _equal(one: Quantity, other: Quantity) -> bool:
    left, right = one.value * unit_of(one.unit).factor, other.value * unit_of(other.unit).factor
    # A round figure is right within its rounding; GB for GiB is not what is asked here.
    return abs(left - right) <= 0.08 * max(abs(left), abs(right))


def heap_of_words(answer: str) -> Text | None:
    """Return a reason where an answer of some length has the words of the field but no sentence that holds them."""
    han = [char for char in answer if is_cjk(char)]
    words = re.findall(r"[a-z][a-z0-9-]*", answer.lower())
    pieces = re.split(r"[\s,，、;；/|]+", answer.strip())
    if len(han) + len(words) < 11:
        return None
    glue = sum(char in _HAN_FUNCTION for char in han) + sum(word in FUNCTION_WORDS for word in words)
    short = sum(len(piece) <= (6 if piece and is_cjk(piece[0]) else 14) for piece in pieces)
    if len(pieces) >= 6 and short == len(pieces) and glue <= 0.06 * (len(han) + len(words)):
        return Text("像是关键词的堆砌，不成句子", "this looks like a heap of keywords rather than sentences")
    return None
