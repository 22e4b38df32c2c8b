"""Merging, backing up, restoring and looking things over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_kit import Tiku


def questions_seen(tiku: Tiku, *more: str) -> set[str]:
    return {one["id"] for one in tiku(*more, "list", "is:seen", "--json").json["questions"]}


def test_two_machines_merge_by_a_folder_a_log_or_a_backup(tiku: Tiku, tmp_path: Path) -> None:
    tiku("record", "ring", "--rating", "good")
    other = str(tmp_path / "other")
    tiku("--data", other, "record", "kv", "--rating", "good")
    tiku("--data", other, "backup", str(tmp_path / "other.zip"))
    for source in (other, str(next(Path(other, "events").glob("*.jsonl"))), str(tmp_path / "other.zip")):
        result = tiku("merge", source)
        assert result.status == 0, result.err
        assert questions_seen(tiku) == {"ring", "kv"}
    assert "0 new" in tiku("merge", other).err
    tiku("--data", other, "merge", str(tmp_path / "data"))
    assert questions_seen(tiku, "--data", other) == {"ring", "kv"}


@pytest.mark.parametrize("name", ["none", "text.txt"])
def test_what_is_no_log_is_refused(tiku: Tiku, tmp_path: Path, name: str) -> None:
    (tmp_path / "text.txt").write_text("hello\n")
    result = tiku("merge", str(tmp_path / name))
    assert result.status == 3 and name in result.err


def test_a_backup_brings_everything_back(tiku: Tiku, tmp_path: Path) -> None:
    tiku("record", "ring", "--rating", "good")
    tiku("config", "minutes", "45")
    assert tiku("backup", str(tmp_path / "b.zip")).status == 0
    shutil.rmtree(tmp_path / "data")
    shutil.rmtree(tmp_path / "cache")
    assert questions_seen(tiku) == set()
    assert tiku("restore", str(tmp_path / "b.zip")).status == 2, "off a terminal it needs --yes"
    assert questions_seen(tiku) == set()
    shown = tiku("restore", str(tmp_path / "b.zip"), "--yes")
    assert shown.status == 0 and "1 events to add" in shown.out
    assert questions_seen(tiku) == {"ring"}
    assert tiku("config", "minutes").out == "45\n"
    assert "nothing to change" in tiku("restore", str(tmp_path / "b.zip")).err


def test_a_backup_never_replaces_a_file_that_is_none(tiku: Tiku, tmp_path: Path) -> None:
    letter = tmp_path / "letter.zip"
    letter.write_text("dear reader")
    assert tiku("backup", str(letter)).status == 3
    assert letter.read_text() == "dear reader"


def test_the_doctor_names_each_finding_with_its_cure_and_changes_nothing_without_fix(
    tiku: Tiku, tmp_path: Path
) -> None:
    assert "all is well" in tiku("doctor").out
    tiku("record", "ring", "--rating", "good")
    log = next((tmp_path / "data" / "events").glob("*.jsonl"))
    log.write_bytes(log.read_bytes() + b"garbage\n")
    before = log.read_bytes()
    found = tiku("doctor", "--json").json["findings"]
    assert [one["code"] for one in found] == ["log-damaged"]
    assert found[0]["fix"] and found[0]["mendable"]
    assert log.read_bytes() == before
    assert tiku("doctor", "--fix").status == 0
    assert tiku("doctor", "--json").json["findings"] == []
    assert questions_seen(tiku) == {"ring"}


def test_one_step_is_taken_back_by_its_id(tiku: Tiku) -> None:
    first = tiku("record", "ring", "--rating", "good", "--json").json["event"]
    tiku("record", "kv", "--rating", "good")
    assert "ring" in tiku("undo", first).out
    assert questions_seen(tiku) == {"kv"}
    assert tiku("undo", "01NOSUCHEVENT").status == 2


@pytest.mark.parametrize("damage", ["deleted", "cut", "zeroed", "text"])
def test_a_damaged_cache_is_made_anew_without_a_word_of_harm(tiku: Tiku, tmp_path: Path, damage: str) -> None:
    tiku("record", "ring", "--rating", "good")
    for path in (tmp_path / "cache").glob("*.db"):
        data = path.read_bytes()
        if damage == "deleted":
            path.unlink()
        else:
            path.write_bytes(
                {"cut": data[: len(data) // 2], "zeroed": bytes(len(data)), "text": b"not a database"}[damage]
            )
    result = tiku("list", "is:seen", "--json")
    assert result.status == 0 and result.err == ""
    assert [one["id"] for one in result.json["questions"]] == ["ring"]
