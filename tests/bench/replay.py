"""Replay of a log against py-fsrs's own time for the same point reviews, and the cost of one answer.

Run: ``python tests/bench/replay.py [--events N] [--questions N]``. CPU seconds, all in one process, one run after the other.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from tiku.store.event import DAY_MS, EPOCH_DAY, Event, Review, write_event
from tiku.store.log import Log
from tiku.store.parse import read_event
from tiku.store.state import State
from tiku.store.ulid import ulid
from tiku.study.outline import Outline, Part

START_MS = 1_790_000_000_000
POINTS = 6


class Bank:
    """Questions of six points each."""

    stamp = "bench"

    def __init__(self, count: int) -> None:
        outline = Outline(tuple(Part(f"p{number}") for number in range(POINTS)), "d")
        self._outlines = dict.fromkeys((f"q{number}" for number in range(count)), outline)

    def get(self, question: str) -> Outline | None:
        return self._outlines.get(question)

    def digests(self) -> Mapping[str, str]:
        return dict.fromkeys(self._outlines, "d")

    def renames(self) -> Mapping[str, str]:
        return {}


def write_log(path: Path, events: int, questions: int, chance: Random) -> None:
    path.parent.mkdir(parents=True)
    with open(path, "wb") as file:
        for number in range(events):
            t = START_MS + number * 300_000
            marks = tuple((f"p{point}", chance.random() < 0.8) for point in range(POINTS))
            rating = chance.choice(("again", "hard", "good", "good"))
            question = f"q{chance.randrange(questions)}"
            body = Review(question, rating, marks, "abcdef12", chance.randint(200, 900) / 10, answer="a few words")
            event = Event(ulid(t, number.to_bytes(10)), t, 480, EPOCH_DAY + t // DAY_MS, body)
            file.write(write_event(event) + b"\n")


def library_seconds(path: Path) -> float:
    """The time py-fsrs takes for the same point reviews through its public interface."""
    from fsrs import Card, Rating, Scheduler

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    grades = {"again": Rating.Again, "good": Rating.Good}
    reviews = []
    for line in path.read_bytes().splitlines():
        event = read_event(line)
        assert isinstance(event.body, Review)
        when = datetime.fromtimestamp(event.t // 1000, UTC)
        reviews += [(event.body.question, point, hit, when) for point, hit in event.body.points or ()]
    cards: dict[tuple[str, str], Card] = {}
    start = time.process_time()
    for question, point, hit, when in reviews:
        card = cards.get((question, point)) or Card(card_id=len(cards))
        cards[question, point], _ = scheduler.review_card(card, grades["good" if hit else "again"], when)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        log_path = data / "events" / "a.jsonl"
        write_log(log_path, asked.events, asked.questions, Random(1))
        bank, cache = Bank(asked.questions), Path(folder) / "cache" / "state.db"
        start = time.process_time()
        state = State.open(cache, data)
        state.sync(bank, 0.9)
        replay = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        state.close()
        start = time.process_time()
        state = State.open(cache, data)
        state.sync(bank, 0.9)
        warm = time.process_time() - start
        log, answers = Log(data, lambda: "b"), []
        for number in range(200):
            t = START_MS + (asked.events + number) * 300_000
            body = Review(f"q{number % asked.questions}", "good", tuple((f"p{p}", True) for p in range(POINTS)))
            start = time.perf_counter()
            log.append(log.event(body, t, 480, EPOCH_DAY + t // DAY_MS))
            state.sync(bank, 0.9)
            answers.append(time.perf_counter() - start)
        library = library_seconds(log_path)
        print(f"{asked.events} events of {POINTS} points, {asked.questions} questions")
        print(f"py-fsrs alone        {library:8.2f} s")
        print(f"replay into a cache  {replay:8.2f} s   ratio {replay / library:.2f}")
        print(f"warm cache           {warm * 1e3:8.2f} ms")
        print(f"one answer, fsync    {statistics.median(answers) * 1e3:8.2f} ms (median of 200, wall)")
        print(f"cache file           {cache.stat().st_size / 1e6:8.1f} MB")
        print(f"peak memory          {peak:8.1f} MB")


if __name__ == "__main__":
    main()
