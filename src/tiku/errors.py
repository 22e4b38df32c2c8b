"""Errors a user can act on, and the exit statuses.

Every error says cause, place and cure, in both languages; the command line picks one. This is the lowest
layer: it imports nothing of the package.
"""

from __future__ import annotations

DONE = 0
PROBLEMS = 1
USAGE = 2
CANNOT = 3
BUG = 70
INTERRUPTED = 130


class TikuError(Exception):
    """Something the user can mend. ``zh``/``en`` say what is wrong, ``cure_zh``/``cure_en`` what to do."""

    exit_code = CANNOT

    def __init__(self, zh: str, en: str, cure_zh: str = "", cure_en: str = "", place: str = "") -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en
        self.cure_zh = cure_zh
        self.cure_en = cure_en
        self.place = place

    def lines(self, lang: str) -> list[str]:
        """Return the error as lines: place and cause, then the cure."""
        cause, cure = (self.zh, self.cure_zh) if lang == "zh" else (self.en, self.cure_en)
        head = f"{self.place}: {cause}" if self.place else cause
        return [head, cure] if cure else [head]


class UsageError(TikuError):
    """The command was called in a way it does not know: exit status 2."""

    exit_code = USAGE


class CannotError(TikuError):
    """The command is right but cannot be done here (bad data, a missing extra): exit status 3."""

    exit_code = CANNOT
