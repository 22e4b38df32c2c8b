"""Event ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.store.ulid import following, is_ulid, successor, ulid, ulid_ms

moments = st.integers(0, (1 << 48) - 1)
chances = st.binary(min_size=10, max_size=10)


def test_an_id_is_that_of_the_specification() -> None:
    assert ulid(1469918176385, bytes(10))[:10] == "01ARYZ6S41"
    assert ulid(0, bytes(10)) == "0" * 26
    assert ulid((1 << 48) - 1, b"\xff" * 10) == "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"


@given(moments, chances)
def test_the_moment_can_be_read_from_an_id(ms: int, chance: bytes) -> None:
    assert is_ulid(ulid(ms, chance))
    assert ulid_ms(ulid(ms, chance)) == ms


@given(st.lists(st.tuples(moments, chances), min_size=2, max_size=5))
def test_ids_sort_by_time(made: list[tuple[int, bytes]]) -> None:
    ids = sorted(ulid(ms, chance) for ms, chance in made)
    assert [ulid_ms(one) for one in ids] == sorted(ms for ms, _ in made)


@given(moments, chances, chances)
def test_ids_of_one_moment_keep_the_order_in_which_they_were_made(ms: int, first: bytes, second: bytes) -> None:
    one = following(ms, first, None)
    two = following(ms, second, one)
    assert two > one or one == "7" + "Z" * 25
    assert two == successor(one)


def test_a_clock_set_back_gives_an_id_of_the_time_shown() -> None:
    assert ulid_ms(following(5, bytes(10), ulid(9, bytes(10)))) == 5


@pytest.mark.parametrize(
    "text", ["", "0" * 25, "8" + "0" * 25, "0" * 25 + "U", "0" * 25 + "a", "0" * 25 + "\n", 5, None]
)
def test_what_is_no_id_is_told_apart(text: object) -> None:
    assert not is_ulid(text)


@pytest.mark.parametrize(("ms", "chance"), [(-1, bytes(10)), (1 << 48, bytes(10)), (0, bytes(9))])
def test_an_id_is_not_made_of_the_impossible(ms: int, chance: bytes) -> None:
    with pytest.raises(ValueError):
        ulid(ms, chance)
