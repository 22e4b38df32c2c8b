"""``tiku undo``: take back the last steps, whenever they were made."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import note
from tiku.commands.workbench import workspace

ZH = "撤销的也是一条记录，什么都不会丢。连续用可一直退回去，隔天也行。"
EN = "Taking back is an event too: nothing is lost. Used again it goes further back, also on another day."


def run(
    ctx: typer.Context,
    number: Annotated[int, typer.Option("-n", "--number", min=1, metavar="N", help=tr("几步", "how many steps"))] = 1,
) -> None:
    """Take back the last steps."""
    from tiku.commands.log import describe

    with workspace(ctx, writes=True) as work:
        for _ in range(number):
            event = work.undo()
            if event is None:
                note(tr("没有可撤销的了", "there is nothing left to take back"))
                return
            print(tr("已撤销", "taken back") + ": " + "  ".join(describe(event, work)))
