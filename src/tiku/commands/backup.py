"""``tiku backup``: everything you would miss in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import note
from tiku.commands.workbench import workspace

ZH = "日志、你自己的题库和设置写进一个 zip，写完回读校验。每天第一次答题后也会自动备份到数据目录。"
EN = "Logs, your own bank and settings in one zip, read back and checked. One is also made by itself on each day you drill."
Target = Annotated[str, typer.Argument(metavar="FILE", help=tr("写到哪里", "where to write it"))]


def run(ctx: typer.Context, file: Target) -> None:
    """Back up."""
    from tiku.store.backup import backup

    with workspace(ctx) as work:
        path = Path(file).expanduser()
        contents = backup(work.places.data, work.places.settings_file, path, work.clock.now())
        count = len(contents.digests)
        note(tr(f"{path}: {count} 个文件，已校验", f"{path}: {count} files, checked"))
