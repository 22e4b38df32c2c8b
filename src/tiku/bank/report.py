"""Problems as text, JSON and annotations: pure functions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from tiku.model import Place, Problem
from tiku.text import cell_width, char_width, say, visible

_WIDTH = 100
"""Cells of a line that are shown at most."""


def render_problem(one: Problem, lang: str) -> list[str]:
    """Return one problem as lines: place and cause, the line itself, a caret under the place, the cure."""
    severity = {"error": say(lang, "错误", "error"), "warning": say(lang, "提醒", "warning")}[one.severity]
    message = one.message.zh if lang == "zh" else one.message.en
    fix = one.fix.zh if lang == "zh" else one.fix.en
    lines = [f"{where(one.place)}: {severity}: {visible_line(message)} [{one.code}]"]
    if one.place.text.strip():
        lines.extend("    " + line for line in caret(one.place))
    lines.append(f"    {say(lang, '改法', 'fix')}: {visible_line(fix)}")
    return lines


def visible_line(text: str) -> str:
    """Return ``text`` on one line, with nothing in it that a terminal would act on."""
    return visible(text.replace("\n", "⏎"))


def where(place: Place) -> str:
    """Return ``file:line:column``, or the file alone."""
    path = visible_line(place.path)
    return f"{path}:{place.line}:{place.column}" if place.line else path


def caret(place: Place) -> list[str]:
    """Return the line, cut around the place where it is long, and a caret that is right under wide characters."""
    at = min(max(place.column - 1, 0), len(place.text))
    before, after = visible_line(place.text[:at]), visible_line(place.text[at:])
    if not before.strip():
        before, after = before, after
    while cell_width(before) > _WIDTH * 2 // 3:
        before = "…" + _tail(before, _WIDTH // 3)
    room = _WIDTH - cell_width(before)
    if cell_width(after) > room:
        after = _head(after, room - 1) + "…"
    return [before + after, " " * cell_width(before) + "^"]


def _tail(text: str, cells: int) -> str:
    used, start = 0, len(text)
    while start > 0 and used + char_width(text[start - 1]) <= cells:
        start -= 1
        used += char_width(text[start])
    return text[start:]


def _head(text: str, cells: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > cells:
            return text[:index]
    return text


def summary(files: int, problems: Sequence[Problem], lang: str) -> str:
    """Return the last line of a report."""
    errors = sum(one.severity == "error" for one in problems)
    warnings = len(problems) - errors
    if not problems:
        return say(lang, f"{files} 个文件，没有问题", f"{files} {_s('file', files)}, no problems")
    return say(
        lang,
        f"{files} 个文件，{errors} 个错误，{warnings} 个提醒（说明: tiku help 代码）",
        f"{files} {_s('file', files)}, {errors} {_s('error', errors)}, {warnings} {_s('warning', warnings)} "
        "(about one: tiku help CODE)",
    )


def _s(word: str, count: int) -> str:
    return word if count == 1 else word + "s"


def render_text(files: int, problems: Sequence[Problem], lang: str) -> str:
    """Return the whole report as text, ending in a newline."""
    blocks = ["\n".join(render_problem(one, lang)) for one in problems]
    return "\n\n".join([*blocks, summary(files, problems, lang)]) + "\n"


def to_json(files: int, problems: Iterable[Problem], lang: str) -> dict[str, Any]:
    """Return the report as the documented JSON document."""
    rows = [
        {
            "path": one.place.path,
            "line": one.place.line,
            "column": one.place.column,
            "code": one.code,
            "severity": one.severity,
            "message": one.message.zh if lang == "zh" else one.message.en,
            "fix": one.fix.zh if lang == "zh" else one.fix.en,
        }
        for one in problems
    ]
    return {"version": 1, "files": files, "problems": rows}


def render_json(files: int, problems: Iterable[Problem], lang: str) -> str:
    """Return the report as JSON text, UTF-8 and not escaped."""
    return json.dumps(to_json(files, problems, lang), ensure_ascii=False, indent=2) + "\n"


def render_github(problems: Iterable[Problem], lang: str) -> str:
    """Return the problems as workflow commands that annotate a change on GitHub, one a line."""
    lines = []
    for one in problems:
        message, fix = (one.message.zh, one.fix.zh) if lang == "zh" else (one.message.en, one.fix.en)
        spot = f",line={one.place.line},col={one.place.column}" if one.place.line else ""
        file, title = _property(one.place.path), _property(one.code)
        lines.append(f"::{one.severity} file={file}{spot},title={title}::{_data(message)}%0A{_data(fix)}")
    return "".join(line + "\n" for line in lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
