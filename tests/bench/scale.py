"""Large banks and logs: cold index, one changed file, and start-up against bare imports, on generated data.

Run: ``python tests/bench/scale.py [--questions N] [--events N] [--rounds N]``. Ratios are medians of paired runs; the yardstick
of a verb has the CPU of a bare scandir and stat of the bank folder added, measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from startup import FIRST, SCAN, cpu

from tiku.store.event import seal
from tiku.store.ulid import ulid

ROOT = Path(__file__).parents[2]
QUESTION = """\
id: {ident}
kind: open
topic: {topic}
level: {level}
skills: [cuda, nccl]
question:
  zh: '第 {n} 题：{words}？'
  en: 'Question {n}: how does {words} work?'
opening:
  zh: {zh}
  en: {en}
points:
{points}
"""
POINT = """\
  - id: p{k}
    zh: 要点 {k}：{zh}
    en: 'point {k}: {en}'
    weight: {weight}
    must: {must}
    evidence:
      - [合并访存 {k}, coalesced {k}, sector {k}]
      - [带宽 {n}, bandwidth {n}]
"""
ZH = "共享内存按三十二个存储体组织，同一个线程束里访问同一个存储体的不同地址会被串行，所以要补齐或者换位。" * 2
EN = (
    "Shared memory is organised in thirty-two banks; different addresses of one bank are served one after another. " * 2
)


def write_bank(folder: Path, count: int) -> None:
    chance = random.Random(1)
    for n in range(count):
        topic = f"topic-{n % 40:02d}"
        points = "".join(
            POINT.format(k=k, n=n, zh=ZH[:60], en=EN[:90], weight=1 + k % 3, must="true" if k == 0 else "false")
            for k in range(6)
        )
        path = folder / topic / f"q-{n:06d}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        words = f"kernel {chance.randrange(10**6)}"
        level = ("junior", "senior", "expert")[n % 3]
        text = QUESTION.format(ident=path.stem, topic=topic, level=level, n=n, words=words, zh=ZH, en=EN, points=points)
        path.write_text(text, encoding="utf-8")


def write_log(folder: Path, questions: int, events: int) -> None:
    chance = random.Random(2)
    start = 1_750_000_000_000
    lines = []
    for number in range(events):
        t = start + number * (400 * 86_400_000 // max(1, events))
        day = 20254 + (t - start) // 86_400_000
        from datetime import date, timedelta

        text = (date(1970, 1, 1) + timedelta(days=day)).isoformat()
        marks = {f"p{k}": int(chance.random() < 0.8) for k in range(6)}
        row = {
            "v": 1, "id": ulid(t, number.to_bytes(10, "big")), "t": t, "tz": 0, "day": text, "type": "review",
            "question": f"q-{chance.randrange(questions):06d}", "rating": "good" if sum(marks.values()) > 4 else "again",
            "points": marks, "digest": "", "seconds": 60.0, "mode": "think", "scorer": "self",
        }  # fmt: skip
        lines.append(seal(json.dumps(row, separators=(",", ":")).encode()))
    folder.mkdir(parents=True)
    (folder / "aaaaaaaaaaaaaaaa.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bank = folder / "bank"
        write_bank(bank, options.questions)
        write_log(folder / "data" / "events", options.questions, options.events)
        size = sum(path.stat().st_size for path in bank.rglob("*.yaml"))
        print(f"{options.questions:,} questions ({size / 1e6:.0f} MB), {options.events:,} events")
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("TIKU")},
            "PYTHONPATH": str(ROOT / "src"), "TIKU_DATA": str(folder / "data"), "TIKU_CACHE": str(folder / "cache"),
            "TIKU_STATE": str(folder / "state"), "LANG": "en_US.UTF-8",
        }  # fmt: skip
        only = ["--only-bank", str(bank)]
        listing = ["-m", "tiku", *only, "list", "is:due", "-n", "20", "--json"]
        print(f"cold index and replay: {cpu(listing, environment):.1f} s CPU")
        changed = bank / "topic-00" / "q-000000.yaml"
        changed.write_text(changed.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
        print(f"after one changed file: {cpu(listing, environment):.2f} s CPU")
        warm = cpu(listing, environment)
        print(f"warm: {warm:.2f} s CPU")
        measure = (
            f"import resource, subprocess, sys; subprocess.run([sys.executable, *{listing!r}], capture_output=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
        )
        command = [sys.executable, "-c", measure]
        peak = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        print(f"peak memory, warm list: {peak.stdout.strip()} MB")
        empty = statistics.median(cpu(["-c", "pass"], environment) for _ in range(options.rounds))
        scan = statistics.median(cpu(["-c", SCAN.format(bank=str(bank))], environment) for _ in range(options.rounds))
        first = FIRST.replace('main(["quiz"', f'main(["--only-bank", {str(bank)!r}, "quiz"')
        for title, arguments, bare in (
            ("list is:due -n 20 --json", listing, "import typer, yaml, sqlite3"),
            ("first quiz question", ["-c", first], "import typer, rich.console, rich.table, yaml, sqlite3"),
        ):
            pairs = [(cpu(arguments, environment), cpu(["-c", bare], environment)) for _ in range(options.rounds)]
            ratio = statistics.median(mine / (base + scan - empty) for mine, base in pairs)
            mine = statistics.median(pair[0] for pair in pairs)
            print(f"{title:<28}{mine * 1000:8.0f} ms{ratio:7.2f}")


if __name__ == "__main__":
    main()
