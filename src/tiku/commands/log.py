"""``tiku log``: what you did, the newest first."""

from __future__ import annotations

from typing import Any

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, Number, document, table
from tiku.commands.workbench import workspace
from tiku.store.event import Event, Review, to_json
from tiku.workspace import Workspace

ZH = "每行一步: 时间、做了什么、哪道题、评级和没说到的要点。撤销过的标出来。"
EN = "One line a step: when, what, which question, the rating and the points missed. What was taken back is marked."


def run(ctx: typer.Context, number: Number = 20, json: JSON = False) -> None:
    """Show the log."""
    with workspace(ctx) as work:
        entries = work.log(number)
        if json:
            document({"events": [{**to_json(event), "undone": undone} for event, undone in entries]})
            return
        table([[*describe(event, work), tr("已撤销", "taken back") if undone else ""] for event, undone in entries])


def describe(event: Event, work: Workspace) -> list[str]:
    """Return an event as cells: local time, type, question, details."""
    body: Any = event.body
    question = str(getattr(body, "question", ""))
    return [work.local(event.t, event.tz), event.type, question, _details(body)]


def _details(body: Any) -> str:
    if isinstance(body, Review):
        missed = [point for point, hit in body.points or () if not hit]
        told = f"{body.rating} {body.mode}"
        return told + (tr("，没说到: ", ", missed: ") + ", ".join(missed) if missed else "")
    for name in ("text", "posting", "event", "term"):
        value = getattr(body, name, None)
        if value:
            return str(value)
    return ""
