"""``tiku plan``: an interview on a day, and the days until then."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, note, on_terminal, width
from tiku.commands.workbench import workspace
from tiku.errors import UsageError
from tiku.store.event import Plan
from tiku.study.day import from_iso, iso
from tiku.workspace import Workspace

ZH = "定下面试: tiku plan --posting baidu-j99964 --on 2026-12-24 --minutes 30。不带参数看现在的计划；--end 取消。"
EN = "Set an interview: tiku plan --posting baidu-j99964 --on 2026-12-24 --minutes 30. Alone it shows the plan; --end ends it."

PostingOption = Annotated[str | None, typer.Option("--posting", metavar="ID", help=tr("哪个岗位", "the posting"))]
On = Annotated[str | None, typer.Option("--on", metavar="DATE", help=tr("面试那天", "the day of the interview"))]
Minutes = Annotated[
    int | None, typer.Option("--minutes", min=1, max=600, metavar="M", help=tr("每天几分钟", "minutes a day"))
]
Target = Annotated[
    float, typer.Option("--target", min=0.05, max=0.99, metavar="R", help=tr("目标记忆率", "recall aimed at"))
]
End = Annotated[bool, typer.Option("--end", help=tr("取消计划", "end the plan"))]


def run(
    ctx: typer.Context,
    posting: PostingOption = None,
    on: On = None,
    minutes: Minutes = None,
    target: Target = 0.85,
    end: End = False,
    json: JSON = False,
) -> None:
    """Set or show the plan."""
    from tiku.workspace.planning import outlook

    sets = posting is not None or on is not None or minutes is not None or end
    with workspace(ctx, writes=sets) as work:
        current = work.plan
        if end:
            if current is None:
                note(tr("没有计划", "there is no plan"))
                return
            work.record(Plan(current.posting, None))
            note(tr("计划已取消", "the plan has ended"))
            return
        if sets:
            current = _set(work, current, posting, on, minutes)
        if current is None or current.on is None:
            raise UsageError(
                "还没有计划",
                "there is no plan yet",
                "tiku plan --posting ID --on DATE --minutes 30",
                "tiku plan --posting ID --on DATE --minutes 30",
            )
        found = outlook(work, current.posting, current.on, current.minutes, target)
        if json:
            ahead = found.forecast
            document(
                {
                    "posting": found.posting, "on": iso(found.on), "minutes": found.minutes,
                    "expected_recall": {
                        "low": round(ahead.low, 4), "expected": round(ahead.expected, 4), "high": round(ahead.high, 4),
                    },
                    "unopened": list(ahead.unopened),
                    "days": [
                        {
                            "day": iso(day.day), "new": round(day.new, 1), "review": round(day.review, 1),
                            "minutes": round(day.minutes, 1),
                        }
                        for day in ahead.days
                    ],
                    "target": {"recall": target, "minutes": found.minutes_for_target[1]},
                }
            )  # fmt: skip
            return
        from tiku.ui.planpage import plan_page
        from tiku.ui.terminal import print_lines

        title = work.posting(found.posting).title.pick(work.lang)

        print_lines(
            plan_page(
                title, found.on, found.minutes, found.trials, found.forecast, found.minutes_for_target, work.today,
                width() if on_terminal() else 80, "zh" if work.ui == "zh" else "en",
            )
        )  # fmt: skip


def _set(work: Workspace, current: Plan | None, posting: str | None, on: str | None, minutes: int | None) -> Plan:
    name = posting or (current.posting if current is not None else None)
    if name is None:
        raise UsageError(
            "哪个岗位？",
            "which posting?",
            "加 --posting ID，见 tiku posting list",
            "add --posting ID; see tiku posting list",
        )
    work.posting(name)
    day = _day(on) if on is not None else (current.on if current is not None else None)
    if day is None:
        raise UsageError("哪天面试？", "on which day?", "加 --on 2026-12-24", "add --on 2026-12-24")
    if day <= work.today:
        raise UsageError(f"{iso(day)} 已经到了", f"{iso(day)} is not ahead", "给以后的日期", "give a day to come")
    plan = Plan(name, day, minutes or (current.minutes if current is not None else work.settings.minutes))
    if current is not None and current.posting != name:
        work.record(Plan(current.posting, None))
    work.record(plan)
    return plan


def _day(text: str) -> int:
    try:
        return from_iso(text)
    except ValueError:
        raise UsageError(
            f"{text!r} 不是日期", f"{text!r} is no date", "例如 2026-12-24", "for example 2026-12-24"
        ) from None
