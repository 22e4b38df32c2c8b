"""Study sheets as an Anki package: one note a question, whose guid follows from the question's id alone."""

from __future__ import annotations

import re
import tempfile
import zlib
from pathlib import Path
from typing import Any, Final

from tiku.errors import CannotError
from tiku.model import Lang
from tiku.sheet import html
from tiku.sheet.build import Block, Entry, Sheet

MODEL: Final = 1_764_547_201
FIELDS: Final = ("id", "question_zh", "question_en", "answer_zh", "answer_en")
_FRONT: Final = "<div class=q>{{question_zh}}</div><div class=q>{{question_en}}</div>"
_BACK: Final = "{{FrontSide}}<hr id=answer><div>{{answer_zh}}</div><div>{{answer_en}}</div><p class=id>{{id}}</p>"
_CSS: Final = """
.card{font:18px/1.6 system-ui,sans-serif;text-align:left;max-width:46rem;margin:0 auto;padding:.5rem;overflow-wrap:anywhere}
.q{font-weight:600}.id{opacity:.7;font-size:.8em}pre{white-space:pre-wrap;background:#8882;padding:.5em}
h4{margin:.8em 0 .2em}ul{margin:.2em 0;padding-left:1.2em}.nightMode a{color:#79c0ff}
"""


def render(sheet: Sheet) -> bytes:
    """Return the package. A note's modification time is that of its question file. Raises CannotError."""
    try:
        import genanki  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise CannotError(
            "缺少 genanki", "genanki is missing", "pip install 'tiku[anki]'", "pip install 'tiku[anki]'"
        ) from error

    class Dated(genanki.Note):  # type: ignore[misc, unused-ignore]
        """A note that carries its own modification time."""

        modified = 0

        def write_to_db(self, cursor: Any, timestamp: float, deck_id: int, id_gen: Any) -> None:
            """Write the note with its own time, so that only an edited question updates its note."""
            super().write_to_db(cursor, self.modified or timestamp, deck_id, id_gen)

    model = genanki.Model(
        MODEL, "tiku", fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "tiku", "qfmt": _FRONT, "afmt": _BACK}], css=_CSS,
    )  # fmt: skip
    deck = genanki.Deck(1_500_000_000 + zlib.crc32(sheet.title.encode("utf-8", "replace")), sheet.title)
    for entry in sheet.entries:
        guid = genanki.guid_for("tiku", entry.source.id)
        note = Dated(model=model, fields=_fields(entry, sheet), tags=_tags(entry), guid=guid)
        note.modified = entry.modified
        deck.add_note(note)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheet.apkg"
        genanki.Package(deck).write_to_file(str(file))
        import zipfile

        with zipfile.ZipFile(file, "a") as archive:
            archive.comment = b"tiku-sheet"
        return file.read_bytes()


def _fields(entry: Entry, sheet: Sheet) -> list[str]:
    one = entry.source
    sides: list[str] = []
    langs: tuple[Lang, Lang] = ("zh", "en")
    for blocks in (entry.front, entry.back):
        for lang in langs:
            wanted = sheet.langs in ("both", lang)
            head = html.text_html(one.question, lang) if blocks is entry.front else ""
            sides.append(head + _inner(blocks, lang) if wanted else "")
    return [html.text_html_plain(one.id), *sides]


def _inner(blocks: tuple[Block, ...], lang: Lang) -> str:
    return html.blocks_html(blocks, lang).replace("{{", "{&#8203;{")


def _tags(entry: Entry) -> list[str]:
    one = entry.source
    pairs = [("topic", one.topic), ("level", one.level or "")]
    pairs += [("posting", posting) for posting in one.postings] + [("skill", skill) for skill in one.skills]
    return ["tiku::" + name + "::" + re.sub(r"\s+", "_", value) for name, value in pairs if value]
