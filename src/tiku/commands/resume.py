"""``tiku resume``: Bring questions back."""

from __future__ import annotations

import typer

from tiku.commands.output import Query, Wait
from tiku.commands.several import change
from tiku.store.event import Resume

ZH = "把暂停的题放回队列。例如: tiku resume id:ring-*。"
EN = "Puts questions back into the queue. For example: tiku resume id:ring-*."


def run(ctx: typer.Context, query: Query = None, yes: Wait = False) -> None:
    """Bring questions back."""
    change(ctx, query, yes, Resume, "恢复 {count} 题？", "bring {count} questions back?")
