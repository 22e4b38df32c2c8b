"""Looking over log, cache, backups and folders. Each finding says what it is, where, and what cures it.

Looking changes nothing. A finding that can be mended carries the mending, which the caller starts.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

from tiku.derived import discard
from tiku.errors import CannotError
from tiku.model import Text
from tiku.store.archive import open_archive
from tiku.store.backup import FOLDER
from tiku.store.device import forget_device, known_device
from tiku.store.event import DAY_MS
from tiku.store.log import Log
from tiku.store.mend import set_aside
from tiku.store.merge import find_new, merge
from tiku.store.reader import all_events, damages, log_files
from tiku.store.replay import Outlines
from tiku.store.state import State

AHEAD_MS: Final = DAY_MS
"""An event later than this after now was written under a wrong clock."""
FREE_BYTES: Final = 50 * 1024**2
Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is looked over: the folders, the log this machine writes, the bank, and now in UTC ms."""

    data: Path
    state: Path
    cache: Path
    log: Log
    outlines: Outlines
    retention: float
    now: int
    host: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something found: its code, what it is, what cures it, where, and what mends it, if that can be done."""

    code: str
    severity: Severity
    text: Text
    cure: Text
    place: str
    mend: Callable[[], object] | None = None


def examine(setup: Setup) -> list[Finding]:
    """Return everything found, logs first. Never raises: what cannot be looked at is a finding."""
    found: list[Finding] = []
    for look in (_logs, _future, _conflicts, _lost, _backups, _cache, _folders, _disk):
        try:
            found.extend(look(setup))
        except CannotError as error:
            text, cure = Text(error.zh, error.en), Text(error.cure_zh, error.cure_en)
            finding = Finding("unreadable", "error", text, cure, error.place)
            if finding not in found:
                found.append(finding)
    return found


def _logs(setup: Setup) -> Iterator[Finding]:
    for path in _paths(setup):
        bad = [damage for damage in damages(path) if damage.reason != "torn"]
        if not bad:
            continue
        own = path.stem == known_device(setup.state, setup.data, setup.host)
        first = f"{bad[0].line}: {bad[0].reason}"
        can = own and os.name != "nt"
        yield Finding(
            "log-damaged",
            "warning",
            Text(
                f"有 {len(bad)} 行读不懂，已略过 (第 {first})", f"{len(bad)} lines are damaged and set aside ({first})"
            ),
            Text("tiku doctor --fix 把它们移到 damaged/", "tiku doctor --fix moves them to damaged/")
            if can
            else Text(
                "在写这份记录的机器上运行 tiku doctor --fix", "run tiku doctor --fix on the machine that writes it"
            ),
            str(path),
            partial(set_aside, path, setup.data / "damaged") if can else None,
        )


def _future(setup: Setup) -> Iterator[Finding]:
    for path in _paths(setup):
        late = [event for event, _ in all_events(path) if event.t > setup.now + AHEAD_MS]
        if late:
            yield Finding(
                "log-future",
                "warning",
                Text(
                    f"有 {len(late)} 步的时间晚于现在一天以上", f"{len(late)} events are more than a day ahead of now"
                ),
                Text(
                    f"校准时钟；要收回: tiku undo {late[0].id}",
                    f"set the clock right; to take one back: tiku undo {late[0].id}",
                ),
                str(path),
            )


def _conflicts(setup: Setup) -> Iterator[Finding]:
    device = known_device(setup.state, setup.data, setup.host)
    for path in _paths(setup):
        if not device or path.stem == device or not path.stem.startswith(device):
            continue
        yield Finding(
            "device-shared",
            "warning",
            Text("别的机器也在写这台机器的记录", "another machine writes the log of this one"),
            Text("tiku doctor --fix 换一个设备号；两份都照常读", "tiku doctor --fix takes another id; both are read"),
            str(path),
            partial(forget_device, setup.state, setup.data, setup.host),
        )


def _lost(setup: Setup) -> Iterator[Finding]:
    sound = [path for path in _archives(setup) if _is_sound(path)]
    missing = find_new(setup.data, sound)
    if missing.new:
        yield Finding(
            "log-lost",
            "error",
            Text(
                f"备份里有 {len(missing.new)} 步在记录里找不到",
                f"{len(missing.new)} events of the backups are in no log",
            ),
            Text("tiku doctor --fix 把它们补回来", "tiku doctor --fix brings them back"),
            str(setup.data / FOLDER),
            partial(merge, setup.data, sound, setup.log),
        )


def _backups(setup: Setup) -> Iterator[Finding]:
    for path in _archives(setup):
        if not _is_sound(path):
            yield Finding(
                "backup-damaged",
                "warning",
                Text("这份备份已损坏", "this backup is damaged"),
                Text(
                    "tiku doctor --fix 删掉它，下次会写新的", "tiku doctor --fix deletes it; a new one will be written"
                ),
                str(path),
                partial(path.unlink, missing_ok=True),
            )


def _cache(setup: Setup) -> Iterator[Finding]:
    if not setup.cache.exists():
        return
    text = _cache_trouble(setup)
    if text:
        yield Finding(
            "cache-damaged",
            "warning",
            text,
            Text(
                "tiku doctor --fix 删掉它，会从记录重建", "tiku doctor --fix deletes it; it is made anew from the log"
            ),
            str(setup.cache),
            partial(discard, setup.cache),
        )


def _cache_trouble(setup: Setup) -> Text | None:
    try:
        db = sqlite3.connect(f"{setup.cache.resolve().as_uri()}?mode=ro", uri=True)
        try:
            if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
                return Text("状态缓存已损坏", "the state cache is damaged")
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        return Text(f"状态缓存打不开: {error}", f"the state cache cannot be opened: {error}")
    kept, fresh = State.open(setup.cache, setup.data), State.open(None, setup.data)
    try:
        for state in (kept, fresh):
            state.sync(setup.outlines, setup.retention)
        if not kept.in_memory and kept.summary() != fresh.summary():
            return Text("状态缓存和记录不一致", "the state cache is not what the log adds up to")
    finally:
        kept.close()
        fresh.close()
    return None


def _folders(setup: Setup) -> Iterator[Finding]:
    for folder, zh, en in (
        (setup.data, "答案记不下来", "answers cannot be saved"),
        (setup.state, "每次运行都会换一个设备号", "every run takes another device id"),
        (setup.cache.parent, "每次运行都要从记录重算", "every run folds the whole log"),
    ):
        nearest = folder
        while not nearest.exists() and nearest != nearest.parent:
            nearest = nearest.parent
        if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
            yield Finding(
                "folder-closed",
                "error" if folder == setup.data else "warning",
                Text(f"目录不可写，{zh}", f"the folder cannot be written: {en}"),
                Text("修正它的权限", "mend its permissions"),
                str(nearest),
            )


def _disk(setup: Setup) -> Iterator[Finding]:
    folder = setup.data
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return
    if free < FREE_BYTES:
        yield Finding(
            "disk-full",
            "warning",
            Text(f"磁盘只剩 {free // 1024**2} MiB", f"only {free // 1024**2} MiB are free on the disk"),
            Text("腾出一些空间", "free some space"),
            str(folder),
        )


def _paths(setup: Setup) -> list[Path]:
    return [setup.data / "events" / stamp.name for stamp in log_files(setup.data / "events")]


def _archives(setup: Setup) -> list[Path]:
    folder = setup.data / FOLDER
    return sorted(folder.glob("*.zip")) if folder.is_dir() else []


def _is_sound(path: Path) -> bool:
    try:
        with open_archive(path) as archive:
            return all(archive.verified())
    except CannotError:
        return False
