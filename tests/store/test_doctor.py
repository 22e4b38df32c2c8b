"""The doctor: finds what is wrong, changes nothing by looking, and mends what can be mended."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from store_kit import DAY_MS, T0, Bank, Maker, outline, write_log

from tiku.errors import CannotError
from tiku.store.backup import automatic_backup, backup
from tiku.store.device import device_id
from tiku.store.doctor import Finding, Setup, examine
from tiku.store.event import Event, Review, Suspend, write_event
from tiku.store.log import Log
from tiku.store.mend import set_aside
from tiku.store.merge import find_new
from tiku.store.reader import all_events
from tiku.store.state import State

BANK = Bank({"q": outline("a", "b")})


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    data, state = tmp_path / "data", tmp_path / "state"
    log = Log(data, lambda: device_id(state, data, "host"))
    return Setup(data, state, tmp_path / "cache" / "state.db", log, BANK, 0.9, T0 + DAY_MS, "host")


def answered(setup: Setup, count: int = 5) -> list[Event]:
    make = Maker()
    return [setup.log.append(make(Review("q", "good", (("a", True),)), T0 + n * 1000)) for n in range(count)]


def tree(folder: Path) -> dict[str, Any]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


def mend(found: list[Finding]) -> None:
    for finding in found:
        if finding.mend:
            finding.mend()


def test_a_sound_house_has_no_findings(setup: Setup) -> None:
    answered(setup)
    state = State.open(setup.cache, setup.data)
    state.sync(BANK, 0.9)
    state.close()
    assert automatic_backup(setup.data, setup.data / "settings.json", "dev", 739_880, T0)
    assert examine(setup) == []


def test_looking_at_nothing_makes_nothing(setup: Setup, tmp_path: Path) -> None:
    assert examine(setup) == []
    assert list(tmp_path.iterdir()) == []


def test_every_finding_has_cause_place_and_cure_and_looking_changes_nothing(setup: Setup) -> None:
    answered(setup)
    with open(setup.log.path, "ab") as file:
        file.write(b"rubbish\n")
    setup.cache.parent.mkdir()
    setup.cache.write_bytes(b"no database" * 100)
    (setup.data / "backups").mkdir()
    (setup.data / "backups" / "2026-01-01-dev.zip").write_bytes(b"rot")
    shutil.copy(setup.log.path, setup.log.path.with_name(f"{setup.log.path.stem}.sync-conflict-1.jsonl"))
    before = tree(setup.data), tree(setup.state)
    found = examine(setup)
    assert set(codes(found)) == {"log-damaged", "device-shared", "backup-damaged", "cache-damaged"}
    for finding in found:
        assert finding.place and all((finding.text.zh, finding.text.en, finding.cure.zh, finding.cure.en))
    assert (tree(setup.data), tree(setup.state)) == before
    mend(found)
    assert set(codes(examine(setup))) <= {"log-damaged"}  # the copy is another's log now


def test_damaged_lines_are_moved_aside_and_every_sound_one_stays(setup: Setup) -> None:
    events = answered(setup, 4)
    lines = setup.log.path.read_bytes().splitlines(keepends=True)
    setup.log.path.write_bytes(lines[0] + b"rubbish\n" + lines[1] + b"X" + lines[2][:-1] + lines[3] + b'{"torn')
    (finding,) = examine(setup)
    assert "2" in finding.text.en and finding.mend
    finding.mend()
    assert {event.id for event, _ in all_events(setup.log.path)} == {event.id for event in events}
    assert setup.log.path.read_bytes().endswith(b'{"torn')
    (aside,) = (setup.data / "damaged").iterdir()
    assert b"rubbish\n" in aside.read_bytes()
    assert examine(setup) == []
    answered(setup, 1)
    assert len(list(all_events(setup.log.path))) == 5


def test_damage_in_the_log_of_another_machine_is_left_to_it(setup: Setup, make: Maker) -> None:
    answered(setup)
    path = write_log(setup.data, "other", [make(Suspend("q"))])
    with open(path, "ab") as file:
        file.write(b"rubbish\n")
    (finding,) = examine(setup)
    assert finding.mend is None and "machine" in finding.cure.en


def test_a_log_being_written_is_not_set_aside(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(setup)
    from contextlib import contextmanager

    from tiku.store import mend as module

    @contextmanager
    def busy(fd: int) -> Any:
        yield False

    monkeypatch.setattr(module, "locked", busy)
    before = setup.log.path.read_bytes()
    with pytest.raises(CannotError, match="another process"):
        set_aside(setup.log.path, setup.data / "damaged")
    assert setup.log.path.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="an open file is not replaced there")
def test_a_writer_that_waits_finds_the_log_that_took_the_place(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    first = answered(setup, 2)
    with open(setup.log.path, "ab") as file:
        file.write(b"rubbish\n")
    from tiku.store import log as module

    real, done = module.locked, []

    def late(fd: int, wait: float) -> Any:
        if not done:
            done.append(set_aside(setup.log.path, setup.data / "damaged"))
        return real(fd, wait)

    monkeypatch.setattr(module, "locked", late)
    last = setup.log.append(Maker()(Suspend("late"), T0 + 10**6))
    assert done == [1]
    assert [event.id for event, _ in all_events(setup.log.path)] == [*(event.id for event in first), last.id]


def test_events_that_only_backups_hold_are_brought_back(setup: Setup) -> None:
    events = answered(setup, 30)
    automatic_backup(setup.data, setup.data / "settings.json", "dev", 739_880, T0)
    chance, raw = random.Random(5), bytearray(setup.log.path.read_bytes())
    for at in range(len(raw)):
        if chance.random() < 0.01:
            raw[at] ^= chance.randrange(1, 256)
    setup.log.path.write_bytes(raw)
    found = examine(setup)
    assert "log-lost" in codes(found) and "log-damaged" in codes(found)
    mend(found)
    assert {event.id for event, _ in all_events(setup.log.path)} == {event.id for event in events}
    assert examine(setup) == []


def test_events_of_a_clock_ahead_are_told(setup: Setup) -> None:
    make = Maker()
    setup.log.append(make(Suspend("q"), setup.now + DAY_MS))
    assert examine(setup) == []
    late = setup.log.append(make(Suspend("q"), setup.now + DAY_MS + 1))
    (finding,) = examine(setup)
    assert finding.code == "log-future" and late.id in finding.cure.en and finding.mend is None


def test_a_shared_device_id_is_given_up(setup: Setup) -> None:
    answered(setup)
    name = setup.log.path.stem
    shutil.copy(setup.log.path, setup.log.path.with_name(f"{name} (conflicted copy).jsonl"))
    (finding,) = examine(setup)
    assert finding.code == "device-shared" and finding.mend
    finding.mend()
    assert device_id(setup.state, setup.data, "host") != name
    assert examine(setup) == []


@pytest.mark.parametrize("trouble", ["rubbish", "other figures", "damaged inside"])
def test_a_cache_that_is_wrong_is_deleted(setup: Setup, trouble: str) -> None:
    answered(setup)
    state = State.open(setup.cache, setup.data)
    state.sync(BANK, 0.9)
    state.close()
    if trouble == "rubbish":
        setup.cache.write_bytes(b"x" * 5000)
    elif trouble == "other figures":
        db = sqlite3.connect(setup.cache)
        db.execute("UPDATE memory SET stability = 1")
        db.commit()
        db.close()
    else:
        raw = bytearray(setup.cache.read_bytes())
        raw[4096:] = b"\x07" * (len(raw) - 4096)
        setup.cache.write_bytes(raw)
    (finding,) = examine(setup)
    assert finding.code == "cache-damaged" and finding.mend
    finding.mend()
    assert not setup.cache.exists()
    assert examine(setup) == []


def test_a_log_that_cannot_be_read_is_a_finding(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(setup)
    from tiku.store import reader

    def refuse(path: Any, *rest: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reader, "open", refuse, raising=False)
    (finding,) = examine(setup)
    assert finding.code == "unreadable" and finding.place == str(setup.log.path)


@pytest.mark.parametrize("which", ["data", "state", "cache"])
def test_a_folder_that_cannot_be_written_is_told(setup: Setup, tmp_path: Path, which: str) -> None:
    (tmp_path / "file").write_text("a file where a folder should be")
    bad = tmp_path / "file" / "inside"
    changed = replace(setup, **{which: bad / "state.db" if which == "cache" else bad})
    found = [finding for finding in examine(changed) if finding.code == "folder-closed"]
    assert len(found) == 1
    assert found[0].place == str(tmp_path / "file")


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_disk_nearly_full_is_told(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 10**6))
    assert codes(examine(setup)) == ["disk-full"]

    def fail(path: Path) -> Usage:
        raise OSError("no such call")

    monkeypatch.setattr(shutil, "disk_usage", fail)
    assert examine(setup) == []


def test_a_backup_by_hand_counts_too(setup: Setup) -> None:
    event = answered(setup, 1)[0]
    backup(setup.data, setup.data / "settings.json", setup.data / "backups" / "mine.zip", T0)
    setup.log.path.write_bytes(b"")
    (finding,) = examine(setup)
    assert finding.code == "log-lost" and finding.mend
    finding.mend()
    assert setup.log.path.read_bytes() == write_event(event) + b"\n"
    assert not find_new(setup.data, [setup.data / "backups" / "mine.zip"]).new
