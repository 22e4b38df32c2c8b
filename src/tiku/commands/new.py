"""``tiku new``: a template in the user's own bank, opened in the editor."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import note
from tiku.commands.workbench import workspace
from tiku.errors import UsageError
from tiku.model import KINDS

ZH = "写在你自己的题库里（数据目录的 bank/）。例如: tiku new my-softmax --topic kernels。"
EN = "Written into your own bank (bank/ in the data folder). For example: tiku new my-softmax --topic kernels."

Ident = Annotated[
    str,
    typer.Argument(metavar="ID", help=tr("新题的 id，小写字母、数字、连字符", "its id: a-z, 0-9, hyphens")),
]
Topic = Annotated[str, typer.Option("--topic", metavar="TOPIC", help=tr("放进哪个主题目录", "the folder of the topic"))]
KindOption = Annotated[str, typer.Option("--kind", metavar="|".join(KINDS), help=tr("题型", "the kind"))]
NoEdit = Annotated[bool, typer.Option("--no-edit", help=tr("不打开编辑器", "do not open the editor"))]


def run(
    ctx: typer.Context, ident: Ident, topic: Topic = "mine", kind: KindOption = "open", no_edit: NoEdit = False
) -> None:
    """Start a new question."""
    known = next((one for one in KINDS if one == kind), None)
    if known is None:
        raise UsageError(
            f"没有题型 {kind!r}",
            f"there is no kind {kind!r}",
            "可取: " + ", ".join(KINDS),
            "choose " + ", ".join(KINDS),
        )
    with workspace(ctx) as work:
        path = work.new_question(ident, topic, known)
        print(path)
        if not no_edit and sys.stdin.isatty() and sys.stdout.isatty():
            note(work.open_editor(path))
