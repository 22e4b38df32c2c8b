"""Values that several kinds of bank files share: ids, names, amounts, dates, texts."""

from __future__ import annotations

from typing import Any, Final

from tiku.bank.shape import Prose, Word
from tiku.model import Text

ID: Final = Word(
    r"[a-z0-9][a-z0-9-]{0,63}",
    Text("小写字母、数字和连字符，最多 64 个", "lower-case letters, digits and hyphens, at most 64"),
    "bad-id",
)
NAME: Final = Word(
    r"[A-Za-z_][A-Za-z0-9_]{0,39}",
    Text("字母、数字和下划线，不以数字开头", "letters, digits and underscores, not beginning with a digit"),
    "bad-name",
)
PROOF: Final = Word(
    r"[A-Za-z0-9_]{1,64}",
    Text("字母、数字和下划线，不带 .py", "letters, digits and underscores, without .py"),
    "bad-name",
)
AMOUNT: Final = Word(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?", Text("一个数，如 1024 或 0.5", "a number such as 1024 or 0.5"))
TOLERANCE: Final = Word(
    r"\d+(\.\d+)?([eE][-+]?\d+)?\s*%?",
    Text("一个数，或百分数如 2%", "a number, or a share such as 2%"),
    "bad-tolerance",
)
DATE: Final = Word(
    r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?",
    Text("年、年-月或年-月-日，如 2026-11", "a year, month or day such as 2026-11"),
    shipped_only=True,
)
URL: Final = Word(
    r"https?://[^\s]+", Text("以 http:// 或 https:// 开头的网址", "an address that begins with http:// or https://")
)
WORD: Final = Word()
PROSE: Final = Prose()
NAMING: Final = Prose("warning")


def doc(zh: str, en: str) -> Text:
    """Say what a field or a record is."""
    return Text(zh, en)


def itself(value: Any) -> str:
    """Tell words apart by themselves."""
    return str(value)


def identity(value: Any) -> str:
    """Tell records apart by their ids."""
    return str(value.id)
