"""Reading a tree by a shape: the values as model objects, and a problem for everything that does not fit.

Nothing raises. What cannot be read is left out, so that one run finds as much as it can; an object whose needed
fields are lacking is not built.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import tiku.bank.codes_schema  # noqa: F401
from tiku.bank.codes import Severity, problem
from tiku.bank.nodes import REFUSED, MappingNode, Node, ScalarNode, SequenceNode, Source
from tiku.bank.shape import Field, Flag, Fork, Many, OneOf, Prose, Record, Shape, Table, Whole, Word
from tiku.model import Problem, Text
from tiku.text import nearest

MISSING: Final[Any] = type("Missing", (), {"__repr__": lambda self: "MISSING"})()
_LANGUAGES: Final = {"zh": Text("中文 zh", "Chinese, zh"), "en": Text("英文 en", "English, en")}
_ONE_TEXT: Final = Text("文字", "a text")
_A_LIST: Final = Text("列表", "a list")
_A_MAPPING: Final = Text("键和值", "keys with values")


@dataclass(slots=True)
class Reading:
    """One file being read. ``nodes`` maps ``id()`` of a built object to its node; ``kept`` keeps those alive."""

    source: Source
    shipped: bool
    kind: str = ""
    problems: list[Problem] = field(default_factory=list)
    nodes: dict[int, Node] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)
    told_plain: bool = False
    """Whether plain names of numbers were told of: once a file is enough."""

    def tell(self, code: str, node: Node, *args: str | Text, severity: Severity | None = None) -> None:
        """Add a problem at a node."""
        self.problems.append(problem(code, self.source.place(node), *args, severity=severity))

    def keep(self, value: Any, node: Node) -> Any:
        """Remember where an object was read from."""
        self.nodes[id(value)] = node
        self.kept.append(value)
        return value


def read(node: Node, shape: Shape, name: str, reading: Reading) -> Any:
    """Return the value of ``node`` read by ``shape``, or MISSING. ``name`` is the key it stands under."""
    return _READERS[type(shape)](node, shape, name, reading)


def describe(node: Node) -> Text:
    """Say what a node is, for a message about a wrong type."""
    if isinstance(node, SequenceNode):
        return _A_LIST
    if isinstance(node, MappingNode):
        return _A_MAPPING
    return _ONE_TEXT


def _wrong(node: Node, name: str, wanted: Text, reading: Reading) -> Any:
    hint = Text("", "")
    if isinstance(node, ScalarNode) and node.text == REFUSED:
        return MISSING
    if isinstance(node, MappingNode) and wanted is _ONE_TEXT:
        hint = Text("；含 “: ” 的文字要加引号", "; a text that holds “: ” needs quotes")
    if isinstance(node, ScalarNode) and not node.text and node.plain:
        return _empty(node, name, reading)
    reading.tell("wrong-type", node, name, wanted, describe(node), hint)
    return MISSING


def _empty(node: ScalarNode, name: str, reading: Reading) -> Any:
    line = reading.source.at(node.line, node.column).text
    lost = line[node.column - 1 :].lstrip().startswith("#")
    hint = Text("；以 # 开头的文字要加引号", "; a text that begins with # needs quotes") if lost else Text("", "")
    reading.tell("empty-value", node, name, hint)
    return MISSING


def _text(node: Node, name: str, reading: Reading) -> str | None:
    """Return the text of a scalar that is not empty."""
    if not isinstance(node, ScalarNode):
        _wrong(node, name, _ONE_TEXT, reading)
        return None
    if not node.text or node.text.isspace():
        _empty(node, name, reading)
        return None
    return None if node.text == REFUSED else node.text


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def _read_word(node: Node, shape: Word, name: str, reading: Reading) -> Any:
    text = _text(node, name, reading)
    if text is None:
        return MISSING
    if not shape.pattern or (shape.shipped_only and not reading.shipped):
        return text
    if _compiled(shape.pattern).fullmatch(text):
        return text
    reading.tell(shape.code, node, name, _short(text), shape.form or "")
    return MISSING


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _read_one_of(node: Node, shape: OneOf, name: str, reading: Reading) -> Any:
    text = _text(node, name, reading)
    if text is None or text in shape.words:
        return MISSING if text is None else text
    near = nearest(text.lower(), shape.words)
    hint = Text(f"；是否指 {near}？", f"; did you mean {near}?") if near else Text("", "")
    reading.tell("bad-word", node, name, _short(text), ", ".join(shape.words), hint)
    return MISSING


def _read_whole(node: Node, shape: Whole, name: str, reading: Reading) -> Any:
    text = _text(node, name, reading)
    if text is None:
        return MISSING
    if len(text) <= 12 and text.isascii() and text.isdigit() and shape.low <= int(text) <= shape.high:
        return int(text)
    reading.tell("bad-number", node, name, _short(text), str(shape.low), str(shape.high))
    return MISSING


def _read_flag(node: Node, shape: Flag, name: str, reading: Reading) -> Any:
    text = _text(node, name, reading)
    if text is None:
        return MISSING
    if text in ("true", "false"):
        return text == "true"
    reading.tell("bad-flag", node, name, _short(text))
    return MISSING


def _read_prose(node: Node, shape: Prose, name: str, reading: Reading) -> Any:
    if isinstance(node, ScalarNode):
        text = _text(node, name, reading)
        if text is None:
            return MISSING
        if reading.shipped and not (shape.plain_severity == "warning" and reading.told_plain):
            reading.told_plain |= shape.plain_severity == "warning"
            both = Text("中英两种文字", "Chinese and English")
            reading.tell("missing-language", node, name, both, severity=shape.plain_severity)
        return reading.keep(Text(text, text), node)
    if not isinstance(node, MappingNode):
        return _wrong(node, name, Text("zh 和 en", "zh and en"), reading)
    known = [(key, value) for key, value in node.entries if _known(key, value, ("zh", "en"), reading)]
    return _bilingual({key.text: value for key, value in known}, node, name, reading)


def _bilingual(parts: dict[str, Node], node: Node, name: str, reading: Reading) -> Any:
    """Build a text from its ``zh`` and ``en`` nodes; outside the shipped bank one stands for both."""
    texts: dict[str, str] = {}
    for lang, part in parts.items():
        text = _text(part, f"{name}.{lang}" if name else lang, reading)
        if text is None:
            return MISSING
        texts[lang] = text
    lacking = [lang for lang in _LANGUAGES if lang not in texts]
    if not texts and not reading.shipped:
        reading.tell("empty-value", node, name, Text("", ""))
    elif lacking and reading.shipped:
        reading.tell("missing-language", node, name, _LANGUAGES[lacking[0]])
    if not texts:
        return MISSING
    only = next(iter(texts.values()))
    return reading.keep(Text(texts.get("zh", only), texts.get("en", only)), node)


def _known(key: ScalarNode, value: Node, known: tuple[str, ...], reading: Reading) -> bool:
    if key.text in known:
        return True
    near = nearest(key.text.lower(), known)
    fix = Text("全部的键: tiku help format", "all keys: tiku help format")
    if len(known) <= 8:
        fix = Text(f"可用的键：{'、'.join(known)}", f"known keys: {', '.join(known)}")
    if near:
        fix = Text(f"是否指 {near}？", f"did you mean {near}?")
    elif isinstance(value, ScalarNode) and not value.text and value.plain:
        # {zh: one, two} is read as a key "two" without a value.
        fix = Text("花括号里含逗号的文字要加引号", "inside { } a text that holds a comma needs quotes")
    reading.tell("unknown-key", key, _short(key.text) or "''", fix)
    return False


def _read_many(node: Node, shape: Many, name: str, reading: Reading) -> Any:
    if not isinstance(node, SequenceNode):
        return _wrong(node, name, _A_LIST, reading)
    count = len(node.items)
    least = max(shape.least, shape.shipped_least if reading.shipped else 0)
    most = min(shape.most, shape.shipped_most) if reading.shipped else shape.most
    if count < least:
        reading.tell("too-few", node, name, str(count), str(least))
    elif count > most:
        reading.tell("too-many", node, name, str(count), str(most))
    values = []
    seen: set[str] = set()
    for item in node.items:
        value = read(item, shape.item, name, reading)
        if value is MISSING:
            continue
        if shape.unique is not None:
            mark = shape.unique(value)
            if mark in seen:
                reading.tell("repeated", item, name, _short(mark))
                continue
            seen.add(mark)
        values.append(value)
    return tuple(values)


def _read_table(node: Node, shape: Table, name: str, reading: Reading) -> Any:
    if not isinstance(node, MappingNode):
        return _wrong(node, name, _A_MAPPING, reading)
    rows = []
    for key, value_node in node.entries:
        key_text = read(key, shape.key, name, reading)
        value = read(value_node, shape.value, key.text, reading)
        if key_text is not MISSING and value is not MISSING:
            rows.append(reading.keep(shape.build(key_text, value), key))
    return tuple(rows)


def _read_fork(node: Node, shape: Fork, name: str, reading: Reading) -> Any:
    if shape.word is not None and isinstance(node, ScalarNode):
        word = read(node, shape.word, name, reading)
        return MISSING if word is MISSING else reading.keep(shape.from_word(word), node)
    if shape.keyed is not None and isinstance(node, MappingNode) and node.get(shape.key) is not None:
        return read(node, shape.keyed, name, reading)
    return read(node, shape.record, name, reading)


def _read_record(node: Node, shape: Record, name: str, reading: Reading) -> Any:
    plain = isinstance(node, ScalarNode) and node.text and shape.inline and not reading.shipped
    if plain and isinstance(node, ScalarNode) and not _needed(shape, reading):
        text = reading.keep(Text(node.text, node.text), node)
        return reading.keep(shape.build(**{shape.inline: text}), node)
    if not isinstance(node, MappingNode):
        return _wrong(node, name, _A_MAPPING, reading)
    values: dict[str, Any] = {}
    parts: dict[str, Node] = {}
    known = (*shape.fields, *(("zh", "en") if shape.inline else ()))
    spare = "text" if shape.inline and not reading.shipped else ""
    for key, value_node in node.entries:
        if shape.inline and key.text in ("zh", "en", spare):
            parts[key.text] = value_node
        elif _known(key, value_node, known, reading):
            values[key.text] = _read_field(key, value_node, shape.fields[key.text], reading)
    if shape.inline:
        values[shape.inline] = _inline(parts, node, name, reading)
    complete = _complete(values, node, shape, reading)
    given = {key: value for key, value in values.items() if value is not MISSING}
    return reading.keep(shape.build(**given), node) if complete else MISSING


def _read_field(key: ScalarNode, node: Node, one: Field, reading: Reading) -> Any:
    if one.kinds and reading.kind and reading.kind not in one.kinds:
        reading.tell("other-kind", key, key.text, reading.kind, ", ".join(one.kinds))
        return MISSING
    return read(node, one.shape, key.text, reading)


def _inline(parts: dict[str, Node], node: Node, name: str, reading: Reading) -> Any:
    if "text" not in parts:
        if not parts and not reading.shipped:
            reading.tell("missing-key", node, "text", Text("文字", "the text"))
            return MISSING
        return _bilingual(parts, node, name, reading)
    others = [lang for lang in parts if lang != "text"]
    if others:
        reading.tell("two-texts", parts["text"], "text", others[0])
    text = _text(parts["text"], "text", reading)
    return MISSING if text is None else reading.keep(Text(text, text), parts["text"])


def _needed(shape: Record, reading: Reading) -> list[str]:
    """Return the keys that a record needs here."""
    wanted = ("always", "shipped") if reading.shipped else ("always",)
    return [
        key for key, one in shape.fields.items() if one.need in wanted and (not one.kinds or reading.kind in one.kinds)
    ]


def _complete(values: dict[str, Any], node: Node, shape: Record, reading: Reading) -> bool:
    """Tell of missing keys, and whether the record can be built at all."""
    whole = not shape.inline or values[shape.inline] is not MISSING
    for key in _needed(shape, reading):
        if key not in values:
            reading.tell("missing-key", node, key, shape.fields[key].doc)
        if values.get(key, MISSING) is MISSING and shape.fields[key].need == "always":
            whole = False
    return whole


_READERS: Final[dict[type[Any], Callable[..., Any]]] = {
    Word: _read_word,
    Prose: _read_prose,
    OneOf: _read_one_of,
    Whole: _read_whole,
    Flag: _read_flag,
    Many: _read_many,
    Table: _read_table,
    Record: _read_record,
    Fork: _read_fork,
}
