"""The device id: which log of a data folder this machine writes.

It is random and lies in the state folder, under a key made of the place of the data folder, a random marker inside of
it and the name of the machine. So a copy of the folder (another place), a synced one (another state folder), a fresh
folder at an old place (another marker) and a cloned home (another machine) all get an id of their own, and no two write
one file.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tiku.errors import CannotError
from tiku.store.lock import locked
from tiku.store.ulid import LETTERS

MARKER: Final = ".folder"
PATIENCE: Final = 200
"""Hundredths of a second that another process is given to write the marker it has made."""
Chance = Callable[[int], bytes]


def device_id(state: Path, data: Path, host: str, chance: Chance = os.urandom) -> str:
    """Return the device id for a data folder on this machine, made on the first call.

    Where the state folder cannot be written the id is new each time: the log is kept, in more files than needed.
    Raises CannotError when the data folder cannot be written.
    """
    marker = _marker(data / "events", chance)
    record = _record(state, data, marker, host)
    known = _read(record)
    if known:
        return known
    fresh = _name(chance)
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(record.parent / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return fresh
    try:
        with locked(lock):
            known = _read(record)
            if not known:
                text = json.dumps({"device": fresh, "data": os.path.realpath(data), "host": host}, ensure_ascii=True)
                write_whole(record, text + "\n")
    except OSError:
        return fresh
    finally:
        os.close(lock)
    return known or fresh


def known_device(state: Path, data: Path, host: str) -> str:
    """Return the device id for a data folder where there is one, else an empty text. Makes nothing."""
    return _read(_record(state, data, _first_word(data / "events" / MARKER), host))


def forget_device(state: Path, data: Path, host: str) -> None:
    """Let this machine take another device id, because another one writes under the present one."""
    record = _record(state, data, _first_word(data / "events" / MARKER), host)
    try:
        record.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(record, error) from None


def _record(state: Path, data: Path, marker: str, host: str) -> Path:
    return state / "devices" / f"{_digest(os.path.realpath(data), marker, host)}.json"


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that a reader sees the old one or the new one, whole."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    with open(draft, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, durably. Raises CannotError with the cause and the cure."""
    try:
        missing = []
        while not folder.is_dir():
            missing.append(folder)
            folder = folder.parent
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
            sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(folder, error) from None


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    except OSError:  # some network file systems refuse it for folders
        pass
    finally:
        os.close(fd)


def cannot_write(path: Path, error: OSError) -> CannotError:
    """Return the error for a place of the user's data that cannot be written."""
    import errno

    full = error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
    reason = error.strerror or str(error)
    if full:
        cure_zh, cure_en = (
            "腾出磁盘空间后再答一次；已记下的答案都在",
            "free some space and answer again; what was saved is safe",
        )
    else:
        cure_zh = "检查这个位置的权限，或用 --data 指定另一个数据目录；已记下的答案都在"
        cure_en = "check the permissions there or name another folder by --data; what was saved is safe"
    return CannotError(f"写不进去: {reason}", f"cannot be written: {reason}", cure_zh, cure_en, str(path))


def _marker(events: Path, chance: Chance) -> str:
    path = events / MARKER
    text = _first_word(path)
    if text:
        return text
    make_folder(events)
    text = _name(chance)
    try:
        try:
            with open(path, "x", encoding="ascii") as file:
                file.write(text + "\n")
        except FileExistsError:
            # Another process was quicker and may be about to write; a marker that stays empty is damaged.
            for _ in range(PATIENCE):
                found = _first_word(path)
                if found:
                    return found
                time.sleep(0.01)
            write_whole(path, text + "\n")
    except OSError as error:
        raise cannot_write(path, error) from None
    return text


def _first_word(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _read(record: Path) -> str:
    try:
        found = json.loads(record.read_text(encoding="utf-8"))["device"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return found if isinstance(found, str) and found.isalnum() and found.isascii() else ""


def _name(chance: Chance) -> str:
    """Return sixteen random letters: 80 bits, the same on file systems that ignore case."""
    number = int.from_bytes(chance(10))
    return "".join(LETTERS[number >> shift & 31] for shift in range(75, -1, -5)).lower()


def _digest(*words: str) -> str:
    from hashlib import blake2b

    return blake2b("\0".join(words).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
