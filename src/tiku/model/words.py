"""The small words: languages, kinds, levels, ratings, and a text in both languages. Every verb needs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Lang = Literal["zh", "en"]
Langs = Literal["zh", "en", "both"]
Kind = Literal["open", "choice", "numeric", "code", "story"]
Level = Literal["junior", "senior", "expert"]
Rating = Literal["again", "hard", "good", "easy"]
Need = Literal["must", "nice", "duty", "context"]

KINDS: tuple[Kind, ...] = ("open", "choice", "numeric", "code", "story")
LEVELS: tuple[Level, ...] = ("junior", "senior", "expert")
RATINGS: tuple[Rating, ...] = ("again", "hard", "good", "easy")
NEEDS: tuple[Need, ...] = ("must", "nice", "duty", "context")

ANSWER = "answer"
"""The id of the one point that a choice or a numeric question counts as."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Chinese and English."""

    zh: str
    en: str

    def pick(self, lang: Lang) -> str:
        """Return the text in one language."""
        return self.zh if lang == "zh" else self.en
