"""Today's queue."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiku.study.queue import Candidate, Item, Limits, Reason, mixed, pace, queue

TODAY = 740_000
NONE = Limits()

candidates = st.lists(
    st.builds(
        Candidate,
        st.text("abcdefgh", min_size=1, max_size=3),
        st.sampled_from(["cuda", "nccl", "compilers"]),
        st.none() | st.integers(TODAY - 9, TODAY + 9),
        st.sampled_from([(), ("baidu",), ("bytedance", "baidu")]),
        st.floats(0, 5),
        st.sampled_from([None, "junior", "senior", "expert"]),
        st.booleans(),
        st.none() | st.integers(TODAY - 1, TODAY + 1),
    ),
    unique_by=lambda one: one.question,
    max_size=25,
)
topics = st.lists(st.sampled_from("abcd"), max_size=12)


def names(items: list[Item]) -> list[str]:
    return [item.question for item in items]


def by_topics(text: str) -> list[Candidate]:
    return [Candidate(f"{topic}{number}", topic, TODAY) for number, topic in enumerate(text)]


def test_due_ones_come_first_the_most_overdue_before_all_then_new_ones() -> None:
    cards = [
        Candidate("new", "a"),
        Candidate("today", "b", TODAY),
        Candidate("late", "c", TODAY - 9),
        Candidate("later", "d", TODAY - 3),
        Candidate("not yet", "e", TODAY + 1),
    ]
    assert names(queue(cards, TODAY, NONE, 1)) == ["late", "later", "today", "new"]


def test_new_ones_that_a_posting_asks_come_first_then_the_important_then_the_easier() -> None:
    cards = [
        Candidate("expert", "a", level="expert", importance=1),
        Candidate("unlevelled", "b", importance=1),
        Candidate("junior", "c", level="junior", importance=1),
        Candidate("important", "d", importance=2, level="expert"),
        Candidate("asked", "e", asked_in=("baidu",)),
    ]
    assert names(queue(cards, TODAY, NONE, 1)) == ["asked", "important", "junior", "expert", "unlevelled"]


def test_each_says_why_it_is_here() -> None:
    cards = [
        Candidate("due", "a", TODAY - 4),
        Candidate("asked", "b", asked_in=("baidu-j99964", "other")),
        Candidate("new", "c"),
        Candidate("early", "d", TODAY + 3),
    ]
    found = {item.question: item.reason for item in queue(cards, TODAY, NONE, 1, whole=True)}
    assert found == {
        "due": Reason("due", 4),
        "asked": Reason("new", 0, "baidu-j99964"),
        "new": Reason("new"),
        "early": Reason("early", 3),
    }


def test_suspended_and_buried_ones_never_come() -> None:
    cards = [
        Candidate("suspended", due=TODAY, suspended=True),
        Candidate("buried", due=TODAY, buried=TODAY + 1),
        Candidate("dug up", due=TODAY, buried=TODAY),
    ]
    assert names(queue(cards, TODAY, NONE, 1, whole=True)) == ["dug up"]


def test_minutes_cap_the_queue_at_the_pace_of_the_user() -> None:
    cards = [Candidate(f"d{n}", due=TODAY) for n in range(10)] + [Candidate(f"n{n}") for n in range(10)]
    kinds = Counter(name[0] for name in names(queue(cards, TODAY, Limits(seconds=60 * 13), 1)))
    assert kinds == {"d": 10, "n": 2}
    assert len(queue(cards, TODAY, Limits(seconds=300, review_takes=100), 1)) == 3
    assert len(queue(cards, TODAY, Limits(seconds=600), 1)) == 10
    assert len(queue(cards, TODAY, Limits(seconds=1), 1)) == 1
    assert names(queue(cards[10:], TODAY, Limits(seconds=1), 1))[0][0] == "n"
    assert queue([], TODAY, Limits(seconds=1), 1) == []


def test_new_ones_are_capped_by_the_day_and_all_by_a_number() -> None:
    cards = [Candidate(f"d{n}", due=TODAY) for n in range(4)] + [Candidate(f"n{n}") for n in range(10)]
    assert len(queue(cards, TODAY, Limits(new=3), 1)) == 7
    assert len(queue(cards, TODAY, Limits(new=0), 1)) == 4
    assert len(queue(cards, TODAY, Limits(number=6), 1)) == 6
    assert len(queue(cards, TODAY, Limits(number=3, new=9), 1)) == 3
    assert names(queue(cards, TODAY, Limits(number=0), 1)) == []


def test_the_pace_is_the_median_once_there_are_enough_answers() -> None:
    assert pace([], 60) == pace([10, 10, 10, 10], 60) == 60
    assert pace([10, 20, 30, 40, 5000], 60) == 30


@given(candidates, st.integers(0, 99), st.booleans(), st.randoms(use_true_random=False))
def test_the_queue_is_the_same_for_a_seed_in_whatever_order_candidates_come(
    cards: list[Candidate], seed: int, whole: bool, chance: random.Random
) -> None:
    want = queue(cards, TODAY, NONE, seed, whole)
    chance.shuffle(cards)
    assert queue(cards, TODAY, NONE, seed, whole) == want
    known = {one.question: one for one in cards}
    assert len(set(names(want))) == len(want)
    for one in cards:
        asked = not one.suspended and (one.buried or 0) <= TODAY and (one.due is None or whole or one.due <= TODAY)
        assert (one.question in names(want)) == asked
    kinds = [known[name].due is None for name in names(want)]
    assert kinds == sorted(kinds)


def test_another_seed_gives_another_order_of_equals() -> None:
    cards = [Candidate(f"q{n}", due=TODAY) for n in range(20)]
    assert names(queue(cards, TODAY, NONE, 1)) != names(queue(cards, TODAY, NONE, 2))


@pytest.mark.parametrize(
    ("given_", "want"),
    [("abc", "abc"), ("aab", "aba"), ("baa", "aba"), ("aaab", "aaba"), ("aabbb", "babab"), ("aaa", "aaa"), ("", "")],
)
def test_topics_are_mixed(given_: str, want: str) -> None:
    got = "".join(one.topic for one in mixed(by_topics(given_)))
    assert clashes(got) == clashes(want)
    if given_ == "abc":
        assert got == want


def clashes(text: str) -> int:
    return sum(one == two for one, two in pairwise(text))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abcd"), max_size=7), st.none() | st.sampled_from("abcd"))
def test_no_order_has_fewer_neighbours_of_one_topic(wanted: list[str], before: str | None) -> None:
    got = "".join(one.topic for one in mixed(by_topics("".join(wanted)), before))
    assert sorted(got) == sorted(wanted)
    best = min(clashes((before or "") + "".join(order)) for order in set(permutations(wanted)))
    assert clashes((before or "") + got) == best


@given(topics)
def test_within_a_topic_the_order_stays(wanted: list[str]) -> None:
    got = mixed(by_topics("".join(wanted)))
    for topic in "abcd":
        numbers = [int(one.question[1:]) for one in got if one.topic == topic]
        assert numbers == sorted(numbers)


def test_where_topics_do_not_repeat_nothing_is_moved() -> None:
    assert [one.topic for one in mixed(by_topics("abcdabcd"))] == list("abcdabcd")


def test_the_first_new_one_is_of_another_topic_than_the_last_due_one() -> None:
    cards = [Candidate("due", "a", TODAY), Candidate("n1", "a", importance=2), Candidate("n2", "b", importance=1)]
    assert names(queue(cards, TODAY, NONE, 1)) == ["due", "n2", "n1"]
