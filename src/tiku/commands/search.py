"""``tiku search``: the questions whose texts hold all the words, the best first, with the words in sight."""

from __future__ import annotations

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, Number, Query, document, table
from tiku.commands.workbench import row_json, words_of, workspace
from tiku.errors import UsageError

ZH = "在中英文的问题、要点和别的文字里找，不分大小写、全角半角和空格。例如: tiku search 共享内存 bank。"
EN = "Looks in questions, points and all other texts, both languages, whatever the case, width or spaces."


def run(ctx: typer.Context, query: Query = None, number: Number = 20, json: JSON = False) -> None:
    """Search the texts."""
    words = words_of(query)
    if not words:
        raise UsageError(
            "要找什么？", "search for what?", "例如: tiku search 共享内存", "for example: tiku search bank conflict"
        )
    with workspace(ctx) as work:
        rows = work.rows(words, limit=number, order="relevance")
        if json:
            document({"questions": [row_json(row) for row in rows]})
            return
        texts = [row.question.pick(work.lang) for row in rows]
        table([[row.id, row.topic, text] for row, text in zip(rows, texts, strict=True)])
        if not rows:
            from tiku.commands.output import note

            note(tr("没有找到", "nothing found"))
