"""Numeric questions: fresh numbers, the working, and judging what was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.grade.numeric import draw, fill, judge, working
from tiku.model import Given, Question, Text

KV = Question(
    id="kv-cache-size",
    kind="numeric",
    question=Text(
        "{layers} 层、{heads} 个 KV 头，{{花括号}}，多少 GiB？", "{layers} layers, {heads} KV heads: how many GiB?"
    ),
    given=(
        Given("layers", choices=("32", "80")),
        Given("heads", choices=("8",)),
        Given("length", low="1024", high="8192", step="1024"),
    ),
    steps=(("per_token", "2 * layers * heads * 128 * 2"),),
    formula="per_token * length / 2**30",
    unit="GiB",
    tolerance="2%",
)


def test_the_same_seed_draws_the_same_numbers_and_others_differ() -> None:
    assert draw(KV, 1) == draw(KV, 1)
    assert len({draw(KV, seed).given for seed in range(40)}) > 5


@given(st.integers(0, 10_000))
def test_drawn_numbers_stay_in_their_range(seed: int) -> None:
    values = draw(KV, seed).values
    assert values["layers"] in (32, 80)
    assert values["length"] in range(1024, 8193, 1024)
    assert draw(KV, seed).answer == values["layers"] * 8 * 128 * 4 * values["length"] / 2**30


def test_texts_show_the_drawn_numbers_and_literal_braces() -> None:
    drawn = draw(KV, 3)
    text = fill(KV.question.zh, drawn.values)
    assert text == f"{drawn.values['layers']} 层、8 个 KV 头，{{花括号}}，多少 GiB？"


def test_the_working_shows_every_step_with_its_numbers() -> None:
    drawn = draw(KV, 3)
    lines = working(KV, drawn)
    assert lines[0].startswith("per_token = 2 * layers * heads * 128 * 2 = 2 * ")
    assert lines[-1].endswith(" GiB")


def test_a_right_number_counts_in_any_fitting_unit() -> None:
    drawn = draw(KV, 3)
    answer = float(drawn.answer)
    assert judge(KV, drawn, f"{answer}").right
    assert judge(KV, drawn, f"大约 {answer * 1.01:.6f} GiB").right
    assert judge(KV, drawn, f"{answer * 2**30 / 1e9} GB").right
    assert judge(KV, drawn, f"{answer * 1024} MiB").evidence == f"{answer * 1024} MiB"


@pytest.mark.parametrize(
    ("factor", "hint"), [(8, "bits and bytes"), (2, "off by 2"), (1.07374, "GB and GiB"), (1000, "prefix")]
)
def test_a_usual_slip_is_named(factor: float, hint: str) -> None:
    drawn = draw(KV, 3)
    verdict = judge(KV, drawn, str(float(drawn.answer) * factor))
    assert not verdict.right
    assert verdict.reason is not None and hint in verdict.reason.en


def test_a_unit_of_another_kind_and_no_number_are_told() -> None:
    drawn = draw(KV, 3)
    verdict = judge(KV, drawn, f"{drawn.answer} ms")
    assert not verdict.right and verdict.reason is not None and "does not fit" in verdict.reason.en
    assert judge(KV, drawn, "no idea").reason is not None
