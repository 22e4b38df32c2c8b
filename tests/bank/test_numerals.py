"""Numerals by value, in two languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.bank.numerals import lacking, mentioned, stated


def differ(zh: str, en: str) -> list[str]:
    return [one.text for one in (*lacking(zh, en), *lacking(en, zh))]


@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("约 10 万次", "about 100,000 times"),
        ("1.2 亿参数", "120 million parameters"),
        ("70 亿参数", "a 7B model"),
        ("3 千", "3,000"),
        ("三级存储，每级 16 KB", "three levels of 16 KB"),
        ("一半是 0.5", "half of it"),
        ("占 50%", "half of the time"),
        ("四分之一", "25 %"),
        ("三成", "30 percent"),
        ("第 3 代", "the third generation"),
        ("32 个 lane", "thirty-two lanes"),
        ("2^20 个", "1048576 of them"),
        ("10⁶ 次", "1,000,000 times"),
        ("误差 1e-3", "an error of 0.001"),
        ("2024 年 3 月", "March 2024"),
        ("两百次", "200 times"),
        ("用 FP16 和 H100", "in half precision on Hopper"),
        ("系数 2(n-1)/n", "the ring factor"),
        ("x86 与 m16n8k16", "the instruction"),
        ("NVLink 4 很快", "NVLink is fast"),
        ("１２８ 位", "128 bits"),
        ("取 1、128、256", "1,128,256 are tried"),
    ],
)
def test_natural_wordings_of_the_same_numbers_do_not_differ(zh: str, en: str) -> None:
    assert differ(zh, en) == []


@pytest.mark.parametrize(
    ("zh", "en", "told"),
    [
        ("只读 4.29 GB", "reads 4.92 GB", ["4.29", "4.92"]),
        ("10 万次", "10,000 times", ["10 万", "10,000"]),
        ("450 GB/s 单向", "900 GB/s both ways", ["450", "900"]),
        ("共 64 个", "many of them", ["64"]),
        ("占 18%", "81 % busy", ["18", "81"]),
        ("128-bit 访存", "64-bit loads", ["128", "64"]),
        ("延迟 32 ns", "a latency of 23ns", ["32", "23"]),
    ],
)
def test_different_numbers_are_told(zh: str, en: str, told: list[str]) -> None:
    assert differ(zh, en) == told


@pytest.mark.parametrize(
    "text",
    [
        "FP16",
        "H100",
        "2(n-1)/n",
        "n-1",
        "sm_90",
        "x86",
        "2^20",
        "128×128",
        "f(32)",
        "a[8]",
        "int8_t",
        "m16n8k16",
        "CUDA 12",
        "Q15",
    ],
)
def test_names_and_formulas_state_nothing(text: str) -> None:
    assert stated(f"用 {text} 时") == []
    assert stated(f"with {text} it works") == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("16 KB 和 900 GB/s", ["16", "900"]),
        ("M = 4096 时", ["4096"]),
        ("3-5 次", ["3", "5"]),
        ("约（32）个", ["32"]),
        ("Each 128-bit load, 80GB, 3x", ["128", "80", "3"]),
    ],
)
def test_free_standing_numerals_are_stated(text: str, values: list[str]) -> None:
    assert [one.text for one in stated(text)] == values


@given(st.text(max_size=80))
def test_a_text_never_differs_from_itself_and_nothing_raises(text: str) -> None:
    assert lacking(text, text) == []
    mentioned(text)


@given(st.integers(3, 10**9))
def test_the_same_integer_is_found_in_any_grouping(value: int) -> None:
    assert differ(f"共 {value} 个", f"{value:,} of them") == []


@given(st.integers(1, 9999))
def test_ten_thousands_are_read_by_value(value: int) -> None:
    assert differ(f"共 {value} 万个", f"{value * 10_000:,} of them") == []
