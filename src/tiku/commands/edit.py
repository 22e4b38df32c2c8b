"""``tiku edit``: a question's file in the editor, checked afterwards."""

from __future__ import annotations

import typer

from tiku.commands.output import note
from tiku.commands.show import Ident
from tiku.commands.workbench import workspace

ZH = "编辑器取设置 editor、VISUAL 或 EDITOR。安装版的自带题目先复制到你自己的题库再改。"
EN = "The editor is the setting editor, VISUAL or EDITOR. A shipped question of an installed tiku is copied to your own bank first."


def run(ctx: typer.Context, ident: Ident) -> None:
    """Edit one question."""
    with workspace(ctx) as work:
        path = work.editable(ident)
        print(path)
        note(work.open_editor(path))
