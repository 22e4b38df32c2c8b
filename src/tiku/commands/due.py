"""``tiku due``: what is due today, and how many on the days ahead."""

from __future__ import annotations

import typer

from tiku.commands import tr
from tiku.commands.list_ import line_of
from tiku.commands.output import JSON, Number, Query, document, note, table
from tiku.commands.workbench import row_json, words_of, workspace
from tiku.study.day import iso

ZH = "今天到期的题，过期最久的在前；再列出以后 30 天每天到期几道。"
EN = "Questions due today, the most overdue first, and how many fall due on each of the next 30 days."


def run(ctx: typer.Context, query: Query = None, number: Number = None, json: JSON = False) -> None:
    """List what is due."""
    with workspace(ctx) as work:
        words = [*words_of(query), "is:due"]
        rows = work.rows(words, limit=number, order="due")
        total = work.count(words)
        ahead = work.ahead(words_of(query), days=30)
        if json:
            days = [{"day": iso(day), "due": count} for day, count in ahead]
            document({"due": total, "questions": [row_json(row) for row in rows], "ahead": days})
            return
        table([line_of(row, work.langs) for row in rows])
        coming = sum(count for _, count in ahead)
        note(tr(f"今天到期 {total} 题，以后 30 天 {coming} 题", f"{total} due today, {coming} in the next 30 days"))
