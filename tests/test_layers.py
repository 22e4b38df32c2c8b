"""The layers of the package: a module imports only from below, never upwards and never sideways."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tiku"

RANK = {
    "errors": 0,
    "model": 1,
    "text": 1,
    "settings": 1,
    "derived": 1,
    "": 1,  # tiku/__init__.py holds the version alone
    "study": 2,
    "grade": 2,
    "bank": 3,
    "store": 3,
    "workspace": 4,
    "proofs": 4,
    "ui": 5,
    "sheet": 5,
    "jobs": 5,
    "commands": 6,
    "cli": 7,
    "__main__": 8,
}
SAME_FLOOR = {("model", "text"), ("settings", "text"), ("settings", "model"), ("text", "model")}
HOMES = {
    "yaml": {"bank/source.py"},
    "rich": {"ui"},
    "fsrs": {"study/memory.py"},
    "typst": {"sheet/pdf.py"},
    "fontTools": {"sheet/pdf.py"},
    "genanki": {"sheet/anki.py"},
    "pypdf": {"jobs/readers.py", "jobs/pdf.py"},
    "typer": {"cli.py", "commands"},
    "platformdirs": {"settings.py"},
}
POSIX_ONLY = {"fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "curses", "readline", "msvcrt", "winreg"}

MODULES = sorted(SOURCE.rglob("*.py"))


def place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def package(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imports(path: Path, top_only: bool = False) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_only else list(ast.walk(tree))
    found: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(path)}: relative imports hide the layer"
            base = node.module or ""
            found += [f"{base}.{alias.name}" for alias in node.names]
    return found


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_a_module_has_its_place_and_imports_only_from_below(path: Path) -> None:
    mine = package(path)
    assert mine in RANK, f"{place(path)} has no place in the layers: give it one here"
    for name in imports(path):
        if name != "tiku" and not name.startswith("tiku."):
            continue
        theirs = name.split(".")[1] if "." in name else ""
        theirs = theirs if theirs in RANK else ""
        allowed = theirs == mine or RANK[theirs] < RANK[mine] or (mine, theirs) in SAME_FLOOR or theirs == ""
        assert allowed, f"{place(path)} imports {name}, which stands beside or above it"


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_a_third_party_package_is_imported_only_in_its_home(path: Path) -> None:
    for name in imports(path):
        root = name.split(".")[0]
        if root in HOMES:
            homes = HOMES[root]
            assert place(path) in homes or package(path) in homes, (
                f"{place(path)} imports {root}, whose home is {homes}"
            )


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_no_module_needs_one_operating_system_to_be_imported(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path, top_only=True)}
    assert not roots & POSIX_ONLY


@pytest.mark.parametrize("path", [p for p in MODULES if package(p) in ("study", "grade", "model", "text")], ids=place)
def test_pure_code_takes_no_clock_randomness_environment_or_files(path: Path) -> None:
    names = set(imports(path))
    banned = {"time", "os", "sys", "secrets", "uuid", "pathlib.Path", "random", "tempfile", "subprocess", "socket"}
    assert not {name for name in names if name in banned or name.split(".")[0] in banned - {"random"}}
    text = path.read_text(encoding="utf-8")
    assert "datetime.now(" not in text
    assert "open(" not in text.replace("reopen(", "")


def test_no_module_is_much_longer_than_a_page_or_two() -> None:
    long = {
        place(path): count for path in MODULES if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert not long
