"""``tiku`` alone: what is due today, and the next command."""

from __future__ import annotations

import typer

from tiku.commands import tr
from tiku.commands.workbench import workspace
from tiku.workspace.sitting import overview


def run(ctx: typer.Context) -> None:
    """Tell what to do today."""
    with workspace(ctx) as work:
        today = overview(work)
        print(tr(f"到期 {today.due} 题 · 新题 {today.new} 题", f"{today.due} due · {today.new} new"))
        if today.reviews_today:
            print(tr(f"今天已答 {today.reviews_today} 题", f"{today.reviews_today} answered today"))
        print(tr(f"连续 {today.streak} 天", f"streak {today.streak} day{'s' if today.streak != 1 else ''}"))
        if today.interview is not None:
            posting, days = today.interview
            print(
                tr(
                    f"离 {posting} 面试还有 {days} 天",
                    f"{days} day{'s' if days != 1 else ''} to the interview for {posting}",
                )
            )
        if today.due or today.new_today:
            print(tr("下一步: tiku quiz", "next: tiku quiz"))
        elif today.questions == 0:
            print(tr("题库是空的: tiku check", "the bank is empty: tiku check"))
        else:
            print(tr("今天做完了。想多练: tiku quiz --cram", "done for today. To practise more: tiku quiz --cram"))
