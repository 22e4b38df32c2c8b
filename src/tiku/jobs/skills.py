"""Finding skills in a text: one combined matcher over all names, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from tiku.model import Skill

_DROPPED: Final = frozenset(" \t\n\r\u3000-_‐‑–")
_VERSION: Final = re.compile(r"(?:s|v?\d+(?:\.[\dx]+)*)(?![A-Za-z0-9])", re.IGNORECASE)
_LETTER_AFTER: Final = re.compile(r"\s*(?:[&.']\w|轮|端(?!到)|类|级|座)|-\w")
_LETTER_BEFORE: Final = re.compile(r"(?:[&.'\-]|\b(?:series|plan|vitamin|class)\s*)$", re.IGNORECASE)


class Hit(NamedTuple):
    """A skill found at characters ``start`` to ``end`` of the text."""

    skill: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Name:
    key: str
    raw: str
    skill: str
    exact: bool
    before: tuple[str, ...]
    after: tuple[str, ...]


class Matcher:
    """All names of all skills, by their first two folded characters, the longest first."""

    def __init__(self, skills: Iterable[Skill]) -> None:
        self._names: dict[str, list[_Name]] = {}
        for skill in skills:
            before = tuple(_key(one) for one in skill.not_before)
            after = tuple(_key(one) for one in skill.not_after)
            for names, exact in ((skill.exact, True), (skill.aliases, False)):
                for raw in names:
                    key = _key(raw)
                    if key:
                        name = _Name(key, raw, skill.id, exact, before, after)
                        self._names.setdefault(key[:2], []).append(name)
        for listed in self._names.values():
            listed.sort(key=lambda one: (-len(one.key), not one.exact, one.skill))

    def find(self, text: str) -> list[Hit]:
        """Return the hits in order, none overlapping. ``text`` is clean (NFKC)."""
        folded, places = _fold(text)
        hits: list[Hit] = []
        at = 0
        while at < len(folded):
            found = self._at(text, folded, places, at)
            if found is None:
                at += 1
                continue
            name, end = found
            hits.append(Hit(name.skill, places[at], end))
            at += len(name.key)
        return hits

    def _at(self, text: str, folded: str, places: list[int], at: int) -> tuple[_Name, int] | None:
        for key in (folded[at : at + 2], folded[at]):
            for name in self._names.get(key, ()):
                if folded.startswith(name.key, at):
                    start, end = places[at], places[at + len(name.key) - 1] + 1
                    if _stands(name, text, start, end) and not _vetoed(name, folded, at):
                        return name, end
        return None


def _key(text: str) -> str:
    return _fold(text)[0]


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the text in lower case without spaces and hyphens, and where each of its characters stood."""
    chars: list[str] = []
    places: list[int] = []
    for index, char in enumerate(text):
        if char not in _DROPPED:
            low = char.lower()
            chars.append(low if len(low) == 1 else char)
            places.append(index)
    return "".join(chars), places


def _is_word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _stands(name: _Name, text: str, start: int, end: int) -> bool:
    """Tell whether a name stands by itself at a place: ASCII word edges, its own case, its own gaps."""
    span = text[start:end]
    if name.exact and re.sub(r"[\s_-]", "", span) != re.sub(r"[\s_-]", "", name.raw):
        return False
    if start and _is_word(name.key[0]) and _is_word(text[start - 1]):
        return False
    if len(name.key) == 1 and (
        _LETTER_AFTER.match(text, end) or _LETTER_BEFORE.search(text[max(0, start - 9) : start])
    ):
        return False
    if name.key.isascii() and " " not in name.raw and "-" not in name.raw:
        gap = re.search(r"[\s_]", span) or (len(name.key) < 5 and "-" in span)
        if gap:
            return False
    if not _is_word(name.key[-1]) or end == len(text):
        return True
    if text[end] in "+#" and len(name.key) < 3:
        return False
    return not _is_word(text[end]) or (len(name.key) > 2 and _VERSION.match(text, end) is not None)


def _vetoed(name: _Name, folded: str, at: int) -> bool:
    end = at + len(name.key)
    return any(folded.endswith(one, 0, at) for one in name.before) or any(
        folded.startswith(one, end) for one in name.after
    )


def implied_by(skills: Mapping[str, Skill], known: Iterable[str]) -> dict[str, str]:
    """Return every skill that the known ones imply, at any distance, with the known one that implies it."""
    found: dict[str, str] = {}
    for origin in known:
        pending = [origin]
        while pending:
            skill = skills.get(pending.pop())
            for one in skill.implies if skill else ():
                if one not in found:
                    found[one] = origin
                    pending.append(one)
    return found
