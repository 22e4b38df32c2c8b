"""``tiku stats``: today, streak, retention, topics, heat map and forecast."""

from __future__ import annotations

import typer

from tiku.commands.figures import figures_of
from tiku.commands.output import JSON, document, on_terminal, width
from tiku.commands.workbench import workspace
from tiku.study.day import iso

ZH = "记住率不计同一天内的重复。热力图一格一天；主题后的方括号是现在的平均记忆率。"
EN = "Retention leaves out same-day repeats. One cell of the heat map is a day; a topic's bar is its mean recall now."


def run(ctx: typer.Context, json: JSON = False) -> None:
    """Show statistics."""
    with workspace(ctx) as work:
        figures = figures_of(work)
        if json:
            document(
                {
                    "questions": figures.questions, "seen": figures.seen, "due": figures.due, "reviews": figures.reviews,
                    "streak": figures.streak, "retention": figures.retention,
                    "topics": [
                        {"topic": one.topic, "questions": one.questions, "seen": one.seen, "recall": one.recall}
                        for one in figures.topics
                    ],
                    "days": [
                        {"day": iso(day.day), "reviews": day.reviews, "minutes": round(day.seconds / 60, 1)}
                        for day in work.days()
                    ],
                }
            )  # fmt: skip
            return
        from tiku.ui.statistics import stats_page
        from tiku.ui.terminal import print_lines

        print_lines(
            stats_page(figures, work.today, width() if on_terminal() else 80, "zh" if work.ui == "zh" else "en")
        )
