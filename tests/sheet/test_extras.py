"""PDF and Anki packages; skipped where their extra, the font or pdftotext is missing, but not in CI."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import subprocess
import zipfile
from pathlib import Path

import pytest

from tiku.errors import CannotError
from tiku.model import Point, Question, Text
from tiku.sheet import anki, pdf
from tiku.sheet.build import Chosen, Sheet, build


def needs(there: bool, install: str) -> None:
    if there:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"missing: {install}")
    pytest.skip(install)


def sheet_of(text: Text, modified: int = 1000) -> Sheet:
    question = Question(
        id="ring", kind="open", question=text, points=(Point("p", Text("每卡收发", "each rank sends")),)
    )
    return build("题库", [Chosen(question, modified=modified)], {}, {}, "both")


def test_pdftotext_gives_back_question_and_point(tmp_path: Path) -> None:
    needs(importlib.util.find_spec("typst") is not None, "pip install 'tiku[pdf]'")
    needs(any(os.path.exists(place) for place in pdf._PLACES), "apt-get install fonts-noto-cjk")
    needs(shutil.which("pdftotext") is not None, "apt-get install poppler-utils")
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf.render(sheet_of(Text('环怎么走 #panic("no") $x$', "How does `it` go"))))
    text = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, text=True, check=True).stdout
    assert "How does" in text
    assert '#panic("no")' in text
    assert "each rank sends" in text
    assert b"tiku-sheet" in file.read_bytes()


def test_a_glyph_that_no_font_has_is_refused_by_name() -> None:
    needs(importlib.util.find_spec("typst") is not None, "pip install 'tiku[pdf]'")
    needs(any(os.path.exists(place) for place in pdf._PLACES), "apt-get install fonts-noto-cjk")
    with pytest.raises(CannotError) as caught:
        pdf.render(sheet_of(Text("\U00012000", "x")))
    assert "\U00012000" in caught.value.en
    assert "fonts-noto-cjk" in caught.value.cure_en


def notes(data: bytes, folder: Path) -> list[tuple[str, int, str]]:
    file = folder / "sheet.apkg"
    file.write_bytes(data)
    with zipfile.ZipFile(file) as archive:
        archive.extract("collection.anki2", folder)
    db = sqlite3.connect(folder / "collection.anki2")
    try:
        return [(str(a), int(b), str(c)) for a, b, c in db.execute("SELECT guid, mod, tags || flds FROM notes")]
    finally:
        db.close()


def test_an_edited_question_keeps_its_note_and_takes_the_time_of_its_file(tmp_path: Path) -> None:
    needs(importlib.util.find_spec("genanki") is not None, "pip install 'tiku[anki]'")
    (before,) = notes(anki.render(sheet_of(Text("旧", "old"), 1000)), tmp_path)
    (after,) = notes(anki.render(sheet_of(Text("新", "new"), 2000)), tmp_path)
    assert before[0] == after[0]
    assert (before[1], after[1]) == (1000, 2000)
    assert "每卡收发" in after[2]
