"""Study sheets as one self-contained HTML page. All bank text is escaped; the policy admits only our own script."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape

from tiku.model import Langs, Text
from tiku.sheet.build import Block, Entry, Item, Sheet, shown
from tiku.sheet.page import SCRIPT, STYLE
from tiku.text import visible


def render(sheet: Sheet) -> bytes:
    """Return the page as UTF-8."""
    return "\n".join(_page(sheet)).encode("utf-8", "replace")


def _hash(text: str) -> str:
    return "'sha256-" + b64encode(sha256(text.encode()).digest()).decode() + "'"


def _page(sheet: Sheet) -> Iterator[str]:
    lang = "en" if sheet.langs == "en" else "zh-Hans"
    policy = (
        f"default-src 'none'; style-src {_hash(STYLE)}; script-src {_hash(SCRIPT)}; base-uri 'none'; form-action 'none'"
    )
    yield f'<!doctype html>\n<html lang="{lang}" data-show="{sheet.langs}"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="generator" content="tiku-sheet"><meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<title>{text_html_plain(sheet.title)}</title><style>{STYLE}</style></head><body class={sheet.style}>"
    yield f"<header><h1>{text_html_plain(sheet.title)}</h1>{_controls(sheet)}</header>"
    yield f"<nav aria-label='目录 contents'><details><summary>目录 / Contents</summary>{_contents(sheet)}</details></nav><main>"
    for section in sheet.sections:
        yield f'<section><h2 id="t-{text_html_plain(section.ident)}">{text_html(section.name, sheet.langs)}</h2>'
        for entry in section.entries:
            yield _entry(entry, sheet)
        yield "</section>"
    if sheet.answers == "after":
        yield "<section class=after><h2>答案 / Answers</h2>"
        for entry in sheet.entries:
            head = f'<h3 id="a{entry.number}"><a href="#q{entry.number}">{entry.number}</a>. '
            yield f"<article {_data(entry)}>{head}{text_html(entry.source.question, sheet.langs)}</h3>"
            yield f"{blocks_html(entry.back, sheet.langs)}</article>"
        yield "</section>"
    yield f"</main><script>{SCRIPT}</script></body></html>\n"


def _controls(sheet: Sheet) -> str:
    topics = [(section.ident, section.name) for section in sheet.sections]
    levels = [(level, Text(level, level)) for level in ("junior", "senior", "expert")]
    parts = [
        '<div role="search"><input id="find" type="search" aria-label="搜索 search" placeholder="搜索 / search (/)">'
    ]
    parts += [
        _select(name, label, values)
        for name, label, values in (
            ("topic", "主题 / topic", topics), ("level", "难度 / level", levels), ("posting", "岗位 / posting", sheet.postings)
        )
    ]  # fmt: skip
    if sheet.langs == "both":
        parts.append('<select id="lang" aria-label="语言 language"><option value="both">中 + EN<option value="zh">中文')
        parts.append('<option value="en">English</select>')
    if sheet.answers == "shown":
        parts.append('<button id="open">全部展开 / reveal all</button><button id="shut">全部收起 / hide all</button>')
    return "".join(parts) + '<span id="count" role="status"></span></div>'


def _select(name: str, label: str, values: list[tuple[str, Text]] | tuple[tuple[str, Text], ...]) -> str:
    options = "".join(
        f'<option value="{text_html_plain(key)}">{text_html_plain(text.zh)}</option>' for key, text in values
    )
    return f'<select id="{name}" aria-label="{label}"><option value="">{label}</option>{options}</select>'


def _contents(sheet: Sheet) -> str:
    lists = [(section.name, section.entries) for section in sheet.sections]
    levels = ("junior", "senior", "expert")
    lists += [(Text(name, name), tuple(one for one in sheet.entries if one.source.level == name)) for name in levels]
    for ident, name in sheet.postings:
        lists.append((name, tuple(one for one in sheet.entries if ident in one.source.postings)))
    return "<ul>" + "".join(
        f"<li>{text_html(name, sheet.langs)}: " + " ".join(f'<a href="#q{e.number}">{e.number}</a>' for e in entries) + "</li>"
        for name, entries in lists if entries
    ) + "</ul>"  # fmt: skip


def _data(entry: Entry) -> str:
    one = entry.source
    topic = text_html_plain(one.topic or "questions")
    return (
        f'data-topic="{topic}" data-level="{one.level or ""}" data-posting="{text_html_plain(" ".join(one.postings))}"'
    )


def _entry(entry: Entry, sheet: Sheet) -> str:
    one = entry.source
    facts = " · ".join(map(text_html_plain, filter(None, (one.id, one.kind, one.level, *one.postings))))
    progress = "".join(f"<p class=progress>{text_html(text, sheet.langs)}</p>" for text in entry.progress)
    answer = ""
    if sheet.answers == "shown":
        inner = blocks_html(entry.back, sheet.langs)
        answer = f'<details class=answer data-id="{text_html_plain(one.id)}"><summary>答案 / answer</summary>{inner}</details>'
    elif sheet.answers == "after":
        answer = f'<p><a href="#a{entry.number}">→ 答案 / answer</a></p>'
    head = f'<h3 id="q{entry.number}">{entry.number}. {text_html(one.question, sheet.langs)}</h3>'
    head += f"<p class=facts>{facts}</p>{progress}"
    return f"<article {_data(entry)}>{head}{blocks_html(entry.front, sheet.langs)}{answer}</article>"


def blocks_html(blocks: tuple[Block, ...], langs: Langs) -> str:
    """Return blocks as HTML."""
    return "".join(
        f"<div class={block.name}><h4>{text_html(block.heading, langs)}</h4><ul>"
        + "".join(_item(item, langs) for item in block.items) + "</ul></div>"
        for block in blocks
    )  # fmt: skip


def _item(item: Item, langs: Langs) -> str:
    if item.code:
        return f"<li class=code><pre><code>{text_html_plain(item.code)}</code></pre></li>"
    text = text_html(item.text, langs)
    if item.url:
        text = f'<a rel="noopener noreferrer" href="{text_html_plain(item.url)}">{text}</a>'
    return f"<li><b>{text_html_plain(item.mark)}</b> {text}</li>" if item.mark else f"<li>{text}</li>"


def text_html(text: Text, langs: Langs) -> str:
    """Return a bilingual text as HTML."""
    parts = shown(text, langs)
    if langs != "both" or len(parts) == 1:
        return _rich(parts[0])
    return f'<span class=zh lang="zh-Hans">{_rich(parts[0])}</span> <span class=en lang="en">{_rich(parts[1])}</span>'


def _rich(text: str) -> str:
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", text_html_plain(text)).replace("\n", "<br>")


def text_html_plain(text: str) -> str:
    """Return bank text escaped, with control and bidi marks shown."""
    return escape(visible(text), quote=True)
