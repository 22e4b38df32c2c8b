"""Which log files a folder has: a look that imports nothing, since every run takes it."""

from __future__ import annotations

import os
from pathlib import Path

Listed = tuple[str, int, int]
"""Name, size in bytes, time of the last change in ns."""


def listed(folder: Path) -> list[Listed]:
    """Return the log files of a folder, by name. Folders and hidden files (drafts of sync programs) are none.

    Raises OSError, but for a folder that does not exist yet.
    """
    try:
        with os.scandir(folder) as entries:
            found = [
                (entry.name, entry.stat().st_size, entry.stat().st_mtime_ns)
                for entry in entries
                if entry.name.endswith(".jsonl") and not entry.name.startswith(".") and entry.is_file()
            ]
    except FileNotFoundError:
        return []
    return sorted(found)
