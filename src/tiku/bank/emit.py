"""Writing bank files: YAML that the strict reader reads back equal.

Only plain, quoted and literal scalars are written, never anchors, tags or folded text. A text that cannot be read
back (an empty one, or half a surrogate pair) is the caller's to avoid; halves are written as U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tiku.bank.record import question_to_record
from tiku.bank.record_tables import posting_to_json, skills_to_json
from tiku.model import Posting, Question, Skill

_FIRST: Final = re.compile(r"[^\W_]|[(（《“/$+.~^<=]")
_FLOW: Final = re.compile(r"[,\[\]{}]")
_UNSAFE: Final = re.compile(r": |:$|:[,\[\]{}]| #|^\s|\s$|^(---|\.\.\.)")
_IN_FLOW: Final = frozenset(
    {
        "skills", "was", "choices", "range", "aliases", "exact", "not_before", "not_after", "implies",
        "unknown_terms", "ignored_terms",
    }
)  # fmt: skip
"""Lists of words that are written on one line."""


def question_to_yaml(question: Question) -> str:
    """Return the file of a question."""
    return "".join(_lines(question_to_record(question), 0))


def posting_to_yaml(posting: Posting) -> str:
    """Return the file of a posting."""
    value = posting_to_json(posting)
    return "".join(_lines({key: one for key, one in value.items() if one not in (None, "", [])}, 0))


def skills_to_yaml(skills: Sequence[Skill]) -> str:
    """Return a skills.yaml of these skills."""
    rows = {
        one["id"]: {key: value for key, value in one.items() if key != "id" and value != []}
        for one in skills_to_json(skills)
    }
    return "".join(_lines({"skills": rows}, 0)) if rows else "skills: {}\n"


def _lines(value: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for key, one in value.items():
        yield from _entry(f"{pad}{key}:", key, one, depth)


def _entry(head: str, key: str, value: Any, depth: int) -> Iterator[str]:
    """Write ``head`` (a key with its colon) and its value."""
    if isinstance(value, Mapping):
        yield f"{head}\n"
        yield from _lines(value, depth + 1)
    elif isinstance(value, list) and ((key in _IN_FLOW and all(isinstance(one, str) for one in value)) or not value):
        yield f"{head} {_flow(value)}\n"
    elif isinstance(value, list):
        yield f"{head}\n"
        for item in value:
            yield from _item(item, depth + 1)
    else:
        yield f"{head} {scalar(value, depth + 1)}\n"


def _item(value: Any, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(value, list):
        yield f"{pad}- {_flow(value)}\n"
        return
    if not isinstance(value, Mapping):
        yield f"{pad}- {scalar(value, depth + 1)}\n"
        return
    written = "".join(_lines(value, depth + 1))
    yield f"{pad}- {written[len(pad) + 2 :]}"


def _flow(values: Sequence[Any]) -> str:
    return "[" + ", ".join(scalar(one, 0, in_flow=True) for one in values) + "]"


def scalar(value: Any, depth: int, in_flow: bool = False) -> str:
    """Return a value as a scalar; ``depth`` is the indentation a literal block gets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if "\n" in text and not in_flow and _may_be_literal(text):
        pad = "  " * depth
        mark = "|" if text.endswith("\n") else "|-"
        body = "\n".join(pad + line if line else "" for line in text.removesuffix("\n").split("\n"))
        return f"{mark}\n{body}"
    if not _is_printable(text):
        return _double(text)
    if _FIRST.match(text) and not _UNSAFE.search(text) and not (in_flow and _FLOW.search(text)):
        return text
    return "'" + text.replace("'", "''") + "'"


def _is_printable(text: str) -> bool:
    """Tell whether a text may stand unescaped on one line."""
    return all(char.isprintable() or char == "\u3000" for char in text)


def _may_be_literal(text: str) -> bool:
    lines = text.removesuffix("\n").split("\n")
    return (
        not text.startswith((" ", "\n"))
        and bool(lines[-1])
        and all(_is_printable(line) and (line.strip() or not line) for line in lines)
    )


_SHORT: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\", "\0": "\\0", "\x1b": "\\e"}


def _double(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if char.isprintable():
        return char
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
