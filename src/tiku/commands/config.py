"""``tiku config``: see or change settings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, note
from tiku.commands.workbench import globals_of
from tiku.settings import KEYS, load_settings, parse_value, places, save_setting

ZH = "不带参数列出全部设置和所在位置；带名字看一项；带名字和值改一项。"
EN = "Without arguments it lists the settings and where things are; with a name and a value it changes one."


def run(
    ctx: typer.Context,
    key: Annotated[str | None, typer.Argument(metavar="[KEY]", help=tr("设置项", "the setting"))] = None,
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help=tr("新的值", "its new value"))] = None,
    json: JSON = False,
) -> None:
    """See or change settings."""
    options = globals_of(ctx)
    where = places(options.environ, options.data_path)
    if key is not None and value is not None:
        save_setting(where.settings_file, key, value)
        note(tr(f"已保存到 {where.settings_file}", f"saved in {where.settings_file}"))
        return
    settings = asdict(load_settings(where.settings_file))
    if key is not None:
        if key not in KEYS:
            parse_value(key, "")
        if json:
            document({"settings": {key: settings[key]}})
        else:
            print(settings[key])
        return
    folders = {"data": where.data, "state": where.state, "cache": where.cache, "settings": where.settings_file}
    if json:
        document({"settings": settings, "places": {name: str(path) for name, path in folders.items()}})
        return
    for name, current in settings.items():
        print(f"{name:<12} {current}")
    for name, path in folders.items():
        print(f"{name:<12} {path}")
