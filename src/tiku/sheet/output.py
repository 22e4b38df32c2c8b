"""The formats by suffix, and writing a sheet to its file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final, Protocol

from tiku.errors import CannotError, UsageError
from tiku.sheet.build import Sheet

MARKS: Final = (b"tiku-sheet", b"\xef\xbb\xbfid,kind,topic,subtopic,level,skills,postings,")
TEXTS: Final = frozenset({".md", ".html", ".csv", ".json"})


class Renderer(Protocol):
    """What a format is: a function from a sheet to the bytes of its file."""

    def __call__(self, sheet: Sheet) -> bytes:
        """Return the bytes of the file."""
        ...


def _formats() -> dict[str, Renderer]:
    from tiku.sheet import anki, html, markdown, pdf, table

    return {
        ".md": markdown.render,
        ".html": html.render,
        ".pdf": pdf.render,
        ".apkg": anki.render,
        ".csv": table.render_csv,
        ".json": table.render_json,
    }


def renderer(suffix: str) -> Renderer:
    """Return the renderer of a suffix. Raises UsageError, which names the known ones."""
    known = _formats()
    if suffix.lower() not in known:
        names = " ".join(known)
        raise UsageError(
            f"不认识后缀 {suffix or '(无)'!r}",
            f"unknown suffix {suffix or '(none)'!r}",
            f"可用: {names}",
            f"known: {names}",
        )
    return known[suffix.lower()]


def check_target(path: Path, force: bool) -> None:
    """Raise CannotError where a file stands that no sheet left there, unless ``force``."""
    if force or not os.path.lexists(path):
        return
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CannotError(
            "读不了已有的文件", f"cannot read what is there: {error.strerror}", place=str(path)
        ) from error
    if data and not any(mark in (data if path.suffix in (".pdf", ".apkg") else data[:4096]) for mark in MARKS):
        raise CannotError(
            "已有文件，不是练习册", "a file is there already that is no study sheet", "换个名字，或加 --force",
            "take another name, or add --force", place=str(path),
        )  # fmt: skip


def write(path: Path, data: bytes) -> None:
    """Write the file whole or not at all. Raises CannotError."""
    draft = ""
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except OSError as error:
        if draft and os.path.exists(draft):
            os.unlink(draft)
        raise CannotError(
            f"写不了: {error.strerror}", f"cannot write: {error.strerror}", "换个位置", "take another place", str(path)
        ) from error
