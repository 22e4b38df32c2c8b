"""The quiz in a real (pseudo-)terminal: keys, signals, resizing, end of input, and sudden death."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("fcntl")
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "commands"))

from command_kit import write_bank
from pty_kit import PLACE, Player, environment

import tiku.commands.quiz
import tiku.ui.quiz
from tiku.store.parse import read_event

Play = Callable[..., Player]

MANY = """\
id: q{n}
kind: open
question: {{zh: 第 {n} 题, en: Question number {n}}}
points:
  - {{id: one, text: first point}}
  - {{id: two, text: second point}}
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    folder = write_bank(tmp_path / "bank")
    for n in range(60):
        (folder / "mine" / f"q{n}.yaml").write_text(MANY.format(n=n), encoding="utf-8")
    return folder


@pytest.fixture
def play(tmp_path: Path, bank: Path) -> Iterator[Play]:
    players: list[Player] = []

    def start(*words: str, size: tuple[int, int] = (100, 30), **more: str) -> Player:
        arguments = ["--only-bank", str(bank), "quiz", *words]
        player = Player(arguments, environment(tmp_path, **more), size)
        players.append(player)
        return player

    yield start
    for player in players:
        player.close()


def reviews(folder: Path) -> list[str]:
    """Return the questions of the reviews in the log; every line must be sound."""
    found = []
    for path in sorted((folder / "data" / "events").glob("*.jsonl")):
        for line in path.read_bytes().split(b"\n"):
            if line:
                event = read_event(line)
                if event.type == "review":
                    found.append(str(event.question))
    return found


def digest(folder: Path) -> str:
    parts = [f"{path.relative_to(folder)} {path.stat().st_mtime_ns}".encode() + path.read_bytes()
             for path in sorted(folder.rglob("*")) if path.is_file()]  # fmt: skip
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def test_a_session_from_the_first_question_to_the_summary(play: Play, tmp_path: Path, bank: Path) -> None:
    before = digest(bank)
    player = play("id:q1,q2", "--mode", "think")
    player.until("1/2")
    player.send(" ")
    player.until("first point")
    player.send("1")
    player.until("50%")
    player.send("2")
    player.until("100%")
    player.send("\r")
    player.until("2/2")
    assert len(reviews(tmp_path)) == 1, "an answer is on disk before the next question shows"
    player.send(" a\r")
    player.until("2 answered")
    player.send("\r")
    assert player.wait() == 0
    assert player.restored()
    assert len(reviews(tmp_path)) == 2
    assert digest(bank) == before


def test_the_last_answer_can_be_taken_back_after_the_last_card(play: Play, tmp_path: Path) -> None:
    player = play("id:q1")
    player.until("1/1")
    player.send(" a\r")
    player.until("1 answered")
    player.send("u")
    player.until("taken back")
    player.send("q")
    assert player.wait() == 0
    kinds = [read_event(line).type for path in (tmp_path / "data" / "events").glob("*.jsonl")
             for line in path.read_bytes().splitlines()]  # fmt: skip
    assert kinds == ["review", "undo"]


def test_a_question_rated_again_comes_once_more_without_a_second_review(play: Play, tmp_path: Path) -> None:
    player = play("id:q1")
    player.until("1/1")
    player.send(" \r")
    player.until("once more")
    player.send(" \r")
    player.until("1 answered")
    player.send("\r")
    assert player.wait() == 0
    assert reviews(tmp_path) == ["q1"]


def test_type_mode_marks_what_was_written(play: Play, tmp_path: Path) -> None:
    player = play("id:ring", "--mode", "type", "--lang", "en")
    player.until("1/1")
    player.send("per rank twice the data, reduce-scatter first\r.\r")
    player.until("you said: ")
    player.until("100%")
    player.send("\r")
    player.until("1 answered")
    player.send("\r")
    assert player.wait() == 0
    line = next((tmp_path / "data" / "events").glob("*.jsonl")).read_text(encoding="utf-8")
    assert '"mode":"type"' in line and "twice the data" in line


def test_what_the_user_corrects_counts_the_next_time(play: Play, tmp_path: Path) -> None:
    answer = "every card moves nearly two copies around\r.\r"
    player = play("id:ring", "--mode", "type", "--lang", "en")
    player.until("1/1")
    player.send(answer)
    player.until("0%")
    player.send("12")
    player.until("100%")
    player.send("\r")
    player.until("1 answered")
    player.send("\r")
    assert player.wait() == 0
    again = play("id:ring", "--mode", "type", "--lang", "en")
    again.until("1/1")
    again.send(answer)
    again.until("you said: every card moves nearly two copies")
    again.until("60%")
    again.send("q")
    assert again.wait() == 0


def test_a_number_and_a_choice_are_played(play: Play, tmp_path: Path) -> None:
    player = play("topic:serving", "--lang", "en")
    player.until("1/2")
    for place in ("2/", "answered"):
        player.read(0.2)
        if b"KV cache" in player.seen[player.told :]:
            player.send("8 MiB\r")
            player.until("layers * 2")
        else:
            player.send("1\r")
            player.until("%")
        player.send("=\r")
        player.until(place)
    player.send("\r")
    assert player.wait() == 0
    assert {"kv", "pick"} <= set(reviews(tmp_path))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_the_answers_kept(play: Play, tmp_path: Path, number: int) -> None:
    player = play("id:q1,q2,q3")
    player.until("1/3")
    player.send(" a\r")
    player.until("2/3")
    player.kill(number)
    assert player.wait() == 130
    assert b"Traceback" not in player.seen
    assert b"stopped, 1 answers saved" in player.seen
    assert player.restored()
    assert reviews(tmp_path) == ["q1"]


def test_a_terminal_that_goes_away_loses_nothing(play: Play, tmp_path: Path) -> None:
    player = play("id:q1,q2,q3")
    player.until("1/3")
    player.send(" a\r")
    player.until("2/3")
    os.close(player.terminal)
    _, status = os.waitpid(player.pid, 0)
    player.status = os.waitstatus_to_exitcode(status)
    assert player.status in (0, 130)
    assert reviews(tmp_path) == ["q1"]


def test_ctrl_d_ends_it(play: Play) -> None:
    player = play("id:q1,q2")
    player.until("1/2")
    player.send("\x04")
    assert player.wait() == 0
    assert player.restored()


@pytest.mark.parametrize("mode", ["think", "type"])
def test_a_terminal_made_tiny_and_large_again_keeps_working(play: Play, tmp_path: Path, mode: str) -> None:
    player = play("id:q1,q2", "--mode", mode, size=(200, 50))
    player.until("1/2")
    for columns, lines in ((20, 5), (10, 3), (1, 1), (60, 20), (200, 50)):
        player.resize(columns, lines)
        player.read(0.15)
        player.send("x" if mode == "type" else "?")
        player.read(0.1)
        player.send("" if mode == "type" else "x")
        player.read(0.1)
    player.send("\x04" if mode == "type" else " ")
    player.until("first point")
    player.send("\r")
    player.until("2/")
    player.send(":q\r" if mode == "type" else "q")
    assert player.wait() == 0
    assert b"Traceback" not in player.seen
    assert reviews(tmp_path) == ["q1"]


def test_a_note_is_kept_with_the_data_and_shown_again(play: Play, tmp_path: Path, bank: Path) -> None:
    before = digest(bank)
    player = play("id:q1")
    player.until("1/1")
    player.send("n")
    player.until("Note")
    player.send("my own words\r.\r")
    player.read(0.4)
    player.send(" ")
    player.until("my own words")
    player.send("q")
    assert player.wait() == 0
    assert digest(bank) == before


def test_suspend_later_and_deeper(play: Play, tmp_path: Path) -> None:
    player = play("id:q1,q2,ring")
    player.until("1/3")
    player.send("b")
    player.read(0.3)
    player.send("s")
    player.read(0.3)
    player.send("q")
    assert player.wait() == 0
    text = "".join(path.read_text() for path in (tmp_path / "data" / "events").glob("*.jsonl"))
    assert '"type":"suspend"' in text and '"type":"review"' not in text


def test_sigkill_at_random_moments_loses_no_acknowledged_answer(play: Play, tmp_path: Path) -> None:
    kills = int(os.environ.get("TIKU_KILLS", "200"))
    chance = random.Random(20261201)
    acknowledged = 0
    for _ in range(kills):
        player = play("--cram", "kind:open", "id:q*")
        player.until("1/")
        for _ in range(chance.randrange(6)):
            player.send(" a\r")
            player.read(chance.random() * 0.02)
        player.read(chance.random() * 0.06)
        player.kill()
        os.waitpid(player.pid, 0)
        player.status = -9
        player.read(0.05)
        places = PLACE.findall(player.seen)
        acknowledged += max((int(number) for number, _ in places), default=1) - 1
        player.close()
        saved = len(whole_lines(tmp_path))
        assert saved >= acknowledged, "an answer that was followed by the next question is lost"
        acknowledged = saved
    assert acknowledged > kills // 2, "the test must have answered something"
    player = play("id:q1")
    player.until("1/1")
    player.send(" a\r\r")
    assert player.wait() == 0


def whole_lines(folder: Path) -> list[bytes]:
    found = []
    for path in (folder / "data" / "events").glob("*.jsonl"):
        for line in path.read_bytes().split(b"\n"):
            try:
                read_event(line)
            except ValueError:
                continue
            found.append(line)
    return found


assert tiku.commands.quiz and tiku.ui.quiz, "imported before the fork, so that every run starts at once"
