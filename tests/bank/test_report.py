"""Problems on the screen: the caret, long lines, nothing that a terminal would act on, JSON and annotations."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tiku.bank.codes import all_codes, problem
from tiku.bank.report import caret, render_github, render_json, render_problem, render_text
from tiku.model import Place
from tiku.text import cell_width

all_codes()
TAB = problem("tab", Place("bank/k/q.yaml", 3, 8, "  - 矩阵乘\t快"))


def test_the_caret_stands_right_under_wide_characters() -> None:
    line, mark = caret(Place("q", 1, 5, "共享内存: x"))
    assert line == "共享内存: x"
    assert mark == " " * 8 + "^"


def test_a_long_line_is_cut_around_the_place() -> None:
    line, mark = caret(Place("q", 1, 5001, "汉" * 5000 + "X" + "字" * 5000))
    assert cell_width(line) <= 101
    assert line.startswith("…汉")
    assert line.endswith("字…")
    assert line[: len(line)][_index_at(line, len(mark) - 1)] == "X"


def _index_at(line: str, cells: int) -> int:
    return next(index for index in range(len(line)) if cell_width(line[:index]) == cells)


@given(st.text(max_size=300), st.integers(1, 400))
def test_the_caret_stands_under_the_line_that_is_shown(text: str, column: int) -> None:
    line, mark = caret(Place("q", 1, column, text))
    assert mark.endswith("^")
    assert len(mark) - 1 <= max(cell_width(line), 0)
    assert "\x1b" not in line
    assert "\n" not in line


def test_a_problem_says_place_cause_line_and_cure() -> None:
    assert render_problem(TAB, "en") == [
        "bank/k/q.yaml:3:8: error: a tab stands here [tab]",
        "      - 矩阵乘    快",
        "              ^",
        "    fix: use spaces; where a text needs a tab, write \\t in double quotes",
    ]
    assert render_problem(TAB, "zh")[0] == "bank/k/q.yaml:3:8: 错误: 有制表符 [tab]"


def test_control_characters_of_a_file_are_shown_not_sent() -> None:
    told = render_text(1, [problem("tab", Place("a\x1b[31m.yaml", 1, 1, "\x1b]0;title\x07\t"))], "en")
    assert "\x1b" not in told
    assert "␛" in told


def test_the_summary_counts_errors_and_warnings() -> None:
    warning = problem("file-ending", Place("x.yml"), "x.yml", "x.yaml")
    assert render_text(1, [TAB, warning], "en").endswith("1 file, 1 error, 1 warning (about one: tiku help CODE)\n")
    assert render_text(2, [], "zh") == "2 个文件，没有问题\n"


def test_json_is_the_documented_document() -> None:
    assert json.loads(render_json(7, [TAB], "zh")) == {
        "version": 1,
        "files": 7,
        "problems": [
            {
                "path": "bank/k/q.yaml",
                "line": 3,
                "column": 8,
                "code": "tab",
                "severity": "error",
                "message": "有制表符",
                "fix": "用空格代替；文本里需要时写成双引号里的 \\t",
            }
        ],
    }
    assert "有制表符" in render_json(7, [TAB], "zh")


def test_annotations_escape_what_the_format_reserves() -> None:
    one = problem("unknown-key", Place("a,b:c.yaml", 2, 1, ""), "50%\nx", "y")
    assert render_github([one], "en") == (
        "::error file=a%2Cb%3Ac.yaml,line=2,col=1,title=unknown-key::unknown key 50%25%0Ax%0Ay\n"
    )
    assert render_github([problem("link-loop", Place("q.yaml"))], "en").startswith("::error file=q.yaml,title=")
