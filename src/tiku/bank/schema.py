"""The schema of the bank's files, as data: questions, postings, the taxonomy and the skills."""

from __future__ import annotations

from typing import Any, Final

from tiku.bank.shape import Field, Flag, Fork, Many, OneOf, Prose, Record, Table, Whole, Word
from tiku.model import (
    KINDS,
    LEVELS,
    NEEDS,
    AskedIn,
    FollowUp,
    Given,
    Match,
    Mistake,
    Number,
    Option,
    Point,
    Posting,
    PostingSkill,
    Question,
    Salary,
    Skill,
    Source,
    Subtopic,
    Text,
    Topic,
)

_MARKED: Final = ("open", "code", "story")
ID: Final = Word(
    r"[a-z0-9][a-z0-9-]{0,63}",
    Text("小写字母、数字和连字符，最多 64 个", "lower-case letters, digits and hyphens, at most 64"),
    "bad-id",
)
_NAME: Final = Word(
    r"[A-Za-z_][A-Za-z0-9_]{0,39}",
    Text("字母、数字和下划线，不以数字开头", "letters, digits and underscores, not beginning with a digit"),
    "bad-name",
)
_PROOF: Final = Word(
    r"[A-Za-z0-9_]{1,64}",
    Text("字母、数字和下划线，不带 .py", "letters, digits and underscores, without .py"),
    "bad-name",
)
_AMOUNT: Final = Word(
    r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?", Text("一个数，如 1024 或 0.5", "a number such as 1024 or 0.5")
)
_TOLERANCE: Final = Word(
    r"\d+(\.\d+)?([eE][-+]?\d+)?\s*%?",
    Text("一个数，或百分数如 2%", "a number, or a share such as 2%"),
    "bad-tolerance",
)
_DATE: Final = Word(
    r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?",
    Text("年、年-月或年-月-日，如 2026-11", "a year, month or day such as 2026-11"),
    shipped_only=True,
)
_URL: Final = Word(
    r"https?://[^\s]+", Text("以 http:// 或 https:// 开头的网址", "an address that begins with http:// or https://")
)
_WORD: Final = Word()
_PROSE: Final = Prose()
_NAMING: Final = Prose("warning")


def _doc(zh: str, en: str) -> Text:
    return Text(zh, en)


def _self(value: Any) -> str:
    return str(value)


_POINT: Final = Record(
    _doc("一个要点", "one claim of the outline"),
    {
        "id": Field(ID, _doc("题内唯一，永不改作他用", "unique in the question, never reused"), "always"),
        "weight": Field(Whole(1, 3), _doc("权重，默认 1", "weight, 1 if left out")),
        "level": Field(OneOf(LEVELS), _doc("从哪一级起应当说到", "from whom it is expected"), "shipped"),
        "must": Field(Flag(), _doc("缺了就算没答对", "without it the answer fails")),
        "evidence": Field(
            Many(Many(_WORD, least=1, unique=_self)),
            _doc("每行都要满足，一行满足其中一个说法即可", "every line must be met; any phrase of a line meets it"),
        ),
        "was": Field(Many(ID, unique=_self), _doc("旧 id", "old ids")),
    },
    Point,
    inline="text",
)

_FOLLOW_UP: Final = Fork(
    Record(
        _doc("一个追问", "one follow-up"),
        {"listen": Field(_PROSE, _doc("听什么", "the one thing listened for"), "shipped")},
        FollowUp,
        inline="text",
    ),
    key="question",
    keyed=Record(
        _doc("另一道题作为追问", "another question as follow-up"),
        {"question": Field(ID, _doc("题目 id", "the id of a question"), "always")},
        FollowUp,
    ),
)

_MISTAKE: Final = Record(
    _doc("一个常见错误", "one common mistake"),
    {
        "claim": Field(_PROSE, _doc("常见的说法", "what is often said"), "always"),
        "why": Field(_PROSE, _doc("为什么错", "why it is wrong"), "always"),
        "cost": Field(_PROSE, _doc("代价", "what it costs")),
    },
    Mistake,
)

_NUMBER: Final = Record(
    _doc("一个要记住的数", "a number to know"),
    {
        "name": Field(_NAMING, _doc("名称", "what it is"), "always"),
        "value": Field(_WORD, _doc("数值，按原样保留", "the value, kept as written"), "always"),
        "unit": Field(_WORD, _doc("单位", "unit")),
        "direction": Field(_WORD, _doc("单向或双向", "one way or both")),
        "device": Field(_WORD, _doc("设备", "device")),
        "as_of": Field(_DATE, _doc("截至何时", "as of when")),
        "assumes": Field(_NAMING, _doc("前提", "what it assumes")),
    },
    Number,
)

_SOURCE: Final = Record(
    _doc("一个出处", "where a fact was read"),
    {
        "title": Field(_WORD, _doc("标题", "title"), "always"),
        "url": Field(_URL, _doc("网址", "address"), "always"),
        "where": Field(_WORD, _doc("在文中何处", "the place in it")),
        "read": Field(_DATE, _doc("何时读的", "when it was read")),
    },
    Source,
)

_ASKED: Final = Fork(
    Record(
        _doc("问过它的岗位和原话", "a posting that asks it, with its wording"),
        {
            "posting": Field(ID, _doc("岗位 id", "the id of a posting"), "always"),
            "wording": Field(_PROSE, _doc("岗位自己的问法", "the posting's own wording")),
        },
        AskedIn,
    ),
    word=ID,
    from_word=AskedIn,
)

_OPTION: Final = Record(
    _doc("一个选项", "one option"),
    {
        "right": Field(Flag(), _doc("是否正确", "whether it is right"), "always"),
        "why": Field(_PROSE, _doc("为什么", "why"), "shipped"),
    },
    Option,
    inline="text",
)


def _given(name: str, value: dict[str, Any]) -> Given:
    low, high = value.pop("range", ("", ""))
    return Given(name=name, low=low, high=high, **value)


_GIVEN: Final = Record(
    _doc("一个题设：choices 或 range", "one given: choices, or a range"),
    {
        "choices": Field(Many(_AMOUNT, least=1, unique=_self), _doc("从中抽一个", "one of these is drawn")),
        "range": Field(Many(_AMOUNT, least=2, most=2), _doc("[最小, 最大]", "[lowest, highest]")),
        "step": Field(_AMOUNT, _doc("步长，默认 1", "step, 1 if left out")),
        "unit": Field(_WORD, _doc("单位", "unit")),
        "label": Field(_PROSE, _doc("显示的名称", "what it is called")),
    },
    dict,
)


def _identity(value: Any) -> str:
    return str(value.id)


def _posting_of(value: AskedIn) -> str:
    return value.posting


QUESTION: Final = Record(
    _doc("一道题", "one question"),
    {
        "id": Field(ID, _doc("与文件名相同", "the stem of the file"), "always"),
        "kind": Field(OneOf(KINDS), _doc("题型", "kind"), "always"),
        "topic": Field(ID, _doc("主题", "topic"), "shipped"),
        "subtopic": Field(ID, _doc("子主题", "subtopic"), "shipped"),
        "level": Field(OneOf(LEVELS), _doc("级别", "level"), "shipped"),
        "skills": Field(Many(ID, shipped_least=1, unique=_self), _doc("技能 id", "skill ids"), "shipped"),
        "asked_in": Field(Many(_ASKED, unique=_posting_of), _doc("问过它的岗位", "postings that ask it")),
        "language": Field(_WORD, _doc("编程语言", "programming language"), "always", ("code",)),
        "question": Field(_PROSE, _doc("题面", "what is asked"), "always"),
        "given": Field(Table(_NAME, _GIVEN, _given), _doc("题设", "the givens"), "always", ("numeric",)),
        "steps": Field(
            Table(_NAME, _WORD, lambda name, value: (name, value)), _doc("中间步骤", "the working"), "no", ("numeric",)
        ),
        "formula": Field(_WORD, _doc("答案的公式", "the formula of the answer"), "always", ("numeric",)),
        "unit": Field(_WORD, _doc("答案的单位", "the unit of the answer"), "no", ("numeric",)),
        "tolerance": Field(_TOLERANCE, _doc("容差，默认 1%", "tolerance, 1% if left out"), "shipped", ("numeric",)),
        "stub": Field(_WORD, _doc("给出的起点", "what the candidate starts from"), "shipped", ("code",)),
        "solution": Field(_WORD, _doc("参考解", "the reference"), "shipped", ("code",)),
        "options": Field(Many(_OPTION, least=2, most=8), _doc("选项", "options"), "always", ("choice",)),
        "opening": Field(_PROSE, _doc("开口第一段", "what to say first"), "shipped"),
        "points": Field(Many(_POINT, unique=_identity), _doc("要点", "the outline")),
        "follow_ups": Field(Many(_FOLLOW_UP, shipped_least=3, shipped_most=5), _doc("追问", "follow-ups"), "shipped"),
        "mistakes": Field(Many(_MISTAKE, shipped_least=1), _doc("常见错误", "common mistakes"), "shipped"),
        "numbers": Field(Many(_NUMBER), _doc("要记住的数", "numbers to know")),
        "proof": Field(_PROOF, _doc("proofs/ 里的程序名", "the name of a program in proofs/")),
        "sources": Field(Many(_SOURCE), _doc("出处", "sources")),
        "scope": Field(_PROSE, _doc("适用范围", "what it holds for"), "shipped"),
        "was": Field(Many(ID, unique=_self), _doc("旧 id", "old ids")),
    },
    Question,
)
MARKED_KINDS: Final = _MARKED
"""Kinds whose outline is marked, so that points are needed."""

_TEXTS: Final = Many(_PROSE)


def _match(overall: int | None = None, **values: Any) -> Match:
    return Match(overall=overall, **values)


_MATCH: Final = Record(
    _doc("匹配报告", "the match report"),
    {
        "overall": Field(Whole(0, 100), _doc("总分", "the overall score")),
        "verdict": Field(_PROSE, _doc("结论", "the verdict"), "always"),
        "fits": Field(_PROSE, _doc("适合谁", "whom it fits")),
        "scores": Field(
            Many(
                Record(
                    _doc("一个维度", "one dimension"),
                    {
                        "name": Field(ID, _doc("维度", "dimension"), "always"),
                        "score": Field(Whole(0, 100), _doc("分数", "score of 100"), "always"),
                        "why": Field(_PROSE, _doc("理由", "why"), "always"),
                    },
                    lambda name, score, why: (name, score, why),
                ),
                unique=lambda value: str(value[0]),
            ),
            _doc("各维度", "by dimension"),
        ),
    },
    _match,
)

_SALARY: Final = Record(
    _doc("月薪", "monthly pay"),
    {
        "low": Field(Whole(0, 10**9), _doc("下限", "lowest"), "always"),
        "high": Field(Whole(0, 10**9), _doc("上限", "highest"), "always"),
        "unit": Field(_WORD, _doc("单位，如 CNY a month", "unit, such as CNY a month"), "always"),
        "basis": Field(OneOf(("stated", "estimated")), _doc("写明的还是估计的", "stated or estimated"), "always"),
        "note": Field(_PROSE, _doc("说明", "a note")),
    },
    Salary,
)

_POSTING_SKILL: Final = Record(
    _doc("岗位写到的技能", "a skill the posting names"),
    {
        "id": Field(ID, _doc("技能 id", "the id of a skill"), "always"),
        "need": Field(OneOf(NEEDS), _doc("必须、加分、职责或背景", "how much it is needed"), "always"),
        "quote": Field(_WORD, _doc("岗位原话", "the words of the posting")),
        "any_of": Field(_WORD, _doc("同组任一即可", "any one of the group will do")),
    },
    PostingSkill,
)

POSTING: Final = Record(
    _doc("一个岗位", "one posting"),
    {
        "id": Field(ID, _doc("与文件名相同", "the stem of the file"), "always"),
        "title": Field(_PROSE, _doc("职位", "title"), "always"),
        "company": Field(_PROSE, _doc("公司", "company"), "always"),
        "place": Field(_TEXTS, _doc("地点", "places")),
        "level": Field(_PROSE, _doc("级别", "level")),
        "salary": Field(_SALARY, _doc("月薪", "monthly pay")),
        "years_min": Field(Whole(0, 60), _doc("最少年限", "fewest years, when stated")),
        "degree": Field(_PROSE, _doc("学历", "degree, when stated")),
        "duties": Field(_TEXTS, _doc("职责", "duties")),
        "must": Field(_TEXTS, _doc("必须", "requirements")),
        "nice": Field(_TEXTS, _doc("加分", "nice to have")),
        "context": Field(_TEXTS, _doc("背景", "context")),
        "skills": Field(Many(_POSTING_SKILL), _doc("技能", "skills")),
        "frameworks": Field(_TEXTS, _doc("答题框架", "answer frameworks")),
        "advice": Field(_TEXTS, _doc("准备建议", "advice")),
        "match": Field(_MATCH, _doc("匹配报告", "the match report")),
        "read": Field(_DATE, _doc("何时读的", "when it was read")),
        "text": Field(_WORD, _doc("岗位原文", "the text it came from")),
        "unknown_terms": Field(Many(_WORD, unique=_self), _doc("不认识的词", "terms not known")),
        "ignored_terms": Field(Many(_WORD, unique=_self), _doc("忽略的词", "terms to ignore")),
    },
    Posting,
)

_SUBTOPIC: Final = Record(
    _doc("一个子主题", "one subtopic"),
    {
        "id": Field(ID, _doc("id", "id"), "always"),
        "named_by": Field(Many(ID, unique=_self), _doc("写到它的岗位", "postings that name it")),
        "reported": Field(Whole(0, 181), _doc("181 份面经中出现几次", "in how many of 181 reported interviews")),
    },
    Subtopic,
    inline="name",
)

TOPICS: Final = Record(
    _doc("主题表", "the taxonomy"),
    {
        "topics": Field(
            Many(
                Record(
                    _doc("一个主题", "one topic"),
                    {
                        "id": Field(ID, _doc("id", "id"), "always"),
                        "subtopics": Field(Many(_SUBTOPIC, unique=_identity), _doc("子主题", "subtopics")),
                    },
                    Topic,
                    inline="name",
                ),
                unique=_identity,
            ),
            _doc("主题", "topics"),
            "always",
        )
    },
    lambda topics: topics,
)

_WORDS: Final = Many(_WORD, unique=_self)
_SKILL: Final = Record(
    _doc("一个技能", "one skill"),
    {
        "kind": Field(OneOf(("tech", "concept")), _doc("技术或概念", "tech or concept")),
        "aliases": Field(_WORDS, _doc("别名，不分大小写", "aliases, case ignored")),
        "exact": Field(_WORDS, _doc("只认这个写法", "this spelling only")),
        "not_before": Field(_WORDS, _doc("前面不能是这些词", "words that must not stand before a hit")),
        "not_after": Field(_WORDS, _doc("后面不能是这些词", "words that must not stand after a hit")),
        "implies": Field(Many(ID, unique=_self), _doc("会它就会的技能", "skills it implies")),
    },
    dict,
    inline="name",
)

SKILLS: Final = Record(
    _doc("技能表", "the skills"),
    {
        "skills": Field(
            Table(ID, _SKILL, lambda name, value: Skill(id=name, **value)), _doc("技能", "skills by id"), "always"
        )
    },
    lambda skills: skills,
)

FILES: Final[dict[str, Record]] = {"question": QUESTION, "posting": POSTING, "topics": TOPICS, "skills": SKILLS}
"""Every kind of file by its name."""


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file (question, posting, topics, skills), for editors."""
    from tiku.bank.jsonschema import draw

    return draw(kind, FILES[kind])
