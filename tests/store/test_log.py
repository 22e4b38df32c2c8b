"""Appending: one durable line an event, in order, on a fresh line, by several processes at once."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from store_kit import T0, Maker

from tiku.errors import CannotError
from tiku.store.event import EPOCH_DAY, LINE_MAX, Event, Note, Review, Suspend, write_event
from tiku.store.lock import locked
from tiku.store.log import Log
from tiku.store.parse import read_event
from tiku.store.ulid import successor, ulid

DAY = EPOCH_DAY + T0 // 86_400_000
SRC = str(Path(__file__).parents[2] / "src")


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")[:-1]


def test_an_event_is_one_line_of_the_device_file(data: Path, log: Log) -> None:
    event = log.append(log.event(Suspend("q"), T0, 480, DAY))
    assert log.path == data / "events" / "device.jsonl"
    assert [read_event(line) for line in lines(log.path)] == [event]


def test_the_folders_are_made_at_the_first_append_and_closed_to_others(tmp_path: Path) -> None:
    log = Log(tmp_path / "a" / "data", lambda: "d")
    log.append(log.event(Suspend("q"), T0, 0, DAY))
    if os.name != "nt":
        assert stat.S_IMODE(log.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(log.folder.stat().st_mode) == 0o700


def test_nothing_is_asked_of_the_device_before_something_is_written(tmp_path: Path) -> None:
    asked: list[int] = []

    def device() -> str:
        asked.append(1)
        return "d"

    log = Log(tmp_path, device)
    log.event(Suspend("q"), T0, 0, DAY)
    assert not asked
    assert not log.folder.exists()
    log.append(log.event(Suspend("q"), T0, 0, DAY))
    log.append(log.event(Suspend("q"), T0, 0, DAY))
    assert len(asked) == 1


def test_events_under_a_clock_that_stands_still_keep_their_order(tmp_path: Path) -> None:
    made: list[Event] = []
    for number in range(20):
        log = Log(tmp_path, lambda: "d")  # as if each were another run
        made.append(log.append(log.event(Suspend(f"q{number}"), T0, 0, DAY)))
    assert sorted(made, key=lambda event: (event.t, event.id)) == made


def test_an_id_is_not_touched_where_the_moments_differ(log: Log) -> None:
    late = Event("7" + "Z" * 25, T0, 0, DAY, Suspend("a"))
    log.append(late)
    other = Event(ulid(T0 + 1, bytes(10)), T0 + 1, 0, DAY, Suspend("b"))
    assert log.append(other) == other
    same = Event(ulid(T0 + 1, bytes(10)), T0 + 1, 0, DAY, Suspend("c"))
    assert log.append(same).id == successor(other.id)


@pytest.mark.parametrize("end", [b'{"v":1,"id"', b"\x00" * 5000, b'{"v":1}\r', "半".encode()[:2]])
def test_after_a_torn_line_the_next_one_starts_afresh(log: Log, end: bytes) -> None:
    first = log.append(log.event(Suspend("a"), T0, 0, DAY))
    with open(log.path, "ab") as file:
        file.write(end)
    second = log.append(log.event(Suspend("b"), T0, 0, DAY))
    assert lines(log.path) == [write_event(first), end, write_event(second)]


def test_what_is_saved_is_returned_as_it_was_written(log: Log) -> None:
    event = log.append(log.event(Review("q", "good", seconds=1.23456), T0, 0, DAY))
    assert event.body == Review("q", "good", seconds=1.2)


def test_a_line_that_reading_would_refuse_is_never_written(log: Log) -> None:
    with pytest.raises(ValueError):
        log.append(log.event(Suspend("a\nb"), T0, 0, DAY))
    with pytest.raises(CannotError) as caught:
        log.append(log.event(Note("q", "x" * LINE_MAX), T0, 0, DAY))
    assert caught.value.cure_zh and caught.value.place == str(log.path)
    assert not log.path.exists() or log.path.read_bytes() == b""


APPEND = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tiku.store.event import Suspend
from tiku.store.log import Log
log = Log(Path(sys.argv[2]), lambda: "device")
for number in range(int(sys.argv[4])):
    event = log.append(log.event(Suspend(f"{sys.argv[3]}-{number}" + "x" * 200), 1790000000000, 0, 739880))
    print(event.id, flush=True)
"""


def test_two_processes_of_one_device_append_without_loss(data: Path) -> None:
    runs = [
        subprocess.Popen([sys.executable, "-c", APPEND, SRC, data, name, "150"], stdout=subprocess.PIPE, text=True)
        for name in "ab"
    ]
    said = [run.communicate()[0].split() for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    found = [read_event(line) for line in lines(data / "events" / "device.jsonl")]
    assert sorted(event.id for event in found) == sorted([*said[0], *said[1]])
    assert len({event.id for event in found}) == 300
    # The clock stood still: the order of the lines is the order of the ids.
    assert [event.id for event in found] == sorted(event.id for event in found)


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_at_any_moment_nothing_acknowledged_is_lost(data: Path) -> None:
    acknowledged: list[str] = []
    for pause in range(12):
        run = subprocess.Popen(
            [sys.executable, "-c", APPEND, SRC, data, f"k{pause}", "100000"], stdout=subprocess.PIPE, text=True
        )
        assert run.stdout is not None
        acknowledged += [run.stdout.readline().strip() for _ in range(1 + 3 * pause)]
        run.kill()
        acknowledged += [word for word in run.stdout.read().split("\n") if len(word) == 26]
        run.stdout.close()
        run.wait()
    found = []
    for line in lines(data / "events" / "device.jsonl"):
        try:
            found.append(read_event(line).id)
        except ValueError:
            continue
    assert set(acknowledged) <= set(found)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_with_its_cure(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "device.jsonl").symlink_to("/dev/full")
    log = Log(tmp_path, lambda: "device")
    with pytest.raises(CannotError) as caught:
        log.append(log.event(Suspend("q"), T0, 0, DAY))
    assert "space" in caught.value.cure_en and "磁盘" in caught.value.cure_zh
    assert caught.value.place == str(log.path)


LIMITED = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tiku.errors import CannotError
from tiku.store.event import Suspend
from tiku.store.log import Log
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
log = Log(Path(sys.argv[2]), lambda: "device")
for number in range(20):
    try:
        event = log.append(log.event(Suspend("question"), 1790000000000, 0, 739880))
    except CannotError as error:
        print("refused", error.cure_en)
        break
    print(event.id, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs limits on files")
def test_a_disk_that_fills_up_within_a_line_costs_only_the_line_that_was_refused(data: Path, log: Log) -> None:
    run = subprocess.run([sys.executable, "-c", LIMITED, SRC, data], capture_output=True, text=True, check=True)
    *saved, refused = run.stdout.split("\n")[:-1]
    assert saved and refused.startswith("refused") and "space" in refused
    assert len(log.path.read_bytes()) == 1000  # the last line is cut off
    again = log.append(log.event(Suspend("question"), T0, 0, DAY))
    rows = lines(log.path)
    assert [read_event(line).id for line in (*rows[:-2], rows[-1])] == [*saved, again.id]


@pytest.mark.parametrize(
    "number", [errno.EACCES, errno.EROFS, errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)]
)
def test_a_failure_to_write_is_told_with_cause_place_and_cure(
    log: Log, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(fd: int) -> None:
        raise OSError(number, os.strerror(number))

    log.append(log.event(Suspend("a"), T0, 0, DAY))
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CannotError) as caught:
        log.append(log.event(Suspend("b"), T0, 0, DAY))
    assert os.strerror(number) in caught.value.en
    assert caught.value.cure_zh and caught.value.cure_en and caught.value.place == str(log.path)


def test_a_place_that_cannot_be_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    log = Log(tmp_path / "data", lambda: "d")
    with pytest.raises(CannotError) as caught:
        log.append(log.event(Suspend("q"), T0, 0, DAY))
    assert caught.value.place


def test_a_file_system_without_fsync_is_no_failure(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(fd: int) -> None:
        raise OSError(errno.EINVAL, "no fsync here")

    monkeypatch.setattr(os, "fsync", refuse)
    event = log.append(log.event(Suspend("q"), T0, 0, DAY))
    assert read_event(lines(log.path)[0]) == event


def test_a_lock_held_by_another_for_too_long_does_not_lose_the_answer(data: Path, make: Maker) -> None:
    log = Log(data, lambda: "device", wait=0.02)
    one, two = make(Suspend("a")), make(Suspend("b"), T0 + 1)
    log.append(one)
    with open(log.path, "ab") as other, locked(other.fileno()) as held:
        assert held
        log.append(two)
    assert lines(log.path) == [write_event(one), b"", write_event(two)]


def test_a_lock_is_free_again_after_use(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with open(path, "r+b") as one, open(path, "r+b") as two:
        with locked(one.fileno()), locked(two.fileno(), wait=0) as held:
            assert not held
        with locked(two.fileno(), wait=0) as held:
            assert held


@pytest.mark.skipif(os.name == "nt", reason="flock")
def test_a_file_system_without_locks_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(fd: int, what: int) -> None:
        raise OSError(errno.ENOLCK, "no locks here")

    monkeypatch.setattr(fcntl, "flock", refuse)
    log = Log(tmp_path, lambda: "d")
    log.append(log.event(Suspend("a"), T0, 0, DAY))
    log.append(log.event(Suspend("b"), T0, 0, DAY))
    assert [read_event(line).question for line in lines(log.path) if line] == ["a", "b"]
