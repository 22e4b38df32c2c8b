"""The schema of topics.yaml and skills.yaml, as data."""

from __future__ import annotations

from typing import Final

from tiku.bank.shape import Field, Many, OneOf, Record, Table, Whole
from tiku.bank.values import ID, WORD, doc, identity, itself
from tiku.model import Skill, Subtopic, Topic

_SUBTOPIC: Final = Record(
    doc("一个子主题", "one subtopic"),
    {
        "id": Field(ID, doc("id", "id"), "always"),
        "named_by": Field(Many(ID, unique=itself), doc("写到它的岗位", "postings that name it")),
        "reported": Field(Whole(0, 181), doc("181 份面经中出现几次", "in how many of 181 reported interviews")),
    },
    Subtopic,
    inline="name",
)

TOPICS: Final = Record(
    doc("主题表", "the taxonomy"),
    {
        "topics": Field(
            Many(
                Record(
                    doc("一个主题", "one topic"),
                    {
                        "id": Field(ID, doc("id", "id"), "always"),
                        "subtopics": Field(Many(_SUBTOPIC, unique=identity), doc("子主题", "subtopics")),
                    },
                    Topic,
                    inline="name",
                ),
                unique=identity,
            ),
            doc("主题", "topics"),
            "always",
        )
    },
    lambda topics: topics,
)

_WORDS: Final = Many(WORD, unique=itself)
_SKILL: Final = Record(
    doc("一个技能", "one skill"),
    {
        "kind": Field(OneOf(("tech", "concept")), doc("技术或概念", "tech or concept")),
        "aliases": Field(_WORDS, doc("别名，不分大小写", "aliases, case ignored")),
        "exact": Field(_WORDS, doc("只认这个写法", "this spelling only")),
        "not_before": Field(_WORDS, doc("前面不能是这些词", "words that must not stand before a hit")),
        "not_after": Field(_WORDS, doc("后面不能是这些词", "words that must not stand after a hit")),
        "implies": Field(Many(ID, unique=itself), doc("会它就会的技能", "skills it implies")),
    },
    dict,
    inline="name",
)

SKILLS: Final = Record(
    doc("技能表", "the skills"),
    {
        "skills": Field(
            Table(ID, _SKILL, lambda name, value: Skill(id=name, **value)), doc("技能", "skills by id"), "always"
        )
    },
    lambda skills: skills,
)
