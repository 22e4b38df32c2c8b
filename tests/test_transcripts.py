"""Transcripts: commands with their output, in tests/sessions and in both README files, run and compared.

A block is fenced as ``console``. A line that begins with ``$ `` is run by bash; what follows is its output, standard
error too. ``…`` at the end of a line stands for any rest, a line of only ``…`` for any lines. Each file has a data
folder of its own, so that later commands see what earlier ones did. TIKU_RETELL=1 writes the files anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [
    *sorted((ROOT / "tests" / "sessions").glob("*.md")),
    *(path for path in (ROOT / "README.md", ROOT / ".github" / "README.zh.md") if path.exists()),
]
BLOCK = re.compile(r"(?ms)^```console\n(.*?)^```$")
SETTING = re.compile(r"(?m)^<!-- env: (.*) -->$")

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def commands(block: str) -> list[tuple[str, str]]:
    parts = re.split(r"(?m)^\$ ", block)
    assert parts[0] == "", "a console block begins with a command"
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1]) for part in parts[1:]]


def matcher(expected: str) -> re.Pattern[str]:
    lines = []
    for line in expected.splitlines():
        if line == "…":
            lines.append(r"(?:.*\n)*?")
        elif line.endswith("…"):
            lines.append(re.escape(line[:-1]) + r".*\n")
        else:
            lines.append(re.escape(line) + r"\n")
    return re.compile("".join(lines))


class Shell:
    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder = folder
        binaries = folder / "bin"
        binaries.mkdir()
        script = binaries / "tiku"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tiku "$@"\n')
        script.chmod(0o755)
        self.env = {
            "PATH": f"{binaries}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"), "LANG": "en_US.UTF-8",
            "HOME": str(folder), "TIKU_DATA": str(folder / "data"), "TIKU_CACHE": str(folder / "cache"),
            "TIKU_STATE": str(folder / "state"), "TIKU_NOW": "2026-12-01T20:00", "TZ": "UTC", "COLUMNS": "100",
            "PYTHONWARNINGS": "error", "PYTHONDONTWRITEBYTECODE": "1", **settings,
        }  # fmt: skip
        (folder / "work").mkdir()

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder / "work", env=self.env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False,
        )  # fmt: skip
        output = done.stdout.decode("utf-8").replace(str(self.folder), "~")
        status = f"[exit {done.returncode}]\n" if done.returncode else ""
        return output + status


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_comes_out_as_written(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    settings = dict(pair.split("=", 1) for line in SETTING.findall(text) for pair in line.split())
    shell = Shell(tmp_path, settings)
    retell = bool(os.environ.get("TIKU_RETELL"))

    def replay(block: re.Match[str]) -> str:
        told = ""
        for command, expected in commands(block.group(1)):
            output = shell.run(command)
            same = matcher(expected).fullmatch(output)
            if not retell:
                assert same, f"$ {command}\n{output}\n--- expected\n{expected}"
            told += f"$ {command}\n{expected if same else output}"
        return f"```console\n{told}```"

    fresh = BLOCK.sub(replay, text)
    if retell and fresh != text:
        path.write_text(fresh, encoding="utf-8")
