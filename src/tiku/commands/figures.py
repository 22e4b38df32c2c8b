"""The figures of ``tiku stats``, gathered from the workspace."""

from __future__ import annotations

from tiku.study.progress import retention, streak, topics
from tiku.ui.statistics import Figures, TopicLine
from tiku.workspace import Workspace


def figures_of(work: Workspace) -> Figures:
    """Return what the page and the JSON of ``stats`` hold."""
    rows, days = work.rows([]), work.days()
    names = {topic.id: topic.name.pick(work.lang) for topic in work.index.topics()}
    order = {topic: at for at, topic in enumerate(names)}
    found = topics((row.topic, row.due is not None, row.recall) for row in rows)
    found.sort(key=lambda row: (order.get(row.topic, len(order)), row.topic))
    today = next((day for day in days if day.day == work.today), None)
    kept = retention(days)
    return Figures(
        questions=len(rows),
        seen=sum(row.due is not None for row in rows),
        due=work.count(["is:due"]),
        reviews=sum(day.reviews for day in days),
        streak=streak(days, work.today).now,
        retention=None if kept is None else round(kept, 4),
        today_reviews=today.reviews if today is not None else 0,
        today_minutes=today.seconds / 60 if today is not None else 0.0,
        topics=[
            TopicLine(
                row.topic, names.get(row.topic, row.topic), row.questions, row.seen,
                None if row.recall is None else round(row.recall, 4),
            )
            for row in found
        ],
        days={day.day: day.reviews for day in days},
        ahead=work.ahead([], 30),
    )  # fmt: skip
