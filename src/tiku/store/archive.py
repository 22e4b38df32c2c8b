"""Backup files: zip archives that hold logs, the user's own bank and the settings, and a list of what they hold.

An archive is written beside its place, read back, and only then put there. One that is opened is not trusted: names that
would leave the data folder, links, and sizes no backup has are refused before anything is read.
"""

from __future__ import annotations

import json
import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tiku.errors import CannotError
from tiku.store.device import cannot_write, sync_folder

LIST: Final = "backup.json"
SETTINGS: Final = "settings.json"
EVENTS: Final = "events/"
BANK: Final = "bank/"
VERSION: Final = 1
BYTES_MAX: Final = 4 * 1024**3
MEMBERS_MAX: Final = 1_000_000
_NAME: Final = re.compile(r"settings\.json|events/[^/]+\.jsonl|bank/(?!\.)[^/]+(/(?!\.)[^/]+)*")
_BAD: Final = re.compile(
    r'[\x00-\x1f\x7f\ud800-\udfff\\:*?"<>|]' if os.name == "nt" else r"[\x00-\x1f\x7f\ud800-\udfff\\]"
)
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive says it holds: when it was made (UTC ms), and the digest of every file."""

    made: int
    digests: Mapping[str, str]


def write_archive(path: Path, files: Iterable[tuple[str, Path]], made: int) -> Contents:
    """Write files under their names into an archive, check it by reading it back, and put it at ``path``.

    Raises CannotError when a file cannot be read, the place not be written, or the archive not be read back.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    digests: dict[str, str] = {}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with zipfile.ZipFile(draft, "x", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                for name, source in files:
                    raw = read_file(source)
                    digests[name] = digest(raw)
                    archive.writestr(_member(name), raw)
                listed = {"version": VERSION, "made": made, "files": digests}
                archive.writestr(_member(LIST), json.dumps(listed, ensure_ascii=False, indent=1))
            contents = Contents(made, digests)
            _check(draft, contents)
            with open(draft, "rb+") as file:
                os.fsync(file.fileno())
            os.replace(draft, path)
            sync_folder(path.parent)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from None
    return contents


def read_file(path: Path) -> bytes:
    """Return the bytes of a file that goes into a backup. Raises CannotError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotError(
            f"读不了，备份没有写: {error.strerror or error}",
            f"cannot be read, so no backup was written: {error.strerror or error}",
            "检查这个文件的权限",
            "check the permissions of this file",
            str(path),
        ) from None


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (stat.S_IFREG | 0o600) << 16
    return info


def _check(path: Path, contents: Contents) -> None:
    with open_archive(path) as archive:
        if archive.contents != contents:
            raise OSError("what was written is not what is read back")
        for _ in archive.verified():
            pass


class Archive:
    """An open backup whose names and sizes were found harmless."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, contents: Contents) -> None:
        self.path = path
        self.contents = contents
        self._archive = archive

    def names(self, start: str = "") -> list[str]:
        """Return the names of the files whose names begin so, sorted."""
        return sorted(name for name in self.contents.digests if name.startswith(start))

    def read(self, name: str) -> bytes:
        """Return a file. Raises CannotError where it is not what was put in."""
        try:
            raw = self._archive.read(name)
        except Exception as error:  # whatever zip and zlib say of damage
            raise _damaged(self.path, f"{name}: {error}") from None
        if digest(raw) != self.contents.digests[name]:
            raise _damaged(self.path, name)
        return raw

    def verified(self) -> Iterator[str]:
        """Read every file and yield its name."""
        for name in self.names():
            self.read(name)
            yield name


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a backup. Raises CannotError where it is none, is damaged, or holds what must not be unpacked."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise CannotError(
            f"打不开备份: {error.strerror or error}",
            f"the backup cannot be opened: {error.strerror or error}",
            "检查路径和权限",
            "check the path and its permissions",
            str(path),
        ) from None
    except Exception as error:  # a damaged directory of the archive makes zipfile raise all sorts
        raise _damaged(path, str(error)) from None
    with archive:
        members = {info.filename: info for info in archive.infolist()}
        _refuse_harm(path, archive.infolist(), members)
        yield Archive(path, archive, _contents(path, archive, members))


def is_archive(path: Path) -> bool:
    """Tell whether a file is a backup that can be opened."""
    try:
        with open_archive(path):
            return True
    except CannotError:
        return False


def fits(name: str) -> bool:
    """Tell whether a backup can hold a file of this name: inside of it, no hidden one, no sign that names misuse."""
    return _NAME.fullmatch(name) is not None and not _BAD.search(name)


def digest(raw: bytes) -> str:
    """Return the digest by which the files of a backup are compared."""
    return sha256(raw).hexdigest()


def _refuse_harm(path: Path, infos: list[zipfile.ZipInfo], members: Mapping[str, zipfile.ZipInfo]) -> None:
    if len(infos) > MEMBERS_MAX or sum(info.file_size for info in infos) > BYTES_MAX:
        raise _harm(path, "", "太大", "it is too large")
    if len(members) < len(infos):
        raise _harm(path, "", "同名文件出现两次", "two files in it have one name")
    for info in infos:
        name = info.filename
        if name != LIST and not fits(name):
            raise _harm(path, name, "文件名不属于备份", "no file of a backup has such a name")
        mode = info.external_attr >> 16
        if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode):
            raise _harm(path, name, "不是普通文件", "it is no plain file")


def _contents(path: Path, archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo]) -> Contents:
    if LIST not in members or members[LIST].file_size > 512 * 1024**2:
        raise _damaged(path, LIST)
    try:
        listed: Any = json.loads(archive.read(LIST))
        made, digests = listed["made"], listed["files"]
        sound = isinstance(made, int) and all(isinstance(digest, str) for digest in digests.values())
    except CannotError:
        raise
    except Exception as error:  # whatever zip, zlib and JSON say of damage
        raise _damaged(path, f"{LIST}: {error}") from None
    if not sound or set(digests) != set(members) - {LIST}:
        raise _damaged(path, LIST)
    return Contents(made, digests)


def _damaged(path: Path, what: str) -> CannotError:
    return CannotError(
        f"不是完好的备份 ({what})",
        f"this is no sound backup ({what})",
        "用另一份备份；自动备份在数据目录的 backups/ 里",
        "use another one; automatic backups lie in backups/ of the data folder",
        str(path),
    )


def _harm(path: Path, name: str, zh: str, en: str) -> CannotError:
    shown = name.encode("unicode_escape").decode()
    return CannotError(
        f"拒绝解开这份备份: {zh} {shown}".rstrip(),
        f"this backup is not unpacked: {en} {shown}".rstrip(),
        "只恢复 tiku backup 写的文件",
        "restore only files that tiku backup wrote",
        str(path),
    )
