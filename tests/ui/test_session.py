"""The quiz as a value: what each key does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiku.grade.numeric import draw
from tiku.model import FollowUp, Given, Option, Point, Question, Text
from tiku.ui.session import Card, Mode, State, options_order, press, start
from tiku.ui.views import frame

OPEN = Question(
    id="ring",
    kind="open",
    topic="comm-network",
    subtopic="allreduce-algos",
    level="senior",
    question=Text("环怎么走？`y[i] = a*x[i]`", "How does the ring go? vector<int> :fire:"),
    points=(
        Point("volume", Text("每卡 2(n-1)/n", "2(n-1)/n per rank"), weight=3, must=True),
        Point("steps", Text("两个阶段", "two phases"), weight=2),
    ),
    follow_ups=(FollowUp(Text("再深", "deeper"), Text("听", "listen")), FollowUp(question="tree")),
)
CHOICE = Question(
    id="pick",
    kind="choice",
    question=Text("哪个对？", "Which is right?"),
    options=(Option(Text("甲", "A"), True), Option(Text("乙", "B"), False), Option(Text("丙", "C"), False)),
)
NUMERIC = Question(
    id="count",
    kind="numeric",
    question=Text("{n} 的两倍？", "twice {n}?"),
    given=(Given("n", low="1", high="9"),),
    formula="2 * n",
)


def shown(question: Question = OPEN, mode: Mode = "think") -> State:
    drawn = draw(question, 1) if question.kind == "numeric" else None
    return start(Card(question, "new", 1, 3, drawn=drawn, order=options_order(question, 1)), mode, "zh", "zh")


def keys(state: State, *pressed: str) -> tuple[State, str]:
    do: str = "stay"
    for key in pressed:
        state, do = press(state, key)
    return state, do


def test_space_shows_the_outline_with_every_point_unticked() -> None:
    state, _ = keys(shown(), " ")
    assert state.phase == "outline"
    assert state.ticks == frozenset()
    assert state.rating == "again"


def test_digits_tick_points_and_the_rating_follows() -> None:
    state, _ = keys(shown(), " ", "1")
    assert state.ticks == {"volume"} and state.rating == "hard"
    state, _ = keys(state, "2")
    assert state.rating == "good"
    state, _ = keys(state, "1")
    assert state.rating == "again"
    assert keys(shown(), " ", "a")[0].ticks == {"volume", "steps"}


def test_plus_and_minus_move_the_rating_one_step_and_easy_is_reached_only_so() -> None:
    state, _ = keys(shown(), " ", "a")
    assert state.rating == "good"
    assert keys(state, "+")[0].rating == "easy"
    assert keys(state, "+", "+", "+", "-")[0].rating == "good"
    assert keys(state, "-", "-", "-", "-", "-", "+")[0].rating == "hard"


def test_enter_accepts_only_after_the_outline_was_shown() -> None:
    assert keys(shown(), "enter")[1] == "stay"
    assert keys(shown(), " ", "enter")[1] == "accept"


def test_hints_come_one_point_at_a_time() -> None:
    state, _ = keys(shown(), "h", "h", "h")
    assert state.hints == 2


def test_a_typed_answer_is_handed_in_by_a_line_of_only_a_dot() -> None:
    state, do = keys(shown(mode="type"), *"hq e", "enter", ".", "enter")
    assert do == "mark"
    assert state.draft.text == "hq e"
    assert state.phase == "outline"


def test_ctrl_d_hands_the_answer_in_too() -> None:
    state, do = keys(shown(mode="type"), "a", "ctrl-d")
    assert do == "mark" and state.draft.text == "a"


@pytest.mark.parametrize(
    ("line", "do"), [(":q", "quit"), (":s", "suspend"), (":u", "undo"), (":e", "editor"), (":b", "later")]
)
def test_while_typing_commands_are_lines(line: str, do: str) -> None:
    state, done = keys(shown(mode="type"), "x", "enter", *line, "enter")
    assert done == do
    assert state.draft.text == "x"


def test_a_note_does_not_lose_the_answer_being_typed() -> None:
    state, _ = keys(shown(mode="type"), *"half", "enter", *":n", "enter")
    assert state.overlay == "note"
    state, _ = keys(state, "z", "esc")
    assert state.draft.text == "half"


def test_a_choice_is_made_by_digit_and_judged_at_once() -> None:
    right = str(options_order(CHOICE, 1).index(0) + 1)
    state, _ = keys(shown(CHOICE), right, "enter")
    assert state.rating == "good"
    wrong = str(options_order(CHOICE, 1).index(1) + 1)
    state, _ = keys(shown(CHOICE), wrong, "enter")
    assert state.rating == "again"
    assert keys(shown(CHOICE), "enter")[0].phase == "ask"


def test_a_number_is_handed_in_with_enter() -> None:
    state, do = keys(shown(NUMERIC), *"12", "enter")
    assert do == "mark" and state.draft.text == "12"


def test_follow_ups_open_step_by_step_and_lead_to_a_question() -> None:
    state, _ = keys(shown(), "f")
    assert state.overlay == "follow"
    state, do = keys(state, "2")
    assert do == "deeper" and state.message == "tree"
    assert keys(shown(), "f", "x")[0].overlay == ""


@pytest.mark.parametrize(
    ("key", "do"), [("q", "quit"), ("s", "suspend"), ("b", "later"), ("u", "undo"), ("e", "edit"), ("eof", "quit")]
)
def test_single_keys_work_outside_the_editor(key: str, do: str) -> None:
    assert keys(shown(), key)[1] == do
    assert keys(shown(), " ", key)[1] == do


def test_the_other_language_is_one_key_away() -> None:
    assert keys(shown(), "l")[0].langs == "en"
    assert keys(shown(), "l", "l")[0].langs == "zh"
    assert keys(replace(shown(), langs="both"), "l")[0].langs == "zh"


ALL_KEYS = ["enter", "backspace", "up", "down", "pgup", "pgdn", "esc", "ctrl-d", "ctrl-u", "eof", "resize", "tab", "paste:a\nb",
            "left", "home", *" 1234567890ahfolnesbuq?+-.:xé中"]  # fmt: skip


@given(
    st.sampled_from([OPEN, CHOICE, NUMERIC]), st.sampled_from(["think", "type"]), st.sampled_from(["zh", "en", "both"]),
    st.lists(st.sampled_from(ALL_KEYS), max_size=30), st.integers(2, 200), st.integers(1, 60),
)  # fmt: skip
def test_any_keys_on_any_screen_give_a_frame_that_fits(
    question: Question, mode: Mode, langs: str, pressed: list[str], width: int, height: int
) -> None:
    state = replace(shown(question, mode), langs=langs)  # type: ignore[arg-type]
    for key in pressed:
        state, _ = press(state, key)
        lines, cursor, _ = frame(state, {"again": "1d"}, width, height)
        assert len(lines) <= height
        if cursor is not None and height > 8:
            assert 0 <= cursor[0] < height and 0 <= cursor[1] < width


def test_bank_text_stands_in_the_frame_as_it_was_written() -> None:
    lines, _, _ = frame(replace(shown(), langs="both"), {}, 100, 30)
    text = "\n".join("".join(part for part, _ in line) for line in lines)
    assert "`y[i] = a*x[i]`" in text
    assert "vector<int> :fire:" in text


def test_no_line_is_wider_than_sixty_cells() -> None:
    from tiku.text import cell_width

    for pressed in ((), (" ",), (" ", "a"), ("?",), ("f", "f", "f", "f"), ("o",)):
        state, _ = keys(replace(shown(), langs="both"), *pressed)
        for line in frame(state, {"again": "今天", "hard": "3 天", "good": "8 天", "easy": "20 天"}, 60, 40)[0]:
            assert cell_width("".join(part for part, _ in line)) <= 60
