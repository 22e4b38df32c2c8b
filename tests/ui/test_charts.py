"""Charts drawn with characters."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tiku.text import cell_width
from tiku.ui.charts import SHADES, bar, bars, gauge, heat_map

TODAY = date(2026, 12, 2).toordinal()  # a Wednesday


def plain(lines: list[tuple[tuple[str, str], ...]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def test_the_heat_map_ends_today_and_shades_by_count() -> None:
    rows = plain(heat_map({TODAY: 40, TODAY - 1: 10, TODAY - 7: 1}, TODAY, 30, "en"))
    assert rows[3].rstrip()[-1] == SHADES[4]
    assert rows[2].rstrip()[-1] == SHADES[1]
    assert rows[4].rstrip()[-1] == SHADES[0] and len(rows[4].rstrip()) < len(rows[3].rstrip())


@given(
    st.dictionaries(st.integers(TODAY - 500, TODAY + 10), st.integers(0, 500)),
    st.integers(8, 200),
    st.sampled_from(["zh", "en"]),
)
def test_the_heat_map_fits_any_width(reviews: dict[int, int], width: int, ui: str) -> None:
    rows = plain(heat_map(reviews, TODAY, width, ui))  # type: ignore[arg-type]
    assert len(rows) == 8
    assert all(cell_width(row) <= max(width, 6) for row in rows)


def test_the_longest_bar_fills_the_room() -> None:
    rows = plain(bars([("topic", 2, "2"), ("共享内存", 4, "4")], 40))
    assert [cell_width(row.rstrip()) for row in rows] == [cell_width(rows[0].rstrip()), 39]
    assert rows[1].count("█") == 2 * rows[0].count("█")


def test_bars_and_gauges() -> None:
    assert bar(0.5, 4) == "██"
    assert bar(0.5625, 2) == "█▏"
    assert bar(7, 2) == "██"
    assert gauge(0.5, 10) == "[#####-----] 50%"
    assert gauge(None, 10) == "—"
