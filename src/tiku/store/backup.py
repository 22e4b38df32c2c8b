"""Backups: all that the user would miss in one file; automatic ones thinned by age; and restoring, which loses nothing.

A backup holds the logs, the user's own bank and the settings. Automatic ones lie in ``backups/`` of the data folder, at most
one a study day and device, and only when something changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, Literal

from tiku.errors import CannotError
from tiku.store.archive import (
    BANK,
    EVENTS,
    SETTINGS,
    Contents,
    digest,
    fits,
    is_archive,
    open_archive,
    read_file,
    write_archive,
)
from tiku.store.device import cannot_write, make_folder
from tiku.store.log import Log
from tiku.store.merge import find_new
from tiku.store.reader import log_files
from tiku.study.day import from_iso, iso

FOLDER: Final = "backups"
DAILY: Final = 7
WEEKLY: Final = 31
"""Days for which every automatic backup is kept, and then one a week; beyond, one a month."""
_AUTO: Final = re.compile(r"(\d{4}-\d\d-\d\d)-([0-9a-z]+)\.zip")


@dataclass(frozen=True, slots=True)
class Change:
    """What restoring does to one file of the user's bank, or to the settings."""

    name: str
    kind: Literal["added", "replaced", "same"]


@dataclass(frozen=True, slots=True)
class Restoring:
    """What restoring would do: events added, files changed. ``made`` is when the backup was made, in UTC ms."""

    made: int
    events: int
    known: int
    changes: tuple[Change, ...]

    @property
    def changes_nothing(self) -> bool:
        """Tell whether everything in the backup is there already."""
        return not self.events and all(change.kind == "same" for change in self.changes)


def sources(data: Path, settings: Path) -> Iterator[tuple[str, Path]]:
    """Yield what a backup holds: names in the archive and paths. Links and hidden files are left out."""
    for stamp in log_files(data / "events"):
        yield EVENTS + stamp.name, data / "events" / stamp.name
    bank = data / "bank"
    for folder, folders, files in os.walk(bank):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            inside = BANK + path.relative_to(bank).as_posix()
            if fits(inside) and not path.is_symlink() and path.is_file():
                yield inside, path
    if settings.is_file():
        yield SETTINGS, settings


def backup(data: Path, settings: Path, path: Path, made: int) -> Contents:
    """Write a backup to ``path`` and check it. ``made`` is now, in UTC ms. An older backup there is replaced.

    Raises CannotError, also where a file is in the way that is no backup.
    """
    if path.exists() and not is_archive(path):
        raise CannotError(
            "这个文件不是备份，不覆盖",
            "this file is no backup and is not overwritten",
            "换一个文件名",
            "choose another name",
            str(path),
        )
    return write_archive(path, sources(data, settings), made)


def automatic_backup(data: Path, settings: Path, device: str, day: int, made: int) -> Path | None:
    """Write today's automatic backup where none is there and something changed, and thin the older ones of this device.

    ``day`` is the study day. Returns the backup that was written, or None.
    """
    mine = automatic_backups(data, device)
    if day in mine:
        return None
    found = list(sources(data, settings))
    if not found:
        return None
    older = [other for other in mine if other < day]
    if older and _digests(mine[max(older)]) == {name: digest(read_file(source)) for name, source in found}:
        return None
    path = data / FOLDER / f"{iso(day)}-{device}.zip"
    make_folder(path.parent)
    write_archive(path, found, made)
    mine[day] = path
    for other in mine.keys() - kept(mine.keys(), day):
        _remove(mine[other])
    return path


def automatic_backups(data: Path, device: str | None = None) -> dict[int, Path]:
    """Return the automatic backups by study day, of one device; of any, the newest name of a day, without one."""
    found: dict[int, Path] = {}
    folder = data / FOLDER
    for name in sorted(os.listdir(folder)) if folder.is_dir() else ():
        match = _AUTO.fullmatch(name)
        if match and device in (None, match[2]):
            try:
                found[from_iso(match[1])] = folder / name
            except ValueError:
                continue
    return found


def kept(days: Collection[int], today: int) -> set[int]:
    """Return the days whose backups are kept: all of a week, then the last of each week, after a month of each month.

    The newest one is always kept, and what is dated after today.
    """
    last: dict[tuple[int, int, int], int] = {}
    for day in sorted(days):
        age = today - day
        when = date.fromordinal(day)
        if age < DAILY:
            slot = (0, day, 0)
        elif age < WEEKLY:
            slot = (1, *when.isocalendar()[:2])
        else:
            slot = (2, when.year, when.month)
        last[slot] = day
    return {*last.values(), *([max(days)] if days else [])}


def plan_restore(data: Path, settings: Path, path: Path) -> Restoring:
    """Return what restoring a backup would change. Nothing is written. Raises CannotError for an unsound backup."""
    found = find_new(data, [path])
    with open_archive(path) as archive:
        changes = []
        for name in [*archive.names(BANK), *archive.names(SETTINGS)]:
            target, raw = _target(data, settings, name), archive.read(name)
            changes.append(Change(name, _kind(target, raw)))
        return Restoring(archive.contents.made, len(found.new), found.known, tuple(changes))


def restore(data: Path, settings: Path, path: Path, log: Log, made: int) -> tuple[Restoring, Path | None]:
    """Restore a backup: add its events, and put its files in the place of those that differ.

    Where files are replaced, all that is there now is first backed up; that backup's path is returned too.
    """
    plan = plan_restore(data, settings, path)
    before = None
    if any(change.kind == "replaced" for change in plan.changes):
        before = data / FOLDER / f"before-restore-{made}.zip"
        make_folder(before.parent)
        write_archive(before, sources(data, settings), made)
    log.append_lines(find_new(data, [path]).lines)
    with open_archive(path) as archive:
        for change in plan.changes:
            if change.kind != "same":
                _put(_target(data, settings, change.name), archive.read(change.name))
    return plan, before


def _digests(path: Path) -> object:
    try:
        with open_archive(path) as archive:
            return archive.contents.digests
    except CannotError:
        return None


def _target(data: Path, settings: Path, name: str) -> Path:
    """Return where a file of a backup belongs. Raises CannotError where a link leads out of the user's bank."""
    if name == SETTINGS:
        return settings
    target = data.joinpath(*name.split("/"))
    bank = os.path.realpath(data / "bank")
    if os.path.commonpath([bank, os.path.realpath(target.parent)]) != bank or target.is_symlink():
        raise CannotError(
            "这里有链接指向题库之外，不恢复",
            "a link leads out of the bank here; nothing is restored",
            "移走这个链接后再恢复",
            "move the link away and restore again",
            str(target),
        )
    return target


def _kind(target: Path, raw: bytes) -> Literal["added", "replaced", "same"]:
    try:
        return "same" if target.read_bytes() == raw else "replaced"
    except FileNotFoundError:
        return "added"
    except OSError:
        return "replaced"


def _put(target: Path, raw: bytes) -> None:
    make_folder(target.parent)
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            with open(draft, "wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(target, error) from None


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from None
