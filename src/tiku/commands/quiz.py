"""``tiku quiz``: one question at a time, marked and remembered."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import Query, note
from tiku.commands.workbench import words_of, workspace
from tiku.errors import DONE, INTERRUPTED, UsageError
from tiku.model import Lang
from tiku.ui.session import Mode

ZH = (
    "不带查询时先复习到期的，再学新的。查询选题，例如: tiku quiz posting:bytedance-aml -n 5。键位在屏幕下方，? 看全部。"
)
EN = "Without a query: what is due first, then new ones. Keys stand at the foot of the screen; ? lists them all."

Count = Annotated[
    int | None, typer.Option("-n", "--number", min=1, metavar="N", help=tr("最多几题", "at most N questions"))
]
Minutes = Annotated[
    int | None, typer.Option("--minutes", min=1, max=600, metavar="M", help=tr("大约几分钟", "about M minutes"))
]
ModeOption = Annotated[
    str | None, typer.Option("--mode", metavar="think|type", help=tr("出声答或写下来", "answer aloud or in writing"))
]
Cram = Annotated[bool, typer.Option("--cram", help=tr("突击：不影响复习安排", "does not move the schedule"))]


def run(
    ctx: typer.Context,
    query: Query = None,
    number: Count = None,
    minutes: Minutes = None,
    mode: ModeOption = None,
    cram: Cram = False,
) -> int:
    """Be quizzed."""
    from tiku.commands.desk import WorkDesk
    from tiku.ui.quiz import Item, fit, play, summary
    from tiku.ui.terminal import terminal
    from tiku.workspace.sitting import sitting

    with workspace(ctx, writes=True) as work:
        chosen = _mode(mode or work.settings.mode)
        chosen_ones = sitting(work, words_of(query), number, minutes, cram)
        items = [Item(ident, reason) for ident, reason in chosen_ones]
        if not items:
            _nothing(bool(work.count(words_of(query))))
            return DONE
        ui: Lang = "zh" if work.ui == "zh" else "en"
        screen = terminal()
        desk = WorkDesk(work, cram)
        with screen.session():
            done, broken = play(desk, screen, items, chosen, work.langs, ui)
        from tiku.ui.terminal import print_lines

        answered = sum(one.recorded for one in done)
        if answered:
            work.keep_safe()
        if broken:
            _tell(tr(f"已停止，保存了 {answered} 个答案", f"stopped, {answered} answers saved"))
            return INTERRUPTED
        if screen.interactive:
            print_lines(fit(summary(done, ui), screen.size()[0]))
        else:
            print_lines(summary(done, ui))
        return DONE


def _mode(text: str) -> Mode:
    if text == "think":
        return "think"
    if text == "type":
        return "type"
    raise UsageError(f"没有模式 {text!r}", f"there is no mode {text!r}", "可取: think, type", "choose think or type")


def _tell(text: str) -> None:
    try:
        note(text)
    except OSError:
        # The terminal has gone (hang-up): the answers are saved, there is nobody to tell.
        sys.stderr = None


def _nothing(questions: bool) -> None:
    if questions:
        note(
            tr(
                "现在没有到期或新的题。想多练: tiku quiz --cram",
                "nothing is due or new. To practise more: tiku quiz --cram",
            )
        )
    else:
        note(tr("没有符合的题: tiku list", "no question fits: tiku list"))
