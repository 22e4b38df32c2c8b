"""``tiku restore``: what a backup would change, and doing it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import Wait, note, sure
from tiku.commands.workbench import workspace

ZH = "先说会改变什么。事件只增不减；你自己题库和设置里被替换的文件会先另存一份备份。"
EN = "It says first what would change. Events are only added; files it replaces are backed up before."
Source = Annotated[str, typer.Argument(metavar="FILE", help=tr("备份文件", "the backup"))]


def run(ctx: typer.Context, file: Source, yes: Wait = False) -> None:
    """Restore."""
    from tiku.store.backup import plan_restore, restore

    with workspace(ctx, writes=True) as work:
        path, settings = Path(file).expanduser(), work.places.settings_file
        plan = plan_restore(work.places.data, settings, path)
        print(tr(f"{work.clock.show(plan.made)} 的备份", f"a backup of {work.clock.show(plan.made)}"))
        print(tr(f"新增 {plan.events} 步，已有 {plan.known} 步", f"{plan.events} events to add, {plan.known} known"))
        words = {"added": tr("新增", "adds"), "replaced": tr("替换", "replaces")}
        for change in plan.changes:
            if change.kind != "same":
                print(f"{words[change.kind]} {change.name}")
        if plan.changes_nothing:
            note(tr("没有要改的", "nothing to change"))
            return
        if not sure(tr("恢复？", "restore it?"), yes):
            return
        _, safety = restore(work.places.data, settings, path, work.log, work.clock.now())
        work.refresh()
        note(tr("已恢复", "restored"))
        if safety is not None:
            note(tr(f"被替换的文件存在 {safety}", f"what was replaced is kept in {safety}"))
