"""``tiku list``: the questions of a query."""

from __future__ import annotations

import typer

from tiku.commands.output import JSON, Number, Query, document, table
from tiku.commands.workbench import row_json, words_of, workspace
from tiku.model import Langs
from tiku.workspace import Row

ZH = "例如: tiku list topic:kernels level:senior -n 20；tiku list posting:baidu-j99964；tiku list is:due。"
EN = "For example: tiku list topic:kernels level:senior -n 20, tiku list posting:baidu-j99964, tiku list is:due."


def run(ctx: typer.Context, query: Query = None, number: Number = None, json: JSON = False) -> None:
    """List questions."""
    with workspace(ctx) as work:
        rows = work.rows(words_of(query), limit=number)
        if json:
            document({"questions": [row_json(row) for row in rows]})
            return
        table([line_of(row, work.langs) for row in rows])


def line_of(row: Row, langs: Langs) -> list[str]:
    """Return one line of a listing: id, kind, level, state or due day, question."""
    texts = [row.question.zh, row.question.en] if langs == "both" else [row.question.pick(langs)]
    return [row.id, row.kind, row.level or "-", row.due_text or row.state, " / ".join(dict.fromkeys(texts))]
