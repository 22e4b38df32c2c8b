"""From a YAML parser's error to a problem with cause and cure. Knows the wordings of libyaml and of PyYAML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tiku.bank.codes import problem
from tiku.model import Place, Problem

Mark = tuple[int, int]
"""0-based line and column."""

_RULES: Final = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"mapping values are not allowed", "colon"),
        (r"cannot start any token", "start"),
        (r"found unexpected (end of stream|document (indicator|separator))", "quote"),
        (r"expected ',' or", "bracket"),
        (r"found unexpected ':'", "stray"),
        (r"escape|hexadecimal|hexdecimal", "escape"),
        (r"comment or (a )?line break|chomping or indentation|indentation indicator", "header"),
        (r"could not find expected ':'", "key"),
        (r"(block )?sequence entries are not allowed", "dash"),
        (r"mapping keys are not allowed", "question"),
        (r"tag handle|tag|%[0-9A-Fa-f]|URI", "tag"),
        (r"directive|incompatible YAML|%YAML", "directive"),
        (r"<document start>", "document"),
        (r"expected (the )?node content", "node"),
        (r"anchor|alias", "anchor"),
        (r"expected key|expected '-'|<block end>", "level"),
        (r"[Ee]xceeded|too (deep|long)", "deep"),
    )
)
_KEY_ONLY = re.compile(r"\s*(?:- +)*(?:\"[^\"]*\"|'[^']*'|[^\s:]+)\s*$")
_GLUED = re.compile(r"\s*(?:- +)*([A-Za-z_][\w-]*):[^\s/]")


def explain(message: str, at: Mark, context: Mark | None, lines: Sequence[str], path: str, deepest: int) -> Problem:
    """Return the problem for a parser's error at ``at``; ``context`` is where the construct began.

    ``message`` is what the parser says, then on a second line what it was reading.
    """
    problem_said, _, construct = message.partition("\n")
    kind = next((kind for pattern, kind in _RULES if pattern.search(problem_said)), "")
    if named := re.search(r"\b(tag|anchor|alias|directive)\b", construct):
        kind = "anchor" if named.group() == "alias" else named.group()
    here = _place(at, lines, path)
    there = _place(context, lines, path) if context else here
    if kind == "colon":
        return _colon(at, lines, path)
    if kind in ("level", "node", "dash", "question"):
        return _level(kind, at, lines, path)
    if kind == "quote":
        return problem("open-quote", there)
    if kind == "bracket":
        return _bracket(there, here)
    if kind == "escape":
        match = re.search(r"\\(x\w{0,2}|u\w{0,4}|U\w{0,8}|.)?", here.text[max(0, at[1] - 2) :])
        return problem("bad-escape", here, match.group() if match else "\\")
    if kind == "header":
        return problem("block-header", there, _char(there))
    if kind in ("start", "directive"):
        return _sign(kind, here)
    if kind == "anchor":
        return problem("bad-start", there, _char(there))
    if kind == "tag":
        return problem("tag", there, there.text[there.column - 1 :].split(" ")[0])
    if kind == "key":
        return _no_colon(there)
    if kind == "document":
        return problem("several-documents", here)
    if kind == "deep":
        return problem("too-deep", here, str(deepest))
    if kind == "stray":
        return problem("stray-bracket", here, ":")
    return problem("syntax", here, problem_said)


def _place(mark: Mark, lines: Sequence[str], path: str) -> Place:
    line, column = mark
    if line >= len(lines):
        line = max(0, len(lines) - 1)
        column = len(lines[line]) if lines else 0
    return Place(path, line + 1, column + 1, lines[line] if lines else "")


def _char(place: Place) -> str:
    return place.text[place.column - 1 : place.column]


def _colon(at: Mark, lines: Sequence[str], path: str) -> Problem:
    """Tell apart a colon inside a text, a key that is indented too far, and a colon without its space above."""
    here = _place(at, lines, path)
    if not _KEY_ONLY.match(here.text[: at[1]]):
        return problem("unquoted-colon", here)
    above = at[0] - 1
    while above > 0 and not lines[above].strip():
        above -= 1
    if above >= 0 and _GLUED.match(lines[above]):
        return _no_colon(_place((above, 0), lines, path))
    start = len(here.text) - len(here.text.lstrip())
    if above >= 0 and lines[above].strip() and not re.search(r":\s|:$", lines[above]):
        return problem("not-a-key", _place((above, len(lines[above]) - len(lines[above].lstrip())), lines, path))
    return problem("bad-indent", _place((at[0], start), lines, path))


def _no_colon(place: Place) -> Problem:
    if match := _GLUED.match(place.text):
        return problem("no-space-after-colon", replace(place, column=match.end(1) + 1), match.group(1))
    return problem("not-a-key", place)


def _level(kind: str, at: Mark, lines: Sequence[str], path: str) -> Problem:
    here = _place(at, lines, path)
    before = here.text[: at[1]]
    char = _char(here)
    if kind == "node" and char and char in "]},[{":
        return problem("stray-bracket", here, char)
    if kind in ("dash", "question") and before.strip():
        return problem("bad-start", here, char)
    if before.strip() in ("", "-"):
        return problem("bad-indent", here)
    if before.rstrip()[-1] in "'\"]}" and kind == "level":
        return problem("text-after-close", here)
    if re.search(r"(^|\s)[*&!]\S*\s*$", before):
        return problem("bad-start", here, before.split()[-1][0])
    return problem("bad-indent", here)


def _bracket(opened: Place, found: Place) -> Problem:
    if _char(found) == ":" and found.line == opened.line:
        return problem("unquoted-colon", found)
    return problem("open-bracket", opened, _char(opened))


def _sign(kind: str, here: Place) -> Problem:
    char = _char(here)
    if kind == "start":
        return problem("tab", here) if char == "\t" else problem("bad-start", here, char)
    return problem("directive", here, here.text.split("#")[0].strip())
