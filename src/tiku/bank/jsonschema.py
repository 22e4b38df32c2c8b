"""The JSON Schema of the bank's files, for editors, drawn from the same shapes that the reader uses.

Editors read YAML with types (``450`` is a number to them), so a text may be any scalar there, even null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tiku.bank.shape import Field, Flag, Fork, Many, OneOf, Prose, Record, Shape, Table, Whole, Word

_SCALAR: Final = ["string", "number", "boolean", "null"]


def draw(name: str, shape: Record) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a file. The laxer standard of a user's own bank is described."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"tiku {name}",
        **_of(shape),
    }


def _of(shape: Shape) -> dict[str, Any]:
    return _DRAWERS[type(shape)](shape)


def _word(shape: Word) -> dict[str, Any]:
    value: dict[str, Any] = {"type": _SCALAR}
    if shape.pattern and not shape.shipped_only:
        value["pattern"] = f"^(?:{shape.pattern})$"
    if shape.form is not None:
        value["description"] = f"{shape.form.zh} / {shape.form.en}"
    return value


def _prose(_shape: Prose) -> dict[str, Any]:
    sides = {"zh": {"type": _SCALAR}, "en": {"type": _SCALAR}}
    both = {"type": "object", "properties": sides, "additionalProperties": False, "minProperties": 1}
    return {"anyOf": [both, {"type": _SCALAR}]}


def _one_of(shape: OneOf) -> dict[str, Any]:
    return {"enum": list(shape.words)}


def _whole(shape: Whole) -> dict[str, Any]:
    return {"type": "integer", "minimum": shape.low, "maximum": shape.high}


def _flag(_shape: Flag) -> dict[str, Any]:
    return {"type": "boolean"}


def _many(shape: Many) -> dict[str, Any]:
    value: dict[str, Any] = {"type": "array", "items": _of(shape.item), "maxItems": shape.most}
    if shape.least:
        value["minItems"] = shape.least
    return value


def _table(shape: Table) -> dict[str, Any]:
    names = {"pattern": f"^(?:{shape.key.pattern})$"}
    return {"type": "object", "propertyNames": names, "additionalProperties": _of(shape.value)}


def _fork(shape: Fork) -> dict[str, Any]:
    options = [_of(shape.record)]
    if shape.word is not None:
        options.append(_of(shape.word))
    if shape.keyed is not None:
        options.append(_of(shape.keyed))
    if shape.record.inline and not _required(shape.record.fields):
        options.append({"type": _SCALAR})
    return {"anyOf": options}


def _field(one: Field) -> dict[str, Any]:
    value = _of(one.shape)
    return {**value, "description": f"{one.doc.zh} / {one.doc.en}"}


def _required(fields: Mapping[str, Field]) -> list[str]:
    return [key for key, one in fields.items() if one.need == "always" and not one.kinds]


def _record(shape: Record) -> dict[str, Any]:
    properties = {key: _field(one) for key, one in shape.fields.items()}
    value: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    value["required"] = _required(shape.fields)
    if shape.inline:
        properties |= {lang: {"type": _SCALAR} for lang in ("zh", "en", "text")}
        value["anyOf"] = [{"required": [lang]} for lang in ("zh", "en", "text")]
    kinds = sorted({kind for one in shape.fields.values() for kind in one.kinds})
    if kinds:
        value["allOf"] = [_kind(kind, shape) for kind in kinds]
    return value


def _kind(kind: str, shape: Record) -> dict[str, Any]:
    """Keys that a question of one kind needs, and that no other kind has."""
    mine = {key: one for key, one in shape.fields.items() if kind in one.kinds}
    needed = [key for key, one in mine.items() if one.need == "always"]
    return {
        "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
        "then": {"required": needed},
        "else": {"properties": dict.fromkeys(mine, False)},
    }


_DRAWERS: Final[dict[type[Any], Callable[[Any], dict[str, Any]]]] = {
    Word: _word,
    Prose: _prose,
    OneOf: _one_of,
    Whole: _whole,
    Flag: _flag,
    Many: _many,
    Table: _table,
    Record: _record,
    Fork: _fork,
}
