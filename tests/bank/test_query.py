"""The query language."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.bank.query import Query, Term, Words, condition, parse
from tiku.errors import USAGE, UsageError

WORDS = Words(
    topics=("kernels", "compilers", "gpu-core"),
    subtopics=("gemm", "softmax-norm"),
    skills=("cuda", "gpu-programming", "nccl"),
    postings=("baidu-j99964", "bytedance-aml"),
    questions=("gemm-tiles", "gemm-bytes", "ring-allreduce"),
    implied_by={"gpu-programming": {"cuda"}},
)


def one(word: str) -> Term:
    (term,) = parse([word], WORDS).terms
    return term


def test_no_words_match_every_question() -> None:
    assert parse([], WORDS) == Query()
    assert condition(Query(), WORDS, 5) == ("1", {"today": 5})


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("topic:kernels", Term("topic", ("kernels",))),
        ("Topic:Kernels", Term("topic", ("kernels",))),
        ("topic：kernels", Term("topic", ("kernels",))),
        ("level:junior,senior", Term("level", ("junior", "senior"))),
        ("level:junior，senior", Term("level", ("junior", "senior"))),
        ("-topic:compilers", Term("topic", ("compilers",), True)),
        ("\u2212topic:compilers", Term("topic", ("compilers",), True)),
        ("id:gemm-*", Term("id", ("gemm-*",))),
        ("is:due", Term("is", ("due",))),
        ("共享内存", Term("text", ("共享内存",))),
        ("-共享内存", Term("text", ("共享内存",), True)),
        ("Bank-Conflict", Term("text", ("bankconflict",))),
        ("bank conflict", Term("text", ("bankconflict",))),
        ("-bank conflict", Term("text", ("bankconflict",), True)),
        ('"bank conflict"', Term("text", ("bankconflict",))),
        ("“bank conflict”", Term("text", ("bankconflict",))),
        ('-"bank conflict"', Term("text", ("bankconflict",), True)),
        ('"topic:kernels"', Term("text", ("topickernels",))),
        ("std::string", Term("text", ("stdstring",))),
        ("C++", Term("text", ("c++",))),
        ("12:30", Term("text", ("1230",))),
        ('"never closed', Term("text", ("neverclosed",))),
    ],
)
def test_a_word_is_read_as_one_term(word: str, term: Term) -> None:
    assert one(word) == term


def test_one_word_of_the_shell_may_hold_several_terms() -> None:
    assert parse(['topic:kernels -level:senior "bank conflict" 共享'], WORDS).terms == (
        Term("topic", ("kernels",)),
        Term("level", ("senior",), True),
        Term("text", ("bankconflict",)),
        Term("text", ("共享",)),
    )


def test_words_without_a_letter_ask_for_nothing() -> None:
    assert parse(["-", "…", " "], WORDS) == Query()


@pytest.mark.parametrize(
    ("word", "cause", "cure"),
    [
        ("topi:kernels", "a query has no field topi", "did you mean topic:?"),
        ("topic:kernel", "there is no topic:kernel", "did you mean topic:kernels?"),
        ("skill:cudda", "there is no skill:cudda", "did you mean skill:cuda?"),
        ("level:midle", "there is no level:midle", "known: level:junior, senior, expert"),
        ("is:late", "there is no is:late", "known: is:due, new, seen, weak, suspended"),
        ("posting:baidu", "there is no posting:baidu", "known: posting:baidu-j99964, bytedance-aml"),
        ("id:gemm-tile", "there is no id:gemm-tile", "did you mean id:gemm-tiles?"),
        ("level:junior,boss", "there is no level:boss", "known: level:junior, senior, expert"),
        ("topic:", "topic: needs a value", "topic:compilers, gpu-core, kernels"),
        ("company:baidu", "a query has no field company", 'to search the text, quote it: "company:baidu"'),
    ],
)
def test_what_is_unknown_is_a_usage_error_with_the_nearest(word: str, cause: str, cure: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse([word], WORDS)
    assert raised.value.exit_code == USAGE
    first, second = raised.value.lines("en")
    assert first == cause
    assert second.endswith(cure)
    assert all(raised.value.lines("zh"))


def test_a_glob_that_matches_nothing_is_no_error() -> None:
    assert one("id:zzz*") == Term("id", ("zzz*",))


def test_the_values_asked_for_can_be_listed() -> None:
    query = parse(["skill:cuda,nccl", "-skill:gpu-programming"], WORDS)
    assert query.names("skill") == ("cuda", "nccl")


def database() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE questions(id TEXT, topic TEXT, subtopic TEXT, level TEXT, kind TEXT);
        CREATE TABLE folded(question TEXT, folded TEXT);
        CREATE TABLE skills(question TEXT, skill TEXT);
        CREATE TABLE asked(question TEXT, posting TEXT);
        ATTACH ':memory:' AS state;
        CREATE TABLE state.cards(question TEXT, due INT, suspended INT, weak INT);
        INSERT INTO questions VALUES ('gemm-tiles', 'kernels', 'gemm', 'senior', 'open'),
          ('gemm-bytes', 'kernels', 'gemm', NULL, 'numeric'), ('ring-allreduce', 'compilers', '', 'expert', 'open');
        INSERT INTO folded VALUES ('gemm-tiles', '分块bankconflict'), ('gemm-bytes', '字节'), ('ring-allreduce', '环形ring');
        INSERT INTO skills VALUES ('gemm-tiles', 'cuda'), ('ring-allreduce', 'nccl');
        INSERT INTO asked VALUES ('ring-allreduce', 'bytedance-aml');
        INSERT INTO state.cards VALUES ('gemm-tiles', 10, 0, 1), ('ring-allreduce', 12, 1, 0);
        """
    )
    return db


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["topic:kernels"], ["gemm-bytes", "gemm-tiles"]),
        (["-topic:kernels"], ["ring-allreduce"]),
        (["-level:senior"], ["gemm-bytes", "ring-allreduce"]),
        (["level:senior,expert", "kind:open"], ["gemm-tiles", "ring-allreduce"]),
        (["skill:gpu-programming"], ["gemm-tiles"]),
        (["skill:cuda,nccl"], ["gemm-tiles", "ring-allreduce"]),
        (["-skill:cuda"], ["gemm-bytes", "ring-allreduce"]),
        (["posting:bytedance-aml"], ["ring-allreduce"]),
        (["id:gemm-*"], ["gemm-bytes", "gemm-tiles"]),
        (["id:gemm-??les"], ["gemm-tiles"]),
        (["id:[g]emm*"], []),
        (["bank conflict"], ["gemm-tiles"]),
        (["块", "conflict"], ["gemm-tiles"]),
        (["-分块"], ["gemm-bytes", "ring-allreduce"]),
        (["is:due"], ["gemm-tiles"]),
        (["is:new"], ["gemm-bytes"]),
        (["is:seen"], ["gemm-tiles", "ring-allreduce"]),
        (["is:weak,suspended"], ["gemm-tiles", "ring-allreduce"]),
        (["-is:new"], ["gemm-tiles", "ring-allreduce"]),
    ],
)
def test_a_query_finds_what_it_says(words: list[str], found: list[str]) -> None:
    where, bound = condition(parse(words, WORDS), WORDS, 11)
    sql = f"SELECT q.id FROM questions q LEFT JOIN state.cards c ON c.question = q.id WHERE {where} ORDER BY q.id"
    db = database()
    assert [row[0] for row in db.execute(sql, bound)] == found
    db.close()


@given(st.lists(st.text(max_size=20), max_size=4))
def test_whatever_is_typed_is_a_query_or_a_usage_error_and_is_never_run_as_sql(words: list[str]) -> None:
    try:
        query = parse(words, WORDS)
    except UsageError:
        return
    where, bound = condition(query, WORDS, 1)
    db = database()
    db.execute(f"SELECT q.id FROM questions q LEFT JOIN state.cards c ON c.question = q.id WHERE {where}", bound)
    assert db.execute("SELECT count(*) FROM questions").fetchone() == (3,)
    db.close()
    assert not any(value in where for value in bound.values() if isinstance(value, str) and len(value) > 4)
