"""The verbs that write, and that what they write can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_kit import Tiku


def state(tiku: Tiku, ident: str) -> str:
    return str(tiku("list", f"id:{ident}", "--json").json["questions"][0]["state"])


def test_a_recorded_review_moves_the_due_day(tiku: Tiku) -> None:
    done = tiku("record", "ring", "--hit", "volume", "--hit", "steps", "--json").json
    assert done["rating"] == "good" and done["day"] == "2026-12-01"
    assert done["due"] > "2026-12-01"
    row = tiku("list", "id:ring", "--json").json["questions"][0]
    assert row["state"] == "review" and row["due"] == done["due"]
    assert row["recall"] is None, "no recall is shown for a question answered today"
    later = tiku("--now", "2026-12-05", "list", "id:ring", "--json").json["questions"][0]
    assert 0.5 < later["recall"] < 1


def test_the_rating_follows_from_the_points_and_may_be_overruled(tiku: Tiku) -> None:
    assert tiku("record", "ring", "--hit", "steps", "--json").json["rating"] == "again"
    assert tiku("record", "ring", "--hit", "volume", "--json").json["rating"] == "hard"
    assert tiku("record", "ring", "--hit", "volume", "--rating", "good", "--json").json["rating"] == "good"


def test_a_review_at_another_time_counts_for_its_study_day(tiku: Tiku) -> None:
    done = tiku("record", "ring", "--rating", "good", "--at", "2026-11-20T03:00", "--json").json
    assert done["day"] == "2026-11-19", "the day turns at four"


@pytest.mark.parametrize(
    "words", [("--rating", "god"), ("--hit", "volum"), (), ("--rating", "good", "--at", "soon"), ("--seconds", "-1")]
)
def test_a_bad_review_is_refused_and_nothing_is_written(tiku: Tiku, words: tuple[str, ...]) -> None:
    assert tiku("record", "ring", *words).status == 2
    assert tiku("log", "--json").json["events"] == []


def test_undo_goes_back_step_by_step_across_runs(tiku: Tiku) -> None:
    tiku("record", "ring", "--rating", "good")
    tiku("suspend", "ring")
    tiku("record", "kv", "--rating", "good")
    assert "kv" in tiku("undo").out
    assert state(tiku, "kv") == "new"
    tiku("undo")
    assert state(tiku, "ring") == "review"
    tiku("undo")
    assert state(tiku, "ring") == "new"
    assert tiku("undo").out == ""
    undone = [one["undone"] for one in tiku("log", "--json").json["events"] if one["type"] != "undo"]
    assert undone == [True, True, True]


def test_several_steps_are_undone_at_once(tiku: Tiku) -> None:
    for _ in range(3):
        tiku("record", "ring", "--rating", "good")
    tiku("undo", "-n", "3")
    assert state(tiku, "ring") == "new"


def test_questions_are_set_aside_brought_back_and_reset(tiku: Tiku) -> None:
    tiku("record", "ring", "--rating", "good")
    tiku("suspend", "topic:comm", "--yes")
    assert state(tiku, "ring") == "suspended"
    assert tiku("--now", "2027-12-01", "list", "is:due", "--json").json["questions"] == []
    tiku("resume", "is:suspended", "--yes")
    assert state(tiku, "ring") == "review"
    tiku("reset", "ring")
    assert state(tiku, "ring") == "new"


def test_several_at_once_need_a_yes_off_a_terminal(tiku: Tiku) -> None:
    assert tiku("suspend", "topic:serving").status == 2
    assert tiku("suspend").status == 2
    assert tiku("suspend", "topic:serving", "--yes").status == 0


def test_a_made_up_time_never_gets_into_the_real_log(tiku: Tiku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIKU_DATA")
    result = tiku("record", "ring", "--rating", "good")
    assert result.status == 2 and "--data" in result.err


def test_statistics_add_up(tiku: Tiku) -> None:
    tiku("record", "ring", "--rating", "good", "--at", "2026-11-29T12:00", "--seconds", "60")
    tiku("record", "ring", "--rating", "good", "--at", "2026-11-30T12:00", "--seconds", "60")
    tiku("record", "ring", "--rating", "again", "--seconds", "60")
    stats = tiku("stats", "--json").json
    assert (stats["questions"], stats["seen"], stats["reviews"], stats["streak"]) == (4, 1, 3, 3)
    assert stats["retention"] == 0.5
    assert stats["days"][-1] == {"day": "2026-12-01", "reviews": 1, "minutes": 1.0}
    assert {one["topic"] for one in stats["topics"]} == {"comm", "serving", "mine"}
    page = tiku("stats", "--lang", "en").out
    assert "Streak  3 days" in page and "50.0%" in page


def test_due_names_what_is_overdue_first_and_the_days_ahead(tiku: Tiku) -> None:
    tiku("record", "kv", "--rating", "good", "--at", "2026-11-10T12:00")
    tiku("record", "ring", "--rating", "good", "--at", "2026-11-20T12:00")
    due = tiku("due", "--json").json
    assert [one["id"] for one in due["questions"]] == ["kv", "ring"]
    assert due["due"] == 2 and len(due["ahead"]) == 30


def test_alone_it_tells_what_to_do_next(tiku: Tiku) -> None:
    assert "next: tiku quiz" in tiku().out


def test_a_new_question_is_written_once_into_the_users_own_bank(tiku: Tiku, tmp_path: Path) -> None:
    result = tiku("new", "my-softmax", "--topic", "kernels", "--no-edit", bank=None)
    path = tmp_path / "data" / "bank" / "kernels" / "my-softmax.yaml"
    assert result.out.strip() == str(path) and path.exists()
    assert tiku("new", "my-softmax", "--topic", "kernels", "--no-edit", bank=None).status == 3
    assert tiku("new", "../evil", "--no-edit").status == 2
    assert tiku("new", "ring", "--no-edit").status == 2
    assert tiku("new", "x", "--kind", "essay", "--no-edit").status == 2


def test_edit_opens_the_file_and_checks_it(tiku: Tiku, bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "sed -i s/senior/expert/")
    result = tiku("edit", "ring")
    assert result.status == 0 and "no problems" in result.err
    assert tiku("show", "ring", "--json").json["question"]["level"] == "expert"
    monkeypatch.setenv("VISUAL", "sed -i s/open/opne/")
    assert "opne" in tiku("edit", "ring").err
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    assert tiku("edit", "kv").status == 3


def test_proofs_run_only_when_asked_and_their_failure_is_told(tiku: Tiku, bank: Path) -> None:
    (bank / "proofs").mkdir()
    (bank / "proofs" / "two.py").write_text("assert 1 + 1 == 2\nprint('two')\n")
    ring = bank / "comm" / "ring.yaml"
    ring.write_text(ring.read_text(encoding="utf-8") + "proof: two\n", encoding="utf-8")
    good = tiku("proofs", "--json")
    assert good.status == 0
    assert (
        good.json["proofs"][0].items()
        >= {"name": "two", "verdict": "holds", "said": "two", "questions": ["ring"]}.items()
    )
    (bank / "proofs" / "two.py").write_text("assert 1 + 1 == 3\n")
    assert tiku("proofs").status == 1


def test_an_edited_copy_of_a_shipped_question_still_finds_its_proof_and_postings(
    tiku: Tiku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = Path(__file__).parents[2] / "questions" / "models-alg" / "self-attention.yaml"
    copy = tmp_path / "data" / "bank" / "models-alg" / shipped.name
    copy.parent.mkdir(parents=True)
    copy.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("VISUAL", "true")
    edited = tiku("edit", "self-attention", bank=None)
    assert edited.out.strip() == str(copy) and "no problems" in edited.err
    proofs = tiku("proofs", "id:self-attention", "--json", bank=None).json["proofs"]
    assert [one["verdict"] for one in proofs] == ["holds"]
