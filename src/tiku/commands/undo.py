"""``tiku undo``: take back the last steps, whenever they were made, or one step by its id."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import note
from tiku.commands.workbench import workspace
from tiku.errors import UsageError

ZH = "撤销的也是一条记录，什么都不会丢。连续用可一直退回去，隔天也行。给出 tiku log --json 里的 id 则撤销那一步。"
EN = "Taking back is an event too: nothing is lost. Used again it goes further back. With an id of tiku log --json, that step."
Steps = Annotated[int, typer.Option("-n", "--number", min=1, metavar="N", help=tr("几步", "how many steps"))]
EventId = Annotated[
    str | None, typer.Argument(metavar="[EVENT]", help=tr("某一步的 id", "the id of one step"), show_default=False)
]


def run(ctx: typer.Context, event: EventId = None, number: Steps = 1) -> None:
    """Take back the last steps, or one."""
    from tiku.commands.log import describe

    with workspace(ctx, writes=True) as work:
        for _ in range(number):
            if event is not None and work.state.entry(event) is None:
                raise UsageError(
                    f"没有这一步: {event}", f"there is no event {event}", "tiku log --json", "tiku log --json"
                )
            undone = work.undo(event)
            if undone is None:
                note(tr("没有可撤销的了", "there is nothing left to take back"))
                return
            print(tr("已撤销", "taken back") + ": " + "  ".join(describe(undone, work)))
            if event is not None:
                return
