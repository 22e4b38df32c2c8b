"""Near-duplicate texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tiku.bank.alike import grams, pairs


def naive(texts: list[str], share: float) -> set[tuple[int, int]]:
    sets = [grams(text) for text in texts]
    return {
        (a, b)
        for b in range(len(texts))
        for a in range(b)
        if sets[a] and sets[b] and len(sets[a] & sets[b]) / len(sets[a] | sets[b]) >= share
    }


@given(st.lists(st.text("abc", max_size=12), max_size=12), st.sampled_from([0.5, 0.8, 1.0]))
def test_the_filter_finds_exactly_what_comparing_all_finds(texts: list[str], share: float) -> None:
    assert {(a, b) for a, b, _ in pairs(texts, share)} == naive(texts, share)


def test_different_questions_are_not_alike() -> None:
    assert list(pairs(["共享内存为什么快", "寄存器为什么更快", ""], 0.8)) == []
