"""``tiku proofs``: run the programs that check the bank's claims."""

from __future__ import annotations

from typing import Any

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, Query, document, note, table
from tiku.commands.workbench import words_of, workspace
from tiku.errors import DONE, PROBLEMS, CannotError
from tiku.proofs import Outcome

ZH = "只在此时运行题库里的证明程序，每个一个独立进程、限时。例如: tiku proofs topic:comm-network。"
EN = "The proofs of a bank run only here, each in a process of its own with a time limit."


def run(ctx: typer.Context, query: Query = None, json: JSON = False) -> int:
    """Run the proofs."""
    from tiku.proofs import run_proofs
    from tiku.ui.progress import tracked

    with workspace(ctx) as work:
        paths = work.proof_paths(words_of(query))
        outcomes = sorted(
            tracked(run_proofs(paths), len(paths), tr("证明", "proofs")), key=lambda outcome: outcome.name
        )
        lacking = [one for one in outcomes if one.verdict == "needs-numpy"]
        if json:
            document({"proofs": [_json(one, paths[one.path]) for one in outcomes]})
        else:
            _print(outcomes)
        if lacking and not json:
            raise CannotError(
                f"{len(lacking)} 个证明要用 numpy",
                f"{len(lacking)} proofs need numpy",
                "pip install 'tiku[proofs]'",
                "pip install 'tiku[proofs]'",
            )
    return DONE if all(one.holds for one in outcomes) else PROBLEMS


def _json(outcome: Outcome, questions: tuple[str, ...]) -> dict[str, Any]:
    return {
        "name": outcome.name, "path": str(outcome.path), "verdict": outcome.verdict,
        "seconds": round(outcome.seconds, 3), "said": outcome.said, "questions": list(questions),
    }  # fmt: skip


def _print(outcomes: list[Outcome]) -> None:
    signs = {
        "holds": tr("成立", "holds"), "fails": tr("不成立", "FAILS"), "timeout": tr("超时", "TIMEOUT"),
        "missing": tr("没有文件", "MISSING"), "needs-numpy": tr("缺 numpy", "NO NUMPY"),
    }  # fmt: skip
    table([[signs[one.verdict], one.name, one.said] for one in outcomes])
    good = sum(one.holds for one in outcomes)
    note(tr(f"{len(outcomes)} 个证明，{good} 个成立", f"{len(outcomes)} proofs, {good} hold"))
