"""``tiku log``: what you did, the newest first."""

from __future__ import annotations

from typing import Any

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, Number, document, table
from tiku.commands.workbench import workspace
from tiku.store.event import Event, Other, Review, write_event
from tiku.workspace import Workspace

ZH = "每行一步: 时间、做了什么、哪道题、评级和没说到的要点。撤销过的标出来。"
EN = "One line a step: when, what, which question, the rating and the points missed. What was taken back is marked."


def run(ctx: typer.Context, number: Number = 20, json: JSON = False) -> None:
    """Show the log."""
    with workspace(ctx) as work:
        entries = work.state.entries(-1 if number is None else number)
        if json:
            document({"events": [{**event_json(one.event), "undone": one.undone} for one in entries]})
            return
        table([[*describe(one.event, work), tr("已撤销", "taken back") if one.undone else ""] for one in entries])


def event_json(event: Event) -> dict[str, Any]:
    """Return an event as it stands in the log, without its checksum."""
    import json

    if isinstance(event.body, Other):
        return {"id": event.id, "t": event.t, "type": event.type}
    row: dict[str, Any] = json.loads(write_event(event))
    row.pop("crc", None)
    return row


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
