"""What a sitting asks, in which order and why: today's queue, or the plan's where an interview is set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tiku.bank.index import Head
from tiku.bank.query import Query, Term
from tiku.study.queue import (
    SECONDS_NEW,
    SECONDS_REVIEW,
    Candidate,
    Item,
    Limits,
    Reason,
    mixed,
    pace,
    queue,
    reason,
)
from tiku.text import say
from tiku.workspace.work import Workspace

ENOUGH = 600
"""More questions than any sitting takes: ten hours of a minute each."""
POOL = 3
"""So many times the questions that fit are looked at, so that topics can be mixed."""
Asked = tuple[str, str]
"""The id of a question and why it is asked, in the language of the interface."""


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
    from tiku.study.progress import streak

    days = work.days()
    today = next((day.reviews for day in days if day.day == work.today), 0)
    new = work.count(["is:new"])
    plan = work.plan
    interview = (plan.posting, plan.on - work.today) if plan is not None and plan.on is not None else None
    due = work.count(["is:due"])
    run = streak(days, work.today).now
    return Overview(work.count([]), due, new, min(new, _new_left(work)), today, run, interview)


def _new_left(work: Workspace) -> int:
    return max(0, work.settings.new - work.state.begun(work.today))


def candidate(head: Head) -> Candidate:
    """Return a question of the index as the queue sees it. Important is what is reported most, then named most."""
    return Candidate(
        head.id, head.topic, head.due, head.asked_in, head.reported + head.named / 10, head.level, head.suspended
    )


def sitting(
    work: Workspace, words: Sequence[str], number: int | None = None, minutes: int | None = None, cram: bool = False
) -> list[Asked]:
    """Return the questions of a sitting with their reasons.

    Without a query: the plan's day where an interview is set, else what is due and then new ones, capped by the settings
    ``minutes`` and ``new``. A query is capped only by ``number`` and ``minutes``; one that names ids or states is asked
    whole, due or not, and so is any query to cram.
    """
    if not words and not cram and work.plan is not None:
        return _planned(work, number, minutes)
    parsed = work.query(words)
    whole = cram or bool({term.field for term in parsed.terms} & {"id", "is"})
    capped = not words and number is None
    fits = number or (minutes or work.settings.minutes if minutes or capped else ENOUGH)
    heads = _heads(work, parsed, whole, min(ENOUGH, POOL * fits))
    seconds = 60 * (minutes or work.settings.minutes) if minutes or capped else None
    limits = Limits(
        seconds,
        number,
        _new_left(work) if not words and not cram else None,
        pace(work.state.seconds(("think", "type"), 50), SECONDS_REVIEW),
        SECONDS_NEW,
    )
    items = queue([candidate(head) for head in heads], work.today, limits, seed=work.today, whole=whole)
    return [(item.question, why(item.reason, work)) for item in items]


def _heads(work: Workspace, parsed: Query, whole: bool, enough: int) -> list[Head]:
    """Return the questions that a sitting can be made of: of a large bank only so many as any sitting takes."""
    if whole:
        return work.index.heads(parsed, work.today, "due")
    due = Query((*parsed.terms, Term("is", ("due",))))
    new = Query((*parsed.terms, Term("is", ("new",))))
    return [
        *work.index.heads(due, work.today, "due", enough),
        *work.index.heads(new, work.today, "new", enough),
    ]


def _planned(work: Workspace, number: int | None, minutes: int | None) -> list[Asked]:
    from tiku.study import plan as planning
    from tiku.workspace.planning import trials_of

    goal = work.plan
    assert goal is not None and goal.on is not None
    heads = {head.id: head for head in work.index.heads(work.query([]), work.today)}
    trials = trials_of(work, goal.posting, goal.on)
    chosen = planning.today(trials, work.today, goal.on, 60.0 * (minutes or goal.minutes))
    order = mixed([candidate(heads[ident]) for ident in (*chosen.review, *chosen.new)][:number])
    items = [Item(one.question, reason(one, work.today)) for one in order]
    return [(item.question, why(item.reason, work)) for item in items]


def why(given: Reason, work: Workspace) -> str:
    """Return a reason in words."""
    ui = work.ui
    if given.kind == "due":
        return (
            say(ui, f"过期 {given.days} 天", f"overdue by {given.days}d")
            if given.days
            else say(ui, "今天到期", "due today")
        )
    if given.kind == "early":
        return say(ui, f"还有 {given.days} 天到期", f"due in {given.days}d")
    if given.posting is not None:
        return say(ui, f"新题，{given.posting} 问过", f"new, asked by {given.posting}")
    return say(ui, "新题", "new")
