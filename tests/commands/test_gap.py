from __future__ import annotations

from pathlib import Path

from command_kit import Tiku, bank, tiku  # noqa: F401

CV = "Experience\nTuned NCCL on 64 cards for a training cluster of a large company."


def test_a_gap_quotes_both_sides(tiku: Tiku, tmp_path: Path) -> None:  # noqa: F811
    resume = tmp_path / "cv.md"
    resume.write_text(CV.replace("NCCL", "nccl2"), encoding="utf-8")
    found = tiku("gap", str(resume), "--posting", "acme", "--json").json
    (unit,) = found["units"]
    assert unit["status"] == "shown" and unit["posting_quote"] == "熟悉NCCL" and "nccl2" in unit["resume_quote"]
    assert unit["questions"] == ["ring"]


def test_a_resume_without_a_known_skill_gives_a_warning_and_no_counts(tiku: Tiku, tmp_path: Path) -> None:  # noqa: F811
    resume = tmp_path / "cv.md"
    resume.write_text("Experience\nBaked bread for ten years in a small village shop.", encoding="utf-8")
    result = tiku("gap", str(resume), "--posting", "acme")
    assert result.status == 0 and result.out == "" and "no skill was recognised" in result.err
