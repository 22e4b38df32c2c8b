"""The state: whatever the order, the files and the fate of its cache, it is what the events add up to."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_kit import DAY_MS, HOUR, T0, Bank, Maker, contents, outline, write_log

from tiku.errors import CannotError
from tiku.model import RATINGS
from tiku.store.event import (
    EPOCH_DAY,
    Bury,
    Event,
    IgnoreTerm,
    Note,
    Phrase,
    Plan,
    Reset,
    Resume,
    Review,
    Skill,
    Suspend,
    Undo,
    write_event,
)
from tiku.store.fold import FOLDED, card, fold, undone
from tiku.store.log import Log
from tiku.store.state import State
from tiku.store.ulid import ulid
from tiku.study.outline import Outline, Part

TODAY = EPOCH_DAY + T0 // DAY_MS
BANK = Bank({"q": outline("a", "b"), "r": outline("a", "b", must=("a",)), "s": outline("a")})
SRC = str(Path(__file__).parents[2] / "src")


def opened(data: Path, bank: Bank = BANK, retention: float = 0.9, path: Path | None = None) -> State:
    state = State.open(path, data)
    state.sync(bank, retention)
    return state


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    """Events of some questions, by clocks that jump, with undos of any of them."""
    numbers = count(1)
    made: list[Event] = []
    for _ in range(draw(st.integers(1, 25))):
        question = draw(st.sampled_from(["q", "r", "s", "gone"]))
        t = T0 + draw(st.integers(-5, 40)) * DAY_MS // 2
        kind = draw(st.integers(0, 11))
        body: Any
        if kind <= 5:
            marks = tuple((point, draw(st.booleans())) for point in ("a", "b"))
            body = Review(
                question,
                draw(st.sampled_from(RATINGS)),
                draw(st.sampled_from([None, marks])),
                seconds=float(draw(st.integers(0, 100))),
                mode=draw(st.sampled_from(["think", "cram", "mock"])),
                moved=draw(st.booleans()),
            )
        elif kind <= 8:
            body = Undo(draw(st.sampled_from([event.id for event in made] or [ulid(1, bytes(10))])))
        else:
            body = draw(
                st.sampled_from(
                    [Suspend(question), Resume(question), Reset(question), Bury(question, TODAY), Note(question, "n")]
                )
            )
        made.append(Event(ulid(t, next(numbers).to_bytes(10)), t, 0, EPOCH_DAY + t // DAY_MS, body))
    return made


@settings(max_examples=60, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_any_partition_order_and_repetition_gives_the_state_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], chance: random.Random
) -> None:
    whole = tmp_path_factory.mktemp("whole")
    write_log(whole, "all", events)
    want = contents(opened(whole))

    data = tmp_path_factory.mktemp("parts")
    (data / "events").mkdir()
    state = opened(data)
    shuffled = events * 2
    chance.shuffle(shuffled)
    while shuffled:
        with open(data / "events" / f"{chance.choice('abc')}.jsonl", "ab") as file:
            for _ in range(chance.randint(1, 4)):
                if shuffled:
                    file.write(write_event(shuffled.pop()) + b"\n")
        state.sync(BANK, 0.9)
    assert contents(state) == want


@settings(max_examples=60, deadline=None)
@given(histories())
def test_the_cache_holds_what_the_fold_says(tmp_path_factory: pytest.TempPathFactory, events: list[Event]) -> None:
    data = tmp_path_factory.mktemp("data")
    write_log(data, "all", events)
    state = opened(data)
    gone = undone({event.id: event.body.event for event in events if isinstance(event.body, Undo)})
    ordered = sorted(events, key=lambda event: (event.t, event.id))
    for question in ("q", "r", "s", "gone"):
        own = [event for event in ordered if event.question == question and event.id not in gone]
        own = [event for event in own if event.type in FOLDED]
        if not own:
            assert state.card(question) is None
            continue
        folded, _ = fold(own, BANK.get(question))
        assert state.card(question) == card(question, folded, BANK.get(question), 0.9)
        assert state.memories(question) == folded.memories
    for day in state.days():
        reviews = [
            event.body
            for event in events
            if isinstance(event.body, Review) and event.day == day.day and event.id not in gone
        ]
        counted = [body for body in reviews if body.mode != "cram"]
        assert day.reviews == len(counted)
        assert (day.again, day.hard, day.good, day.easy) == tuple(
            sum(body.rating == rating for body in counted) for rating in RATINGS
        )
        assert day.seconds == pytest.approx(sum(body.seconds for body in reviews))


@settings(max_examples=40, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_a_log_cut_at_any_line_and_grown_again_is_folded_right(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], chance: random.Random
) -> None:
    data = tmp_path_factory.mktemp("data")
    write_log(data, "all", events)
    state = opened(data)
    want = contents(state)
    write_log(data, "all", events[: chance.randint(0, len(events))])
    state.sync(BANK, 0.9)
    cut = tmp_path_factory.mktemp("cut")
    write_log(cut, "all", events[: len((data / "events" / "all.jsonl").read_bytes().splitlines())])
    assert contents(state) == contents(opened(cut))
    write_log(data, "all", events)
    state.sync(BANK, 0.9)
    assert contents(state) == want


def add(data: Path, *events: Event, name: str = "device") -> None:
    with open(data / "events" / f"{name}.jsonl", "ab") as file:
        file.writelines(write_event(event) + b"\n" for event in events)


def good(make: Maker, question: str = "q", day: int = 0, **more: Any) -> Event:
    return make(Review(question, "good", (("a", True), ("b", True)), **more), T0 + day * DAY_MS)


def test_nothing_done_is_an_empty_state(tmp_path: Path) -> None:
    state = opened(tmp_path / "none")
    assert state.card("q") is None and state.memories("q") == {} and state.days() == []
    assert state.last_undoable() is None and state.last_redoable() is None and state.entries() == []
    assert state.plans() == [] and state.notes("q") == [] and state.phrases() == [] and state.dues() == []


def test_a_sync_tells_what_it_found(data: Path, make: Maker) -> None:
    state = opened(data)
    add(data, good(make), good(make, day=1))
    with open(data / "events" / "device.jsonl", "ab") as file:
        file.write(b"rubbish\n" + b'{"v":2,"id":"01M3250V0087CZDVJPK30NY5NP"}\n')
    found = state.sync(BANK, 0.9)
    assert (found.added, found.damaged, found.unknown, found.rebuilt) == (3, 1, 1, False)
    found = state.sync(BANK, 0.9)
    assert (found.added, found.damaged, found.unknown) == (0, 1, 1)


def test_a_vanished_log_takes_its_events_with_it(data: Path, make: Maker) -> None:
    add(data, good(make))
    add(data, good(make, "r"), name="other")
    state = opened(data)
    (data / "events" / "other.jsonl").unlink()
    assert state.sync(BANK, 0.9).rebuilt
    assert state.card("r") is None and state.card("q") is not None


def test_undo_takes_back_step_by_step_and_redo_brings_back(data: Path, log: Log) -> None:
    state = opened(data)

    def do(body: Any, day: int) -> Event:
        event = log.append(log.event(body, T0 + day * DAY_MS, 0, TODAY + day))
        state.sync(BANK, 0.9)
        return event

    first = do(Review("q", "good", (("a", True),)), 0)
    once = state.card("q")
    second = do(Review("q", "again", (("a", False),)), 3)
    twice = state.card("q")
    for want in (second, first):
        last = state.last_undoable()
        assert last and last.event == want
        do(Undo(want.id), 4)
    assert state.card("q") is None and state.days() == [] and state.last_undoable() is None
    for want in (once, twice):
        redo = state.last_redoable()
        assert redo
        do(Undo(redo.event.id), 5)
        assert state.card("q") == want
    assert state.last_redoable() is None
    marks = [(entry.event.type, entry.undone) for entry in state.entries()]
    assert marks == [("undo", False)] * 2 + [("undo", True)] * 2 + [("review", False)] * 2


def test_an_undo_may_come_before_what_it_undoes(data: Path, make: Maker) -> None:
    event = good(make)
    add(data, make(Undo(event.id), T0 + 1), name="phone")
    state = opened(data)
    add(data, event)
    state.sync(BANK, 0.9)
    assert state.card("q") is None
    assert [entry.undone for entry in state.entries(question="q")] == [True]


def test_a_clock_far_ahead_drags_nothing_after_it(data: Path, log: Log) -> None:
    state = opened(data)
    year = 365
    ahead = log.append(log.event(Review("r", "good", (("a", True), ("b", True))), T0 + year * DAY_MS, 0, TODAY + year))
    now = log.append(log.event(Review("q", "good", (("a", True), ("b", True))), T0, 0, TODAY))
    state.sync(BANK, 0.9)
    assert now.id < ahead.id and now.t == T0
    made = state.card("q")
    assert made and made.last_day == TODAY
    assert [day.day for day in state.days()] == [TODAY, TODAY + year]


def test_a_clock_set_back_a_year_loses_nothing(data: Path, log: Log) -> None:
    state = opened(data)
    log.append(log.event(Review("q", "good", (("a", True), ("b", True))), T0, 0, TODAY))
    back = T0 - 365 * DAY_MS
    log.append(log.event(Review("q", "again", (("a", False), ("b", True))), back, 0, EPOCH_DAY + back // DAY_MS))
    state.sync(BANK, 0.9)
    made = state.card("q")
    assert made and (made.reviews, made.first_day, made.last_day) == (2, TODAY - 365, TODAY)
    undo = log.append(log.event(Undo(state.entries()[1].event.id), back, 0, EPOCH_DAY + back // DAY_MS))
    state.sync(BANK, 0.9)
    assert undo.t < T0
    made = state.card("q")
    assert made and made.reviews == 1


def test_two_lines_with_one_id_give_one_state_whatever_their_order(tmp_path: Path, make: Maker) -> None:
    event = good(make)
    other = replace(event, body=Review("r", "again", (("a", False),)))
    bare = write_event(replace(event, body=Suspend("s"))).split(b',"crc"')[0] + b"}"
    lines = [write_event(event), write_event(other), bare]
    states = []
    for number, order in enumerate([lines, lines[::-1], [lines[1], lines[2], lines[0]]]):
        data = tmp_path / str(number)
        (data / "events").mkdir(parents=True)
        state = opened(data)
        for line in order:
            with open(data / "events" / "a.jsonl", "ab") as file:
                file.write(line + b"\n")
            state.sync(BANK, 0.9)
        states.append(contents(state))
    assert states[0] == states[1] == states[2]
    assert len(states[0]["events"]) == 1 and "crc" in states[0]["events"][0][-1]


def test_history_follows_a_renamed_question(data: Path, make: Maker) -> None:
    add(data, good(make, "old"), good(make, "older", day=1), make(Note("old", "mine"), T0 + 5))
    state = opened(data)
    assert state.card("old")
    bank = Bank({"new": outline("a", "b")}, {"old": "new", "older": "old"}, stamp="2")
    state.sync(bank, 0.9)
    made = state.card("new")
    assert made and made.reviews == 2
    assert state.card("old") is None and state.card("older") is None
    assert [entry.event.body for entry in state.notes("new")] == [Note("old", "mine")]
    add(data, good(make, "old", day=4))  # from a machine whose bank is older
    state.sync(bank, 0.9)
    made = state.card("new")
    assert made and made.reviews == 3
    assert contents(state) == contents(opened(data, bank))
    # Another bank that knows nothing of the rename leaves it alone.
    state.sync(replace(BANK, stamp="3"), 0.9)
    assert state.card("new") and not state.card("old")
    # One in which the old id is a question again takes it back.
    state.sync(Bank({"old": outline("a", "b")}, stamp="4"), 0.9)
    made = state.card("old")
    assert made and made.reviews == 3


def test_a_rename_in_a_ring_is_no_rename(data: Path, make: Maker) -> None:
    add(data, good(make, "x"))
    state = opened(data, Bank({}, {"x": "y", "y": "x"}))
    assert state.card("x") or state.card("y")


def test_a_changed_outline_moves_due_and_history_follows_its_points(data: Path, make: Maker) -> None:
    add(data, good(make), good(make, "r"))
    state = opened(data)
    before, other = state.card("q"), state.card("r")
    changed = Outline((Part("first", was=("a",)), Part("b"), Part("c", must=True)), "d2")
    state.sync(replace(BANK, outlines={**BANK.outlines, "q": changed}, stamp="2"), 0.9)
    after = state.card("q")
    assert before and after and after.outline_digest == "d2"
    assert before.due == TODAY + 3 and after.due == TODAY + 1
    assert set(state.memories("q")) == {"first", "b"}
    assert state.card("r") == other
    # A bank without the question changes nothing.
    state.sync(replace(BANK, outlines={}, stamp="3"), 0.9)
    assert state.card("q") == after


def test_a_rating_without_marks_is_spread_when_the_outline_is_known(data: Path, make: Maker) -> None:
    add(data, make(Review("q", "good")))
    state = opened(data, Bank({}))
    assert state.memories("q") == {}
    state.sync(replace(BANK, stamp="2"), 0.9)
    assert set(state.memories("q")) == {"a", "b"}


def test_another_retention_moves_every_due_day(data: Path, make: Maker) -> None:
    add(data, good(make), make(Suspend("s")))
    state = opened(data)
    usual = state.card("q")
    state.sync(BANK, 0.7)
    longer = state.card("q")
    assert usual and longer and usual.due and longer.due and longer.due > usual.due
    assert contents(state) == contents(opened(data, retention=0.7))


def test_notes_stand_until_they_are_replaced_emptied_or_undone(data: Path, make: Maker) -> None:
    one, two = make(Note("q", "one")), make(Note("q", "two"), T0 + 1)
    add(data, one, two, make(Note("r", "other"), T0 + 2))
    state = opened(data)

    def texts() -> list[str]:
        return [entry.event.body.text for entry in state.notes("q")]  # type: ignore[union-attr]

    assert texts() == ["one", "two"]
    mine, theirs = make(Note("q", "mine", one.id), T0 + 3), make(Note("q", "theirs", one.id), T0 + 4)
    add(data, mine, theirs)  # written on two machines: both stand
    state.sync(BANK, 0.9)
    assert texts() == ["two", "mine", "theirs"]
    add(data, make(Note("q", " ", two.id), T0 + 5), make(Undo(mine.id), T0 + 6))
    state.sync(BANK, 0.9)
    assert texts() == ["theirs"]


def test_the_last_word_counts_for_phrases_plans_and_terms(data: Path, make: Maker) -> None:
    add(
        data,
        make(Phrase("q", "a", "两倍", True), T0),
        make(Phrase("q", "a", "两倍", False), T0 + 1),
        make(Phrase("r", "a", "两倍", True), T0 + 2),
        make(Plan("late", TODAY + 30), T0),
        make(Plan("soon", TODAY + 9, 45), T0 + 1),
        make(Plan("over", TODAY + 3), T0 + 2),
        make(Plan("over", None), T0 + 3),
        make(Skill("RDMA", "rdma"), T0),
        make(IgnoreTerm("RDMA"), T0 + 1),
        make(IgnoreTerm("咖啡"), T0 + 2),
        make(Skill("咖啡", "coffee"), T0 + 3),
    )
    state = opened(data)
    assert state.phrases("q") == [Phrase("q", "a", "两倍", False)]
    assert state.phrases() == [Phrase("q", "a", "两倍", False), Phrase("r", "a", "两倍", True)]
    assert state.plans() == [Plan("soon", TODAY + 9, 45), Plan("late", TODAY + 30)]
    assert state.terms() == [IgnoreTerm("RDMA"), Skill("咖啡", "coffee")]


def test_figures_for_the_queue(data: Path, make: Maker) -> None:
    add(
        data,
        good(make, seconds=40),
        good(make, "r", day=1, seconds=50, mode="type"),
        good(make, "s", day=1, seconds=60),
        make(Suspend("s"), T0 + 2 * DAY_MS),
        good(make, "q", day=1, seconds=70),
    )
    state = opened(data)
    assert state.seconds(["think"]) == [70, 60, 40]
    assert state.seconds(["think", "mock"], 1) == [70]
    assert state.seconds(["type"]) == [50]
    assert (state.begun(TODAY), state.begun(TODAY + 1), state.begun(TODAY + 2)) == (1, 2, 0)
    assert len(state.dues()) == 2
    assert state.days(TODAY + 1) == state.days()[1:]
    assert [entry.event.question for entry in state.entries(2)] == ["s", "q"]
    found = state.entry(state.entries(1)[0].event.id)
    assert found and found.event.type == "suspend"
    assert state.entry("no such") is None


def test_a_connection_attaches_the_state(make: Maker, tmp_path: Path) -> None:
    for number, path in enumerate((tmp_path / "cache" / "state.db", None)):
        data = tmp_path / f"data{number}"
        (data / "events").mkdir(parents=True)
        add(data, good(make))
        state = opened(data, path=path)
        other = sqlite3.connect(":memory:", uri=True)
        state.attach(other)
        assert other.execute("SELECT question FROM state.cards").fetchall() == [("q",)]
        add(data, good(make, "r"))
        state.sync(BANK, 0.9)
        assert other.execute("SELECT count(*) FROM state.cards").fetchone() == (2,)
        other.close()
        state.close()


def test_a_question_with_many_events_and_a_large_first_sync(data: Path, make: Maker) -> None:
    events = [good(make, f"q{n % 30}", day=n // 30) for n in range(1500)]
    add(data, *events[:1])
    state = opened(data)
    add(data, *events[1:])
    assert state.sync(BANK, 0.9).added == 1499
    assert contents(state) == contents(opened(data))
    assert sum(day.reviews for day in state.days()) == 1500


def test_progress_is_told_while_folding(data: Path, make: Maker) -> None:
    add(data, *(good(make, f"q{n}") for n in range(120)))
    told: list[tuple[int, int]] = []
    State.open(None, data).sync(BANK, 0.9, lambda done, total: told.append((done, total)))
    assert told == [(0, 120), (50, 120), (100, 120)]


def test_an_unreadable_log_is_told_and_leaves_the_state_as_it_was(data: Path, make: Maker) -> None:
    add(data, good(make))
    state = opened(data)
    before = contents(state)
    add(data, good(make, "r"), name="b")
    (data / "events" / "b.jsonl").rename(data / "events" / "saved")
    (data / "events" / "b.jsonl").symlink_to(data / "events" / "saved")
    real = open

    def refuse(path: Any, *rest: Any) -> Any:
        if Path(path).name == "b.jsonl":
            raise PermissionError(13, "Permission denied")
        return real(path, *rest)

    from tiku.store import reader

    reader.open = refuse  # type: ignore[attr-defined]
    try:
        with pytest.raises(CannotError) as caught:
            state.sync(BANK, 0.9)
    finally:
        del reader.open  # type: ignore[attr-defined]
    assert caught.value.place.endswith("b.jsonl")
    assert contents(state) == before
    state.sync(BANK, 0.9)
    assert state.card("r")


RUN = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
from store_kit import Bank, outline, T0, DAY_MS
from tiku.store.event import EPOCH_DAY, Review
from tiku.store.log import Log
from tiku.store.state import State
data, name = Path(sys.argv[3]), sys.argv[4]
bank = Bank({f"q{n}": outline("a", "b") for n in range(5)})
state = State.open(data / "cache" / "state.db", data)
log = Log(data, lambda: "device")
for n in range(40):
    state.sync(bank, 0.9)
    body = Review(f"q{n % 5}", "good", (("a", True), ("b", n % 3 > 0)))
    log.append(log.event(body, T0 + n, 0, EPOCH_DAY + T0 // DAY_MS))
    state.sync(bank, 0.9)
    assert state.card(f"q{n % 5}") is not None
assert not state.in_memory
"""


def test_two_processes_at_once_share_the_cache(data: Path) -> None:
    here = str(Path(__file__).parent)
    runs = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", RUN, SRC, here, data, name], stderr=subprocess.PIPE, text=True
        )
        for name in "abc"
    ]
    assert [run.communicate()[1] for run in runs] == [""] * 3
    bank = Bank({f"q{n}": outline("a", "b") for n in range(5)})
    kept = opened(data, bank, path=data / "cache" / "state.db")
    assert sum(day.reviews for day in kept.days()) == 120
    assert contents(kept) == contents(opened(data, bank))


def test_the_moment_of_the_day_is_read_back_from_the_log(data: Path, make: Maker) -> None:
    # Answered in Shanghai, looked at anywhere: the study day is that of the answer.
    event = replace(good(make), tz=480, day=TODAY + 1)
    add(data, event, make(Suspend("x"), T0 + HOUR))
    state = opened(data)
    assert [day.day for day in state.days()] == [TODAY + 1]
    assert state.entries(question="q")[0].event.tz == 480
