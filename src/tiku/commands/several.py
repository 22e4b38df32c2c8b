"""Changing the state of all questions of a query: one event each, asked for first where there are several."""

from __future__ import annotations

from collections.abc import Callable

import typer

from tiku.commands import tr
from tiku.commands.output import note, sure
from tiku.commands.workbench import words_of, workspace
from tiku.errors import UsageError
from tiku.store.event import Body


def change(
    ctx: typer.Context, query: list[str] | None, yes: bool, body: Callable[[str], Body], zh: str, en: str
) -> None:
    """Write ``body(id)`` for each question of the query. ``zh`` and ``en`` ask first, with ``{count}``."""
    words = words_of(query)
    if not words:
        raise UsageError(
            "哪些题？", "which questions?", "给一个查询，见 tiku help query", "give a query; see tiku help query"
        )
    with workspace(ctx, writes=True) as work:
        # A word that is an id means that question, as in `tiku show`.
        words = [f"id:{word}" if ":" not in word and work.find(word) is not None else word for word in words]
        rows = work.rows(words)
        if len(rows) > 1 and not sure(tr(zh, en).format(count=len(rows)), yes):
            return
        for row in rows:
            work.record(body(row.id))
        note(
            tr(
                f"{len(rows)} 题。撤销: tiku undo -n {len(rows)}",
                f"{len(rows)} questions. Take back: tiku undo -n {len(rows)}",
            )
        )
