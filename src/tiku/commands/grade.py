"""``tiku grade``: an answer from a file or stdin against the outline; records nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, table
from tiku.commands.show import Ident, Seed
from tiku.commands.workbench import workspace
from tiku.errors import CannotError
from tiku.grade.points import Marking
from tiku.grade.rating import result
from tiku.model import Question
from tiku.workspace.report import numeric_json

ZH = "例如: tiku grade ring-allreduce --file answer.txt，或 echo … | tiku grade ring-allreduce。"
EN = "For example: tiku grade ring-allreduce --file answer.txt, or echo … | tiku grade ring-allreduce."
LIMIT = 1_000_000
File = Annotated[
    str | None,
    typer.Option("--file", "-f", metavar="FILE", help=tr("答案文件，缺省读标准输入", "the answer; else stdin")),
]


def run(
    ctx: typer.Context,
    ident: Ident,
    file: File = None,
    seed: Seed = 0,
    json: JSON = False,
) -> None:
    """Mark an answer."""
    with workspace(ctx) as work:
        question = work.question(ident)
        answer = _read(file)
        marking = work.mark(question, answer, seed)
        content = marked_json(question, marking)
        if question.kind == "numeric":
            content |= numeric_json(question, seed)
        if json:
            document(content)
            return
        _print(question, marking, content)


def _read(file: str | None) -> str:
    source = file or "-"
    try:
        data = sys.stdin.buffer.read(LIMIT + 1) if source == "-" else Path(source).read_bytes()[: LIMIT + 1]
        if len(data) > LIMIT:
            raise CannotError(
                "答案太长", "the answer is too long", f"最多 {LIMIT} 字节", f"at most {LIMIT} bytes", source
            )
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CannotError(
            f"读不了: {error.strerror}", f"cannot be read: {error.strerror}", "检查路径", "check the path", source
        ) from None
    except UnicodeDecodeError as error:
        cause = f"不是 UTF-8（第 {error.start + 1} 字节）", f"is not UTF-8 (byte {error.start + 1})"
        raise CannotError(*cause, "另存为 UTF-8", "save it as UTF-8", source) from None


def marked_json(question: Question, marking: Marking) -> dict[str, Any]:
    """Return a marking as documented for ``grade``."""
    outcome = result(question.marked, marking.hits)
    weights = {point.id: point for point in question.marked}
    return {
        "id": question.id,
        "score": round(outcome.score, 4),
        "rating": outcome.rating,
        "points": [
            {
                "id": mark.id, "state": mark.state, "hit": mark.hit, "evidence": mark.evidence,
                "weight": weights[mark.id].weight, "must": weights[mark.id].must,
            }
            for mark in marking.points
        ],
        "missed_must": list(outcome.missed_must),
        "warnings": [warning.pick("zh" if tr("zh", "en") == "zh" else "en") for warning in marking.warnings],
    }  # fmt: skip


def _print(question: Question, marking: Marking, content: dict[str, Any]) -> None:
    texts = {point.id: point.text for point in question.marked}
    lang = "zh" if tr("zh", "en") == "zh" else "en"
    signs = {"covered": "x", "maybe": "?", "missed": " "}
    rows = []
    for mark in marking.points:
        said = f"“{mark.evidence}”" if mark.evidence else ""
        rows.append([f"[{signs[mark.state]}]", mark.id, texts[mark.id].pick("zh" if lang == "zh" else "en"), said])
    table(rows, flexible=2)
    for warning in content["warnings"]:
        print(f"! {warning}")
    print(tr("得分", "score") + f" {content['score']:.0%} · {content['rating']}")
