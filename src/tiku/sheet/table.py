"""Study sheets as CSV and JSON; both always carry both languages."""

from __future__ import annotations

import csv
import io
import json
from typing import Final

from tiku.bank.record import question_to_json
from tiku.sheet.build import Entry, Sheet
from tiku.text import visible

HEADER: Final = (
    "id", "kind", "topic", "subtopic", "level", "skills", "postings", "question_zh", "question_en", "answer_zh",
    "answer_en", "progress",
)  # fmt: skip


def render_json(sheet: Sheet) -> bytes:
    """Return the questions with every field, unchanged."""
    hidden = ("points", "opening", "solution", "formula", "steps", "follow_ups", "mistakes", "numbers")
    questions = []
    for entry in sheet.entries:
        value = question_to_json(entry.source)
        if sheet.answers == "hidden":
            value = {key: one for key, one in value.items() if key not in hidden}
            if entry.source.options:
                value |= {"options": [{"zh": o.text.zh, "en": o.text.en} for o in entry.source.options]}
        if entry.progress:
            value["progress"] = [{"zh": text.zh, "en": text.en} for text in entry.progress]
        questions.append(value)
    document = {"version": 1, "mark": "tiku-sheet", "title": sheet.title, "questions": questions}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def render_csv(sheet: Sheet) -> bytes:
    """Return one row a question, with a byte order mark so that spreadsheets read UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for entry in sheet.entries:
        writer.writerow([harmless(cell) for cell in _row(entry, sheet.answers != "hidden")])
    return out.getvalue().encode("utf-8-sig", "replace")


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    return "'" + cell if cell.lstrip()[:1] in tuple("=+-@") or cell[:1] in ("\t", "\r") else cell


def _row(entry: Entry, answers: bool) -> list[str]:
    one = entry.source
    head = [one.id, one.kind, one.topic, one.subtopic, one.level or "", " ".join(one.skills), " ".join(one.postings)]
    sides = [_answer(entry, "zh"), _answer(entry, "en")] if answers else ["", ""]
    progress = "; ".join(text.en for text in entry.progress)
    return [*head, visible(one.question.zh), visible(one.question.en), *sides, progress]


def _answer(entry: Entry, lang: str) -> str:
    lines = []
    for block in entry.back:
        lines.append(block.heading.zh if lang == "zh" else block.heading.en)
        for item in block.items:
            text = item.code or (item.text.zh if lang == "zh" else item.text.en)
            lines.append(" ".join(filter(None, (item.mark, text, item.url))))
    return visible("\n".join(lines))
