"""The page of ``tiku stats``: numbers, heat map, forecast and topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tiku.model import Lang
from tiku.text import cell_width, cut, pad, say
from tiku.ui.charts import bars, gauge, heat_map
from tiku.ui.terminal import Line


@dataclass(frozen=True, slots=True)
class TopicLine:
    """One topic: questions, how many were seen, mean recall of those seen (0..1, None unknown)."""

    topic: str
    name: str
    questions: int
    seen: int
    recall: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """What the page shows. Days are ordinals; minutes and counts are of the whole log."""

    questions: int
    seen: int
    due: int
    reviews: int
    streak: int
    retention: float | None
    today_reviews: int
    today_minutes: float
    topics: Sequence[TopicLine]
    days: Mapping[int, int]
    ahead: Sequence[tuple[int, int]]


def stats_page(figures: Figures, today: int, width: int, ui: Lang) -> list[Line]:
    """Return the statistics as lines of at most ``width`` cells."""
    retention = "—" if figures.retention is None else f"{figures.retention:.1%}"
    lines: list[Line] = [
        ((say(ui, "今天", "Today"), "bold"),
         (say(ui, f"  {figures.today_reviews} 题 · {figures.today_minutes:.0f} 分钟 · 到期 {figures.due}",
              f"  {figures.today_reviews} answered · {figures.today_minutes:.0f} min · {figures.due} due"), "")),
        ((say(ui, "连续", "Streak"), "bold"), (say(ui, f"  {figures.streak} 天", f"  {figures.streak} days"), "")),
        ((say(ui, "记住率", "Retention"), "bold"),
         (say(ui, f"  {retention}（不计同日重复）", f"  {retention} (same-day repeats not counted)"), "")),
        ((say(ui, "题库", "Bank"), "bold"),
         (say(ui, f"  {figures.questions} 题，答过 {figures.seen}，共 {figures.reviews} 次",
              f"  {figures.questions} questions, {figures.seen} seen, {figures.reviews} reviews"), "")),
        (),
        ((say(ui, "每天的题数", "Reviews a day"), "bold"),),
        *heat_map(figures.days, today, min(width, 110), ui),
        (),
        ((say(ui, "以后 14 天到期", "Due in the next 14 days"), "bold"),),
        *_ahead(figures.ahead[:14], min(width, 80), ui),
        (),
        ((say(ui, "各个主题", "Topics"), "bold"),),
        *_topics(figures.topics, min(width, 100)),
    ]  # fmt: skip
    return lines


def _ahead(ahead: Sequence[tuple[int, int]], width: int, ui: Lang) -> list[Line]:
    names = "一二三四五六日" if ui == "zh" else ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
    rows = []
    for day, count in ahead:
        when = date.fromordinal(day)
        rows.append((f"{when:%m-%d} {names[when.weekday()]}", float(count), str(count)))
    return bars(rows, width)


def _topics(topics: Sequence[TopicLine], width: int) -> list[Line]:
    label = min(max((cell_width(one.name) for one in topics), default=8), max(10, width - 38))
    lines: list[Line] = []
    for one in topics:
        seen = f"{one.seen:>4}/{one.questions:<4}"
        lines.append(((pad(cut(one.name, label), label), ""), (seen, "dim"), (gauge(one.recall, 20), "green")))
    return lines
