"""One bank folder among several."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Root:
    """One bank folder. ``shipped``: it is held to the full standard."""

    path: str
    shipped: bool = False


def shipped_bank() -> Path | None:
    """Return the bank that comes with the program: inside the package, or beside ``src`` in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "questions", package.parent.parent / "questions"):
        if (folder / "topics.yaml").is_file():
            return folder
    return None
