"""The schema of a posting file, as data."""

from __future__ import annotations

from typing import Any, Final

from tiku.bank.shape import Field, Many, OneOf, Record, Whole
from tiku.bank.values import DATE, ID, PROSE, WORD, doc, itself
from tiku.model import NEEDS, Match, Posting, PostingSkill, Salary

_TEXTS: Final = Many(PROSE)


def _match(overall: int | None = None, **values: Any) -> Match:
    return Match(overall=overall, **values)


_MATCH: Final = Record(
    doc("匹配报告", "the match report"),
    {
        "overall": Field(Whole(0, 100), doc("总分", "the overall score")),
        "verdict": Field(PROSE, doc("结论", "the verdict"), "always"),
        "fits": Field(PROSE, doc("适合谁", "whom it fits")),
        "scores": Field(
            Many(
                Record(
                    doc("一个维度", "one dimension"),
                    {
                        "name": Field(ID, doc("维度", "dimension"), "always"),
                        "score": Field(Whole(0, 100), doc("分数", "score of 100"), "always"),
                        "why": Field(PROSE, doc("理由", "why"), "always"),
                    },
                    lambda name, score, why: (name, score, why),
                ),
                unique=lambda value: str(value[0]),
            ),
            doc("各维度", "by dimension"),
        ),
    },
    _match,
)

_SALARY: Final = Record(
    doc("月薪", "monthly pay"),
    {
        "low": Field(Whole(0, 10**9), doc("下限", "lowest"), "always"),
        "high": Field(Whole(0, 10**9), doc("上限", "highest"), "always"),
        "unit": Field(WORD, doc("单位，如 CNY a month", "unit, such as CNY a month"), "always"),
        "basis": Field(OneOf(("stated", "estimated")), doc("写明的还是估计的", "stated or estimated"), "always"),
        "note": Field(PROSE, doc("说明", "a note")),
    },
    Salary,
)

_POSTING_SKILL: Final = Record(
    doc("岗位写到的技能", "a skill the posting names"),
    {
        "id": Field(ID, doc("技能 id", "the id of a skill"), "always"),
        "need": Field(OneOf(NEEDS), doc("必须、加分、职责或背景", "how much it is needed"), "always"),
        "quote": Field(WORD, doc("岗位原话", "the words of the posting")),
        "any_of": Field(WORD, doc("同组任一即可", "any one of the group will do")),
    },
    PostingSkill,
)

POSTING: Final = Record(
    doc("一个岗位", "one posting"),
    {
        "id": Field(ID, doc("与文件名相同", "the stem of the file"), "always"),
        "title": Field(PROSE, doc("职位", "title"), "always"),
        "company": Field(PROSE, doc("公司", "company"), "always"),
        "place": Field(_TEXTS, doc("地点", "places")),
        "level": Field(PROSE, doc("级别", "level")),
        "salary": Field(_SALARY, doc("月薪", "monthly pay")),
        "years_min": Field(Whole(0, 60), doc("最少年限", "fewest years, when stated")),
        "degree": Field(PROSE, doc("学历", "degree, when stated")),
        "duties": Field(_TEXTS, doc("职责", "duties")),
        "must": Field(_TEXTS, doc("必须", "requirements")),
        "nice": Field(_TEXTS, doc("加分", "nice to have")),
        "context": Field(_TEXTS, doc("背景", "context")),
        "skills": Field(Many(_POSTING_SKILL), doc("技能", "skills")),
        "frameworks": Field(_TEXTS, doc("答题框架", "answer frameworks")),
        "advice": Field(_TEXTS, doc("准备建议", "advice")),
        "match": Field(_MATCH, doc("匹配报告", "the match report")),
        "read": Field(DATE, doc("何时读的", "when it was read")),
        "text": Field(WORD, doc("岗位原文", "the text it came from")),
        "unknown_terms": Field(Many(WORD, unique=itself), doc("不认识的词", "terms not known")),
        "ignored_terms": Field(Many(WORD, unique=itself), doc("忽略的词", "terms to ignore")),
    },
    Posting,
)
