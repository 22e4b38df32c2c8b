"""Reading the logs: every sound line, damage set aside, only the tail of what was read before."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_kit import T0, Maker, write_log

from tiku.errors import CannotError
from tiku.store.event import LINE_MAX, Event, Note, Review, Suspend, Undo, write_event
from tiku.store.reader import Mark, damages, events_of, log_files, read_on


def read(data: Path, name: str = "a", mark: Mark | None = None) -> tuple[list[Event], Mark | None]:
    found: list[Event] = []
    (stamp,) = [stamp for stamp in log_files(data / "events") if stamp.name == f"{name}.jsonl"]
    reached = read_on(data / "events", stamp, mark, lambda event, line: found.append(event))
    return found, reached


def some(make: Maker, count: int) -> list[Event]:
    return [make(Review(f"q{n}", "good", (("a", True),), answer="共享内存" * (n % 7)), T0 + n) for n in range(count)]


def test_all_logs_of_the_folder_are_read_conflict_copies_too(data: Path, make: Maker) -> None:
    names = ["a", "a.sync-conflict-20260921-101010-ABCDEFG", "a (conflicted copy 2026-09-21)", "手机"]
    for name in names:
        write_log(data, name, some(make, 1))
    for other in (".a.jsonl", "a.jsonl.tmp", "notes.txt", "a.json"):
        (data / "events" / other).write_text("x")
    (data / "events" / "folder.jsonl").mkdir()
    (data / "events" / "nested").mkdir()
    (data / "events" / "nested" / "b.jsonl").write_text("x")
    assert [stamp.name for stamp in log_files(data / "events")] == sorted(f"{name}.jsonl" for name in names)


def test_a_missing_folder_is_an_empty_log(tmp_path: Path) -> None:
    assert log_files(tmp_path / "none") == []


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "events").write_text("x")
    with pytest.raises(CannotError) as caught:
        log_files(tmp_path / "events")
    assert caught.value.place and caught.value.cure_zh


def test_a_log_that_cannot_be_read_is_told(data: Path, make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_log(data, "a", some(make, 1))
    (stamp,) = log_files(data / "events")
    path.unlink()
    with pytest.raises(CannotError) as caught:
        read_on(data / "events", stamp, None, lambda event, line: None)
    assert caught.value.place == str(path)
    with pytest.raises(CannotError):
        list(damages(path))


def test_only_what_was_added_is_read_again(data: Path, make: Maker) -> None:
    first, second = some(make, 30), some(make, 3)
    path = write_log(data, "a", first)
    found, mark = read(data)
    assert found == first
    with open(path, "ab") as file:
        file.writelines(write_event(event) + b"\n" for event in second)
    found, mark = read(data, mark=mark)
    assert found == second
    assert read(data, mark=mark)[0] == []


@pytest.mark.parametrize("change", ["head", "tail", "shorter", "moved"])
def test_what_no_longer_begins_as_it_was_read_must_be_read_anew(data: Path, make: Maker, change: str) -> None:
    path = write_log(data, "a", some(make, 60))
    _, mark = read(data)
    raw = path.read_bytes()
    other = {
        "head": b"#" + raw[1:],
        "tail": raw[:-3] + b"#" + raw[-2:],
        "shorter": raw[: len(raw) // 2],
        "moved": raw[: len(raw) // 2] + b"\n" + raw[len(raw) // 2 :],
    }[change]
    path.write_bytes(other + write_event(make(Suspend("q"))) + b"\n")
    assert read(data, mark=mark) == ([], None)


def test_a_line_in_the_writing_is_taken_when_it_is_whole(data: Path, make: Maker) -> None:
    one, two, three = some(make, 3)
    path = write_log(data, "a", [one])
    whole = path.read_bytes() + write_event(two)
    for cut in range(len(path.read_bytes()), len(whole)):
        path.write_bytes(whole[:cut])
        found, mark = read(data)
        assert found == [one]
        assert mark and mark.damaged == 0
    path.write_bytes(whole)  # all but the newline
    found, mark = read(data)
    assert found == [one, two]
    path.write_bytes(whole + b"\n" + write_event(three) + b"\n")
    found, mark = read(data, mark=mark)
    assert found == [two, three]  # the second again: the union is by id
    assert mark and mark.damaged == 0


def test_a_torn_line_at_any_byte_costs_that_line_alone(data: Path, make: Maker) -> None:
    one, two, three = some(make, 3)
    line = write_event(two)
    for cut in range(1, len(line)):
        (data / "events" / "a.jsonl").write_bytes(
            write_event(one) + b"\n" + line[:cut] + b"\n" + write_event(three) + b"\n"
        )
        found, mark = read(data)
        assert found == [one, three]
        assert mark and mark.damaged == 1
        # Even where the next writer did not start on a fresh line.
        (data / "events" / "a.jsonl").write_bytes(write_event(one) + b"\n" + line[:cut] + write_event(three) + b"\n")
        assert read(data)[0] == [one, three]


def test_a_lost_newline_costs_nothing(make: Maker) -> None:
    one, two, three = some(make, 3)
    glued = write_event(one) + b"X" + write_event(two) + write_event(three)
    events, sound = events_of(glued + b"\n")
    assert [event for event, _ in events] == [one, two, three]
    assert not sound
    for event, text in events:
        assert text.encode() == write_event(event)


def test_inside_of_damage_only_a_checksum_is_believed() -> None:
    inside = (
        b'{"v":1,"id":"01M3250V0087CZDVJPK30NY5NP","t":1,"tz":0,"day":"1970-01-01","type":"suspend","question":"q"}'
    )
    assert events_of(inside)[1]
    assert events_of(b"x" + inside) == ([], False)


def test_an_answer_that_looks_like_an_event_is_an_answer(make: Maker) -> None:
    note = make(Note("q", write_event(make(Suspend("victim"))).decode()))
    assert [event for event, _ in events_of(write_event(note))[0]] == [note]
    assert events_of(write_event(note)[:-1])[0] == []


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b"   \n", b""])
def test_empty_lines_are_no_damage(blank: bytes) -> None:
    assert events_of(blank) == ([], True)


def test_windows_line_ends_are_taken(make: Maker) -> None:
    event = make(Suspend("q"))
    assert events_of(write_event(event) + b"\r\n")[1]


def test_a_line_without_end_is_damage_and_takes_no_memory(data: Path, make: Maker) -> None:
    one, two = some(make, 2)
    path = data / "events" / "a.jsonl"
    with open(path, "wb") as file:
        file.write(write_event(one) + b"\n")
        file.seek(3 * LINE_MAX, os.SEEK_CUR)  # zeros, as after a power cut
        file.write(b"\n" + write_event(two) + b"\n")
    found, mark = read(data)
    assert found == [one, two]
    assert mark and mark.damaged == 1
    assert mark.offset == path.stat().st_size
    (damage,) = damages(path)
    assert (damage.line, damage.offset) == (2, len(write_event(one)) + 1)


def test_unknown_events_are_counted_and_passed_on(data: Path, make: Maker) -> None:
    known = make(Suspend("q"))
    other = '{"v":2,"id":"01M3250V0087CZDVJPK30NY5NP","type":"hologram","深":1}'
    (data / "events" / "a.jsonl").write_bytes(write_event(known) + b"\n" + other.encode() + b"\n")
    lines: list[str] = []
    (stamp,) = log_files(data / "events")
    mark = read_on(data / "events", stamp, None, lambda event, line: lines.append(line))
    assert mark and (mark.unknown, mark.damaged) == (1, 0)
    assert lines[1] == other


def test_damage_is_told_with_line_place_and_reason(data: Path, make: Maker) -> None:
    one, two = some(make, 2)
    bad = write_event(two).replace(b"good", b"easy")
    path = data / "events" / "a.jsonl"
    path.write_bytes(write_event(one) + b"\n" + bad + b"\nrubbish\n" + write_event(two) + b"\n" + b'{"v":1')
    found = [(damage.line, damage.reason) for damage in damages(path)]
    assert found[0] == (2, "the checksum does not fit")
    assert found[1][0] == 3
    assert found[2] == (5, "torn")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.floats(0.0001, 0.01))
def test_flipped_bytes_cost_at_most_the_lines_they_fall_into(seed: int, share: float) -> None:
    make, chance = Maker(), random.Random(seed)
    events = [*some(make, 80), make(Undo("01M3250V0087CZDVJPK30NY5NP"))]
    lines = [write_event(event) + b"\n" for event in events]
    raw = bytearray(b"".join(lines))
    hit = {at for at in range(len(raw)) if chance.random() < share}
    for at in hit:
        raw[at] ^= chance.randrange(1, 256)
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line)
    # The byte of a newline is shared: without it the line before and the one behind are found by their checksums.
    whole = {
        n for n, line in enumerate(lines) if not any(at in hit for at in range(starts[n], starts[n] + len(line) - 1))
    }
    found = [event for line in bytes(raw).split(b"\n") for event, _ in events_of(line + b"\n")[0]]
    assert {event.id for event in found} >= {events[n].id for n in whole}
    # What is believed is what was written: nothing is read wrongly.
    assert all(event in events for event in found)
