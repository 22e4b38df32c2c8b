"""Running proofs, and that every proof of the bank can fail."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tiku.proofs import run_proof, run_proofs

PROOFS = Path(__file__).parent.parent / "questions" / "proofs"
ALL = sorted(PROOFS.glob("*.py"))


def write(folder: Path, text: str) -> Path:
    path = folder / "proof.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_proof_that_holds_says_what_it_found(tmp_path: Path) -> None:
    done = run_proof(write(tmp_path, "print('one')\nprint('各 1.75 倍')"))
    assert (done.verdict, done.said) == ("holds", "各 1.75 倍")


def test_a_proof_that_fails_says_why(tmp_path: Path) -> None:
    done = run_proof(write(tmp_path, "assert 1 + 1 == 3, 'no'"))
    assert (done.verdict, done.said) == ("fails", "AssertionError: no")


def test_a_proof_that_hangs_is_stopped(tmp_path: Path) -> None:
    assert run_proof(write(tmp_path, "while True: pass"), limit=1.0).verdict == "timeout"


def test_a_proof_that_is_not_there_is_missing(tmp_path: Path) -> None:
    assert run_proof(tmp_path / "none.py").verdict == "missing"


def test_a_proof_sees_neither_the_environment_nor_the_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "x")
    done = run_proof(write(tmp_path, "import os\nassert 'SECRET' not in os.environ\nassert os.listdir('.') == []"))
    assert done.holds, done.said


def test_every_proof_of_the_bank_holds() -> None:
    broken = {done.name: done.said for done in run_proofs(ALL) if not done.holds}
    assert not broken


def claims(path: Path) -> dict[str, ast.expr]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id.startswith("CLAIM_"):
                    found[target.id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found |= {name: node.value for name in [node.target.id] if name.startswith("CLAIM_")}
    return found


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_proof_states_its_claims_and_uses_only_what_it_may(path: Path) -> None:
    assert claims(path), "no CLAIM_ constant: what does it prove?"
    allowed = {"numpy", "__future__"} | set(sys.stdlib_module_names)
    banned = {"socket", "subprocess", "urllib", "http", "ctypes", "multiprocessing"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            root = name.split(".")[0]
            assert root in allowed and root not in banned, f"imports {name}"


BREAKER = """
import ast, runpy, sys

def broken(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value * 1.5 + 1 if value != -2 else 3
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, (tuple, list)):
        return type(value)(broken(one) for one in value)
    if isinstance(value, dict):
        return {key: broken(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return type(value)(broken(one) for one in value)
    raise TypeError(f"a claim of type {type(value).__name__} cannot be changed")

path = sys.argv[1]
source = open(path, encoding="utf-8").read()
tree = ast.parse(source)
survived = []
names = []
for index, node in enumerate(tree.body):
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        if isinstance(target, ast.Name) and target.id.startswith("CLAIM_"):
            names.append((index, target.id))
for index, name in names:
    change = ast.parse(f"{name} = _broken({name})").body
    changed = ast.Module(body=[*tree.body[:index + 1], *change, *tree.body[index + 1:]], type_ignores=[])
    space = {"__name__": "__main__", "__file__": path, "_broken": broken}
    import contextlib, io
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(ast.fix_missing_locations(changed), path, "exec"), space)
    except AssertionError:
        continue
    except SystemExit as stop:
        if stop.code not in (0, None):
            continue
    except Exception:
        continue
    survived.append(name)
print(",".join(survived))
"""


def survivors(path: Path) -> str:
    kept = {name: os.environ[name] for name in ("OPENBLAS_CORETYPE",) if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", BREAKER, str(path)],
        capture_output=True, text=True, check=False, timeout=120, env={"OPENBLAS_NUM_THREADS": "1", **kept},
    )  # fmt: skip
    if done.returncode:
        return f"the changed proof could not be run: {done.stderr.strip().splitlines()[-1:]}"
    return done.stdout.strip()


def test_every_proof_fails_when_any_of_its_claims_is_changed() -> None:
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        found = dict(zip((path.stem for path in ALL), pool.map(survivors, ALL), strict=True))
    assert {name: left for name, left in found.items() if left} == {}
