"""Whatever happens to the cache, the state is right and nothing is an error."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from store_kit import T0, Bank, Maker, contents, outline, write_log

from tiku.store import cache
from tiku.store.event import Review
from tiku.store.state import State

BANK = Bank({"q": outline("a", "b"), "r": outline("a")})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "state.db"


@pytest.fixture
def filled(data: Path, make: Maker) -> Path:
    events = [make(Review(f"q{n}", "good", (("a", True), ("b", n % 2 > 0))), T0 + n) for n in range(200)]
    write_log(data, "device", events)
    return data


def synced(path: Path | None, data: Path) -> State:
    state = State.open(path, data)
    state.sync(BANK, 0.9)
    return state


def deleted(path: Path) -> None:
    for name in path.parent.iterdir():
        name.unlink()


def version(number: int) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA user_version={number}")
        db.execute("CREATE TABLE IF NOT EXISTS things_of_tomorrow(x)")
        db.execute('CREATE VIEW IF NOT EXISTS "a ""view" AS SELECT 1')
        db.commit()
        db.close()

    return change


def middle_zeroed(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[4096:-4096] = bytes(len(raw) - 8192)
    path.write_bytes(raw)


def without_tables(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("DROP TABLE cards")
    db.commit()
    db.close()


FATES: dict[str, Callable[[Path], object]] = {
    "deleted": deleted,
    "folder deleted": lambda path: (deleted(path), path.parent.rmdir()),
    "emptied": lambda path: path.write_bytes(b""),
    "cut in the header": lambda path: path.write_bytes(path.read_bytes()[:20]),
    "cut to half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "cut by a byte": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "zeroed": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "zeroed inside": middle_zeroed,
    "other text": lambda path: path.write_bytes(b"this is no database at all" * 1000),
    "newer version": version(99),
    "older version": version(0),
    "without its tables": without_tables,
    "rubbish beside it": lambda path: Path(f"{path}-wal").write_bytes(b"x" * 5000),
}


@pytest.mark.parametrize("fate", FATES)
def test_a_cache_of_any_fate_is_made_anew_without_a_word(path: Path, filled: Path, fate: str) -> None:
    want = contents(synced(None, filled))
    state = synced(path, filled)
    assert contents(state) == want
    state.close()
    FATES[fate](path)
    state = synced(path, filled)
    state.dues()
    assert contents(state) == want
    assert not state.in_memory
    state.close()
    again = synced(path, filled)
    assert contents(again) == want
    assert again.sync(BANK, 0.9).added == 0


def test_a_cache_of_another_data_folder_is_emptied(path: Path, filled: Path, tmp_path: Path) -> None:
    synced(path, filled).close()
    other = synced(path, tmp_path / "other")
    assert other.entries() == [] and other.dues() == []
    other.close()
    assert contents(synced(path, filled)) == contents(synced(None, filled))


def test_a_cache_damaged_under_a_running_program_is_made_anew(path: Path, filled: Path) -> None:
    state = synced(path, filled)
    want = contents(state)
    state._cache.db.execute("DROP TABLE cards")
    assert state.card("q1") is not None
    assert contents(state) == want
    state._cache.db.execute("DROP TABLE files")
    assert state.sync(BANK, 0.9).added == 200
    assert contents(state) == want


@pytest.mark.parametrize("place", ["file in the way", "folder in the way"])
def test_where_no_cache_can_be_kept_the_state_is_in_memory(tmp_path: Path, filled: Path, place: str) -> None:
    if place == "file in the way":
        (tmp_path / "cache").write_text("a file")
    else:
        (tmp_path / "cache" / "state.db").mkdir(parents=True)
    state = synced(tmp_path / "cache" / "state.db", filled)
    assert state.in_memory
    assert contents(state) == contents(synced(None, filled))


def test_a_cache_that_cannot_be_written_gives_way_to_memory(path: Path, filled: Path) -> None:
    synced(path, filled).close()
    state = State.open(path, filled)
    state._cache.db.execute("PRAGMA query_only=ON")  # what a read-only disk says
    write_log(filled, "more", [Maker()(Review("r", "good"), T0 + 999)])
    state.sync(BANK, 0.9)
    assert state.in_memory
    assert state.card("r")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_read_only_cache_folder_gives_way_to_memory(path: Path, filled: Path) -> None:
    synced(path, filled).close()
    path.parent.chmod(0o500)
    path.chmod(0o400)
    try:
        write_log(filled, "more", [Maker()(Review("r", "good"), T0 + 999)])
        assert synced(path, filled).card("r")
    finally:
        path.parent.chmod(0o700)


def test_a_cache_locked_by_another_for_too_long_gives_way_to_memory(
    path: Path, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced(path, filled).close()
    monkeypatch.setattr(cache, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    write_log(filled, "more", [Maker()(Review("r", "good"), T0 + 999)])
    state = synced(path, filled)
    assert state.in_memory and state.card("r")
    other.execute("ROLLBACK")
    other.close()


def test_a_first_opening_in_the_way_of_another_waits(path: Path, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(cache, "BUSY_SECONDS", 0.05)
    assert synced(path, filled).in_memory
    other.execute("ROLLBACK")
    other.close()
    assert not synced(path, filled).in_memory


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_answers_and_notes_in_the_cache_are_private(path: Path, filled: Path) -> None:
    synced(path, filled)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
