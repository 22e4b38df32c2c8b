"""``tiku help``: the page of a verb, a topic or a problem code."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated

import typer

from tiku.commands import VERBS, language, tr
from tiku.errors import UsageError
from tiku.text import nearest

ZH = "例如: tiku help quiz、tiku help format、tiku help duplicate-key。不带名字时列出全部主题。"
EN = "For example: tiku help quiz, tiku help format, tiku help duplicate-key. Without a name it lists the topics."


def run(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="[VERB|TOPIC|CODE]", help=tr("要看的页", "the page"))] = None,
) -> None:
    """Print a page."""
    if name is None:
        _contents()
        return
    verb = next((one for one in VERBS if one.name == name), None)
    if verb is not None:
        from tiku.commands.loading import load

        command = load(verb)
        parent = ctx.parent.parent if ctx.parent is not None and ctx.parent.parent is not None else ctx.find_root()
        print(command.get_help(type(ctx)(command, info_name=name, parent=parent)))
        return
    page = pages().get(name)
    if page is None:
        near = nearest(name, [*pages(), *(one.name for one in VERBS)])
        raise UsageError(
            f"没有 {name!r} 这一页",
            f"there is no page {name!r}",
            f"是否指 tiku help {near}？" if near else "全部主题: tiku help",
            f"did you mean tiku help {near}?" if near else "see all topics: tiku help",
        )
    print(page.read_text(encoding="utf-8").rstrip("\n"))


def pages() -> dict[str, Traversable]:
    """Return every page of the interface language by name: topics first, then problem codes."""
    folder = files("tiku").joinpath("help", language())
    found: dict[str, Traversable] = {}
    for place in (folder, folder.joinpath("codes")):
        if place.is_dir():
            for page in sorted(place.iterdir(), key=lambda one: one.name):
                if page.name.endswith(".md"):
                    found[page.name.removesuffix(".md")] = page
    return found


def _contents() -> None:
    for name, page in pages().items():
        first = page.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
        print(f"{name:<24} {first}")
