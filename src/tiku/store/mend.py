"""Setting damaged lines of a log aside: the one time that a log is written anew, under its lock and all at once."""

from __future__ import annotations

import os
from pathlib import Path

from tiku.errors import CannotError
from tiku.store.device import cannot_write, make_folder, sync_folder
from tiku.store.lock import locked
from tiku.store.reader import events_of, lines


def set_aside(path: Path, folder: Path) -> int:
    """Move the damaged lines of a log into a file of ``folder`` and return how many there were.

    Whole events found inside of damage stay in the log, as lines of their own. A writer that waits for the lock sees
    that the file was replaced and opens it anew. A torn last line stays: it may be in the writing elsewhere.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        make_folder(folder)
        with open(path, "rb+") as file, locked(file.fileno()) as alone:
            if not alone:
                raise CannotError(
                    "别的进程正在写这份记录",
                    "another process is writing this log",
                    "等它结束后再运行",
                    "run this again when it has ended",
                    str(path),
                )
            count = 0
            with open(draft, "wb") as sound, open(folder / f"{path.stem}.txt", "ab") as damaged:
                for line, length, whole in lines(file):
                    events, fine = events_of(line)
                    if fine or not whole:
                        sound.write(line)
                        continue
                    count += 1
                    # Of a line too long to be held only the start is known; the rest is nothing but its length.
                    damaged.write(line if len(line) == length else line + b"...\n")
                    sound.writelines(text.encode() + b"\n" for _, text in events)
                for written in (sound, damaged):
                    written.flush()
                    os.fsync(written.fileno())
            os.replace(draft, path)
            sync_folder(path.parent)
            return count
    except OSError as error:
        raise cannot_write(path, error) from None
    finally:
        draft.unlink(missing_ok=True)
