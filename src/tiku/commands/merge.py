"""``tiku merge``: take in what another folder, log or backup knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import note
from tiku.commands.workbench import workspace

ZH = "取全部事件的并集，什么都不会丢，重复合并也一样。例如: tiku merge ~/other/tiku、tiku merge laptop.zip。"
EN = "The union of all events: nothing is lost, and merging again changes nothing. For example: tiku merge laptop.zip."
Sources = Annotated[
    list[str], typer.Argument(metavar="PATH...", help=tr("数据目录、日志或备份", "data folders, logs or backups"))
]


def run(ctx: typer.Context, path: Sources) -> None:
    """Merge."""
    from tiku.store.merge import merge

    with workspace(ctx, writes=True) as work:
        found = merge(work.places.data, [Path(one).expanduser() for one in path], work.log)
        work.refresh()
        added = len(found.new)
        note(tr(f"读到 {found.read} 步，新增 {added} 步", f"{found.read} events read, {added} new"))
        if found.damaged:
            note(tr(f"{found.damaged} 行读不懂，已略过", f"{found.damaged} damaged lines were left out"))
