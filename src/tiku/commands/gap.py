"""``tiku gap``: what a posting asks and a résumé does not show. The résumé is read and forgotten."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, note
from tiku.commands.workbench import workspace
from tiku.errors import UsageError
from tiku.jobs.gap import Unit, claims, units
from tiku.jobs.readers import read_resume
from tiku.jobs.skills import Matcher
from tiku.text import say, visible
from tiku.workspace import Workspace

Resume = Annotated[
    str, typer.Argument(metavar="RESUME|-", help=tr("简历文件，- 为标准输入", "the résumé, - for stdin"))
]
PostingOption = Annotated[str, typer.Option("--posting", metavar="ID", help=tr("岗位的 id", "the id of the posting"))]


def build(app: typer.Typer) -> None:
    """Put the verb together."""
    app.command(help=tr("比较简历与岗位。", "Compare a résumé with a posting."))(gap)


def read_input(name: str) -> bytes:
    """Return the bytes of a file, or of stdin for ``-``. Raises UsageError."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"读不了: {reason}",
            f"cannot be read: {reason}",
            "检查路径，或用 - 粘贴",
            "check the path, or paste to -",
            name,
        ) from None


def gap(ctx: typer.Context, resume: Resume, posting: PostingOption, json: JSON = False) -> None:
    """Compare a résumé with a posting."""
    with workspace(ctx) as work:
        target = work.posting(posting)
        said = claims(read_resume(read_input(resume), resume), Matcher(work.skills.values()), work.skills)
        found = units(target, said)
        confidence = "low" if not said or not found else "normal"
        leads = work.skill_questions(one for unit in found for one in unit.skills)
        questions = {unit: sorted({one for skill in unit.skills for one in leads[skill]}) for unit in found}
        if json:
            rows = [_row(unit, questions[unit]) for unit in found] if confidence == "normal" else []
            document(
                {"posting": target.id, "resume": resume, "confidence": confidence, "units": rows,
                 "unknown_terms": list(target.unknown_terms)}
            )  # fmt: skip
            return
        if confidence == "low":
            note(say(work.ui, "没有认出任何技能，无法比较", "no skill was recognised, so there is nothing to compare"))
            return
        _print(work, found, questions)


def _row(unit: Unit, questions: list[str]) -> dict[str, Any]:
    return {
        "any_of": list(unit.skills), "need": unit.need, "status": unit.status, "action": unit.action or None,
        "asked_level": unit.asked, "claimed_level": unit.claimed, "posting_quote": unit.posting_quote,
        "resume_quote": unit.resume_quote, "implied_by": unit.reason or None, "questions": questions,
    }  # fmt: skip


def _print(work: Workspace, found: tuple[Unit, ...], questions: dict[Unit, list[str]]) -> None:
    must = [unit for unit in found if unit.need == "must"]
    shown = sum(unit.status == "shown" for unit in must)
    print(say(work.ui, f"{len(must)} 项必须，{shown} 项有体现", f"{shown} of {len(must)} must-haves shown"))
    heads = {
        "say": ("写明", "Say it"),
        "show": ("举例", "Show it"),
        "learn": ("去学", "Learn it"),
        "": ("已有", "Shown"),
    }
    for action, names in heads.items():
        chosen = [unit for unit in found if unit.action == action]
        if chosen:
            print("\n" + say(work.ui, *names))
        for unit in chosen:
            label = " / ".join(
                work.skills[one].name.pick(work.lang) if one in work.skills else one for one in unit.skills
            )
            print(visible(f"  {label} [{unit.need}, {unit.status}]"))
            print(visible(f"    < {unit.posting_quote}"))
            if unit.resume_quote:
                print(visible(f"    > {unit.resume_quote}" + (f"  ({unit.reason})" if unit.reason else "")))
            if unit.asked > unit.claimed and unit.claimed:
                print(say(work.ui, "    要求的程度高于写的", "    asked at a higher level than claimed"))
            if action and questions[unit]:
                print(f"    tiku quiz id:{','.join(questions[unit][:5])}")
