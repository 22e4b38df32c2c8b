"""The page of ``tiku plan``: the day, what to expect, and the days ahead as a chart."""

from __future__ import annotations

from datetime import date

from tiku.model import Lang
from tiku.study.plan import Ahead, Forecast
from tiku.text import say, wrap
from tiku.ui.charts import bars
from tiku.ui.terminal import Line


def plan_page(
    title: str,
    on: int,
    minutes: int,
    count: int,
    ahead: Forecast,
    target: tuple[float, int | None],
    today: int,
    width: int,
    ui: Lang,
) -> list[Line]:
    """Return the plan as lines of at most ``width`` cells."""
    lines: list[Line] = [((part, "bold"),) for part in wrap(title, width)]
    day, left = f"{date.fromordinal(on):%Y-%m-%d}", on - today
    zh = f"{day}，还有 {left} 天，每天 {minutes} 分钟，{count} 题"
    lines.append(((say(ui, zh, f"{day}, {left} days, {minutes} min a day, {count} questions"), ""),))
    mean, span = f"{ahead.expected:.0%}", f"{ahead.low:.0%} – {ahead.high:.0%}"
    told = say(ui, f"那天预计记得 {mean}（{span}）", f"expected recall on the day {mean} ({span})")
    lines.append(((told, "bold"),))
    lines.append(((_target(*target, ui), ""),))
    if ahead.unopened:
        names = ", ".join(ahead.unopened[:8]) + (" …" if len(ahead.unopened) > 8 else "")
        count = len(ahead.unopened)
        lead = say(ui, f"来不及打开 {count} 题: ", f"{count} would stay unopened: ")
        lines.extend(((part, "yellow"),) for part in wrap(lead + names, width, hang=2))
    lines.append(())
    lines.extend(bars([_row(day, ui) for day in ahead.days[:30]], min(width, 90)))
    more = len(ahead.days) - 30
    if more > 0:
        lines.append(((say(ui, f"… 还有 {more} 天", f"… and {more} more days"), "dim"),))
    return lines


def _target(wanted: float, needed: int | None, ui: Lang) -> str:
    if needed is None:
        return say(ui, f"到 {wanted:.0%} 每天 4 小时也不够", f"{wanted:.0%} is out of reach even at 4 hours a day")
    return say(ui, f"到 {wanted:.0%} 要每天 {needed} 分钟", f"{wanted:.0%} takes {needed} minutes a day")


def _row(day: Ahead, ui: Lang) -> tuple[str, float, str]:
    counts = say(ui, f"新 {day.new:.0f} 复习 {day.review:.0f}", f"{day.new:.0f} new {day.review:.0f} review")
    minutes = say(ui, f"{day.minutes:.0f} 分", f"{day.minutes:.0f} min")
    return f"{date.fromordinal(day.day):%m-%d}", day.new + day.review, f"{counts} · {minutes}"
