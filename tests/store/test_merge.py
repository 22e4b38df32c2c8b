"""Merging: the union by event id, whatever the order, the repetition, or where a log was cut."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_kit import DAY_MS, T0, Bank, Maker, contents, outline, write_log

from tiku.errors import CannotError
from tiku.store.backup import backup
from tiku.store.event import EPOCH_DAY, Event, Review, Suspend, Undo, write_event
from tiku.store.log import Log
from tiku.store.merge import find_new, merge
from tiku.store.state import State
from tiku.store.ulid import ulid

BANK = Bank({"q": outline("a", "b"), "r": outline("a")})


def folded(data: Path) -> dict[str, object]:
    state = State.open(None, data)
    state.sync(BANK, 0.9)
    return {table: rows for table, rows in contents(state).items() if table != "events"} | {
        "events": sorted((entry.event.id, entry.undone) for entry in state.entries())
    }


def log_of(data: Path) -> Log:
    return Log(data, lambda: f"dev{data.name}")


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    numbers, made = count(1), []
    for _ in range(draw(st.integers(1, 20))):
        t = T0 + draw(st.integers(0, 20)) * DAY_MS // 3
        marks = (("a", draw(st.booleans())), ("b", draw(st.booleans())))
        body = (
            Undo(draw(st.sampled_from([event.id for event in made])))
            if made and draw(st.integers(0, 4)) == 0
            else Review(draw(st.sampled_from("qr")), draw(st.sampled_from(["again", "good"])), marks)
        )
        made.append(Event(ulid(t, next(numbers).to_bytes(10)), t, 0, EPOCH_DAY + t // DAY_MS, body))
    return made


def part(data: Path, events: list[Event], chance: random.Random) -> None:
    """A data folder with some of the events, in one to three logs, the last line of each perhaps cut off."""
    (data / "events").mkdir(parents=True)
    for number in range(chance.randint(1, 3)):
        chosen = [event for event in events if chance.random() < 0.6]
        chance.shuffle(chosen)
        path = write_log(data, f"part{number}", chosen)
        if chance.random() < 0.3:
            raw = path.read_bytes()
            path.write_bytes(raw[: max(0, len(raw) - chance.randint(1, 40))])


def union(*folders: Path) -> set[str]:
    return {event.id for folder in folders for event, _ in find_new(folder.parent / "none", [folder]).new.values()}


@settings(max_examples=40, deadline=None)
@given(logs(), st.integers(0, 2**32))
def test_merging_is_idempotent_commutative_and_associative(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], seed: int
) -> None:
    chance = random.Random(seed)
    root = tmp_path_factory.mktemp("merge")
    for name in "abc":
        part(root / name, events, chance)
    results = []
    orders = [["a", "b", "c"], ["c", "b", "a"], ["b", "a", "c"]]
    for number, order in enumerate(orders):
        target = root / f"target{number}"
        (target / "events").mkdir(parents=True)
        for name in order:
            merge(target, [root / name], log_of(target))
        results.append(folded(target))
    at_once = root / "at once"
    (at_once / "events").mkdir(parents=True)
    found = merge(at_once, [root / "a", root / "b", root / "c"], log_of(at_once))
    results.append(folded(at_once))
    pairs = root / "pairs"  # (a + b) + c
    shutil.copytree(root / "a", pairs)
    merge(pairs, [root / "b"], log_of(pairs))
    merge(pairs, [root / "c"], log_of(pairs))
    results.append(folded(pairs))
    assert all(result == results[0] for result in results)
    assert {event.id for event, _ in found.new.values()} == union(root / "a", root / "b", root / "c")
    before = folded(at_once)
    again = merge(at_once, [root / "a", root / "b", root / "c", at_once], log_of(at_once))
    assert not again.new and folded(at_once) == before


@settings(max_examples=15, deadline=None)
@given(logs(), st.integers(0, 2**32))
def test_a_log_cut_at_any_line_and_merged_with_the_whole_is_the_whole(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], seed: int
) -> None:
    root = tmp_path_factory.mktemp("cut")
    write_log(root / "whole", "a", events)
    write_log(root / "cut", "a", events[: random.Random(seed).randint(0, len(events))])
    merge(root / "cut", [root / "whole"], log_of(root / "cut"))
    assert folded(root / "cut") == folded(root / "whole")


def test_lines_are_passed_on_as_they_were_written(data: Path, tmp_path: Path, log: Log) -> None:
    future = '{"v":7,"id":"01M3250V0087CZDVJPK30NY5NP","type":"hologram","深":[1,2]}'
    bare = (
        '{"id":"01M3250V0087CZDVJPK30NY5NQ", "v":1,"t":1790000000000,"tz":0,"day":"2026-09-21",'
        '"type":"suspend","question":"q","later":1}'
    )
    other = tmp_path / "other.jsonl"
    other.write_text(f"{bare}\n{future}\n", encoding="utf-8")
    found = merge(data, [other], log)
    assert (found.read, found.known, found.unknown, found.damaged) == (2, 0, 1, 0)
    assert sorted(log.path.read_text(encoding="utf-8").splitlines()) == sorted([bare, future])


def test_counts_tell_what_was_found(data: Path, tmp_path: Path, log: Log, make: Maker) -> None:
    one, two = make(Suspend("q")), make(Suspend("r"))
    log.append(one)
    other = write_log(tmp_path / "other", "x", [one, two])
    with open(other, "ab") as file:
        file.write(b"rubbish\n" + write_event(two)[:20])
    found = find_new(data, [other, other])
    assert (found.read, found.known, found.damaged, len(found.new)) == (4, 3, 2, 1)
    assert log.path.read_bytes() == write_event(one) + b"\n"  # nothing was written


@pytest.mark.parametrize("source", ["data folder", "folder of logs", "log", "backup", "backup of another name"])
def test_every_kind_of_source_is_taken(data: Path, tmp_path: Path, log: Log, make: Maker, source: str) -> None:
    event = make(Suspend("q"))
    other = tmp_path / "other"
    path = write_log(other, "x", [event])
    backup(other, other / "settings.json", tmp_path / "b.zip", 1)
    (tmp_path / "b.zip.old").write_bytes((tmp_path / "b.zip").read_bytes())
    sources = {
        "data folder": other,
        "folder of logs": other / "events",
        "log": path,
        "backup": tmp_path / "b.zip",
        "backup of another name": tmp_path / "b.zip.old",
    }
    merge(data, [sources[source]], log)
    assert log.path.read_bytes() == write_event(event) + b"\n"


def test_an_empty_log_is_a_log(data: Path, tmp_path: Path, log: Log) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"")
    assert merge(data, [tmp_path / "x.jsonl"], log).new == {}
    assert not log.path.exists()


@pytest.mark.parametrize("name", ["missing", "empty folder", "text.txt", "rubbish.zip"])
def test_what_is_no_log_is_refused_with_a_cure(data: Path, tmp_path: Path, log: Log, name: str) -> None:
    (tmp_path / "empty folder").mkdir()
    (tmp_path / "text.txt").write_text("the quick brown fox\n" * 3000)
    (tmp_path / "rubbish.zip").write_bytes(b"PK\x03\x04" + b"x" * 300)
    with pytest.raises(CannotError) as caught:
        merge(data, [tmp_path / name], log)
    assert caught.value.place and caught.value.cure_zh and caught.value.cure_en
    assert not log.path.exists()


def test_many_lines_are_written_in_one_go(data: Path, tmp_path: Path, log: Log, make: Maker) -> None:
    events = [make(Suspend(f"q{n}"), T0 + n) for n in range(2500)]
    write_log(tmp_path / "other", "x", events[::-1])
    log.append(make(Suspend("mine"), T0 - 1))
    with open(log.path, "ab") as file:
        file.write(b"torn")
    merge(data, [tmp_path / "other"], log)
    lines = log.path.read_bytes().split(b"\n")
    assert lines[1] == b"torn"
    assert lines[2:-1] == [write_event(event) for event in events]


def test_a_merge_that_breaks_off_is_finished_by_the_next(
    data: Path, tmp_path: Path, log: Log, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [make(Suspend(f"q{n}"), T0 + n) for n in range(2500)]
    write_log(tmp_path / "other", "x", events)
    real, calls = os.write, []

    def fill_up(fd: int, raw: bytes) -> int:
        calls.append(fd)
        return real(fd, raw[:100]) if len(calls) == 2 else real(fd, raw)

    monkeypatch.setattr(os, "write", fill_up)
    with pytest.raises(CannotError, match="space"):
        merge(data, [tmp_path / "other"], log)
    monkeypatch.undo()
    assert 0 < len(merge(data, [tmp_path / "other"], log).new) < 2500
    assert not merge(data, [tmp_path / "other"], log).new
    assert union(data) == {event.id for event in events}


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_two_clones_of_a_git_repository_merge_three_times_without_loss(tmp_path: Path) -> None:
    def git(folder: Path, *words: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)

    hub, written = tmp_path / "hub", set()
    hub.mkdir()
    git(hub, "init", "--bare")
    clones = [tmp_path / "home", tmp_path / "work"]
    for number, clone in enumerate(clones):
        git(tmp_path, "clone", str(hub), clone.name)
        if number == 0:
            (clone / ".gitattributes").write_text("*.jsonl merge=union\n")
            git(clone, "add", ".")
            git(clone, "commit", "-m", "start")
            git(clone, "push", "origin", "HEAD:main")
    git(clones[1], "pull", "origin", "main")
    for turn in range(3):
        for number, clone in enumerate(clones):
            # One log of its own, and one that both write: what a copied device id would do.
            for name in (f"dev{number}", "shared"):
                log = Log(clone, lambda name=name: name)  # type: ignore[misc]
                for _ in range(5):
                    t = T0 + turn * DAY_MS
                    written.add(log.append(log.event(Review("q", "good"), t, 0, EPOCH_DAY + t // DAY_MS)).id)
            git(clone, "add", ".")
            git(clone, "commit", "-m", f"turn {turn}")
        for clone in (*clones, *clones):
            git(clone, "pull", "--no-rebase", "--no-edit", "origin", "main")
            git(clone, "push", "origin", "HEAD:main")
        git(clones[0], "pull", "--no-rebase", "origin", "main")
        assert folded(clones[0]) == folded(clones[1])
        assert union(clones[0]) == written
