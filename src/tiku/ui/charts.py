"""Charts drawn with characters: what they say never hangs on colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from tiku.model import Lang
from tiku.text import cell_width, pad
from tiku.ui.terminal import Line

SHADES: Final = "·░▒▓█"
_STYLES: Final = ("dim", "green", "green", "bold green", "bold green")
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def heat_map(reviews: Mapping[int, int], today: int, width: int, ui: Lang) -> list[Line]:
    """Return weeks as columns and weekdays as rows, as many weeks as fit in ``width``, the last one this week.

    ``reviews`` maps study days (ordinals) to counts. Shades: none, to a quarter, a half, three quarters, more.
    """
    names = ("一", "二", "三", "四", "五", "六", "日") if ui == "zh" else ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
    weeks = max(1, min(53, (width - 4) // 2))
    monday = date.fromordinal(today) - timedelta(days=date.fromordinal(today).weekday())
    first = monday - timedelta(weeks=weeks - 1)
    most = max((count for day, count in reviews.items() if first.toordinal() <= day <= today), default=0)
    lines: list[Line] = [((_months(first, weeks, ui), "dim"),)]
    for weekday in range(7):
        spans: list[tuple[str, str]] = [(pad(names[weekday], 4), "dim")]
        for week in range(weeks):
            day = (first + timedelta(weeks=week, days=weekday)).toordinal()
            shade = _shade(reviews.get(day, 0), most) if day <= today else -1
            spans.append(((SHADES[shade] if shade >= 0 else " ") + " ", _STYLES[shade] if shade >= 0 else ""))
        lines.append(tuple(spans))
    return lines


def _months(first: date, weeks: int, ui: Lang) -> str:
    row = " " * 4
    for week in range(weeks):
        monday = first + timedelta(weeks=week)
        at = 4 + 2 * week
        if (week == 0 or monday.day <= 7) and cell_width(row) <= at:
            label = f"{monday.month}月" if ui == "zh" else monday.strftime("%b")
            row = pad(row, at) + label + " "
    return row.rstrip()[: 4 + 2 * weeks]


def _shade(count: int, most: int) -> int:
    if count <= 0:
        return 0
    return 1 + min(3, (count * 4 - 1) // max(1, most) if most > 4 else min(3, count - 1))


def bars(rows: Sequence[tuple[str, float, str]], width: int) -> list[Line]:
    """Return horizontal bars: label, value (>= 0), text behind. The longest bar fills what the texts leave."""
    if not rows:
        return []
    label = max(cell_width(name) for name, _, _ in rows)
    behind = max(cell_width(text) for _, _, text in rows)
    room = max(4, width - label - behind - 3)
    most = max(value for _, value, _ in rows) or 1
    lines: list[Line] = []
    for name, value, text in rows:
        lines.append(((pad(name, label) + " ", ""), (bar(value / most, room), "cyan"), (" " + text, "dim")))
    return lines


def bar(share: float, cells: int) -> str:
    """Return a bar of ``share`` (0..1) of so many cells, in eighths of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * cells * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def gauge(share: float | None, cells: int) -> str:
    """Return a share (0..1) as a bar in brackets with its percentage; a dash where there is none."""
    if share is None:
        return "—"
    filled = round(share * cells)
    return "[" + "#" * filled + "-" * (cells - filled) + f"] {share:.0%}"
