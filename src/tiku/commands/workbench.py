"""Opening the workspace for a verb, and what several verbs do alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

from tiku.commands import language
from tiku.commands.context import Globals, plain
from tiku.commands.output import note
from tiku.errors import UsageError
from tiku.text import say
from tiku.workspace import Row, Workspace, open_workspace


def globals_of(ctx: typer.Context) -> Globals:
    """Return the global options of this run."""
    found = ctx.find_root().obj
    return found if isinstance(found, Globals) else Globals()


@contextmanager
def workspace(ctx: typer.Context, writes: bool = False) -> Iterator[Workspace]:
    """Open the workspace. A verb that writes refuses ``--now`` without ``--data``: it would falsify the real log."""
    options = globals_of(ctx)
    if (
        writes
        and (options.now or options.environ.get("TIKU_NOW"))
        and not (options.data or options.environ.get("TIKU_DATA"))
    ):
        raise UsageError(
            "--now 会把假的时间写进真实记录",
            "--now would write a made-up time into the real log",
            "试验请加 --data DIR",
            "to try things out add --data DIR",
        )
    work = open_workspace(
        options.environ, banks=options.banks, only_bank=options.only_bank, data=options.data_path,
        lang=options.lang, now=options.now, ui=language(), progress=_progress,
    )  # fmt: skip
    try:
        yield work
        if work.skipped:
            files = "file" if work.skipped == 1 else "files"
            note(say(work.ui, f"跳过 {work.skipped} 个文件: tiku check", f"{work.skipped} {files} skipped: tiku check"))
    finally:
        work.close()


def _progress(done: int, total: int) -> None:
    import sys

    if sys.stderr.isatty() and total > 500:
        end = "\n" if done >= total else ""
        print(
            say(language(), f"\r建立索引 {done}/{total}", f"\rindexing {done}/{total}"),
            end=end,
            file=sys.stderr,
            flush=True,
        )


def words_of(query: list[str] | None) -> list[str]:
    """Return the words of a query as typed."""
    return plain(query)


def row_json(row: Row) -> dict[str, Any]:
    """Return one question of a listing as documented."""
    question = {"zh": row.question.zh, "en": row.question.en}
    return {
        "id": row.id, "kind": row.kind, "topic": row.topic, "subtopic": row.subtopic, "level": row.level,
        "skills": list(row.skills), "asked_in": list(row.asked_in), "question": question,
        "points": row.points, "state": row.state, "due": row.due_text, "recall": row.recall_rounded,
    }  # fmt: skip
