"""Checking: which paths belong to which bank, folders, and what the rules say beyond the golden files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tiku.bank.check import check_banks, check_paths, main
from tiku.bank.folders import Root, scan
from tiku.bank.root import shipped_bank
from tiku.errors import UsageError

Write = Callable[..., Path]
BROKEN = "id: b\nkind: opne\n"


def question(ident: str, text: str = "共享内存为什么快？", more: str = "") -> str:
    return f"id: {ident}\nkind: open\nquestion: {text}\npoints:\n  - {{id: a, text: 在片上}}\n{more}"


def codes(report: object) -> list[str]:
    return [one.code for one in report.problems]  # type: ignore[attr-defined]


def test_only_the_problems_of_the_paths_named_are_told(good_bank: Path) -> None:
    (good_bank / "kernels" / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    (good_bank / "projects" / "broken-too.yaml").write_text(BROKEN, encoding="utf-8")
    for path in (good_bank / "kernels", good_bank / "kernels" / "broken.yaml"):
        report = check_paths([path], shipped=good_bank)
        assert {Path(one.place.path).name for one in report.problems} == {"broken.yaml"}
    assert check_paths([good_bank / "kernels"], shipped=good_bank).files == 5
    assert check_paths([good_bank / "kernels" / "tiled-gemm.yaml"], shipped=good_bank).problems == ()


def test_a_path_is_judged_with_its_whole_bank_as_context(good_bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(good_bank / "kernels")
    report = check_paths(["tiled-gemm.yaml", "../postings"], shipped=good_bank)
    assert (report.files, report.problems) == (2, ())


def test_a_file_that_belongs_to_no_known_bank_brings_its_own(write: Write) -> None:
    bank = write({"mine/a.yaml": question("a"), "mine/b.yaml": BROKEN})
    assert check_paths([bank / "mine" / "a.yaml"]).problems == ()
    report = check_paths([bank / "mine" / "b.yaml"])
    assert (report.files, report.failed) == (1, True)


def test_an_own_bank_may_point_into_the_shipped_one(good_bank: Path, write: Write) -> None:
    own = write(
        {
            "kernels/a.yaml": question(
                "a", more="skills: [cuda]\nfollow_ups:\n  - question: tiled-gemm\nasked_in: [acme-gpu]\n"
            )
        }
    )
    assert check_paths([own], [good_bank, own], good_bank).problems == ()
    told = codes(check_paths([own], [own]))
    assert sorted(told) == ["no-such-posting", "no-such-question"]
    assert not check_paths([own], [own]).failed


def test_an_unknown_subtopic_or_skill_of_an_own_bank_is_a_warning(good_bank: Path, write: Write) -> None:
    own = write(
        {
            "kernels/a.yaml": question("a", more="subtopic: fast\nskills: [cud]\n"),
            "mine/b.yaml": question("b", "寄存器？", "subtopic: fast\n"),
            "mine/c.yaml": question("c", "显存？", "topic: else\n"),
            "d.yaml": question("d", "缓存？"),
        }
    )
    report = check_banks([good_bank, own], good_bank)
    assert [(one.code, one.severity) for one in report.problems] == [
        ("no-such-subtopic", "warning"),
        ("no-such-skill", "warning"),
        ("no-such-topic", "warning"),
    ]


def test_overriding_a_shipped_question_is_no_problem(good_bank: Path, write: Write) -> None:
    text = (good_bank / "kernels" / "vector-add.yaml").read_text(encoding="utf-8")
    own = write({"kernels/vector-add.yaml": text})
    assert check_banks([good_bank, own], good_bank).problems == ()


def test_a_path_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        check_paths([tmp_path / "none"])


def test_a_file_that_cannot_be_read_is_still_known_by_its_name(write: Write) -> None:
    bank = write({"m/a.yaml": question("a", more="follow_ups:\n  - question: b\n"), "m/b.yaml": BROKEN})
    assert "no-such-question" not in codes(check_banks([bank]))


def test_links_inside_a_bank_are_followed(write: Write) -> None:
    bank = write({"m/a.yaml": question("a")})
    (bank / "n").mkdir()
    (bank / "n" / "b.yaml").symlink_to("../m/a.yaml")
    assert codes(check_banks([bank])) == ["id-not-stem"]
    assert len(scan(Root(str(bank))).entries) == 2


def test_a_bank_that_is_itself_a_link_is_read(write: Write, tmp_path: Path) -> None:
    bank = write({"m/a.yaml": question("a")})
    link = tmp_path / "link"
    link.symlink_to(bank)
    assert check_banks([link]).files == 1
    assert check_paths([link / "m" / "a.yaml"], [link]).files == 1


def test_the_shipped_bank_is_found() -> None:
    found = shipped_bank()
    assert found is not None
    assert (found / "topics.yaml").is_file()


def test_two_former_ids_cannot_lead_to_two_questions(write: Write) -> None:
    bank = write(
        {
            "m/a.yaml": question("a", "共享内存为什么快？", "was: [z]\n"),
            "m/b.yaml": question("b", "寄存器有几个？", "was: [z]\n"),
            "m/c.yaml": "id: c\nkind: open\nquestion: 显存多大？\npoints:\n"
            "  - {id: a, text: 甲, was: [x]}\n  - {id: b, text: 乙, was: [x]}\n",
        }
    )
    assert codes(check_banks([bank])) == ["was-living", "was-living"]


def test_a_posting_with_unknown_skills_and_a_taxonomy_with_unknown_postings_are_told(write: Write) -> None:
    bank = write(
        {
            "postings/p.yaml": "id: p\ntitle: 工程师\ncompany: 示例\nskills:\n  - {id: cud, need: must}\n",
            "skills.yaml": "skills:\n  cuda: {zh: CUDA, en: CUDA, implies: [gpu]}\n",
            "topics.yaml": "topics:\n  - id: t\n    zh: 题\n    en: topic\n    subtopics:\n"
            "      - {id: s, zh: 子, en: sub, named_by: [pp]}\n",
        }
    )
    report = check_banks([bank])
    assert codes(report) == ["no-such-skill", "no-such-skill", "no-such-posting"]
    assert not report.failed


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_the_module_can_be_run_by_itself(form: str, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    bank = write({"m/b.yaml": BROKEN})
    assert main([str(bank), "--format", form, "--lang", "zh"]) == 1
    out = capsys.readouterr().out
    assert "bad-word" in out
    if form == "json":
        assert json.loads(out)["files"] == 1
    (bank / "m" / "b.yaml").write_text(question("b"), encoding="utf-8")
    assert main([str(bank)]) == 0
    assert capsys.readouterr().out == "1 file, no problems\n"
