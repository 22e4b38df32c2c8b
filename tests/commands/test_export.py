"""``tiku export`` on the small bank."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command_kit import Tiku


@pytest.mark.parametrize("suffix", ["md", "html", "csv", "json"])
def test_every_question_of_the_query_stands_in_the_file(tiku: Tiku, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"sheet.{suffix}"
    assert tiku("export", "-o", str(target)).status == 0
    text = target.read_text(encoding="utf-8")
    assert all(ident in text for ident in ("ring", "kv", "pick", "own"))
    assert "each rank sends 2(n-1)/n of the data" in text
    assert "每卡收发 2(n-1)/n" in text


def test_json_holds_the_question_as_written(tiku: Tiku, tmp_path: Path) -> None:
    target = tmp_path / "sheet.json"
    tiku("export", "-o", str(target), "id:ring")
    (question,) = json.loads(target.read_text(encoding="utf-8"))["questions"]
    assert question["question"]["zh"] == r"Ring Allreduce 怎么走？`y[i] = a*x[i]` arr[/] :fire: \[0]"


def test_csv_has_one_row_a_question(tiku: Tiku, tmp_path: Path) -> None:
    target = tmp_path / "sheet.csv"
    tiku("export", "-o", str(target), "--order", "id")
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ["kv", "own", "pick", "ring"]


def test_an_unknown_suffix_names_the_known_ones(tiku: Tiku, tmp_path: Path) -> None:
    result = tiku("export", "-o", str(tmp_path / "sheet.docx"))
    assert result.status == 2
    assert ".md" in result.err
    assert ".json" in result.err


def test_a_file_that_is_no_sheet_is_kept_unless_forced(tiku: Tiku, tmp_path: Path) -> None:
    target = tmp_path / "notes.md"
    target.write_text("mine", encoding="utf-8")
    assert tiku("export", "-o", str(target)).status == 3
    assert target.read_text(encoding="utf-8") == "mine"
    assert tiku("export", "-o", str(target), "--force").status == 0
    assert tiku("export", "-o", str(target), "id:ring").status == 0
    assert "ring" in target.read_text(encoding="utf-8")
    assert not list(tmp_path.glob(".notes.md.*"))


def test_hidden_answers_do_not_stand_in_the_file(tiku: Tiku, tmp_path: Path) -> None:
    for suffix in ("md", "html", "csv", "json"):
        target = tmp_path / f"sheet.{suffix}"
        tiku("export", "-o", str(target), "--answers", "hidden")
        assert "each rank sends" not in target.read_text(encoding="utf-8")


def test_progress_says_what_was_missed(tiku: Tiku) -> None:
    assert tiku("record", "ring", "--hit", "steps").status == 0
    assert "missed last time: each rank sends" in tiku("export", "-o", "-", "--progress", "--lang", "en").out


def test_one_language_leaves_the_other_out(tiku: Tiku) -> None:
    out = tiku("export", "-o", "-", "--lang", "en", "id:ring").out
    assert "reduce-scatter, then all-gather" in out
    assert "每卡收发" not in out
