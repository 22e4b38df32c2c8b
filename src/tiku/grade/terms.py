"""Texts as terms that can be compared across wording and language: words by their stem, Chinese by pairs of
characters, concepts by an id of their own.

A concept is what the lexicon (:mod:`tiku.grade.lexicon`) and skills.yaml name in several ways: ``线程束``, ``warp``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tiku.grade.lexicon import CONCEPTS, STOP, TRADITIONAL
from tiku.text import is_cjk

_GREEK: Final = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "λ": "lambda", "μ": "mu", "σ": "sigma",
    "θ": "theta", "∑": "sum", "√": "sqrt", "≈": "~", "×": "*", "·": "*", "−": "-", "–": "-",
}  # fmt: skip
_WORD: Final = re.compile(r"[a-z][a-z0-9+#_]*|\d+(?:\.\d+)?|[\u3400-\u9fff\uf900-\ufaff]+")
_SUFFIXES: Final = (
    "isations", "izations", "isation", "ization", "ational", "ations", "ation", "ments", "ment", "ness", "ings", "ing",
    "edly", "ized", "ised", "izes", "ises", "ize", "ise", "ers", "ies", "ied", "ous", "ely", "ed", "es", "er", "ly",
    "al", "s", "e", "y",
)  # fmt: skip


def normal(text: str) -> str:
    """Return ``text`` with width, case, Greek letters, signs and common traditional characters made alike."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return "".join(_GREEK.get(char, TRADITIONAL.get(char, char)) for char in text)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return the stem of an English word, cut at a common ending that leaves three letters or more."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            cut = word[: -len(suffix)]
            # running, mapped: the doubled letter goes too.
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "lsz" else cut
    return word


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Concepts ready to be found: phrases (word tuples or Chinese strings) to a concept id."""

    words: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    """First stem to (all stems, concept), the longest first."""
    hans: Mapping[str, str]
    longest: int


def lexicon(groups: Iterable[Iterable[str]]) -> Lexicon:
    """Return a lexicon from groups of phrases that mean the same."""
    words: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    hans: dict[str, str] = {}
    for group in groups:
        names = list(group)
        concept = "§" + names[0]
        for name in names:
            clean = normal(name)
            if all(is_cjk(char) for char in clean):
                hans.setdefault(clean, concept)
                continue
            stems = tuple(stem(word) for word in _WORD.findall(clean))
            if stems:
                words.setdefault(stems[0], []).append((stems, concept))
    for entries in words.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return Lexicon(words, hans, max(map(len, hans), default=1))


@lru_cache(maxsize=1)
def built_in() -> Lexicon:
    """Return the lexicon of the field."""
    return lexicon(CONCEPTS)


def terms(text: str, known: Lexicon | None = None) -> list[str]:
    """Return the terms of a text in order: concepts (``§…``), stems, numbers, pairs of Chinese characters."""
    known = known or built_in()
    tokens = _WORD.findall(normal(text))
    found: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if is_cjk(token[0]):
            found.extend(_han_terms(token, known))
            at += 1
            continue
        concept, used = _concept_at(tokens, at, known)
        if concept is not None:
            found.append(concept)
            at += used
            continue
        if token not in STOP:
            found.append(stem(token) if token[0].isalpha() else token)
        at += 1
    return found


def _concept_at(tokens: Sequence[str], at: int, known: Lexicon) -> tuple[str | None, int]:
    first = stem(tokens[at])
    for stems, concept in known.words.get(first, ()):
        if len(stems) == 1 or tuple(stem(one) for one in tokens[at : at + len(stems)]) == stems:
            return concept, len(stems)
    return None, 0


def _han_terms(run: str, known: Lexicon) -> list[str]:
    found: list[str] = []
    plain = ""
    at = 0
    while at < len(run):
        for length in range(min(known.longest, len(run) - at), 0, -1):
            concept = known.hans.get(run[at : at + length])
            if concept is not None:
                found.extend(_pairs(plain))
                found.append(concept)
                plain = ""
                at += length
                break
        else:
            plain += run[at]
            at += 1
    return [*found, *_pairs(plain)]


def _pairs(run: str) -> list[str]:
    clean = "".join(char for char in run if char not in STOP)
    if len(clean) == 1:
        return [clean]
    return [clean[at : at + 2] for at in range(len(clean) - 1)]
