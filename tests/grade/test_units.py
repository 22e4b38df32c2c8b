"""Amounts in texts, and their units."""

from __future__ import annotations

import pytest

from tiku.grade.units import amounts, convert, unit_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("900 GB/s", [(900, "GB/s")]),
        ("约 3.35TB/s 和 10 万", [(3.35, "TB/s"), (100_000, "")]),
        ("1,024 threads", [(1024, "threads")]),
        ("2e-3 s", [(0.002, "s")]),
        ("-5%", [(-5, "%")]),
        ("H100 has none", []),
        ("约40位，加1024个", [(40, ""), (1024, "")]),
        ("12 毫秒", [(12, "毫秒")]),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, expected: list[tuple[float, str]]) -> None:
    assert [(one.value, one.unit) for one in amounts(text)] == expected


@pytest.mark.parametrize(
    ("value", "unit", "wanted", "expected"),
    [
        (1, "GiB", "GB", 1.073741824),
        (400, "Gb/s", "GB/s", 50),
        (400, "Gbps", "GB/s", 50),
        (1, "TFLOPS", "GFLOP/s", 1000),
        (2, "ms", "s", 0.002),
        (5, "毫秒", "ms", 5),
        (50, "%", "", 0.5),
        (7, "", "GiB", 7),
        (3, "sectors", "sector", 3),
        (2, "bytes", "B", 2),
        (295, "FLOP/B", "FLOP/byte", 295),
    ],
)
def test_units_are_converted(value: float, unit: str, wanted: str, expected: float) -> None:
    assert convert(value, unit, wanted) == pytest.approx(expected)


@pytest.mark.parametrize(("unit", "wanted"), [("GB", "GB/s"), ("s", "GB"), ("sectors", "lanes"), ("FLOP", "FLOP/s")])
def test_units_of_another_kind_do_not_fit(unit: str, wanted: str) -> None:
    assert convert(1, unit, wanted) is None


def test_a_byte_is_eight_bits() -> None:
    assert unit_of("B").factor == 8 * unit_of("bit").factor
