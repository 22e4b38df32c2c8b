"""How pages are set for a workspace, and what is said of a question beside what the bank holds."""

from __future__ import annotations

from tiku.commands.output import on_terminal, width
from tiku.study.day import iso
from tiku.text import say
from tiku.ui.page import Look
from tiku.workspace import Workspace


def look_of(work: Workspace) -> Look:
    """Return the look of a page: off a terminal nothing is wrapped."""
    return Look(work.langs, "zh" if work.ui == "zh" else "en", min(width(), 110) if on_terminal() else 0)


def facts_of(work: Workspace, ident: str) -> list[str]:
    """Return what is remembered of a question, and the note to it."""
    facts = []
    card = work.card(ident)
    if card is not None and card.due is not None:
        facts.append(
            say(
                work.ui, f"答过 {card.reviews} 次，{iso(card.due)} 到期", f"{card.reviews} reviews, due {iso(card.due)}"
            )
        )
    if card is not None and card.suspended:
        facts.append(say(work.ui, "已暂停", "suspended"))
    note = work.note(ident)
    if note:
        facts.append(say(work.ui, f"笔记: {note}", f"note: {note}"))
    return facts
