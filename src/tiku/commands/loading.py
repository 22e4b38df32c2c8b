"""Loading a verb: its module is imported when it runs, or when its options are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer

from tiku.commands import Verb, tr


def load(verb: Verb) -> Any:
    """Import the module of a verb and return its command object."""
    module = import_module(f"tiku.commands.{verb.module}")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    if hasattr(module, "build"):
        module.build(app)
    else:
        app.command(verb.name, help=tr(verb.zh, verb.en) + "\n\n" + tr(module.ZH, module.EN))(module.run)
    command = typer.main.get_command(app)
    command.name = verb.name
    return command
