"""Every kind of broken file, as a bank on disk: what is told of it, in both languages, word for word.

``UPDATE_GOLDEN=1 pytest tests/bank/test_broken.py`` writes the expected reports anew.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tiku.bank.check import CheckReport, check_banks
from tiku.bank.codes import all_codes
from tiku.bank.report import render_text
from tiku.bank.source import MAX_BYTES
from tiku.bank.syntax import explain
from tiku.model import Problem

GOLDEN = Path(__file__).parent.parent / "golden"
BROKEN = GOLDEN / "broken"
HELP = Path(__file__).parent.parent.parent / "src" / "tiku" / "help"
OWN = sorted(path.name for path in (BROKEN / "own").iterdir() if path.is_dir())
SHIPPED = sorted(path.name for path in (BROKEN / "shipped").iterdir() if path.is_dir())
Lowered = Callable[[], contextlib.AbstractContextManager[None]]
SOUND = "id: q\nkind: open\nquestion: 共享内存为什么快？\npoints:\n  - id: on-chip\n    text: 在片上\n"


def put(folder: Path, name: str, text: str = SOUND) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def too_large(bank: Path) -> None:
    put(bank, "mine/q.yaml", "#" * (MAX_BYTES + 1))


def a_folder_called_yaml(bank: Path) -> None:
    (bank / "mine" / "q.yaml").mkdir(parents=True)


def link_out(bank: Path) -> None:
    put(bank.parent, "outside.yaml")
    (bank / "mine").mkdir(parents=True)
    (bank / "mine" / "q.yaml").symlink_to("../../outside.yaml")


def link_out_folder(bank: Path) -> None:
    put(bank.parent, "elsewhere/q.yaml")
    bank.mkdir()
    (bank / "mine").symlink_to("../elsewhere")


def link_loop(bank: Path) -> None:
    (bank / "mine").mkdir(parents=True)
    (bank / "mine" / "a.yaml").symlink_to("b.yaml")
    (bank / "mine" / "b.yaml").symlink_to("a.yaml")


def link_broken(bank: Path) -> None:
    (bank / "mine").mkdir(parents=True)
    (bank / "mine" / "q.yaml").symlink_to("gone.yaml")


def unreadable_file(bank: Path) -> None:
    put(bank, "mine/q.yaml").chmod(0)


def unreadable_folder(bank: Path) -> None:
    put(bank, "mine/q.yaml").parent.chmod(0)


def not_a_folder(bank: Path) -> None:
    bank.write_text("a file in the place of a bank")


BUILT: dict[str, Callable[[Path], None]] = {
    "file-too-large": too_large,
    "link-broken": link_broken,
    "link-loop": link_loop,
    "link-out": link_out,
    "link-out-folder": link_out_folder,
    "not-a-file": a_folder_called_yaml,
    "unreadable-file": unreadable_file,
    "unreadable-folder": unreadable_folder,
    "unreadable-folder-file": not_a_folder,
}


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own to work in, which other users may enter too; nobody owns it but this test."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    monkeypatch.chdir(folder)
    yield folder
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


def compare(name: str, report: CheckReport) -> None:
    for lang in ("en", "zh"):
        told = render_text(report.files, report.problems, lang)
        expected = BROKEN / f"{name}.{lang}.txt"
        if os.environ.get("UPDATE_GOLDEN"):
            expected.write_text(told, encoding="utf-8")
        assert told == expected.read_text(encoding="utf-8")


def check_case(kind: str, name: str) -> CheckReport:
    if kind == "shipped":
        shutil.copytree(GOLDEN / "bank", "bank")
    shutil.copytree(BROKEN / kind / name, "bank", dirs_exist_ok=True)
    return check_banks(["bank"], "bank" if kind == "shipped" else None)


@pytest.mark.parametrize("name", OWN)
def test_a_broken_file_of_an_own_bank_is_told_word_for_word(name: str, place: Path) -> None:
    compare(f"own/{name}", check_case("own", name))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_breach_of_the_full_standard_is_told_word_for_word(name: str, place: Path) -> None:
    compare(f"shipped/{name}", check_case("shipped", name))


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
@pytest.mark.parametrize("name", BUILT)
def test_what_a_folder_may_hold_is_told_word_for_word(name: str, place: Path, as_ordinary_user: Lowered) -> None:
    BUILT[name](Path("bank"))
    with as_ordinary_user():
        report = check_banks(["bank"])
    compare(f"built/{name}", report)


def test_an_error_that_no_parser_is_known_to_raise_is_told_with_its_words(place: Path) -> None:
    told = explain("something unheard of", (1, 2), None, ("a: b", "c: d"), "bank/mine/q.yaml", 20)
    compare("built/syntax", CheckReport(1, (told,)))


def test_every_code_has_a_golden_pair_named_after_it() -> None:
    cases = {*OWN, *SHIPPED, *BUILT, "syntax"}
    assert set(all_codes()) <= cases


def test_there_are_more_than_forty_broken_files() -> None:
    assert len([*(BROKEN / "own").rglob("*.yaml"), *(BROKEN / "shipped").rglob("*.yaml")]) > 40


@pytest.mark.parametrize("code", sorted(all_codes()))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_code_has_a_page_with_cause_example_and_cure(code: str, lang: str) -> None:
    text = (HELP / lang / "codes" / f"{code}.md").read_text(encoding="utf-8")
    parts = ("## Cause", "## Example", "## Cure") if lang == "en" else ("## 原因", "## 例子", "## 改法")
    assert text.startswith(f"# {code}")
    for part in parts:
        _, found, after = text.partition(f"{part}\n\n")
        assert found, part
        assert after.strip().split("\n")[0], part


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_page_speaks_of_a_code_that_is_gone(lang: str) -> None:
    assert {path.stem for path in (HELP / lang / "codes").iterdir()} == set(all_codes())


def test_one_run_reports_every_problem_of_every_file(place: Path) -> None:
    alone: dict[str, list[str]] = {}
    bank = place / "together"
    for name in OWN:
        files = [path for path in (BROKEN / "own" / name).rglob("*") if path.is_file()]
        if len(files) == 1 and files[0].parent.name == "mine" and files[0].suffix == ".yaml":
            target = bank / name / files[0].name
            target.parent.mkdir(parents=True)
            shutil.copy(files[0], target)
            alone[name] = [one.code for one in check_case("own", name).problems]
            shutil.rmtree("bank")
    report = check_banks([bank])
    together: dict[str, list[Problem]] = {}
    for one in report.problems:
        together.setdefault(Path(one.place.path).parent.name, []).append(one)
    of_the_bank = {"duplicate-id", "same-question", "alike-questions"}
    for name, codes in alone.items():
        told = [one.code for one in together.get(name, []) if one.code not in of_the_bank]
        assert told == codes, name


def test_a_bank_that_meets_the_standard_has_no_problems(good_bank: Path) -> None:
    assert check_banks([good_bank], good_bank).problems == ()


def test_the_shipped_bank_can_be_read_to_the_last_file() -> None:
    shipped = Path(__file__).parent.parent.parent / "questions"
    report = check_banks([shipped], shipped)
    assert report.files > 100
    assert [one for one in report.problems if one.code in ("syntax", "bad-indent", "unreadable-file")] == []
