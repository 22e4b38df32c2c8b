"""Events as lines: written and read back exactly; what is not exactly an event is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.model import RATINGS
from tiku.store.event import (
    EPOCH_DAY,
    MODES,
    Bury,
    Event,
    IgnoreTerm,
    Note,
    Other,
    Phrase,
    Plan,
    Reset,
    Resume,
    Review,
    Skill,
    Suspend,
    Undo,
    seal,
    to_json,
    write_event,
)
from tiku.store.parse import read_event
from tiku.store.ulid import ulid

T = 1_790_000_000_000
ID = "01M3250V0087CZDVJPK30NY5NP"

names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
words = st.text(max_size=40)  # with halves of surrogate pairs, as a terminal may send them
ids = st.builds(ulid, st.integers(0, (1 << 48) - 1), st.binary(min_size=10, max_size=10))
days = st.integers(700_000, 800_000)
bodies = st.one_of(
    st.builds(
        Review,
        names,
        st.sampled_from(RATINGS),
        st.none() | st.dictionaries(names, st.booleans(), max_size=4).map(lambda found: tuple(found.items())),
        digest=words,
        seconds=st.integers(0, 36000).map(lambda tenths: tenths / 10),
        mode=st.sampled_from(MODES),
        scorer=words,
        moved=st.booleans(),
        answer=st.none() | words,
        confidence=st.none() | words,
        seed=st.none() | st.integers(-(2**63), 2**63 - 1),
    ),
    st.builds(Undo, ids),
    st.builds(Suspend, names),
    st.builds(Resume, names),
    st.builds(Reset, names),
    st.builds(Bury, names, days),
    st.builds(Note, names, words, st.none() | ids),
    st.builds(Plan, names, st.none() | days, st.integers(1, 1440)),
    st.builds(Phrase, names, names, words, st.booleans()),
    st.builds(Skill, words, names),
    st.builds(IgnoreTerm, words),
)


@st.composite
def events(draw: st.DrawFn) -> Event:
    t = draw(st.integers(0, 32_503_679_999_999))
    day = EPOCH_DAY + t // 86_400_000 + draw(st.integers(-2, 2))
    return Event(draw(ids), t, draw(st.integers(-1439, 1439)), day, draw(bodies))


@given(events())
def test_an_event_is_read_back_as_it_was_written(event: Event) -> None:
    line = write_event(event)
    assert b"\n" not in line
    assert read_event(line) == event
    assert {key: value for key, value in json.loads(line).items() if key != "crc"} == to_json(event)


def test_the_line_is_that_of_the_design() -> None:
    body = Review(
        "ring-allreduce", "hard", (("volume", True), ("步数", False)), "ab12", 41.26, "type", "words", moved=True
    )
    line = write_event(Event(ID, T, 480, EPOCH_DAY + T // 86_400_000, body)).decode()
    assert line == (
        f'{{"v":1,"id":"{ID}","t":1790000000000,"tz":480,"day":"2026-09-21","type":"review",'
        '"question":"ring-allreduce","rating":"hard","points":{"volume":1,"步数":0},"digest":"ab12","seconds":41.3,'
        '"mode":"type","scorer":"words","moved":true,"crc":"9bf507d1"}'
    )


def test_half_a_surrogate_pair_from_a_terminal_is_kept() -> None:
    event = Event(ID, T, 0, EPOCH_DAY + T // 86_400_000, Note("q", "a\udce4b 共享"))
    line = write_event(event)
    assert line.isascii()
    assert read_event(line) == event


def plain(**changes: Any) -> bytes:
    row = {"v": 1, "id": ID, "t": T, "tz": 480, "day": "2026-09-21", "type": "suspend", "question": "q", **changes}
    return json.dumps({key: value for key, value in row.items() if value is not ...}).encode()


def test_a_line_without_a_checksum_is_taken() -> None:
    assert read_event(plain()).body == Suspend("q")


def test_fields_added_later_are_passed_over() -> None:
    assert read_event(plain(colour="red")).body == Suspend("q")


@pytest.mark.parametrize("version", [2, 99])
def test_an_event_of_a_newer_version_is_kept_whatever_it_holds(version: int) -> None:
    event = read_event(plain(v=version, t="soon", day=..., type="hologram"))
    assert event.body == Other("hologram")
    assert (event.id, event.type, event.question) == (ID, "hologram", None)
    assert read_event(plain(v=version, type=5)).type == ""
    assert read_event(plain(v=version, type="\ud800")).type == ""


def test_an_event_of_an_unknown_type_is_kept_and_never_written() -> None:
    event = read_event(plain(type="hologram"))
    assert event.body == Other("hologram")
    assert to_json(event)["type"] == "hologram"
    with pytest.raises(ValueError, match="hologram"):
        write_event(event)


REVIEW: dict[str, Any] = {"type": "review", "rating": "good"}
REFUSED: list[tuple[str, bytes]] = [
    ("no JSON", b'{"v":1'),
    ("no object", b"[]"),
    ("number", b"5"),
    ("no UTF-8", b'{"v":1,"id":"\xff"}'),
    ("nested too deep", b"[" * 100_000),
    ("huge number", b'{"v":' + b"9" * 5000 + b"}"),
    ("version", plain(v=0)),
    ("version as text", plain(v="1")),
    ("version true", plain(v=True)),
    ("no id", plain(id=...)),
    ("bad id", plain(id="x")),
    ("t", plain(t=-1)),
    ("t as float", plain(t=1.5)),
    ("t too late", plain(t=10**15)),
    ("tz", plain(tz=1440)),
    ("tz missing", plain(tz=...)),
    ("day", plain(day="2026-02-30")),
    ("day as number", plain(day=20260921)),
    ("day far from t", plain(day="2026-09-25")),
    ("type", plain(type="")),
    ("type with a control sign", plain(type="sus\x1bpend")),
    ("question missing", plain(question=...)),
    ("question empty", plain(question="")),
    ("question with a newline", plain(question="a\nb")),
    ("question with half a surrogate pair", plain(question="\ud800")),
    ("question too long", plain(question="q" * 301)),
    ("rating", plain(type="review", rating="great")),
    ("rating as list", plain(type="review", rating=["good"])),
    ("mode", plain(**REVIEW, mode="sleep")),
    ("seconds below zero", plain(**REVIEW, seconds=-1)),
    ("seconds not finite", plain(**REVIEW, seconds=float("inf"))),
    ("seconds no number", plain(**REVIEW, seconds=float("nan"))),
    ("seconds true", plain(**REVIEW, seconds=True)),
    ("seconds without end", plain(**REVIEW, seconds=1e300)),
    ("points", plain(**REVIEW, points=["a"])),
    ("a mark", plain(**REVIEW, points={"a": 2})),
    ("a mark as text", plain(**REVIEW, points={"a": "1"})),
    ("a mark as list", plain(**REVIEW, points={"a": [1]})),
    ("moved", plain(**REVIEW, moved="yes")),
    ("answer", plain(**REVIEW, answer=5)),
    ("seed", plain(**REVIEW, seed=2**64)),
    ("undo", plain(type="undo", event="x")),
    ("bury", plain(type="bury", until_day="soon")),
    ("note", plain(type="note", text=None)),
    ("note replaces", plain(type="note", text="t", replaces="x")),
    ("plan", plain(type="plan", posting="p", on="soon")),
    ("plan minutes", plain(type="plan", posting="p", on=None, minutes=0)),
    ("phrase", plain(type="phrase", point="p", text="t", hit=None)),
    ("skill", plain(type="skill", term="t", skill="")),
    ("ignore-term", plain(type="ignore-term")),
]


@pytest.mark.parametrize("line", [line for _, line in REFUSED], ids=[name for name, _ in REFUSED])
def test_what_is_not_exactly_an_event_is_refused_with_the_reason(line: bytes) -> None:
    with pytest.raises(ValueError) as caught:
        read_event(line)
    assert str(caught.value)


@given(events(), st.data())
def test_a_line_with_other_bytes_is_refused_by_its_checksum(event: Event, data: st.DataObject) -> None:
    line = bytearray(write_event(event))
    # The field "crc" itself apart: without it there is nothing to compare.
    at = data.draw(st.integers(0, len(line) - 19) | st.integers(len(line) - 10, len(line) - 3))
    line[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError):
        read_event(bytes(line))


@given(st.binary(max_size=200))
def test_no_bytes_make_reading_fail_otherwise(raw: bytes) -> None:
    for line in (raw, seal(b'{"v":1,' + raw + b"}")):
        try:
            read_event(line)
        except ValueError:
            continue
