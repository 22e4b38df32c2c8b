"""``tiku reset``: Forget the memory of questions."""

from __future__ import annotations

import typer

from tiku.commands.output import Query, Wait
from tiku.commands.several import change
from tiku.store.event import Reset

ZH = "这些题从此算新题。可以撤销: tiku undo。"
EN = "The questions count as new from here on. It can be taken back: tiku undo."


def run(ctx: typer.Context, query: Query = None, yes: Wait = False) -> None:
    """Forget the memory of questions."""
    change(ctx, query, yes, Reset, "清除 {count} 题的记忆？", "forget the memory of {count} questions?")
