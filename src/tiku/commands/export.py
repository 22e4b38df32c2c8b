"""``tiku export``: a study sheet of the questions of a query."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import Query, note
from tiku.commands.workbench import globals_of, words_of, workspace

if TYPE_CHECKING:
    from tiku.model import Langs, Text
    from tiku.sheet.build import Chosen
    from tiku.workspace import Row, Workspace

ZH = "后缀决定格式: .md .html .pdf .apkg .csv .json。例如: tiku export -o weak.html is:weak。-o - 把 Markdown 写到标准输出。"
EN = "The suffix picks the format: .md .html .pdf .apkg .csv .json. E.g. tiku export -o weak.html is:weak. -o - prints."


class _Answers(StrEnum):
    shown = "shown"
    hidden = "hidden"
    after = "after"


class _Order(StrEnum):
    bank = "bank"
    id = "id"
    due = "due"
    new = "new"


class _Style(StrEnum):
    full = "full"
    crib = "crib"


Target = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=tr("写到哪里", "where to write it"))]
Answers = Annotated[
    _Answers, typer.Option("--answers", help=tr("答案: 显示、不要、放最后", "answers: shown, left out, at the back"))
]
Order = Annotated[_Order, typer.Option("--order", help=tr("顺序", "the order"))]
Style = Annotated[_Style, typer.Option("--style", help=tr("crib: 只有要点和数字", "crib: points and numbers only"))]
Title = Annotated[str, typer.Option("--title", help=tr("标题", "the title"))]
Progress = Annotated[bool, typer.Option("--progress", help=tr("带上你的进度", "with your progress"))]
Font = Annotated[str, typer.Option("--font", metavar="FILE", help=tr("PDF 用的字体", "the font of a PDF"))]
Force = Annotated[bool, typer.Option("--force", help=tr("覆盖别的文件", "replace another file"))]


def run(
    ctx: typer.Context, output: Target, query: Query = None, answers: Answers = _Answers.shown,
    order: Order = _Order.bank, style: Style = _Style.full, title: Title = "",
    progress: Progress = False, font: Font = "", force: Force = False,
) -> None:  # fmt: skip
    """Export a study sheet."""
    from tiku.sheet.build import build
    from tiku.sheet.output import check_target, renderer, write

    path = Path(output).expanduser()
    render = renderer(".md" if output == "-" else path.suffix)
    if font and path.suffix.lower() == ".pdf":
        from functools import partial

        from tiku.sheet import pdf

        render = partial(pdf.render, font=Path(font).expanduser())
    if output != "-":
        check_target(path, force)
    with workspace(ctx) as work:
        words = words_of(query)
        chosen = list(_chosen(work, work.rows(words, order=order.value), progress))
        topics = {topic.id: topic.name for topic in work.index.topics()}
        postings = {one.id: one.title for one in work.postings()}
        name = title or "题库" + (" " + " ".join(words) if words else "")
        sheet = build(name, chosen, topics, postings, _langs(ctx), answers.value, style.value, order is _Order.bank)
        data = render(sheet)
        if output == "-":
            sys.stdout.write(data.decode("utf-8"))
            return
        write(path, data)
        note(tr(f"{path}: {len(chosen)} 题", f"{path}: {len(chosen)} questions"))


def _langs(ctx: typer.Context) -> Langs:
    """Return the languages asked for on the command line; both where none are, whatever the settings say."""
    asked = globals_of(ctx).lang
    return "zh" if asked == "zh" else "en" if asked == "en" else "both"


def _chosen(work: Workspace, rows: list[Row], progress: bool) -> Iterator[Chosen]:
    from tiku.sheet.build import Chosen
    from tiku.ui.progress import tracked

    for row in tracked(rows, len(rows), tr("导出", "exporting")):
        question = work.index.question(row.id)
        if question is not None:
            yield Chosen(question, tuple(_progress(work, row)) if progress else (), _modified(work, row.id))


def _modified(work: Workspace, ident: str) -> int:
    place = work.index.path(ident)
    try:
        return 0 if place is None else int(Path(place[0]).stat().st_mtime)
    except OSError:
        return 0


def _progress(work: Workspace, row: Row) -> Iterator[Text]:
    from tiku.model import Text
    from tiku.store.event import Review

    if row.due_text:
        yield Text(f"到期 {row.due_text}", f"due {row.due_text}")
    if row.recall is not None:
        yield Text(f"记得 {row.recall:.0%}", f"recall {row.recall:.0%}")
    question = work.question(row.id)
    names = {point.id: point.text for point in question.points}
    undone = (entry for entry in work.state.entries(question=row.id) if not entry.undone)
    last = next((entry.event.body for entry in undone if isinstance(entry.event.body, Review)), None)
    for point, hit in (last.points or ()) if last is not None else ():
        if not hit and point in names:
            yield Text(f"上次漏了: {names[point].zh}", f"missed last time: {names[point].en}")
