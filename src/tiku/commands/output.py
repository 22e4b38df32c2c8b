"""What verbs print: one JSON document, or lines; on a terminal a table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import typer

from tiku.commands import tr
from tiku.text import cell_width, cut, pad, visible

JSON: TypeAlias = Annotated[bool, typer.Option("--json", help=tr("输出一份 JSON", "print one JSON document"))]
Number: TypeAlias = Annotated[
    int | None, typer.Option("-n", "--number", min=0, metavar="N", help=tr("最多几条", "at most N"))
]
Query: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[QUERY]...", help=tr("查询，见 tiku help query", "a query; see tiku help query"), show_default=False
    ),
]
Wait: TypeAlias = Annotated[bool, typer.Option("--yes", "-y", help=tr("不再询问", "do not ask"))]


def document(content: Mapping[str, Any]) -> None:
    """Print one JSON document, UTF-8, not escaped, with its version."""
    import json

    json.dump({"version": 1, **content}, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.write("\n")


def note(text: str) -> None:
    """Print a line that is not part of the result."""
    print(visible(text), file=sys.stderr)


def on_terminal() -> bool:
    """Tell whether results go to a terminal."""
    return sys.stdout.isatty()


def width() -> int:
    """Return the width of the terminal in cells."""
    import shutil

    return max(20, shutil.get_terminal_size().columns)


def table(rows: Sequence[Sequence[str]], flexible: int = -1) -> None:
    """Print rows in columns. On a terminal the ``flexible`` column is cut so that the lines fit; through a pipe
    columns are parted by tabs and nothing is cut.
    """
    clean = [[visible(cell).replace("\n", " ") for cell in row] for row in rows]
    if not on_terminal():
        for row in clean:
            print("\t".join(row))
        return
    if not clean:
        return
    columns = len(clean[0])
    flexible %= columns
    widths = [max(cell_width(row[at]) for row in clean) for at in range(columns)]
    fixed = sum(widths) - widths[flexible] + 2 * (columns - 1)
    widths[flexible] = min(widths[flexible], max(12, width() - fixed))
    for row in clean:
        cells = [pad(cut(cell, size), size) for cell, size in zip(row, widths, strict=True)]
        print(cut("  ".join(cells).rstrip(), width()))


def sure(question: str, yes: bool) -> bool:
    """Ask on a terminal; off a terminal only ``--yes`` goes on."""
    if yes:
        return True
    if not sys.stdin.isatty():
        from tiku.errors import UsageError

        raise UsageError(question, question, "不在终端里，请加 --yes", "not on a terminal: add --yes")
    reply = input(f"{visible(question)} [y/N] ")
    return reply.strip().lower() in ("y", "yes", "是")
