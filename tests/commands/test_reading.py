"""The verbs that read, as a script would use them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_kit import Tiku

AWKWARD = ("`y[i] = a*x[i]`", "arr[/]", ":fire:", "\\[0]")


def test_list_has_the_documented_keys(tiku: Tiku) -> None:
    listed = tiku("list", "--json").json["questions"]
    assert {one["id"] for one in listed} == {"ring", "kv", "pick", "own"}
    ring = next(one for one in listed if one["id"] == "ring")
    assert ring == {
        "id": "ring", "kind": "open", "topic": "comm", "subtopic": "", "level": "senior", "skills": ["nccl"],
        "asked_in": ["acme"], "question": ring["question"], "points": 2, "state": "new", "due": None, "recall": None,
    }  # fmt: skip


def test_a_plain_string_stands_as_both_languages(tiku: Tiku) -> None:
    own = tiku("list", "id:own", "--json").json["questions"][0]
    assert own["question"] == {"zh": "只有四个字段", "en": "只有四个字段"}
    assert own["topic"] == "mine"


def test_bank_text_arrives_as_written_in_list_show_and_json(tiku: Tiku) -> None:
    for lang, texts in (("zh", AWKWARD), ("en", ("vector<int>", "__shared__", "std::string", "🔥"))):
        listed = tiku("list", "id:ring", "--lang", lang).out
        shown = tiku("show", "ring", "--lang", lang).out
        raw = tiku("show", "ring", "--json").json["question"]["question"][lang]
        for text in texts:
            assert text in listed and text in shown and text in raw


def test_an_escape_sequence_is_shown_and_not_sent(tiku: Tiku, bank: Path) -> None:
    text = 'id: esc\nkind: open\nquestion: "red \\e[31m text"\npoints:\n  - {id: one, text: x}\n'
    (bank / "mine" / "esc.yaml").write_text(text, encoding="utf-8")
    result = tiku("list")
    assert "\x1b" not in result.out + result.err


def test_a_pipe_gets_tabs_and_nothing_is_cut(tiku: Tiku) -> None:
    lines = tiku("list", "--lang", "en").out.splitlines()
    assert all(line.count("\t") == 4 for line in lines)


def test_queries_are_the_same_words_everywhere(tiku: Tiku) -> None:
    def ids(*words: str) -> set[str]:
        return {one["id"] for one in tiku("list", *words, "--json").json["questions"]}

    assert ids("topic:serving") == {"kv", "pick"}
    assert ids("-topic:serving") == {"ring", "own"}
    assert ids("skill:collectives") == {"ring"}
    assert ids("kind:numeric,choice") == {"kv", "pick"}
    assert ids("posting:acme") == {"ring"}
    assert ids("两倍数据量") == ids("TWICE the data") == set() or ids("字段") == {"own"}
    assert ids("id:k*") == {"kv"}


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("list", "topik:comm"), "topic"),
        (("list", "topic:com"), "comm"),
        (("show", "rin"), "ring"),
        (("shwo",), "show"),
    ],
)
def test_an_unknown_word_is_a_usage_error_with_the_nearest(tiku: Tiku, words: tuple[str, ...], near: str) -> None:
    result = tiku(*words)
    assert result.status == 2
    assert near in result.err
    assert result.out == ""


def test_an_empty_result_is_no_error(tiku: Tiku) -> None:
    assert tiku("list", "is:due").status == 0
    assert tiku("list", "is:due", "--json").json["questions"] == []


def test_show_json_has_every_field_and_a_seed_draws_numbers(tiku: Tiku) -> None:
    points = tiku("show", "ring", "--json").json["question"]["points"]
    assert points[0].items() >= {"id": "volume", "weight": 3, "must": True}.items()
    assert points[0]["evidence"] == [["2(n-1)/n", "两倍数据量", "twice the data"], ["每卡", "per rank"]]
    first = tiku("show", "kv", "--seed", "1", "--json").json["question"]
    assert first == tiku("show", "kv", "--seed", "1", "--json").json["question"]
    assert str(first["drawn"]["layers"]) in first["filled"]["en"]


def test_show_draws_the_ladder_and_names_linked_questions(tiku: Tiku) -> None:
    page = tiku("show", "ring", "--lang", "en").out
    assert "└ And latency?" in page
    assert "→ kv" in page


def test_grade_marks_and_records_nothing(tiku: Tiku, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text("每卡传 2*(n-1)/n 的数据", encoding="utf-8")
    graded = tiku("grade", "ring", "--file", str(answer), "--json").json
    assert graded["score"] == 0.6
    assert graded["rating"] == "hard"
    assert [(one["id"], one["state"], one["hit"]) for one in graded["points"]] == [
        ("volume", "covered", True), ("steps", "missed", False),
    ]  # fmt: skip
    assert graded["missed_must"] == []
    assert tiku("log", "--json").json["events"] == []


def test_an_empty_answer_scores_nothing(tiku: Tiku, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text("", encoding="utf-8")
    graded = tiku("grade", "ring", "--file", str(answer), "--json").json
    assert (graded["score"], graded["rating"], graded["missed_must"]) == (0.0, "again", ["volume"])


def test_a_number_and_a_choice_are_graded_as_one_point(tiku: Tiku, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    layers = tiku("show", "kv", "--seed", "5", "--json").json["question"]["drawn"]["layers"]
    answer.write_text(f"{layers * 2} MiB", encoding="utf-8")
    graded = tiku("grade", "kv", "--seed", "5", "--file", str(answer), "--json").json
    assert graded["points"][0]["id"] == "answer" and graded["score"] == 1.0
    assert graded["seed"] == 5 and graded["given"] == {"layers": layers}
    answer.write_text("1", encoding="utf-8")
    assert tiku("grade", "pick", "--file", str(answer), "--json").json["score"] == 1.0
    answer.write_text("乙", encoding="utf-8")
    assert tiku("grade", "pick", "--file", str(answer), "--json").json["score"] == 0.0


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_an_answer_that_cannot_be_read_is_told(tiku: Tiku, tmp_path: Path, content: bytes | None) -> None:
    answer = tmp_path / "answer.txt"
    if content is not None:
        answer.write_bytes(content)
    result = tiku("grade", "ring", "--file", str(answer))
    assert result.status == 3
    assert str(answer) in result.err


def test_postings_are_listed_and_shown(tiku: Tiku) -> None:
    assert tiku("posting", "list", "--json").json["postings"][0]["questions"] == ["ring"]
    posting = tiku("posting", "show", "acme", "--json").json["posting"]
    assert posting["skills"] == [
        {"id": "nccl", "name": "NCCL", "need": "must", "any_of": None, "quote": "熟悉NCCL", "questions": ["ring"]}
    ]
    assert posting["questions"] == ["ring"]
    assert "knows NCCL" in tiku("posting", "show", "acme", "--lang", "en").out
    assert tiku("posting", "show", "acmee").status == 2


def test_check_tells_problems_with_place_and_cure_and_exits_with_one(tiku: Tiku, bank: Path) -> None:
    assert tiku("check", str(bank)).status == 0
    (bank / "mine" / "bad.yaml").write_text("id: bad\nkind: opem\nquestion: x\n", encoding="utf-8")
    result = tiku("check", str(bank))
    assert result.status == 1
    assert "bad.yaml:2:7" in result.out and "open" in result.out
    problems = tiku("check", "--json", str(bank)).json
    assert problems["files"] >= 5
    assert set(problems["problems"][0]) == {"path", "line", "column", "code", "severity", "message", "fix"}
    assert tiku("check", "--format", "github", str(bank)).out.startswith("::error file=")
    assert tiku("check", "--format", "xml").status == 2


def test_other_verbs_use_the_sound_questions_and_say_how_many_were_skipped(tiku: Tiku, bank: Path) -> None:
    (bank / "mine" / "bad.yaml").write_text("id: [", encoding="utf-8")
    result = tiku("list", "--json")
    assert len(result.json["questions"]) == 4
    assert "1 file skipped: tiku check" in result.err
    assert result.status == 0


def test_a_bank_of_which_nothing_is_sound_cannot_be_used(tiku: Tiku, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "x.yaml").write_text("{", encoding="utf-8")
    result = tiku("list", bank=broken)
    assert result.status == 3
    assert "tiku check" in result.err


def test_commands_lists_every_verb_with_its_options(tiku: Tiku) -> None:
    from tiku.commands import VERBS

    table = tiku("commands", "--json").json["commands"]
    assert [one["name"] for one in table] == [verb.name for verb in VERBS]
    for one in table:
        assert one["help"]
        for option in one["options"]:
            assert option["help"], f"{one['name']} {option['names']} says nothing of itself"
    reading = {verb.name for verb in VERBS if verb.reads}
    for one in table:
        parts = one.get("commands", [one])
        if one["name"] in reading:
            readers = [part for part in parts if part["name"].split()[-1] not in ("add", "drop")]
            assert all(any("--json" in option["names"] for option in part["options"]) for part in readers), one["name"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_sound_shell(tiku: Tiku, shell: str, tmp_path: Path) -> None:
    import shutil
    import subprocess

    script = tmp_path / "tiku.completion"
    script.write_text(tiku("completion", shell).out, encoding="utf-8")
    if shutil.which(shell) is None:
        assert not os.environ.get("CI"), f"needs {shell}: apt-get install {shell}"
        pytest.skip(f"needs {shell}: apt-get install {shell}")
    subprocess.run([shell, "-n", str(script)], check=True)


def test_help_has_a_page_for_every_topic_in_both_languages(tiku: Tiku) -> None:
    for lang in ("en", "zh"):
        pages = [line.split()[0] for line in tiku("help", "--lang", lang).out.splitlines()]
        assert {"format", "drill", "data", "json"} <= set(pages)
    assert "Usage: tiku quiz" in tiku("help", "quiz").out
    assert tiku("help", "formt").status == 2


def test_settings_are_seen_changed_and_refused(tiku: Tiku) -> None:
    assert tiku("config", "retention").out == "0.9\n"
    assert tiku("config", "retention", "0.85").status == 0
    assert tiku("config", "retention").out == "0.85\n"
    assert tiku("config", "--json").json["settings"]["retention"] == 0.85
    for words in (("retention", "2"), ("lang", "fr"), ("nosuch", "1"), ("zone", "Mars/Base")):
        assert tiku("config", *words).status == 2


def test_the_interface_speaks_chinese_where_asked(tiku: Tiku) -> None:
    assert "到期" in tiku("--lang", "zh").out
    assert "练习" in tiku("--lang", "zh", "--help").out
    assert "没有命令" in tiku("--lang", "zh", "nope").err
    assert tiku("--lang", "fr", "list").status == 2


def test_now_looks_at_another_date_and_refuses_nonsense(tiku: Tiku) -> None:
    assert tiku("--now", "tomorrow", "due").status == 2
    assert tiku("--now", "2027-01-01", "due").status == 0
