"""Marking by evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.grade.points import Marking, Task, mark
from tiku.model import Point, Text

QUESTION = Text("NCCL 的 Ring Allreduce 原理是什么？", "How does NCCL's ring all-reduce work?")
POINTS = (
    Point(
        "volume",
        Text("每卡收发 2(n-1)/n·S", "each rank sends 2(n-1)/n of the data"),
        evidence=(("2(n-1)/n", "两倍数据量", "twice the data"), ("每卡", "per rank", "each GPU")),
    ),
    Point(
        "steps", Text("两个阶段", "two phases"), evidence=(("reduce-scatter", "规约散发"), ("all-gather", "allgather"))
    ),
    Point("number", Text("450 GB/s 单向", "450 GB/s one way"), evidence=(("450 GB/s",),)),
    Point("own", Text("用户的要点", "a point of the user")),
)


def marked(answer: str, taught: dict[str, list[tuple[str, bool]]] | None = None) -> Marking:
    return mark(Task(POINTS, QUESTION, answer, taught or {}, {}))


def state(answer: str, point: str) -> str:
    return next(one.state for one in marked(answer).points if one.id == point)


@pytest.mark.parametrize(
    "answer",
    [
        "每卡发送 2(n-1)/n 的数据",
        "Per rank we move 2*(n - 1)/n of S",
        "each GPUs sends about twice the data",
        "每 卡 大约 两倍 数据量",
        "ＰＥＲ ＲＡＮＫ，２（ｎ－１）／ｎ",
    ],
)
def test_a_point_is_covered_when_every_line_is_met(answer: str) -> None:
    assert state(answer, "volume") == "covered"


def test_a_point_half_said_is_a_maybe_and_counts_nothing() -> None:
    assert state("先做 reduce-scatter", "steps") == "maybe"
    assert "steps" not in marked("先做 reduce-scatter").hits


def test_the_words_taken_as_evidence_are_those_of_the_answer() -> None:
    point = marked("先 Reduce Scatter，再 ALL-GATHER 一遍").points[1]
    assert point.evidence == "Reduce Scatter … ALL-GATHER"


@pytest.mark.parametrize(
    ("answer", "expected"), [("1450 GB/s", "maybe"), ("450 GB/s", "covered"), ("2450.5 GB/s", "maybe")]
)
def test_a_number_is_not_found_inside_another(answer: str, expected: str) -> None:
    assert state(answer, "number") == expected


def test_a_latin_phrase_is_a_whole_word() -> None:
    points = (Point("p", Text("树", "tree"), evidence=(("tree",),)),)
    task = Task(points, QUESTION, "street", {}, {})
    assert mark(task).points[0].state == "missed"
    assert mark(Task(points, QUESTION, "双二叉trees更好", {}, {})).points[0].state == "covered"


def test_words_of_the_question_are_no_evidence() -> None:
    points = (Point("p", Text("环", "ring"), evidence=(("ring all-reduce", "ring"),)),)
    assert mark(Task(points, QUESTION, "ring allreduce ring", {}, {})).points[0].state == "missed"


def test_a_pasted_question_an_empty_and_a_random_answer_score_nothing() -> None:
    for answer in ("", "   \n", QUESTION.zh, QUESTION.en, "嗯 不知道", "x"):
        assert marked(answer).hits == frozenset()


def test_the_users_own_wording_counts_once_it_was_taught() -> None:
    taught = {"volume": [("差不多传两遍", True)]}
    assert marked("反正差不多传两遍", taught).points[0].state == "covered"
    assert marked("反正差不多传两遍").points[0].state == "missed"


def test_synonyms_of_a_skill_stand_for_it() -> None:
    points = (Point("p", Text("x", "x"), evidence=(("NCCL2",),)),)
    task = Task(points, Text("问", "ask"), "我们用集合通信库", {}, {"nccl2": frozenset({"集合通信库"})})
    assert mark(task).points[0].state == "covered"


@given(st.text())
def test_any_text_can_be_marked_and_spans_lie_in_it(answer: str) -> None:
    marking = marked(answer)
    assert [one.id for one in marking.points] == [point.id for point in POINTS]
    for one in marking.points:
        assert (one.state == "missed") == (not one.spans)
        assert all(0 <= start < end <= len(answer) for start, end in one.spans)


def test_a_denied_phrase_does_not_hide_a_good_one_behind_it() -> None:
    points = (Point("p", Text("验证有效", "verified"), evidence=(("验证", "拦住"),)),)
    task = Task(points, Text("问", "ask"), "当时没有验证，后来真的拦住过一次", {}, {})
    assert mark(task).points[0].state == "covered"
    denied = mark(Task(points, Text("问", "ask"), "当时没有验证", {}, {})).points[0]
    assert denied.state == "maybe" and denied.warning is not None
