"""``tiku show``: one question whole."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document
from tiku.commands.workbench import workspace

ZH = "题目、开场、要点（★ 为权重）、追问的阶梯、常见错误、数字、来源。numeric 题可用 --seed 指定取数。"
EN = "Question, opening, points with their weights, the ladder of follow-ups, mistakes, numbers, sources."

Ident = Annotated[str, typer.Argument(metavar="ID", help=tr("题目的 id", "the id of the question"))]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help=tr("numeric 题的取数种子", "draws the numbers of a numeric question"))
]


def run(ctx: typer.Context, ident: Ident, seed: Seed = 0, json: JSON = False) -> None:
    """Show one question."""
    from tiku.commands.look import facts_of, look_of
    from tiku.ui.page import question_page
    from tiku.ui.terminal import print_lines
    from tiku.workspace.report import question_json

    with workspace(ctx) as work:
        question = work.question(ident)
        if json:
            document({"question": question_json(question, seed)})
            return
        print_lines(question_page(question, look_of(work), work.title, seed, facts_of(work, question.id)))
