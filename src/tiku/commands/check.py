"""``tiku check``: every file of a bank read anew, every rule applied."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import language, tr
from tiku.commands.output import JSON
from tiku.commands.workbench import globals_of
from tiku.errors import DONE, PROBLEMS, UsageError

ZH = "不带路径时检查全部题库。每个问题给出文件、行、列、原因和改法；问题代码的说明: tiku help CODE。"
EN = "Without a path it checks all banks. A problem has file, line, column, cause, cure; on a code: tiku help CODE."

Paths = Annotated[
    list[str] | None, typer.Argument(metavar="[PATH]...", help=tr("文件或目录", "files or folders"), show_default=False)
]
Format = Annotated[str, typer.Option("--format", metavar="text|json|github", help=tr("输出格式", "the format"))]


def run(ctx: typer.Context, path: Paths = None, form: Format = "text", json: JSON = False) -> int:
    """Check the bank."""
    from tiku.bank.check import check_banks, check_paths
    from tiku.bank.folders import shipped_bank
    from tiku.bank.report import render_github, render_json, render_text
    from tiku.workspace import bank_roots

    chosen = "json" if json else form
    if chosen not in ("text", "json", "github"):
        cure = "可取: text, json, github", "choose text, json or github"
        raise UsageError(f"没有格式 {form!r}", f"there is no format {form!r}", *cure)
    options = globals_of(ctx)
    roots = bank_roots(options.environ, options.banks, options.only_bank, options.data_path)
    shipped = shipped_bank()
    report = check_paths(path, roots, shipped) if path else check_banks(roots, shipped)
    if chosen == "json":
        print(render_json(report.files, report.problems, language()), end="")
    elif chosen == "github":
        print(render_github(report.problems, language()), end="")
    else:
        print(render_text(report.files, report.problems, language()), end="")
    return PROBLEMS if report.failed else DONE
