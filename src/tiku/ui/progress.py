"""A progress bar on standard error, on a terminal only, for what takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def tracked(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Yield the items and draw how many have come."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from tiku.ui.terminal import console

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task(label, total=total)
        for item in items:
            yield item
            progress.advance(task)
