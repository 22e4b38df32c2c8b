"""One look at a bank folder: a text that changes whenever a bank file is added, removed or changed.

Nothing is imported and nothing is built for a file, so that a look costs little more than scandir and stat.
"""

from __future__ import annotations

import os


def look(path: str) -> str:
    """Return the names, sizes and times of all bank files of a root, folder by folder."""
    folders: list[str] = []
    parts = [_folder(path, folders)]
    top, folders = folders, []
    for name in sorted(top):
        parts.append(name)
        parts.append(_folder(os.path.join(path, name), folders))
    return "\n\n".join(parts)


def _folder(path: str, folders: list[str]) -> str:
    lines: list[str] = []
    try:
        with os.scandir(path) as found:
            for item in found:
                name = item.name
                if name.endswith(".yaml") and name[0] not in ".#":
                    lines.append(_file(item))
                elif name.lower().endswith((".yml", ".yaml")):
                    lines.append(name)
                elif name[0] not in ".#" and name != "proofs" and _is_folder(item):
                    folders.append(name)
                    lines.append(name)
    except OSError as error:
        return f"! {error.errno}"
    lines.sort()
    return "\n".join(lines)


def _file(item: os.DirEntry[str]) -> str:
    try:
        status = item.stat()
    except OSError as error:
        return f"{item.name} ! {error.errno}"
    return f"{item.name} {status.st_size} {status.st_mtime_ns}"


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False
