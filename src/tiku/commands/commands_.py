"""``tiku commands``: every verb with its options, for scripts and for the documentation."""

from __future__ import annotations

from typing import Any

import typer

from tiku.commands import VERBS, tr
from tiku.commands.output import JSON, document

ZH = "加 --json 输出成一份文档，供脚本使用。"
EN = "With --json it is one document for scripts."


def run(ctx: typer.Context, json: JSON = False) -> None:
    """Print the table of verbs."""
    table = describe()
    if json:
        document({"commands": table})
        return
    for verb in table:
        options = " ".join(option["names"][-1] for option in verb["options"])
        print(f"{verb['name']:<11} {verb['help']}")
        if options:
            print(f"{'':<11} {options}")


def describe() -> list[dict[str, Any]]:
    """Return every verb: name, help, arguments and options with names, help, default, choices."""
    from tiku.commands.loading import load

    return [_verb(verb.name, verb.section, tr(verb.zh, verb.en), load(verb)) for verb in VERBS]


def _verb(name: str, section: str, help_text: str, command: Any, path: str = "") -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": f"{path}{name}",
        "section": section,
        "help": help_text,
        "arguments": [],
        "options": [],
    }
    for parameter in command.params:
        if parameter.name == "help":
            continue
        kind = "arguments" if parameter.param_type_name == "argument" else "options"
        entry[kind].append(_parameter(parameter))
    children = getattr(command, "commands", {})
    if children:
        entry["commands"] = [
            _verb(child, section, one.get_short_help_str(200), one, f"{path}{name} ") for child, one in children.items()
        ]
    return entry


def _parameter(parameter: Any) -> dict[str, Any]:
    choices = getattr(parameter.type, "choices", None)
    default = parameter.default
    return {
        "name": parameter.name,
        "names": sorted([*parameter.opts, *parameter.secondary_opts], key=len),
        "metavar": parameter.metavar or parameter.type.name,
        "help": getattr(parameter, "help", None) or "",
        "required": bool(parameter.required),
        "flag": bool(getattr(parameter, "is_flag", False)),
        "many": bool(parameter.multiple) or parameter.nargs == -1,
        "choices": list(choices) if choices else [],
        "default": default if isinstance(default, str | int | float | bool) else None,
    }
