"""Event ids: ULIDs, 48 bits of time and 80 of chance in 26 letters that sort by time.

See https://github.com/ulid/spec. Clock and chance are arguments.
"""

from __future__ import annotations

import re
from typing import Final

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
_VALUE: Final = {letter: value for value, letter in enumerate(LETTERS)}
_SHAPE: Final = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}")
_CHANCE_BITS: Final = 80
_LAST: Final = (1 << 128) - 1


def ulid(ms: int, chance: bytes) -> str:
    """Return the id for a moment (UTC ms) and ten random bytes."""
    if not 0 <= ms < 1 << 48:
        raise ValueError(f"{ms} ms does not fit into an id")
    if len(chance) != 10:
        raise ValueError("an id takes ten random bytes")
    return _text(ms << _CHANCE_BITS | int.from_bytes(chance))


def is_ulid(text: object) -> bool:
    """Tell whether a value is the text of a ULID."""
    return isinstance(text, str) and _SHAPE.fullmatch(text) is not None


def ulid_ms(text: str) -> int:
    """Return the moment in an id, in UTC ms."""
    return _number(text) >> _CHANCE_BITS


def following(ms: int, chance: bytes, last: str | None) -> str:
    """Return an id for a moment that sorts after ``last`` where that one is of the same moment."""
    if last is not None and ulid_ms(last) == ms:
        return successor(last)
    return ulid(ms, chance)


def successor(text: str) -> str:
    """Return the id that sorts directly after another."""
    return _text(min(_number(text) + 1, _LAST))


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = number << 5 | _VALUE[letter]
    return number


def _text(number: int) -> str:
    return "".join(LETTERS[number >> shift & 31] for shift in range(125, -1, -5))
