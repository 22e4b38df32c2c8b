"""``tiku schema``: the JSON Schema of the bank's files, for editors."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.errors import UsageError

ZH = "例如: tiku schema > question.schema.json，再在编辑器里把它配给 questions/**/*.yaml。"
EN = "For example: tiku schema > question.schema.json, then tell your editor to use it for questions/**/*.yaml."
KINDS = ("question", "posting", "topics", "skills")
Kind = Annotated[
    str, typer.Argument(metavar="[question|posting|topics|skills]", help=tr("哪种文件", "the kind of file"))
]


def run(
    kind: Kind = "question",
) -> None:
    """Print the schema."""
    from tiku.bank.schema import json_schema

    if kind not in KINDS:
        names = ", ".join(KINDS)
        cause = f"没有 {kind!r} 这种文件", f"there is no kind of file {kind!r}"
        raise UsageError(*cause, f"可取: {names}", f"choose {names}")
    print(json.dumps(json_schema(kind), ensure_ascii=False, indent=2))
