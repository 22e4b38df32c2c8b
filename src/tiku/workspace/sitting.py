"""What a sitting asks, in which order and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tiku.bank.index import Head
from tiku.study.progress import streak
from tiku.text import say
from tiku.workspace.work import Workspace


@dataclass(frozen=True, slots=True)
class Overview:
    """What ``tiku`` alone tells."""

    questions: int
    due: int
    new: int
    new_today: int
    reviews_today: int
    streak: int
    interview: tuple[str, int] | None


def overview(work: Workspace) -> Overview:
    """Return where the user stands today."""
    days = work.days()
    today = next((day.reviews for day in days if day.day == work.today), 0)
    new = work.count(["is:new"])
    room = max(0, work.settings.new - work.state.begun(work.today))
    plans = [plan for plan in work.state.plans() if plan.on is not None and plan.on >= work.today]
    interview = (plans[0].posting, (plans[0].on or 0) - work.today) if plans else None
    return Overview(
        work.count([]), work.count(["is:due"]), new, min(new, room), today, streak(days, work.today).now, interview
    )


def reason(head: Head, work: Workspace) -> str:
    """Return why a question is here, in the language of the interface."""
    if head.due is not None:
        late = work.today - head.due
        if late > 0:
            return say(work.ui, f"过期 {late} 天", f"overdue by {late} days")
        return say(work.ui, "今天到期", "due today") if late == 0 else say(work.ui, "复习", "review")
    if head.asked_in:
        return say(work.ui, f"新题，{head.asked_in[0]} 问过", f"new, asked by {head.asked_in[0]}")
    return say(work.ui, "新题", "new")


def heads_of(work: Workspace, words: Sequence[str]) -> list[Head]:
    """Return the questions of a query that are not suspended, the most overdue first."""
    named = {value for term in work.query(words).terms if term.field == "is" for value in term.values}
    found = work.index.heads(work.query(words), work.today, "due")
    return [head for head in found if not head.suspended or "suspended" in named]


def sitting(
    work: Workspace, words: Sequence[str], number: int | None = None, minutes: int | None = None, cram: bool = False
) -> list[tuple[str, str]]:
    """Return the questions of a sitting with their reasons: what is due, then new ones, topics mixed.

    Without a query new questions are capped by the setting ``new``, and all by the minutes of the setting. A query that
    names ids or states is asked whole, due or not; so is any query to cram.
    """
    heads = heads_of(work, words)
    fields = {term.field for term in work.query(words).terms}
    everything = cram or bool(fields & {"id", "is"})
    due = [head for head in heads if head.due is not None and (everything or head.due <= work.today)]
    new = sorted((head for head in heads if head.due is None), key=_importance)
    if not words and not cram:
        new = new[: max(0, work.settings.new - work.state.begun(work.today))]
    chosen = [*mixed(due), *mixed(new)]
    budget = 60 * (minutes or (work.settings.minutes if not words and number is None else 600))
    return [(head.id, reason(head, work)) for head in _within(chosen, budget)][:number]


def _importance(head: Head) -> tuple[int, int, int]:
    """Asked by a posting first, then what is reported and named most."""
    return (not head.asked_in, -head.named, -head.reported)


def _within(heads: Sequence[Head], seconds: float) -> list[Head]:
    kept: list[Head] = []
    for head in heads:
        seconds -= 90 if head.due is None else 60
        if seconds < 0 and kept:
            break
        kept.append(head)
    return kept


def mixed(heads: Sequence[Head]) -> list[Head]:
    """Return the questions so that no two of a topic follow each other while that can be avoided, near their order."""
    waiting, result = list(heads), []
    last = ""
    while waiting:
        at = next((index for index, head in enumerate(waiting[:40]) if head.topic != last), 0)
        head = waiting.pop(at)
        result.append(head)
        last = head.topic
    return result
