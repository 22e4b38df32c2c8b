"""Start-up of the verbs against bare imports, as ratios of CPU time, paired in one run.

Each verb and its yardstick run in turn, many times; the ratio is the median of the pairs'. To the yardstick of a verb that looks
at the bank the CPU of a bare scandir and stat of the same folder is added, measured in the same run.
Run: ``python tests/bench/startup.py [--rounds N] [--bank DIR]``.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCAN = "import os\nfor folder, _, _ in os.walk({bank!r}):\n    for entry in os.scandir(folder):\n        entry.stat()"
FIRST = """
import sys
sys.argv = ["tiku"]
from tiku.cli import main
import tiku.ui.quiz as quiz
def stop(self, item):
    question = self.desk.question(item.question)
    from tiku.ui.session import Card, start
    seed, drawn = self.desk.draw(question)
    self._paint(start(Card(question, item.reason, 1, 1, drawn=drawn), self.mode, self.langs, self.ui))
    return False
quiz.Sitting._ask = stop
sys.exit(main(["quiz", "-n", "1"]))
"""
ROWS = (
    ("tiku --version", ["-m", "tiku", "--version"], "import typer", False, 1.3),
    (
        "list is:due -n 20 --json",
        ["-m", "tiku", "list", "is:due", "-n", "20", "--json"],
        "import typer, yaml, sqlite3",
        True,
        1.5,
    ),
    ("due --json", ["-m", "tiku", "due", "-n", "20", "--json"], "import typer, yaml, sqlite3", True, 1.5),
    ("first quiz question", ["-c", FIRST], "import typer, rich.console, rich.table, yaml, sqlite3", True, 1.3),
)


def cpu(arguments: list[str], environment: dict[str, str]) -> float:
    """Return the CPU seconds of one run of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--bank", default=str(ROOT / "questions"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("TIKU")},
            "PYTHONPATH": str(ROOT / "src"), "TIKU_DATA": f"{folder}/data", "TIKU_CACHE": f"{folder}/cache",
            "TIKU_STATE": f"{folder}/state", "LANG": "en_US.UTF-8",
        }  # fmt: skip
        if options.bank != str(ROOT / "questions"):
            environment["TIKU_BANK"] = options.bank
        subprocess.run([sys.executable, "-m", "tiku", "list"], env=environment, capture_output=True, check=True)
        empty = [cpu(["-c", "pass"], environment) for _ in range(options.rounds)]
        scan = [cpu(["-c", SCAN.format(bank=options.bank)], environment) for _ in range(options.rounds)]
        extra = max(0.0, statistics.median(scan) - statistics.median(empty))
        print(f"{'verb':<28}{'CPU ms':>8}{'bare ms':>9}{'ratio':>7}{'aim':>6}")
        for name, arguments, bare, looks, aim in ROWS:
            pairs = [(cpu(arguments, environment), cpu(["-c", bare], environment)) for _ in range(options.rounds)]
            add = extra if looks else 0.0
            mine = statistics.median(pair[0] for pair in pairs)
            base = statistics.median(pair[1] + add for pair in pairs)
            ratio = statistics.median(pair[0] / (pair[1] + add) for pair in pairs)
            print(f"{name:<28}{mine * 1000:8.0f}{base * 1000:9.0f}{ratio:7.2f}{aim:6.1f}", flush=True)


if __name__ == "__main__":
    main()
