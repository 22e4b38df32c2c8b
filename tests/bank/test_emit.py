"""Writing bank files: what the strict reader reads back is what was written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiku.bank.emit import posting_to_yaml, question_to_yaml, scalar, skills_to_yaml
from tiku.bank.files import BankFile, read_bytes, read_file
from tiku.bank.folders import Entry, FileKind, Root, scan
from tiku.bank.record import question_from_json, question_to_json, question_to_record
from tiku.bank.record_tables import (
    posting_from_json,
    posting_to_json,
    skills_from_json,
    skills_to_json,
    topics_from_json,
    topics_to_json,
)
from tiku.bank.source import read_source
from tiku.bank.template import new_question_yaml
from tiku.model import (
    KINDS,
    LEVELS,
    NEEDS,
    AskedIn,
    FollowUp,
    Given,
    Kind,
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
    Text,
)

GOLDEN = Path(__file__).parent.parent / "golden" / "bank"

CHARS = st.one_of(
    st.sampled_from(
        [
            *list("ab1: #-'\"\\[]{}&*!%@`|>?,\n\t~=。汉字\u3000é"),
            "\x1b",
            "\u202e",
            "\ufeff",
            "\u2028",
            "\x85",
            "\x00",
            "😀",
        ]
    ),
    st.characters(exclude_categories=("Cs",)),
)
WORDS = st.text(CHARS, min_size=1, max_size=30).filter(lambda text: bool(text.strip()) and not text.isspace())
TEXTS = st.builds(Text, WORDS, WORDS)
IDS = st.from_regex(r"[a-z0-9][a-z0-9-]{0,12}", fullmatch=True)
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
AMOUNTS = st.from_regex(r"-?[0-9]{1,4}(\.[0-9]{1,3})?", fullmatch=True)
EMPTY = st.just("")


def tuples(items: st.SearchStrategy[Any], least: int = 0, most: int = 3, unique: Any = None) -> st.SearchStrategy[Any]:
    return st.lists(items, min_size=least, max_size=most, unique_by=unique).map(tuple)


POINTS = st.builds(
    Point,
    id=IDS,
    text=TEXTS,
    weight=st.integers(1, 3),
    level=st.sampled_from([None, *LEVELS]),
    must=st.booleans(),
    evidence=tuples(tuples(WORDS, 1, unique=str)),
    was=tuples(IDS, unique=str),
)
FOLLOW_UPS = st.one_of(
    st.builds(FollowUp, text=TEXTS, listen=st.none() | TEXTS, question=st.none()),
    st.builds(FollowUp, text=st.none(), listen=st.none(), question=IDS),
)
NUMBERS = st.builds(
    Number, name=TEXTS, value=WORDS, unit=EMPTY | WORDS, direction=EMPTY | WORDS, device=EMPTY | WORDS, as_of=EMPTY | WORDS,
    assumes=st.none() | TEXTS,
)  # fmt: skip
SOURCES = st.builds(
    Source, title=WORDS, url=st.just("https://example.com/a?b#c"), where=EMPTY | WORDS, read=EMPTY | WORDS
)
GIVENS = st.one_of(
    st.builds(
        Given, name=NAMES, choices=tuples(AMOUNTS, 1, unique=str), low=EMPTY, high=EMPTY, step=EMPTY | AMOUNTS,
        unit=EMPTY | WORDS, label=st.none() | TEXTS,
    ),
    st.builds(Given, name=NAMES, choices=st.just(()), low=AMOUNTS, high=AMOUNTS, step=EMPTY, unit=EMPTY, label=st.none()),
)  # fmt: skip
COMMON: dict[str, st.SearchStrategy[Any]] = {
    "id": st.just("q"),
    "question": TEXTS,
    "points": tuples(POINTS, unique=lambda point: point.id),
    "topic": IDS,
    "subtopic": EMPTY | IDS,
    "level": st.sampled_from([None, *LEVELS]),
    "skills": tuples(IDS, unique=str),
    "asked_in": tuples(st.builds(AskedIn, IDS, st.none() | TEXTS), unique=lambda asked: asked.posting),
    "opening": st.none() | TEXTS,
    "follow_ups": tuples(FOLLOW_UPS),
    "mistakes": tuples(st.builds(Mistake, TEXTS, TEXTS, st.none() | TEXTS)),
    "numbers": tuples(NUMBERS),
    "proof": st.none() | NAMES,
    "sources": tuples(SOURCES),
    "scope": st.none() | TEXTS,
    "was": tuples(IDS, unique=str),
}
BY_KIND: dict[Kind, dict[str, st.SearchStrategy[Any]]] = {
    "open": {},
    "story": {},
    "choice": {"options": tuples(st.builds(Option, TEXTS, st.booleans(), st.none() | TEXTS), 2, 5)},
    "numeric": {
        "given": tuples(GIVENS, 1, unique=lambda given: given.name),
        "steps": tuples(st.tuples(NAMES, WORDS), unique=lambda step: step[0]),
        "formula": WORDS,
        "unit": EMPTY | WORDS,
        "tolerance": st.sampled_from(["", "2%", "0.5"]),
    },
    "code": {"language": WORDS, "stub": EMPTY | WORDS, "solution": EMPTY | WORDS},
}
QUESTIONS = st.sampled_from(KINDS).flatmap(
    lambda kind: st.builds(Question, kind=st.just(kind), **COMMON, **BY_KIND[kind])
)
POSTINGS = st.builds(
    Posting,
    id=st.just("q"), title=TEXTS, company=TEXTS, place=tuples(TEXTS), level=st.none() | TEXTS,
    salary=st.none() | st.builds(
        Salary, st.integers(0, 9999), st.integers(0, 9999), WORDS, st.sampled_from(["stated", "estimated"]), st.none() | TEXTS
    ),
    years_min=st.none() | st.integers(0, 60), degree=st.none() | TEXTS, duties=tuples(TEXTS), must=tuples(TEXTS),
    nice=tuples(TEXTS), context=tuples(TEXTS),
    skills=tuples(st.builds(PostingSkill, IDS, st.sampled_from(NEEDS), EMPTY | WORDS, st.none() | WORDS)),
    frameworks=tuples(TEXTS), advice=tuples(TEXTS),
    match=st.none() | st.builds(
        Match, st.none() | st.integers(0, 100), TEXTS, st.none() | TEXTS,
        tuples(st.tuples(IDS, st.integers(0, 100), TEXTS), unique=lambda score: score[0]),
    ),
    read=EMPTY | WORDS, text=EMPTY | WORDS, unknown_terms=tuples(WORDS, unique=str), ignored_terms=tuples(WORDS, unique=str),
)  # fmt: skip
SKILLS = tuples(
    st.builds(
        Skill, id=IDS, name=TEXTS, kind=st.sampled_from(["tech", "concept"]), aliases=tuples(WORDS, unique=str),
        exact=tuples(WORDS, unique=str), not_before=tuples(WORDS, unique=str), not_after=tuples(WORDS, unique=str),
        implies=tuples(IDS, unique=str),
    ),
    unique=lambda skill: skill.id,
)  # fmt: skip


def read(text: str, kind: FileKind, name: str = "q") -> BankFile:
    return read_bytes(text.encode(), Entry(f"m/{name}.yaml", f"m/{name}.yaml", kind, 1, 1), False)


def errors(file: BankFile) -> list[str]:
    return [f"{one.code} {one.place.line}: {one.place.text}" for one in file.problems if one.severity == "error"]


@settings(max_examples=150, deadline=None)
@given(QUESTIONS)
def test_any_question_is_read_back_equal(question: Question) -> None:
    file = read(question_to_yaml(question), "question")
    assert errors(file) == []
    assert file.value == question


@settings(max_examples=60, deadline=None)
@given(POSTINGS)
def test_any_posting_is_read_back_equal(posting: Posting) -> None:
    file = read(posting_to_yaml(posting), "posting")
    assert errors(file) == []
    assert file.value == posting


@settings(max_examples=60, deadline=None)
@given(SKILLS)
def test_any_skills_are_read_back_equal(skills: tuple[Skill, ...]) -> None:
    file = read(skills_to_yaml(skills), "skills")
    assert errors(file) == []
    assert file.value == skills


@settings(max_examples=300, deadline=None)
@given(WORDS, st.booleans())
def test_any_text_is_read_back_as_a_scalar(text: str, in_flow: bool) -> None:
    written = f"a: [{scalar(text, 1, in_flow=True)}]\n" if in_flow else f"a: {scalar(text, 1)}\n"
    source = read_source(written.encode(), "q")
    assert [one.code for one in source.problems if one.severity == "error"] == []
    node: Any = source.root
    value = node.entries[0][1]
    assert (value.items[0] if in_flow else value).text == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words", "plain words"),
        ("共享内存", "共享内存"),
        ("a: b", "'a: b'"),
        ("it's", "it's"),
        ("'quoted'", "'''quoted'''"),
        ("- dash", "'- dash'"),
        ("y[i] = a*x[i]", "y[i] = a*x[i]"),
        ("vector<int>", "vector<int>"),
        (":fire:", "':fire:'"),
        ("\x1b[31m", '"\\e[31m"'),
        ("one\ntwo", "|-\n  one\n  two"),
        ("one\n\ttwo", '"one\\n\\ttwo"'),
        ("half \ud800", '"half \ufffd"'),
    ],
)
def test_texts_are_quoted_only_where_they_must_be(text: str, written: str) -> None:
    assert scalar(text, 1) == written


@settings(max_examples=100, deadline=None)
@given(QUESTIONS)
def test_a_question_survives_json_in_both_forms(question: Question) -> None:
    assert question_from_json(question_to_json(question)) == question
    assert question_from_json(question_to_record(question)) == question


@settings(max_examples=60, deadline=None)
@given(POSTINGS, SKILLS)
def test_postings_and_skills_survive_json(posting: Posting, skills: tuple[Skill, ...]) -> None:
    assert posting_from_json(posting_to_json(posting)) == posting
    assert skills_from_json(skills_to_json(skills)) == skills


def test_the_files_of_a_bank_survive_json_and_yaml() -> None:
    for entry in scan(Root(str(GOLDEN), True)).entries:
        value = read_file(entry, True).value
        if entry.kind == "topics":
            assert topics_from_json(topics_to_json(value)) == value
        elif entry.kind == "question":
            assert read(question_to_yaml(value), "question", entry.stem).value == value


def test_json_for_scripts_has_every_field_of_the_kind() -> None:
    question = Question("q", "choice", Text("问", "ask"), options=(Option(Text("甲", "a"), True),))
    value = question_to_json(question)
    assert list(value) == [
        "id", "kind", "topic", "subtopic", "level", "skills", "asked_in", "question", "options", "opening", "points",
        "follow_ups", "mistakes", "numbers", "proof", "sources", "scope", "was",
    ]  # fmt: skip
    assert (value["opening"], value["level"], value["points"]) == (None, None, [])
    assert value["options"] == [{"zh": "甲", "en": "a", "right": True}]
    point = question_to_json(replace(question, points=(Point("p", Text("点", "point")),)))["points"][0]
    assert set(point) == {"id", "zh", "en", "weight", "level", "must", "evidence", "was"}


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_question_lacks_only_what_must_be_filled_in(kind: Kind, lang: str) -> None:
    empty = read(new_question_yaml("q", kind, lang=lang), "question")
    assert {one.code for one in empty.problems} == {"empty-value"}
    filled = new_question_yaml("q", kind, "my-topic", lang)
    for key in ("question", "text", "formula"):
        filled = filled.replace(f"{key}:\n", f"{key}: {'n * 2' if key == 'formula' else '{n} 的两倍'!r}\n")
    file = read(filled, "question")
    assert errors(file) == []
    assert (file.value.kind, file.value.topic) == (kind, "my-topic")


def test_the_optional_lines_of_a_template_are_valid_too() -> None:
    text = new_question_yaml("q", "open").replace("question:\n", "question: 问\n").replace("text:\n", "text: 答\n")
    uncommented = "\n".join(
        line.replace("# ", "", 1)
        if line.lstrip().startswith(("# level", "# skills", "# asked_in", "# evidence", "#   - ["))
        else line
        for line in text.split("\n")
    )
    file = read(uncommented, "question")
    assert errors(file) == []
    assert file.value.skills == ("cuda",)
    assert file.value.points[0].evidence
