"""Backups: whole, checked, thinned by age; restoring loses nothing and unpacks nothing harmful."""

from __future__ import annotations

import json
import os
import random
import stat
import zipfile
from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_kit import T0, Maker, write_log

from tiku.errors import CannotError
from tiku.store.archive import LIST, fits, is_archive, open_archive
from tiku.store.backup import (
    DAILY,
    FOLDER,
    WEEKLY,
    Change,
    automatic_backup,
    automatic_backups,
    backup,
    kept,
    plan_restore,
    restore,
)
from tiku.store.event import Suspend, write_event
from tiku.store.log import Log

DAY = date(2026, 9, 21).toordinal()


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "config" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"minutes": 20}')
    return path


@pytest.fixture
def filled(data: Path, make: Maker) -> Path:
    write_log(data, "one", [make(Suspend("q")), make(Suspend("r"))])
    (data / "bank" / "我的题").mkdir(parents=True)
    (data / "bank" / "我的题" / "q-1.yaml").write_text("id: q-1\n")
    (data / "bank" / "skills.yaml").write_text("skills: {}\n")
    (data / "bank" / ".git").mkdir()
    (data / "bank" / ".git" / "config").write_text("x")
    (data / "bank" / ".hidden.yaml").write_text("x")
    return data


def test_a_backup_holds_logs_bank_and_settings(filled: Path, settings: Path, tmp_path: Path) -> None:
    path = tmp_path / "b" / "mine.zip"
    contents = backup(filled, settings, path, T0)
    with open_archive(path) as archive:
        assert archive.contents == contents
        assert archive.names() == ["bank/skills.yaml", "bank/我的题/q-1.yaml", "events/one.jsonl", "settings.json"]
        assert archive.read("events/one.jsonl") == (filled / "events" / "one.jsonl").read_bytes()
    assert [one.name for one in path.parent.iterdir()] == ["mine.zip"]
    assert zipfile.ZipFile(path).testzip() is None  # any program can unpack it


def test_the_same_data_gives_the_same_bytes(filled: Path, settings: Path, tmp_path: Path) -> None:
    for name in "ab":
        backup(filled, settings, tmp_path / f"{name}.zip", T0)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_links_and_other_things_are_left_out(filled: Path, settings: Path, tmp_path: Path) -> None:
    (filled / "bank" / "link.yaml").symlink_to("/etc/passwd")
    (filled / "bank" / "out").symlink_to("/etc")
    os.mkfifo(filled / "bank" / "pipe.yaml")
    (filled / "bank" / "back\\slash.yaml").write_text("x")
    with open(os.path.join(os.fsencode(filled / "bank"), b"\xff.yaml"), "w") as file:
        file.write("x")
    names = backup(filled, settings, tmp_path / "b.zip", T0).digests
    assert set(names) == {"bank/skills.yaml", "bank/我的题/q-1.yaml", "events/one.jsonl", "settings.json"}


def test_a_file_that_is_no_backup_is_not_overwritten(filled: Path, settings: Path, tmp_path: Path) -> None:
    path = tmp_path / "thesis.zip"
    path.write_bytes(b"ten years of work")
    with pytest.raises(CannotError, match="no backup"):
        backup(filled, settings, path, T0)
    assert path.read_bytes() == b"ten years of work"


def test_an_older_backup_is_replaced(filled: Path, settings: Path, tmp_path: Path, make: Maker) -> None:
    path = tmp_path / "b.zip"
    backup(filled, settings, path, T0)
    write_log(filled, "two", [make(Suspend("s"))])
    backup(filled, settings, path, T0 + 1)
    with open_archive(path) as archive:
        assert archive.names("events/") == ["events/one.jsonl", "events/two.jsonl"]
        assert archive.contents.made == T0 + 1


def test_a_failure_leaves_the_older_backup_and_no_debris(
    filled: Path, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b" / "b.zip"
    backup(filled, settings, path, T0)
    before = path.read_bytes()

    def fail(*names: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(CannotError, match="No space"):
        backup(filled, settings, path, T0 + 1)
    assert path.read_bytes() == before
    assert len(list(path.parent.iterdir())) == 1


def test_what_is_not_read_back_as_it_was_written_is_no_backup(
    filled: Path, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = zipfile.ZipFile.read

    def rot(self: zipfile.ZipFile, name: str, *rest: Any) -> bytes:
        raw = real(self, name, *rest)
        return raw if name == LIST else raw + b"!"

    monkeypatch.setattr(zipfile.ZipFile, "read", rot)
    with pytest.raises(CannotError):
        backup(filled, settings, tmp_path / "b.zip", T0)
    assert not (tmp_path / "b.zip").exists()


def test_a_file_that_cannot_be_read_is_told(
    filled: Path, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self.name == "skills.yaml":
            raise PermissionError(13, "Permission denied")
        return real(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(CannotError) as caught:
        backup(filled, settings, tmp_path / "b.zip", T0)
    assert caught.value.place.endswith("skills.yaml")
    assert not (tmp_path / "b.zip").exists()


# Automatic ones


def test_there_is_one_automatic_backup_a_day_and_only_for_a_change(filled: Path, settings: Path, make: Maker) -> None:
    first = automatic_backup(filled, settings, "dev", DAY, T0)
    assert first == filled / FOLDER / "2026-09-21-dev.zip"
    write_log(filled, "two", [make(Suspend("s"))])
    assert automatic_backup(filled, settings, "dev", DAY, T0) is None
    assert automatic_backup(filled, settings, "dev", DAY + 1, T0) is not None
    assert automatic_backup(filled, settings, "dev", DAY + 2, T0) is None
    settings.write_text("{}")
    assert automatic_backup(filled, settings, "dev", DAY + 3, T0) is not None
    assert sorted(automatic_backups(filled, "dev")) == [DAY, DAY + 1, DAY + 3]


def test_nothing_to_back_up_is_no_backup(tmp_path: Path) -> None:
    assert automatic_backup(tmp_path / "none", tmp_path / "none", "dev", DAY, T0) is None
    assert automatic_backups(tmp_path / "none") == {}


def test_a_damaged_last_backup_is_followed_by_a_new_one(filled: Path, settings: Path) -> None:
    first = automatic_backup(filled, settings, "dev", DAY, T0)
    assert first
    first.write_bytes(b"rot")
    assert automatic_backup(filled, settings, "dev", DAY + 1, T0) is not None


def test_only_the_own_automatic_backups_are_thinned(filled: Path, settings: Path) -> None:
    folder = filled / FOLDER
    folder.mkdir()
    for name in (
        "2026-09-13-dev.zip",
        "2026-09-12-dev.zip",
        "2026-09-12-other.zip",
        "before-restore-1.zip",
        "mine.zip",
    ):
        (folder / name).write_bytes(b"x")
    (folder / "2026-99-99-dev.zip").write_bytes(b"x")
    automatic_backup(filled, settings, "dev", DAY, T0)
    assert sorted(path.name for path in folder.iterdir()) == [
        "2026-09-12-other.zip",
        "2026-09-13-dev.zip",
        "2026-09-21-dev.zip",
        "2026-99-99-dev.zip",
        "before-restore-1.zip",
        "mine.zip",
    ]
    assert automatic_backups(filled)[DAY - 9].name == "2026-09-12-other.zip"


@given(st.sets(st.integers(DAY - 900, DAY)), st.integers(0, 40))
def test_thinning_keeps_a_week_of_days_a_month_of_weeks_and_every_month(days: set[int], later: int) -> None:
    today = DAY + later
    left = kept(days, today)
    assert left <= days
    assert kept(left, today) == left
    assert {day for day in days if today - day < DAILY} <= left
    for day in days:
        age = today - day
        when = date.fromordinal(day)
        if age >= WEEKLY:
            same = [one for one in left if today - one >= WEEKLY and _month(one) == (when.year, when.month)]
            assert len(same) == 1 or max(days) in same
        elif age >= DAILY:
            same = [one for one in left if DAILY <= today - one < WEEKLY and _week(one) == _week(day)]
            assert len(same) == 1 or max(days) in same
    if days:
        assert max(days) in left


def _month(day: int) -> tuple[int, int]:
    return date.fromordinal(day).year, date.fromordinal(day).month


def _week(day: int) -> tuple[int, int]:
    return date.fromordinal(day).isocalendar()[:2]


def test_a_year_of_daily_thinning_leaves_about_two_dozen() -> None:
    days: set[int] = set()
    start = date(2026, 1, 1)
    for number in range(365):
        today = (start + timedelta(days=number)).toordinal()
        days.add(today)
        days = kept(days, today)
    assert 20 <= len(days) <= 26
    assert min(_month(day) for day in days) == (2026, 1)


# Restoring


def test_restoring_into_an_empty_folder_brings_everything_back(filled: Path, settings: Path, tmp_path: Path) -> None:
    backup(filled, settings, tmp_path / "b.zip", T0)
    fresh, fresh_settings = tmp_path / "fresh", tmp_path / "fresh config" / "settings.json"
    plan = plan_restore(fresh, fresh_settings, tmp_path / "b.zip")
    assert (plan.made, plan.events, plan.known) == (T0, 2, 0)
    assert {change.kind for change in plan.changes} == {"added"}
    assert not fresh.exists()  # a plan changes nothing
    log = Log(fresh, lambda: "dev")
    assert restore(fresh, fresh_settings, tmp_path / "b.zip", log, T0) == (plan, None)
    assert sorted(log.path.read_bytes().splitlines()) == sorted(
        (filled / "events" / "one.jsonl").read_bytes().splitlines()
    )
    assert (fresh / "bank" / "我的题" / "q-1.yaml").read_text() == "id: q-1\n"
    assert fresh_settings.read_text() == '{"minutes": 20}'
    assert plan_restore(fresh, fresh_settings, tmp_path / "b.zip").changes_nothing


def test_restoring_an_older_backup_loses_nothing_that_came_later(
    filled: Path, settings: Path, tmp_path: Path, make: Maker
) -> None:
    backup(filled, settings, tmp_path / "b.zip", T0)
    later = make(Suspend("later"), T0 + 5)
    log = Log(filled, lambda: "dev")
    log.append(later)
    (filled / "bank" / "skills.yaml").write_text("skills: {mine: new}\n")
    (filled / "bank" / "extra.yaml").write_text("x")
    plan = plan_restore(filled, settings, tmp_path / "b.zip")
    assert plan.events == 0 and plan.known == 2
    assert plan.changes == (
        Change("bank/skills.yaml", "replaced"),
        Change("bank/我的题/q-1.yaml", "same"),
        Change("settings.json", "same"),
    )
    assert not plan.changes_nothing
    _, before = restore(filled, settings, tmp_path / "b.zip", log, T0 + 9)
    assert (filled / "bank" / "skills.yaml").read_text() == "skills: {}\n"
    assert (filled / "bank" / "extra.yaml").exists()
    assert log.path.read_bytes() == write_event(later) + b"\n"
    assert before and before == filled / FOLDER / f"before-restore-{T0 + 9}.zip"
    restore(filled, settings, before, log, T0 + 10)
    assert (filled / "bank" / "skills.yaml").read_text() == "skills: {mine: new}\n"


def forged(path: Path, members: dict[str, bytes], change: Callable[[zipfile.ZipFile], None] | None = None) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, raw in members.items():
            archive.writestr(zipfile.ZipInfo(name), raw)
        digests = {name: sha256(raw).hexdigest() for name, raw in members.items()}
        archive.writestr(LIST, json.dumps({"version": 1, "made": 1, "files": digests}))
        if change:
            change(archive)
    return path


SLIPS = [
    "../evil",
    "/etc/evil",
    "bank/../../evil",
    "bank/../evil",
    "bank//evil",
    "bank/",
    "bank/./evil",
    "bank/.git/hooks/post-checkout",
    "events/../evil.jsonl",
    "events/sub/evil.jsonl",
    "events/evil.txt",
    "bank\\..\\..\\evil",
    "bank/a\nb",
    "bank/a\x1b[2J",
    "settings.json/evil",
    "evil",
    "C:\\evil",
]


@pytest.mark.parametrize("name", SLIPS)
def test_names_that_would_leave_their_place_are_refused(tmp_path: Path, name: str) -> None:
    path = forged(tmp_path / "b.zip", {name: b"evil", "settings.json": b"{}"})
    with pytest.raises(CannotError) as caught:
        restore(tmp_path / "data", tmp_path / "settings.json", path, Log(tmp_path / "data", lambda: "d"), 1)
    assert caught.value.cure_en
    assert "\x1b" not in caught.value.en and "\n" not in caught.value.en
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b.zip"]


@given(st.text(max_size=30))
def test_a_name_that_fits_stays_inside(name: str) -> None:
    for shown in (name, f"bank/{name}", f"events/{name}.jsonl"):
        if fits(shown):
            inside = os.path.normpath(os.path.join("/data", shown))
            assert inside == f"/data/{shown}"
            assert inside.startswith(("/data/bank/", "/data/events/")) or inside == "/data/settings.json"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO])
def test_links_and_devices_in_an_archive_are_refused(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("bank/link")
        info.external_attr = (kind | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
        archive.writestr(LIST, "{}")
    with pytest.raises(CannotError, match="no plain file"):
        plan_restore(tmp_path / "data", tmp_path / "settings.json", path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
@pytest.mark.parametrize("link", ["bank/sub", "bank/sub/q.yaml", "bank"])
def test_links_in_the_data_folder_are_not_followed_out_of_it(data: Path, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "q.yaml").write_text("precious")
    target = data / link
    target.parent.mkdir(parents=True, exist_ok=True)
    target.symlink_to(outside / "q.yaml" if link.endswith(".yaml") else outside)
    path = forged(tmp_path / "b.zip", {"bank/sub/q.yaml": b"evil"})
    if link == "bank":  # the whole bank lies elsewhere by the user's own will
        restore(data, tmp_path / "s.json", path, Log(data, lambda: "d"), 1)
        assert (outside / "sub" / "q.yaml").read_text() == "evil"
        return
    with pytest.raises(CannotError, match="link"):
        restore(data, tmp_path / "s.json", path, Log(data, lambda: "d"), 1)
    assert (outside / "q.yaml").read_text() == "precious"


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    def twice(archive: zipfile.ZipFile) -> None:
        with pytest.warns(UserWarning):
            archive.writestr("settings.json", "{}")

    path = forged(tmp_path / "b.zip", {"settings.json": b"{}"}, twice)
    with pytest.raises(CannotError):
        plan_restore(tmp_path / "data", tmp_path / "s.json", path)


def test_an_archive_too_large_to_be_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tiku.store import archive

    path = forged(tmp_path / "b.zip", {"settings.json": b"x" * 5000})
    monkeypatch.setattr(archive, "BYTES_MAX", 4000)
    with pytest.raises(CannotError, match="large"):
        plan_restore(tmp_path / "data", tmp_path / "s.json", path)


@pytest.mark.parametrize(
    "listed",
    [b"{", b"[]", b"{}", b'{"made": "x", "files": {}}', b'{"made": 1, "files": {"a": 5}}', b'{"made": 1, "files": {}}'],
)
def test_an_archive_with_a_false_list_is_refused(tmp_path: Path, listed: bytes) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("settings.json", "{}")
        archive.writestr(LIST, listed)
    assert not is_archive(tmp_path / "b.zip")


@pytest.mark.parametrize("name", ["missing.zip", "folder.zip", "text.zip", "foreign.zip"])
def test_what_is_no_backup_is_told(data: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "text.zip").write_text("text")
    with zipfile.ZipFile(tmp_path / "foreign.zip", "w") as archive:
        archive.writestr("settings.json", "{}")
    with pytest.raises(CannotError) as caught:
        plan_restore(data, tmp_path / "s.json", tmp_path / name)
    assert caught.value.place and caught.value.cure_zh


@given(st.integers(0, 2**32))
def test_a_backup_with_a_flipped_byte_is_refused_or_whole(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    chance, root = random.Random(seed), tmp_path_factory.mktemp("rot")
    make = Maker()
    data = root / "data"
    write_log(data, "one", [make(Suspend(f"q{n}")) for n in range(5)])
    backup(data, root / "none", root / "b.zip", T0)
    raw = bytearray((root / "b.zip").read_bytes())
    raw[chance.randrange(len(raw))] ^= chance.randrange(1, 256)
    (root / "b.zip").write_bytes(raw)
    try:
        with open_archive(root / "b.zip") as archive:
            assert archive.read("events/one.jsonl") == (data / "events" / "one.jsonl").read_bytes()
    except CannotError as error:
        assert error.place
