"""What a posting asks and a résumé does not show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tiku.jobs.skills import Matcher, implied_by
from tiku.model import Need, Posting, PostingSkill, Skill

Status = Literal["shown", "listed", "implied", "denied", "missing"]
_RANK: Final[dict[Status, int]] = {"shown": 0, "listed": 1, "implied": 2, "denied": 3, "missing": 4}
_DENIED: Final = re.compile(
    r"(?:没有?(?:用过|接触|做过|写过|使用)|未(?:使用|接触)|不(?:会|熟悉|了解)"
    r"|(?:have|has|had) ?(?:not|n't) (?:used|worked)|never (?:used|worked)|no (?:\w+ ){0,2}experience)[^。.;；]*$",
    re.IGNORECASE,
)
_WORK: Final = re.compile(r"工作|项目|实习|经历|experience|projects?|work|employment|highlights", re.IGNORECASE)
_LIST: Final = re.compile(r"技能|技术栈|专长|skills?|technolog|keywords|summary", re.IGNORECASE)
_OTHER: Final = re.compile(r"教育|学历|education|证书|certificates?|荣誉|awards", re.IGNORECASE)
_LEVELS: Final = (
    (3, re.compile(r"精通|深入理解|深刻理解|expert|in-depth|deep (?:knowledge|understanding)|mastery", re.IGNORECASE)),
    (2, re.compile(r"熟练|熟悉|掌握|扎实|proficien|fluent|strong|solid|skilled", re.IGNORECASE)),
    (1, re.compile(r"了解|接触过|familiar|basic|exposure|knowledge of", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a résumé says of a skill, in its own words. ``level`` 1 knows, 2 is fluent, 3 is expert, 0 unsaid."""

    status: Status
    quote: str
    level: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """One skill or any-of group of a posting and what the résumé says of it. Levels as in Claim."""

    skills: tuple[str, ...]
    need: Need
    status: Status
    posting_quote: str
    resume_quote: str = ""
    asked: int = 0
    claimed: int = 0
    reason: str = ""

    @property
    def action(self) -> Literal["", "say", "show", "learn"]:
        """Return what to do: say what is only implied, show what is only listed, learn what is missing."""
        return {"shown": "", "listed": "show", "implied": "say", "denied": "learn", "missing": "learn"}[self.status]  # type: ignore[return-value]


def level_of(text: str) -> int:
    """Return the level that words claim or ask, 0 where they say none."""
    return next((level for level, pattern in _LEVELS if pattern.search(text)), 0)


def claims(text: str, matcher: Matcher, skills: Mapping[str, Skill]) -> dict[str, Claim]:
    """Return the best claim of each skill in the clean text of a résumé, the implied ones too."""
    found: dict[str, Claim] = {}
    section: Status = "listed"
    for line in text.split("\n"):
        head = line.strip("#*: ：")
        if 0 < len(head) <= 24 and not re.search("[,，。;；]", head):
            if _WORK.search(head):
                section = "shown"
            elif _LIST.search(head) or _OTHER.search(head):
                section = "listed"
        for clause in re.split(r"[。;；]|\.\s", line):
            for hit in matcher.find(clause):
                status: Status = "denied" if _DENIED.search(clause[: hit.start]) else section
                old = found.get(hit.skill)
                if old is None or _RANK[status] < _RANK[old.status]:
                    found[hit.skill] = Claim(status, clause.strip(), level_of(clause))
    known = [one for one, claim in found.items() if claim.status != "denied"]
    for ident, origin in implied_by(skills, known).items():
        if ident not in found:
            found[ident] = Claim("implied", found[origin].quote, 0, origin)
    return found


def units(posting: Posting, said: Mapping[str, Claim]) -> tuple[Unit, ...]:
    """Return the units of a posting, context left out, each with the best claim of its skills."""
    grouped: dict[str, list[PostingSkill]] = {}
    for one in posting.skills:
        if one.need != "context":
            grouped.setdefault(f"any:{one.any_of}" if one.any_of else f"one:{one.id}", []).append(one)
    return tuple(_unit(group, said) for group in grouped.values())


def _unit(group: Sequence[PostingSkill], said: Mapping[str, Claim]) -> Unit:
    missing = Claim("missing", "")
    best = min((said.get(one.id, missing) for one in group), key=lambda claim: _RANK[claim.status])
    first = group[0]
    return Unit(
        tuple(one.id for one in group), first.need, best.status, first.quote, best.quote,
        level_of(first.quote), best.level, best.reason,
    )  # fmt: skip
