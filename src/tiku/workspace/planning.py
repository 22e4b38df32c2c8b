"""The plan of this user: which questions an interview is about, how important each is, and what the days come to."""

from __future__ import annotations

from dataclasses import dataclass

from tiku.bank.index import Head
from tiku.study.plan import Costs, Forecast, Trial, forecast, minutes_for, whole
from tiku.study.progress import Day
from tiku.study.queue import SECONDS_NEW, SECONDS_REVIEW, pace
from tiku.workspace.listing import memories_of
from tiku.workspace.work import Workspace

NEEDS = {"must": 1.5, "duty": 1.0, "nice": 0.75, "context": 0.25}
"""What a skill that a posting names adds to the importance of a question on it."""
ASKED = 3.0
"""What it adds that the posting asks the very question."""
NAMED = 0.75
"""What it adds that the posting's words name the subtopic."""
INTERVIEWS = 181
"""Of how many interviews the counts in topics.yaml are."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What ``tiku plan`` shows."""

    posting: str
    on: int
    minutes: int
    trials: int
    forecast: Forecast
    minutes_for_target: tuple[float, int | None]


def trials_of(work: Workspace, posting: str, on: int) -> list[Trial]:
    """Return the questions a posting is about: asked by it, on a skill it names, or of a subtopic it names.

    Suspended ones are left out. Importance: what the posting asks and needs, and how often the subtopic is reported.
    """
    weights = importance(work, posting)
    heads = {head.id: head for head in work.index.heads(work.query([]), work.today) if not head.suspended}
    chosen = [ident for ident in heads if ident in weights]
    memories = memories_of(work.index.db, chosen)
    trials = []
    for ident in chosen:
        outline = work.index.get(ident)
        known = memories.get(ident)
        memory = whole(known, outline, on) if known and outline is not None else None
        trials.append(Trial(ident, weights[ident], memory))
    return trials


def importance(work: Workspace, posting: str) -> dict[str, float]:
    """Return the importance (> 0) of every question that a posting is about."""
    needs: dict[str, float] = {}
    for skill in work.posting(posting).skills:
        needs[skill.id] = max(needs.get(skill.id, 0.0), NEEDS[skill.need])
    named = {
        (topic.id, subtopic.id)
        for topic in work.index.topics()
        for subtopic in topic.subtopics
        if posting in subtopic.named_by
    }
    found: dict[str, float] = {}
    for head in work.index.heads(work.query([]), work.today):
        weight = _weight(head, posting, needs, (head.topic, head.subtopic) in named)
        if weight:
            found[head.id] = weight + 2.0 * head.reported / INTERVIEWS
    return found


def _weight(head: Head, posting: str, needs: dict[str, float], named: bool) -> float:
    asked = ASKED if posting in head.asked_in else 0.0
    needed = max((needs.get(skill, 0.0) for skill in head.skills), default=0.0)
    return asked + needed + (NAMED if named else 0.0)


def outlook(work: Workspace, posting: str, on: int, minutes: int, target: float = 0.85) -> Outlook:
    """Return what following the plan comes to, and the minutes a day that reach ``target`` recall."""
    trials = trials_of(work, posting, on)
    costs, fails = costs_of(work), first_fails(work.days())
    ahead = forecast(trials, work.today, on, 60.0 * minutes, costs, fails)
    needed = minutes_for(trials, work.today, on, target, costs, fails) if on > work.today else None
    return Outlook(posting, on, minutes, len(trials), ahead, (target, needed))


def costs_of(work: Workspace) -> Costs:
    """Return the seconds a trial takes this user."""
    usual = pace(work.state.seconds(("think", "type"), 50), SECONDS_REVIEW)
    ratio = usual / SECONDS_REVIEW
    return Costs(usual, SECONDS_NEW * ratio, SECONDS_NEW * ratio)


def first_fails(days: list[Day]) -> float:
    """Return the share of answers rated again, shrunk towards a half while they are few."""
    answers = sum(day.reviews for day in days)
    again = sum(day.again for day in days)
    return (again + 10) / (answers + 20)
