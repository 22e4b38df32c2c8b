"""The vocabulary in which the schema is written: small frozen descriptions of what a value may be.

Reading (:mod:`tiku.bank.fields`) and the JSON Schema for editors (:mod:`tiku.bank.jsonschema`) both walk these, so
they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tiku.model import Text

Need = Literal["always", "shipped", "no"]


@dataclass(frozen=True, slots=True)
class Word:
    """A text without languages. ``pattern`` is a full-match regular expression; ``form`` says it in words."""

    pattern: str = ""
    form: Text | None = None
    code: str = "bad-value"
    shipped_only: bool = False
    """Whether the pattern is asked for in the shipped bank alone."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in both languages: ``{zh: …, en: …}``, or one plain string outside the shipped bank."""

    plain_severity: Literal["error", "warning"] = "error"
    """How bad a plain string is in the shipped bank."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Flag:
    """``true`` or ``false``."""


@dataclass(frozen=True, slots=True)
class Many:
    """A list. Bounds hold everywhere; ``shipped_least``/``shipped_most`` in the shipped bank."""

    item: Shape
    least: int = 0
    most: int = 1000
    shipped_least: int = 0
    shipped_most: int = 1000
    unique: Callable[[Any], str] | None = None
    """What must not stand twice: the id of an item, say."""


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping whose keys are names; becomes a tuple, in the order of the file, of ``build(name, value)``."""

    key: Word
    value: Shape
    build: Callable[[str, Any], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record."""

    shape: Shape
    doc: Text
    need: Need = "no"
    kinds: tuple[str, ...] = ()
    """Kinds of question that have the key; empty: all."""


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with known keys, built into a model object by ``build(**values)``.

    ``inline`` names the attribute that takes the text written as ``zh`` and ``en`` among the keys (``text`` outside
    the shipped bank). ``doc`` says what the record is.
    """

    doc: Text
    fields: Mapping[str, Field]
    build: Callable[..., Any]
    inline: str = ""
    inline_need: Need = "always"


@dataclass(frozen=True, slots=True)
class Fork:
    """A plain word, or a record, or a record told apart by a key."""

    record: Record
    word: Word | None = None
    from_word: Callable[[str], Any] = field(default=lambda word: word)
    key: str = ""
    keyed: Record | None = None


Shape: TypeAlias = Word | Prose | OneOf | Whole | Flag | Many | Table | Record | Fork
