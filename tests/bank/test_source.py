"""The strict reader: what it gives, what it refuses, and that nothing makes it raise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tiku.bank.files import read_bytes
from tiku.bank.folders import Entry
from tiku.bank.nodes import MappingNode, Node, ScalarNode, SequenceNode, Source
from tiku.bank.report import render_text
from tiku.bank.source import MAX_DEPTH, PurePythonLoader, read_source

PARSERS = [PurePythonLoader, *([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])]
GOLDEN = Path(__file__).parent.parent / "golden"
ENTRY = Entry("mine/q.yaml", "mine/q.yaml", "question", 1, 1)


def read(text: str, loader: type[Any] | None = None) -> Source:
    return read_source(text.encode("utf-8", "surrogatepass"), "q.yaml", loader=loader)


def plain(node: Node | None) -> Any:
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    assert isinstance(node, MappingNode)
    return {key.text: plain(value) for key, value in node.entries}


def told(text: str) -> list[tuple[str, int, int]]:
    return [(one.code, one.place.line, one.place.column) for one in read(text).problems]


@pytest.mark.parametrize(
    "written", ["no", "Yes", "on", "~", "null", "1.10", "12:30", "0755", "1e3", "2026-11-01", ".inf"]
)
def test_a_scalar_is_the_text_that_was_written(written: str) -> None:
    assert plain(read(f"a: {written}\n").root) == {"a": written}


def test_every_node_knows_its_line_and_column_in_characters() -> None:
    root = read("中文: 值\nlist:\n  - 一\n  - {键: 二}\n").root
    assert isinstance(root, MappingNode)
    (key, value), (_, items) = root.entries
    assert (key.line, key.column, value.line, value.column) == (1, 1, 1, 5)
    assert isinstance(items, SequenceNode)
    assert [(item.line, item.column) for item in items.items] == [(3, 5), (4, 5)]
    pair = items.items[1]
    assert isinstance(pair, MappingNode)
    assert pair.entries[0][1].column == 9


def test_windows_line_ends_are_accepted_and_places_stay_right() -> None:
    source = read("id: q\r\ntext: |-\r\n  one\r\n  two\r\nkey: a: b\r\n")
    assert [(one.code, one.place.line, one.place.column, one.place.text) for one in source.problems] == [
        ("unquoted-colon", 5, 7, "key: a: b")
    ]
    assert plain(read("text: |-\r\n  one\r\n  two\r\n").root) == {"text": "one\ntwo"}


def test_a_lone_carriage_return_is_a_control_character() -> None:
    assert told("a: b\rc: d\n") == [("control-character", 1, 5)]


def test_a_duplicate_key_is_refused_with_both_places() -> None:
    (one,) = read("a: 1\nb: 2\na: 3\n").problems
    assert (one.code, one.place.line, one.place.column) == ("duplicate-key", 3, 1)
    assert one.args == ("a", "1", "1")
    assert plain(read("a: 1\nb: 2\na: 3\n").root) == {"a": "1", "b": "2"}


def test_all_duplicates_of_a_file_are_told() -> None:
    assert told("a: 1\na: 2\nb: {c: 1, c: 2}\n") == [("duplicate-key", 2, 1), ("duplicate-key", 3, 11)]


def test_aliases_are_never_expanded() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"k{i}: &k{i} [*a, *a]\n" for i in range(100))
    codes = {one.code for one in read(bomb).problems}
    assert codes == {"anchor", "alias"}


def test_a_python_tag_runs_nothing(tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    source = read(f"a: !!python/object/apply:pathlib.Path.touch [{proof}]\n")
    assert [one.code for one in source.problems] == ["tag"]
    assert not proof.exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zh: 用 C # 写\n", [("comment-after-text", 1, 9)]),
        ("a: [b #c\n  , d]\n", [("comment-after-text", 1, 7)]),
        ("a: 'b' # said\n", []),
        ("a: # said\n  b: c\n", []),
        ("- # said\n  b\n", []),
        ("a: |- # said\n  b # kept\n", []),
        ("a: [b, c] # said\n", []),
        ("a: b#c\n", []),
        ("# said\na: b\n", []),
    ],
)
def test_only_a_comment_that_takes_the_end_of_a_text_is_refused(text: str, expected: list[Any]) -> None:
    assert told(text) == expected


def test_a_tab_is_told_once_a_line_and_not_again_as_an_error_of_syntax() -> None:
    assert told("a:\n\tb: 1\nc: 'x\ty\tz'\n") == [("tab", 2, 1), ("tab", 3, 6)]


def test_a_single_document_may_begin_with_its_marker() -> None:
    assert plain(read("---\na: b\n").root) == {"a": "b"}
    assert plain(read("---\na: b\n...\n").root) == {"a": "b"}


def test_the_depth_is_bounded_and_a_million_brackets_are_no_matter() -> None:
    assert [one.code for one in read("[" * 500_000).problems] == ["too-deep"]
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert read(deep).problems == ()


def test_escapes_in_double_quotes_may_name_control_characters() -> None:
    assert plain(read('a: "\\e[31m\\0\\u202e"\n').root) == {"a": "\x1b[31m\0\u202e"}
    assert read('a: "\\e[31m"\n').problems == ()


@pytest.mark.parametrize("loader", PARSERS)
def test_half_a_surrogate_pair_is_refused(loader: type[Any]) -> None:
    assert [one.code for one in read('a: "\\ud800"\n', loader).problems] == ["bad-escape"]


def test_a_file_is_bounded_before_it_is_decoded() -> None:
    (one,) = read_source(b"\xff" * 11, "q.yaml", limit=10).problems
    assert one.code == "file-too-large"


def test_very_many_problems_stop_the_reading_of_a_file() -> None:
    assert len(read("[" + "*a, " * 100_000 + "]").problems) < 2000


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="libyaml is not here")
@pytest.mark.parametrize("path", sorted((GOLDEN / "bank").rglob("*.yaml")), ids=str)
def test_both_parsers_read_the_same_tree(path: Path) -> None:
    data = path.read_bytes()
    assert read_source(data, "q", loader=yaml.CBaseLoader) == read_source(data, "q", loader=PurePythonLoader)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="libyaml is not here")
@pytest.mark.parametrize("path", sorted((GOLDEN / "broken").rglob("*.yaml")), ids=str)
def test_both_parsers_tell_the_same_problems(path: Path) -> None:
    data = path.read_bytes()
    quick, slow = (read_source(data, "q", loader=loader) for loader in (yaml.CBaseLoader, PurePythonLoader))
    assert [(one.code, one.place.line) for one in quick.problems] == [
        (one.code, one.place.line) for one in slow.problems
    ]


PIECES = st.sampled_from(
    [
        "a", "b: ", "zh: ", "\n", "\n  ", "\n- ", "- ", "[", "]", "{", "}", ", ", '"', "'", "|", ">", " #", "&x ", "*x ",
        "!t ", "%", "@", "? ", ":", " ", "\t", "汉", "\\", "---\n", "...\n", "`", "|-\n  ", "%YAML 1.1\n", "\r\n",
        "\ufeff", "\u2028", "<<: ", "\\u12", "id: q\n", "kind: open\n", "points:\n  - ", "question: ", "\x1b", "⼊",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=30).map("".join))


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.sampled_from(PARSERS))
def test_no_text_makes_the_reader_raise(text: str, loader: type[Any]) -> None:
    source = read(text, loader)
    assert source.root is not None or source.problems
    for one in source.problems:
        assert one.place.line >= 1
        assert one.place.column >= 1


@settings(max_examples=200, deadline=None)
@given(st.one_of(TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=100)), st.booleans())
def test_no_bytes_make_the_whole_reading_raise(data: bytes, shipped: bool) -> None:
    file = read_bytes(data, ENTRY, shipped)
    assert file.value is not None or any(one.severity == "error" for one in file.problems)
    report = render_text(1, file.problems, "zh")
    assert "\x1b" not in report


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_good_file_damaged_anywhere_makes_nothing_raise(data: st.DataObject) -> None:
    good = (GOLDEN / "bank" / "kernels" / "gemm-bytes.yaml").read_bytes()
    at = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(at, min(len(good), at + 40)))
    broken = good[:at] + data.draw(TEXTS).encode("utf-8", "surrogatepass") + good[end:]
    file = read_bytes(broken, ENTRY, True)
    render_text(1, file.problems, "en")
