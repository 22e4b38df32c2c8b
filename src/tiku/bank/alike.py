"""Near-duplicate texts: every pair whose sets of character 3-grams overlap by a given share (Jaccard index).

Exact and fast by prefix filtering: two sets with index >= t share one of their rarest (1-t)·n+1 members
(Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins in data cleaning", ICDE 2006).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

GRAM = 3


def grams(text: str) -> frozenset[str]:
    """Return the character 3-grams of a folded text; a shorter text is its own."""
    if len(text) < GRAM:
        return frozenset([text]) if text else frozenset()
    return frozenset(text[at : at + GRAM] for at in range(len(text) - GRAM + 1))


def pairs(texts: Sequence[str], share: float) -> Iterator[tuple[int, int, float]]:
    """Yield ``(earlier, later, index)`` for every two folded texts with a Jaccard index of at least ``share``."""
    frequency = Counter(gram for text in texts for gram in grams(text))
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for later, text in enumerate(texts):
        one = grams(text)
        if not one:
            continue
        rarest = sorted(one, key=lambda gram: (frequency[gram], gram))
        prefix = rarest[: len(one) - ceil(share * len(one)) + 1]
        for earlier in sorted({earlier for gram in prefix for earlier in holders[gram]}):
            other = grams(texts[earlier])
            common = len(one & other)
            index = common / (len(one) + len(other) - common)
            if index >= share:
                yield earlier, later, index
        for gram in prefix:
            holders[gram].append(later)
