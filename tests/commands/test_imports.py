"""What each verb may import: start-up is what it imports, and this is checked by name, not by a clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_kit import write_bank

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = """
import sys
from tiku.__main__ import main
sys.argv = ["tiku", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print("\\n".join(sorted(sys.modules)), file=sys.stderr)
"""
HEAVY = {"yaml", "rich", "fsrs", "numpy", "statistics", "zoneinfo", "importlib.metadata", "pydantic", "asyncio", "http"}
FOLDING = {"tiku.store.fold", "tiku.store.replay", "tiku.store.event", "tiku.bank.source", "tiku.bank.schema"}
MARKING = {"tiku.grade.points", "tiku.grade.terms", "tiku.grade.formula", "tiku.study.plan"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("imports")
    write_bank(folder / "bank")
    modules(folder, "list")
    return folder


def modules(folder: Path, *words: str) -> set[str]:
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "TIKU_DATA": str(folder / "data"), "LANG": "en_US.UTF-8",
        "TIKU_CACHE": str(folder / "cache"), "TIKU_STATE": str(folder / "state"), "HOME": str(folder),
    }  # fmt: skip
    arguments = [*words] if words == ("--version",) else ["--only-bank", str(folder / "bank"), *words]
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=True)  # fmt: skip
    return set(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("words", "banned"),
    [
        (("--version",), HEAVY | FOLDING | MARKING | {"typer", "json", "sqlite3"}),
        (("--help",), HEAVY | FOLDING | MARKING | {"sqlite3", "tiku.workspace", "tiku.commands.quiz"}),
        (("list", "--json"), HEAVY | FOLDING | MARKING | {"tiku.ui.terminal"}),
        (("list", "is:due", "-n", "20"), HEAVY | FOLDING | MARKING),
        (("search", "ring"), HEAVY | FOLDING | MARKING),
        (("due", "--json"), HEAVY | FOLDING | MARKING),
        (("show", "ring", "--json"), (HEAVY | FOLDING | MARKING) - {"tiku.grade.formula"}),
        (("stats", "--json"), HEAVY | FOLDING | MARKING),
        (("quiz", "-n", "1"), (HEAVY - {"rich"}) | FOLDING | MARKING),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_verb_imports_only_what_it_needs(place: Path, words: tuple[str, ...], banned: set[str]) -> None:
    assert sorted(modules(place, *words) & banned) == []


def test_the_help_list_names_every_verb_without_importing_any(place: Path) -> None:
    from tiku.commands import VERBS

    loaded = modules(place, "--help")
    assert not {f"tiku.commands.{verb.module}" for verb in VERBS} & loaded
