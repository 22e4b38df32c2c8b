"""Both README files: their commands are those of the program, and their pictures those of a real run."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tiku.commands import VERBS

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", ROOT / ".github" / "README.zh.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_verb_is_in_the_command_reference(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for verb in VERBS:
        assert re.search(rf"(?m)^  {verb.name} +\S", text), f"{page.name} does not list {verb.name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_verb_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|\$ |^    )tiku ([a-z]+)\b", text, re.M))
    assert named - {verb.name for verb in VERBS} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def shown(svg: Path) -> list[str]:
    lines = re.findall(r"<text[^>]*>(.*?)</text>", svg.read_text(encoding="utf-8"))
    return [html.unescape(line).replace("\xa0", " ").strip() for line in lines]


def test_the_pictures_are_those_of_a_real_run(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / ".github" / "pictures.py"), str(tmp_path)], check=True, timeout=120)
    for fresh in sorted(tmp_path.glob("*.svg")):
        kept = ROOT / ".github" / fresh.name
        assert shown(kept) == shown(fresh), f"{kept.name} is out of date: python .github/pictures.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_opens_with_the_two_commands(page: Path) -> None:
    blocks = re.findall(r"(?m)^    (python3 -m venv .*)$", page.read_text(encoding="utf-8"))
    assert len(blocks) == 2
    assert "tiku" in blocks[0] and "quiz" in blocks[0]
    assert "pytest" in blocks[1]


def test_the_check_on_a_clean_checkout_runs_what_the_readme_runs() -> None:
    command = re.findall(r"(?m)^    (python3 -m venv .*)$", PAGES[0].read_text(encoding="utf-8"))[1]
    tests = command.split("&&")[-1].strip().removeprefix(".venv/bin/python ")
    assert tests in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
