"""Opening the workspace: settings, banks, log and state from environment and options."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tiku.bank.index import Index
from tiku.bank.root import Root, shipped_bank
from tiku.errors import CannotError, UsageError
from tiku.model import Langs
from tiku.settings import load_settings, places
from tiku.store.state import State
from tiku.workspace.clock import clock
from tiku.workspace.work import Workspace, state_file

Progress = Callable[[int, int], None]


def bank_roots(
    environ: Mapping[str, str], banks: Sequence[str] = (), only_bank: str | None = None, data: Path | None = None
) -> list[str]:
    """Return the bank folders in order: the shipped one, the user's own, TIKU_BANK, each ``--bank``; later ones win.

    ``only_bank`` is read alone. Raises UsageError for a named folder that is not there.
    """
    if only_bank is not None:
        return [_named(only_bank)]
    shipped = shipped_bank()
    found = [str(shipped)] if shipped is not None else []
    found.append(str(places(environ, data).own_bank))
    from_environment = [one for one in environ.get("TIKU_BANK", "").split(os.pathsep) if one]
    return [*found, *(_named(one) for one in (*from_environment, *banks))]


def _named(folder: str) -> str:
    path = os.path.expanduser(folder)
    if not os.path.isdir(path):
        raise UsageError(
            "没有这个题库目录",
            "there is no such bank folder",
            "检查 --bank 或 TIKU_BANK",
            "check --bank or TIKU_BANK",
            folder,
        )
    return path


def open_workspace(
    environ: Mapping[str, str],
    *,
    banks: Sequence[str] = (),
    only_bank: str | None = None,
    data: Path | None = None,
    lang: str | None = None,
    now: str | None = None,
    ui: str = "en",
    progress: Progress | None = None,
) -> Workspace:
    """Open everything a verb works with. Raises UsageError and CannotError."""
    where = places(environ, data)
    settings = load_settings(where.settings_file)
    shipped = shipped_bank()
    roots = [
        Root(path, shipped is not None and os.path.realpath(path) == os.path.realpath(shipped))
        for path in bank_roots(environ, banks, only_bank, data)
    ]
    now = now or environ.get("TIKU_NOW") or None
    when = clock(settings, now)
    index = Index(where.cache, roots)
    index.sync(progress)
    _some_sound(index)
    state = State.open(state_file(where), where.data)
    index.attach(state.attach)
    state.sync(index, settings.retention)
    return Workspace(environ, where, settings, when, index, state, _langs(lang, environ, settings.lang, ui), ui)


def _langs(lang: str | None, environ: Mapping[str, str], setting: str, ui: str) -> Langs:
    wanted = lang or environ.get("TIKU_LANG") or setting
    if wanted == "both":
        return "both"
    return "zh" if (wanted or ui) == "zh" else "en"


def _some_sound(index: Index) -> None:
    """Refuse to work on banks in which there are files but none is sound."""
    skipped = index.skipped_count()
    if skipped and not index.count():
        raise CannotError(
            f"{skipped} 个文件都用不了",
            f"none of {skipped} files is sound",
            "逐个说明: tiku check",
            "each is told by: tiku check",
        )
