"""``tiku doctor``: looks over log, cache, bank, settings, terminal and versions; each finding with its cure."""

from __future__ import annotations

import os
import platform
import sys
from typing import Annotated, Any

import typer

from tiku.commands import language, tr
from tiku.commands.output import JSON, document
from tiku.commands.workbench import workspace
from tiku.errors import DONE, PROBLEMS
from tiku.model import Text
from tiku.text import visible
from tiku.workspace import Workspace

ZH = "只看不改；加 --fix 才动手，并先说改什么。"
EN = "It only looks; with --fix it mends what it can, and says what."
Fix = Annotated[bool, typer.Option("--fix", help=tr("修好能修的", "mend what can be mended"))]


def run(ctx: typer.Context, fix: Fix = False, json: JSON = False) -> int:
    """Look everything over."""
    from tiku.store.doctor import Finding, Setup, examine

    with workspace(ctx) as work:
        setup = Setup(
            work.places.data, work.places.state, work.state_file, work.log, work.index, work.settings.retention,
            work.clock.now(), platform.node(),
        )  # fmt: skip
        findings = [*examine(setup), *(Finding(*one) for one in _around(work))]
        mended = []
        if fix:
            for finding in findings:
                if finding.mend is not None:
                    finding.mend()
                    mended.append(finding.code)
            work.refresh()
        if json:
            document({"findings": [_json(one, one.code in mended) for one in findings]})
        else:
            _print(findings, mended)
        left = [one for one in findings if one.severity == "error" and one.code not in mended]
        return PROBLEMS if left else DONE


def _around(work: Workspace) -> list[tuple[str, Any, Text, Text, str]]:
    """Return findings on bank, terminal and versions, as the fields of a Finding."""
    found: list[tuple[str, Any, Text, Text, str]] = [
        ("bank-file", "warning", one.message, Text(f"tiku check {one.path}", f"tiku check {one.path}"), one.path)
        for one in work.index.skipped()
    ]
    if os.environ.get("TERM") == "dumb":
        cure = Text("换一个终端", "use another terminal")
        found.append(
            ("terminal-dumb", "note", Text("TERM=dumb，按管道处理", "TERM=dumb is treated as a pipe"), cure, "")
        )
    return found


def _json(finding: Any, mended: bool) -> dict[str, Any]:
    lang = language()
    return {
        "code": finding.code, "severity": finding.severity, "message": finding.text.zh if lang == "zh" else finding.text.en,
        "fix": finding.cure.zh if lang == "zh" else finding.cure.en, "place": finding.place,
        "mendable": finding.mend is not None, "mended": mended,
    }  # fmt: skip


def _print(findings: list[Any], mended: list[str]) -> None:
    zh = language() == "zh"
    print(f"Python {platform.python_version()} · {platform.system()} · {sys.stdout.encoding}")
    for one in findings:
        text, cure = (one.text.zh, one.cure.zh) if zh else (one.text.en, one.cure.en)
        place = f"{one.place}: " if one.place else ""
        print(visible(f"{place}{text} [{one.code}]"))
        print(visible("    " + (tr("已修好", "mended") if one.code in mended else cure)))
    if not findings:
        print(tr("一切正常", "all is well"))
