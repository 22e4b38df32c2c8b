"""How much of a point an answer says, when not one phrase of it may stand there literally: soft recall of terms.

Terms of the question weigh a fifth: an answer cannot be right by repeating what was asked. A term counts where the answer
has it; concepts count twice a plain word, since they stand for it in any language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tiku.grade.terms import Lexicon, terms
from tiku.model import Text

ASKED_WEIGHT: Final = 0.2
CONCEPT_WEIGHT: Final = 2.0
_SENTENCE: Final = re.compile(r"[。！？!?;；\n]+|(?<=[a-z0-9)])\. ")


def places_of(text: str) -> list[tuple[int, int]]:
    """Return every sentence of a text, and every two in a row, as (start, end)."""
    cuts, each = 0, []
    for match in (*_SENTENCE.finditer(text), None):
        end = match.start() if match is not None else len(text)
        if text[cuts:end].strip():
            each.append((cuts, end))
        cuts = match.end() if match is not None else end
    return [*each, *((left[0], right[1]) for left, right in pairwise(each))]


def weight(term: str, asked: frozenset[str]) -> float:
    """Return what one term of a point weighs."""
    base = CONCEPT_WEIGHT if term.startswith("§") else 1.0
    return base * ASKED_WEIGHT if term in asked else base


def recall(point: str, answer: Sequence[str], asked: frozenset[str], known: Lexicon | None = None) -> float:
    """Return the weighted share (0..1) of the point's terms that stand among the terms of the answer."""
    wanted = set(terms(point, known))
    said = set(answer)
    total = sum(weight(term, asked) for term in wanted)
    hit = [term for term in wanted if term in said]
    if not any(term not in asked for term in hit):
        return 0.0
    return sum(weight(term, asked) for term in hit) / total


def best(point: str, answer: str, asked: frozenset[str], known: Lexicon | None = None) -> float:
    """Return the soft recall in the best place of the answer."""
    places = [terms(answer[start:end], known) for start, end in places_of(answer)]
    return max((recall(point, said, asked, known) for said in places), default=0.0)


def best_place(point: Text, answer: str) -> str | None:
    """Return the sentence of an answer that says most of a point, in either language; None where none says anything."""
    found: tuple[float, str | None] = (0.0, None)
    for start, end in places_of(answer):
        said = terms(answer[start:end])
        share = max(recall(text, said, frozenset()) for text in (point.zh, point.en))
        if share > found[0]:
            found = share, answer[start:end].strip()
    return found[1]
