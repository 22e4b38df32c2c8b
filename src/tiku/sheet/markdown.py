"""Study sheets as GitHub-flavoured Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tiku.model import Langs, Text
from tiku.sheet.build import Block, Entry, Item, Sheet, shown
from tiku.text import visible

_SPAN = re.compile(r"(`[^`\n]+`)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~$&])")


def render(sheet: Sheet) -> bytes:
    """Return the sheet as UTF-8 Markdown."""
    return ("\n".join(_lines(sheet)).rstrip("\n") + "\n").encode("utf-8", "replace")


def escaped(text: str) -> str:
    """Return bank text that Markdown shows as it stands; code spans stay code."""
    parts = _SPAN.split(visible(text))
    done = [part if at % 2 else _SPECIAL.sub(r"\\\1", part) for at, part in enumerate(parts)]
    return re.sub(r"(?m)^(\s*)([-+=]|\d+[.)])", r"\1\\\2", "".join(done)) if text[:1] in "-+=" else "".join(done)


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"<!-- tiku-sheet -->\n# {escaped(sheet.title)}\n"
    yield from _contents(sheet)
    for section in sheet.sections:
        yield f"## {_inline(section.name, sheet.langs)}\n"
        for entry in section.entries:
            yield from _question(entry, sheet)
            if sheet.answers == "shown":
                yield from _blocks(entry.back, sheet.langs)
            elif sheet.answers == "after":
                yield f"[→ 答案 / answer](#a{entry.number})\n"
    if sheet.answers == "after":
        yield "## 答案 / Answers\n"
        for entry in sheet.entries:
            yield f'<a id="a{entry.number}"></a>\n'
            yield f"### [{entry.number}](#q{entry.number}). {_inline(entry.source.question, sheet.langs)}\n"
            yield from _blocks(entry.back, sheet.langs)


def _contents(sheet: Sheet) -> Iterator[str]:
    yield "## 目录 / Contents\n"
    for section in sheet.sections:
        yield f"- {_inline(section.name, sheet.langs)}: {_links(section.entries)}"
    for level in ("junior", "senior", "expert"):
        members = tuple(entry for entry in sheet.entries if entry.source.level == level)
        if members:
            yield f"- {level}: {_links(members)}"
    for ident, name in sheet.postings:
        members = tuple(entry for entry in sheet.entries if ident in entry.source.postings)
        yield f"- {_inline(name, sheet.langs)}: {_links(members)}"
    yield ""


def _links(entries: tuple[Entry, ...]) -> str:
    return " ".join(f"[{entry.number}](#q{entry.number})" for entry in entries)


def _question(entry: Entry, sheet: Sheet) -> Iterator[str]:
    one = entry.source
    yield f'<a id="q{entry.number}"></a>\n'
    yield f"### {entry.number}. {_inline(one.question, sheet.langs)}\n"
    yield f"`{one.id}` " + " · ".join(map(escaped, filter(None, (one.kind, one.level, *one.postings)))) + "\n"
    for text in entry.progress:
        yield f"> {_inline(text, sheet.langs)}\n"
    yield from _blocks(entry.front, sheet.langs)


def _blocks(blocks: tuple[Block, ...], langs: Langs) -> Iterator[str]:
    for block in blocks:
        yield f"**{_inline(block.heading, langs)}**\n"
        yield from (_item(item, langs) for item in block.items)
        yield ""


def _item(item: Item, langs: Langs) -> str:
    if item.code:
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", item.code)), default=0))
        return f"{fence}\n{visible(item.code)}\n{fence}"
    text = _inline(item.text, langs)
    if item.url:
        address = re.sub(r"[\s<>()\\]", lambda found: f"%{ord(found[0]):02X}", item.url)
        text = f"[{text}]({address})"
    return f"- {escaped(item.mark)} {text}".replace("-  ", "- ")


def _inline(text: Text, langs: Langs) -> str:
    return " / ".join(" ".join(escaped(one).split()) for one in shown(text, langs))
