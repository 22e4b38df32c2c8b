"""Bank text stays text in every format."""

from __future__ import annotations

import json
from html.parser import HTMLParser

from tiku.model import Point, Question, Source, Text
from tiku.sheet import html, markdown, table
from tiku.sheet.build import Chosen, Sheet, build

EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>&amp; "\u202e'


def sheet_of(text: str) -> Sheet:
    both = Text(text, text)
    sources = (Source("s", "javascript:alert(1)"),)
    question = Question(id="q", kind="open", question=both, points=(Point("p", both),), sources=sources)
    return build(text, [Chosen(question)], {}, {}, "both")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_html_of_a_hostile_bank_has_one_script_no_handlers_and_no_javascript_links() -> None:
    page = html.render(sheet_of(EVIL)).decode()
    tags = Tags()
    tags.feed(page)
    assert [tag for tag, _ in tags.seen].count("script") == 1
    assert not [tag for tag, _ in tags.seen if tag == "img"]
    names = {name for _, attributes in tags.seen for name in attributes}
    assert not {name for name in names if name.startswith("on")}
    assert not [a for _, a in tags.seen if (a.get("href") or "").startswith("javascript")]
    assert "\u202e" not in page
    assert "&lt;U+202E&gt;" in page


def test_markdown_of_a_hostile_bank_has_no_tags_and_no_javascript_links() -> None:
    text = markdown.render(sheet_of(EVIL)).decode()
    assert "<script" not in text.replace(r"\<script", "")
    assert "](javascript" not in text


def test_a_cell_that_a_spreadsheet_would_run_is_made_harmless_and_json_keeps_it() -> None:
    for sign in "=+-@":
        text = sign + "cmd()"
        assert table.harmless(text) == "'" + text
        assert f"'{text}" in table.render_csv(sheet_of(text)).decode("utf-8-sig")
        document = json.loads(table.render_json(sheet_of(text)))
        assert document["questions"][0]["question"]["zh"] == text
