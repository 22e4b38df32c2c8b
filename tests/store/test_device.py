"""The device id: its own for every data folder of every machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tiku.errors import CannotError
from tiku.store.device import MARKER, device_id, write_whole

SRC = str(Path(__file__).parents[2] / "src")


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert one == device_id(tmp_path / "state", tmp_path / "data", "host")
    assert len(one) == 16 and one.isalnum() and one == one.lower()


def test_a_copied_folder_gets_its_own(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    assert device_id(tmp_path / "state", tmp_path / "copy", "host") != one


def test_a_synced_folder_gets_its_own(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert device_id(tmp_path / "state of another machine", tmp_path / "data", "host") != one


def test_a_cloned_home_gets_its_own(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert device_id(tmp_path / "state", tmp_path / "data", "other host") != one


def test_a_fresh_folder_at_an_old_place_gets_its_own(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    (tmp_path / "data").rename(tmp_path / "moved")
    assert device_id(tmp_path / "state", tmp_path / "data", "host") != one


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_two_names_of_one_folder_share_it(tmp_path: Path) -> None:
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    (tmp_path / "link").symlink_to(tmp_path / "data")
    assert device_id(tmp_path / "state", tmp_path / "link", "host") == one


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"device": 5}', '{"device": "../x"}', '{"device": ""}', "\x00"])
def test_a_damaged_record_is_replaced(tmp_path: Path, text: str) -> None:
    device_id(tmp_path / "state", tmp_path / "data", "host")
    (record,) = (tmp_path / "state" / "devices").glob("*.json")
    record.write_text(text)
    fresh = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert json.loads(record.read_text())["device"] == fresh


@pytest.mark.parametrize("raw", [b"", b"\xff\xff"])
def test_a_damaged_marker_is_replaced(tmp_path: Path, raw: bytes) -> None:
    device_id(tmp_path / "state", tmp_path / "data", "host")
    (tmp_path / "data" / "events" / MARKER).write_bytes(raw)
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert one == device_id(tmp_path / "state", tmp_path / "data", "host")


def test_without_a_state_folder_it_is_new_each_time(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    one = device_id(tmp_path / "state", tmp_path / "data", "host")
    assert one and device_id(tmp_path / "state", tmp_path / "data", "host") != one


def test_a_state_folder_that_fails_late_still_gives_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device_id(tmp_path / "state", tmp_path / "data", "host")

    def fail(*names: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "replace", fail)
    assert device_id(tmp_path / "state", tmp_path / "data", "other host")


def test_a_data_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(CannotError) as caught:
        device_id(tmp_path / "state", tmp_path / "data", "host")
    assert caught.value.cure_en and caught.value.place


def test_two_first_runs_at_once_agree(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path;"
        "from tiku.store.device import device_id;"
        "print(device_id(Path(sys.argv[2]) / 'state', Path(sys.argv[2]) / 'data', 'host'))"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", code, SRC, tmp_path], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert len({run.communicate()[0] for run in runs}) == 1


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", "一\n")
    assert (tmp_path / "f").read_bytes() == "一\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
