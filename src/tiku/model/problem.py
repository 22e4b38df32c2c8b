"""A problem found in a file, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tiku.model.words import Text


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: 1-based line and column (in characters), and the line itself."""

    path: str
    line: int = 0
    column: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem found, with its code, place, cause and cure. ``args`` fill the texts of the code's page."""

    code: str
    place: Place
    message: Text
    fix: Text
    severity: Literal["error", "warning"] = "error"
    args: tuple[str, ...] = field(default=())
