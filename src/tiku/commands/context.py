"""What the command line hands to a verb: the global options, already read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tiku.errors import UsageError


@dataclass(frozen=True, slots=True)
class Globals:
    """The global options as given on the command line."""

    banks: tuple[str, ...] = ()
    only_bank: str | None = None
    data: str | None = None
    lang: str | None = None
    now: str | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def data_path(self) -> Path | None:
        """Return the data folder named by ``--data``."""
        return Path(self.data) if self.data else None


TAKES_VALUE = ("--bank", "--only-bank", "--data", "--lang", "--now")
_MINUS = "\u2212"


def arrange(arguments: list[str]) -> list[str]:
    """Return the arguments with the global options in front of the verb, wherever they stood.

    A negated term of a query (``-topic:compilers``, ``-共享内存``) is marked, so that it is not taken for an option.
    Nothing behind ``--`` is touched.
    """
    front: list[str] = []
    rest: list[str] = []
    at = 0
    while at < len(arguments):
        word = arguments[at]
        name = word.split("=", 1)[0]
        if word == "--":
            rest.extend(arguments[at:])
            break
        if name in TAKES_VALUE:
            front.append(word)
            if "=" not in word and at + 1 < len(arguments):
                at += 1
                front.append(arguments[at])
        elif _is_negated(word):
            rest.append(_MINUS + word[1:])
        else:
            rest.append(word)
        at += 1
    return front + rest


def _is_negated(word: str) -> bool:
    if len(word) < 3 or word[0] != "-" or word[1] == "-":
        return False
    return not word[1].isascii() or (word[1].isalpha() and ":" in word and word.split(":", 1)[0][1:].isalpha())


def plain(words: list[str] | None) -> list[str]:
    """Return query words as they were typed."""
    return ["-" + word[1:] if word.startswith(_MINUS) else word for word in words or ()]


def choose_language(value: str | None, environ: Mapping[str, str], setting: str = "") -> tuple[str, str]:
    """Return (language of the interface, languages of the content) from option, TIKU_LANG, setting and locale.

    Raises UsageError for anything but zh, en and both. A C or unknown locale means English.
    """
    wanted = value or environ.get("TIKU_LANG") or setting
    if wanted not in ("", "zh", "en", "both"):
        raise UsageError(
            f"不认识语言 {wanted!r}", f"unknown language {wanted!r}", "可取: zh, en, both", "choose zh, en or both"
        )
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    local = "zh" if locale.lower().startswith("zh") else "en"
    if wanted in ("zh", "en"):
        return wanted, wanted
    return local, wanted or local
