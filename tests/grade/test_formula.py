"""The closed grammar of formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.grade.formula import FormulaError, evaluate, names, parse


def value(text: str, **values: float) -> float:
    return evaluate(parse(text), values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -1", 0.5),
        ("7 // 2 + 7 % 2", 4),
        ("(1 + 2) * 3", 9),
        ("1_000_000 / 1e6", 1),
        ("ceil(10 / 4) + floor(2.9)", 5),
        ("min(3, 1, 2) + max(4, 5)", 6),
        ("1 if 2 < 3 else 0", 1),
        ("1 if 2 > 3 else 5 if 1 == 1 else 6", 5),
        ("sqrt(16) + log2(8)", 7),
        ("round(2.567, 2)", 2.57),
    ],
)
def test_a_formula_is_worked_out_as_in_arithmetic(text: str, expected: float) -> None:
    assert value(text) == pytest.approx(expected)


def test_names_are_taken_from_the_givens() -> None:
    assert value("2 * (n - 1) / n", n=8) == 1.75
    assert names(parse("2*layers*kv_heads + max(a, 1)")) == {"layers", "kv_heads", "a"}


@pytest.mark.parametrize(
    "text",
    [
        "", "1 +", "(1", "1)", "a b", "1..2", "__import__('os')", "a.b", "a[0]", "lambda: 1", "open(1)", "sqrt()",
        "min()", "1 if 2", "'x'", "2 ** 99999", "10 ** 400 * 10 ** 4000", "1 / 0", "sqrt(-1)", "(-8) ** 0.5",
        "exp(99999)", "nosuch + 1", "9" * 600, "(" * 60 + "1" + ")" * 60, "-" * 99 + "1", "log(0)", "1e999",
    ],
)  # fmt: skip
def test_what_is_no_sound_formula_is_refused_and_never_run(text: str) -> None:
    with pytest.raises(FormulaError) as caught:
        value(text)
    assert caught.value.zh and caught.value.en


def test_an_error_says_the_column() -> None:
    with pytest.raises(FormulaError) as caught:
        parse("1 + $")
    assert caught.value.column == 5


@given(st.text(alphabet="0123456789abn+-*/%()., <>=ifelse*", max_size=40))
def test_any_text_is_either_worked_out_or_refused(text: str) -> None:
    try:
        result = evaluate(parse(text), {"a": 3, "b": 2.5, "n": 8})
    except FormulaError:
        return
    assert isinstance(result, int) or math.isfinite(result)


@given(st.integers(-999, 999), st.integers(-999, 999), st.integers(1, 99))
def test_it_agrees_with_python(a: int, b: int, c: int) -> None:
    assert value("(a + b) * c - a // c + b % c", a=a, b=b, c=c) == (a + b) * c - a // c + b % c
