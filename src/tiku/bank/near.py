"""The nearest id among very many."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tiku.text import nearest

FEW: Final = 500


def nearest_id(word: str, ids: Collection[str]) -> str | None:
    """Return the id most like ``word``. Among many only those that begin alike are compared, which costs little."""
    if len(ids) <= FEW:
        return nearest(word, sorted(ids))
    alike = [one for one in ids if one[:2] == word[:2]]
    start = next((size for size in range(len(word), 1, -1) if any(one[:size] == word[:size] for one in alike)), 0)
    closest = sorted(one for one in alike if one[:start] == word[:start])
    return nearest(word, closest[:FEW])
