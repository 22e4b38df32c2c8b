"""The schema of a question file, as data."""

from __future__ import annotations

from typing import Any, Final

from tiku.bank.shape import Field, Flag, Fork, Many, OneOf, Record, Table, Whole
from tiku.bank.values import AMOUNT, DATE, ID, NAME, NAMING, PROOF, PROSE, TOLERANCE, URL, WORD, doc, identity, itself
from tiku.model import KINDS, LEVELS, AskedIn, FollowUp, Given, Mistake, Number, Option, Point, Question, Source

_POINT: Final = Record(
    doc("一个要点", "one claim of the outline"),
    {
        "id": Field(ID, doc("题内唯一，永不改作他用", "unique in the question, never reused"), "always"),
        "weight": Field(Whole(1, 3), doc("权重，默认 1", "weight, 1 if left out")),
        "level": Field(OneOf(LEVELS), doc("从哪一级起应当说到", "from whom it is expected"), "shipped"),
        "must": Field(Flag(), doc("缺了就算没答对", "without it the answer fails")),
        "evidence": Field(
            Many(Many(WORD, least=1, unique=itself)),
            doc("每行都要满足，一行满足其中一个说法即可", "every line must be met; any phrase of a line meets it"),
        ),
        "was": Field(Many(ID, unique=itself), doc("旧 id", "old ids")),
    },
    Point,
    inline="text",
)

_FOLLOW_UP: Final = Fork(
    Record(
        doc("一个追问", "one follow-up"),
        {"listen": Field(PROSE, doc("听什么", "the one thing listened for"), "shipped")},
        FollowUp,
        inline="text",
    ),
    key="question",
    keyed=Record(
        doc("另一道题作为追问", "another question as follow-up"),
        {"question": Field(ID, doc("题目 id", "the id of a question"), "always")},
        FollowUp,
    ),
)

_MISTAKE: Final = Record(
    doc("一个常见错误", "one common mistake"),
    {
        "claim": Field(PROSE, doc("常见的说法", "what is often said"), "always"),
        "why": Field(PROSE, doc("为什么错", "why it is wrong"), "always"),
        "cost": Field(PROSE, doc("代价", "what it costs")),
    },
    Mistake,
)

_NUMBER: Final = Record(
    doc("一个要记住的数", "a number to know"),
    {
        "name": Field(NAMING, doc("名称", "what it is"), "always"),
        "value": Field(WORD, doc("数值，按原样保留", "the value, kept as written"), "always"),
        "unit": Field(WORD, doc("单位", "unit")),
        "direction": Field(WORD, doc("单向或双向", "one way or both")),
        "device": Field(WORD, doc("设备", "device")),
        "as_of": Field(DATE, doc("截至何时", "as of when")),
        "assumes": Field(NAMING, doc("前提", "what it assumes")),
    },
    Number,
)

_SOURCE: Final = Record(
    doc("一个出处", "where a fact was read"),
    {
        "title": Field(WORD, doc("标题", "title"), "always"),
        "url": Field(URL, doc("网址", "address"), "always"),
        "where": Field(WORD, doc("在文中何处", "the place in it")),
        "read": Field(DATE, doc("何时读的", "when it was read")),
    },
    Source,
)

_ASKED: Final = Fork(
    Record(
        doc("问过它的岗位和原话", "a posting that asks it, with its wording"),
        {
            "posting": Field(ID, doc("岗位 id", "the id of a posting"), "always"),
            "wording": Field(PROSE, doc("岗位自己的问法", "the posting's own wording")),
        },
        AskedIn,
    ),
    word=ID,
    from_word=AskedIn,
)

_OPTION: Final = Record(
    doc("一个选项", "one option"),
    {
        "right": Field(Flag(), doc("是否正确", "whether it is right"), "always"),
        "why": Field(PROSE, doc("为什么", "why"), "shipped"),
    },
    Option,
    inline="text",
)


def _given(name: str, value: dict[str, Any]) -> Given:
    low, high = value.pop("range", ("", ""))
    return Given(name=name, low=low, high=high, **value)


_GIVEN: Final = Record(
    doc("一个题设：choices 或 range", "one given: choices, or a range"),
    {
        "choices": Field(Many(AMOUNT, least=1, unique=itself), doc("从中抽一个", "one of these is drawn")),
        "range": Field(Many(AMOUNT, least=2, most=2), doc("[最小, 最大]", "[lowest, highest]")),
        "step": Field(AMOUNT, doc("步长，默认 1", "step, 1 if left out")),
        "unit": Field(WORD, doc("单位", "unit")),
        "label": Field(PROSE, doc("显示的名称", "what it is called")),
    },
    dict,
)


def _posting_of(value: AskedIn) -> str:
    return value.posting


QUESTION: Final = Record(
    doc("一道题", "one question"),
    {
        "id": Field(ID, doc("与文件名相同", "the stem of the file"), "always"),
        "kind": Field(OneOf(KINDS), doc("题型", "kind"), "always"),
        "topic": Field(ID, doc("主题", "topic"), "shipped"),
        "subtopic": Field(ID, doc("子主题", "subtopic"), "shipped"),
        "level": Field(OneOf(LEVELS), doc("级别", "level"), "shipped"),
        "skills": Field(Many(ID, shipped_least=1, unique=itself), doc("技能 id", "skill ids"), "shipped"),
        "asked_in": Field(Many(_ASKED, unique=_posting_of), doc("问过它的岗位", "postings that ask it")),
        "language": Field(WORD, doc("编程语言", "programming language"), "always", ("code",)),
        "question": Field(PROSE, doc("题面", "what is asked"), "always"),
        "given": Field(Table(NAME, _GIVEN, _given), doc("题设", "the givens"), "always", ("numeric",)),
        "steps": Field(
            Table(NAME, WORD, lambda name, value: (name, value)), doc("中间步骤", "the working"), "no", ("numeric",)
        ),
        "formula": Field(WORD, doc("答案的公式", "the formula of the answer"), "always", ("numeric",)),
        "unit": Field(WORD, doc("答案的单位", "the unit of the answer"), "no", ("numeric",)),
        "tolerance": Field(TOLERANCE, doc("容差，默认 1%", "tolerance, 1% if left out"), "shipped", ("numeric",)),
        "stub": Field(WORD, doc("给出的起点", "what the candidate starts from"), "shipped", ("code",)),
        "solution": Field(WORD, doc("参考解", "the reference"), "shipped", ("code",)),
        "options": Field(Many(_OPTION, least=2, most=8), doc("选项", "options"), "always", ("choice",)),
        "opening": Field(PROSE, doc("开口第一段", "what to say first"), "shipped"),
        "points": Field(Many(_POINT, unique=identity), doc("要点", "the outline")),
        "follow_ups": Field(Many(_FOLLOW_UP, shipped_least=3, shipped_most=5), doc("追问", "follow-ups"), "shipped"),
        "mistakes": Field(Many(_MISTAKE, shipped_least=1), doc("常见错误", "common mistakes"), "shipped"),
        "numbers": Field(Many(_NUMBER), doc("要记住的数", "numbers to know")),
        "proof": Field(PROOF, doc("proofs/ 里的程序名", "the name of a program in proofs/")),
        "sources": Field(Many(_SOURCE), doc("出处", "sources")),
        "scope": Field(PROSE, doc("适用范围", "what it holds for"), "shipped"),
        "was": Field(Many(ID, unique=itself), doc("旧 id", "old ids")),
    },
    Question,
)
MARKED_KINDS: Final = ("open", "code", "story")
"""Kinds whose outline is marked, so that points are needed."""
