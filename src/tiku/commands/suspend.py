"""``tiku suspend``: Set questions aside."""

from __future__ import annotations

import typer

from tiku.commands.output import Query, Wait
from tiku.commands.several import change
from tiku.store.event import Suspend

ZH = "暂停的题不再出现，直到 tiku resume。例如: tiku suspend topic:compilers。"
EN = "Questions set aside are not asked until tiku resume. For example: tiku suspend topic:compilers."


def run(ctx: typer.Context, query: Query = None, yes: Wait = False) -> None:
    """Set questions aside."""
    change(ctx, query, yes, Suspend, "暂停 {count} 题？", "set {count} questions aside?")
