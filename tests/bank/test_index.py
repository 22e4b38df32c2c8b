"""The derived index: one changed file costs one file, damage does no harm, later banks win."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tiku.bank import refresh as refresh_module
from tiku.bank.database import open_database
from tiku.bank.index import Index
from tiku.bank.query import parse
from tiku.bank.root import Root
from tiku.errors import UsageError
from tiku.model import Text

Write = Callable[..., Path]
SOURCE = Path(__file__).parent.parent.parent / "src"


def question(ident: str, text: str = "共享内存为什么快？", more: str = "") -> str:
    return f"id: {ident}\nkind: open\nquestion: {text}\npoints:\n  - {{id: a, text: 在片上}}\n{more}"


def settle(folder: Path) -> None:
    """Make files look older than a tick of the clock, as they are when nobody has just written them."""
    for path in folder.rglob("*"):
        if path.is_file():
            status = path.stat()
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10_000_000_000))


def opened(cache: Path | None, *roots: Path, shipped: Path | None = None) -> Index:
    return Index(cache, [Root(str(root), root == shipped) for root in roots])


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def good(good_bank: Path) -> Path:
    settle(good_bank)
    return good_bank


def ids(index: Index, *words: str, today: int = 0) -> list[str]:
    return [head.id for head in index.heads(parse(words, index.vocabulary()), today)]


def test_a_question_comes_back_whole(good: Path, cache: Path) -> None:
    from tiku.bank.files import read_file
    from tiku.bank.folders import scan

    index = opened(cache, good, shipped=good)
    assert index.sync() == 8
    for entry in scan(Root(str(good), True)).entries:
        value = read_file(entry, True).value
        if entry.kind == "question":
            assert index.question(entry.stem) == value
            assert index.path(entry.stem) == (entry.path, index.roots[0])
        elif entry.kind == "posting":
            assert index.posting(entry.stem) == value
        elif entry.kind == "topics":
            assert index.topics() == value
        else:
            assert index.skills() == value
    index.close()


def test_listing_follows_the_order_of_the_taxonomy(good: Path, cache: Path) -> None:
    index = opened(cache, good, shipped=good)
    index.sync()
    assert ids(index) == ["gemm-bytes", "vector-add", "tiled-gemm", "softmax-scale", "hardest-bug"]
    head = index.heads(limit=3)[-1]
    assert (head.id, head.kind, head.level, head.points) == ("tiled-gemm", "open", "senior", 5)
    assert head.question == Text("矩阵乘怎样用共享内存优化？", "How is a matrix product made fast with shared memory?")
    assert (head.skills, head.asked_in) == (("cuda", "gemm"), ("acme-gpu",))
    assert (head.named, head.reported, head.due, head.reviews) == (1, 25, None, 0)
    assert index.count() == 5
    index.close()


def test_nothing_is_read_again_when_nothing_has_changed(good: Path, cache: Path) -> None:
    first = opened(cache, good)
    first.sync()
    first.close()
    second = opened(cache, good)
    assert second.sync() == 0
    assert second.count() == 5
    second.close()


def test_one_changed_file_costs_one_file(good: Path, cache: Path) -> None:
    index = opened(cache, good)
    index.sync()
    path = good / "kernels" / "vector-add.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("任意长度", "任何长度"), encoding="utf-8")
    assert index.sync() == 1
    found = index.question("vector-add")
    assert found is not None
    assert found.question.zh == "写一个任何长度的向量加法。"
    assert ids(index, "任何长度") == ["vector-add"]
    assert ids(index, "任意长度") == []
    index.close()


def test_a_file_whose_time_alone_has_changed_is_not_read_again(good: Path, cache: Path) -> None:
    index = opened(cache, good)
    index.sync()
    os.utime(good / "kernels" / "vector-add.yaml", ns=(1, 1))
    assert index.sync() == 0
    assert index.count() == 5
    index.close()


def test_a_file_written_again_in_the_same_tick_is_noticed(write: Write, cache: Path) -> None:
    bank = write({"mine/a.yaml": question("a", "第一个？")})
    index = opened(cache, bank)
    index.sync()
    path = bank / "mine" / "a.yaml"
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    path.write_text(question("a", "第二个？"), encoding="utf-8")
    os.utime(path, ns=times)
    assert index.sync() == 1
    found = index.question("a")
    assert found is not None
    assert found.question.zh == "第二个？"
    index.close()


def test_a_file_removed_or_added_is_followed(write: Write, cache: Path) -> None:
    bank = write({"mine/a.yaml": question("a"), "mine/b.yaml": question("b", "寄存器？")})
    index = opened(cache, bank)
    index.sync()
    (bank / "mine" / "a.yaml").unlink()
    write({"other/c.yaml": question("c", "显存？")})
    assert index.sync() == 1
    assert sorted(ids(index)) == ["b", "c"]
    assert index.question("a") is None
    assert ids(index, "topic:other") == ["c"]
    index.close()


def test_the_last_bank_wins_by_id_and_the_first_comes_back(write: Write, cache: Path) -> None:
    first = write({"mine/a.yaml": question("a", "第一个？"), "mine/b.yaml": question("b", "另一个？")}, root="first")
    last = write({"own/a.yaml": question("a", "最后一个？", "was: [z]\n")}, root="last")
    index = opened(cache, first, last)
    index.sync()
    found = index.question("a")
    assert found is not None
    assert found.question.zh == "最后一个？"
    assert index.count() == 2
    assert index.skipped() == ()
    assert dict(index.renames()) == {"z": "a"}
    assert index.resolve("z") == "a"
    (last / "own" / "a.yaml").unlink()
    index.sync()
    found = index.question("a")
    assert found is not None
    assert found.question.zh == "第一个？"
    assert index.resolve("z") is None
    index.close()


def test_a_second_file_for_an_id_in_the_same_bank_is_skipped_and_told(write: Write, cache: Path) -> None:
    bank = write({"m/a.yaml": question("a", "第一个？"), "n/a.yaml": question("a", "第二个？")})
    index = opened(cache, bank)
    index.sync()
    found = index.question("a")
    assert found is not None
    assert found.question.zh == "第一个？"
    assert [(Path(one.path).parent.name, one.code) for one in index.skipped()] == [("n", "duplicate-id")]
    (bank / "m" / "a.yaml").unlink()
    index.sync()
    found = index.question("a")
    assert found is not None
    assert found.question.zh == "第二个？"
    assert index.skipped() == ()
    index.close()


def test_unsound_files_are_skipped_with_their_reason_and_the_rest_is_used(write: Write, cache: Path) -> None:
    bank = write({"m/a.yaml": question("a"), "m/b.yaml": "id: b\nkind: opne\n", "m/c.yaml": b"\xff"})
    (bank / "m" / "d.yaml").mkdir()
    index = opened(cache, bank)
    index.sync()
    told = {Path(one.path).name: one.code for one in index.skipped()}
    assert told == {"b.yaml": "missing-key", "c.yaml": "bad-utf8", "d.yaml": "not-a-file"}
    assert ids(index) == ["a"]
    (bank / "m" / "d.yaml").rmdir()
    write({"m/b.yaml": question("b", "寄存器？"), "m/c.yaml": question("c", "显存？")})
    index.sync()
    assert index.skipped() == ()
    assert index.count() == 3
    index.close()


def test_a_warning_skips_nothing(write: Write, cache: Path) -> None:
    bank = write({"m/a.yaml": b"\xef\xbb\xbf" + question("a").encode()})
    index = opened(cache, bank)
    index.sync()
    assert (index.count(), index.skipped()) == (1, ())
    index.close()


@pytest.mark.parametrize("damage", ["zeroed", "cut", "empty", "text", "middle", "newer", "foreign"])
def test_a_damaged_index_is_made_anew(damage: str, good: Path, cache: Path) -> None:
    index = opened(cache, good)
    index.sync()
    index.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    index.close()
    (file,) = cache.glob("*.db")
    data = file.read_bytes()
    if damage == "zeroed":
        file.write_bytes(bytes(len(data)))
    elif damage == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "text":
        file.write_text("this is no database, but it is long enough to be taken for one" * 9)
    elif damage == "middle":
        file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    elif damage == "newer":
        with sqlite3.connect(file) as db:
            db.execute("PRAGMA user_version=99")
            db.execute("DROP TABLE questions")
        db.close()
    else:
        file.unlink()
        with sqlite3.connect(file) as db:
            db.execute("CREATE TABLE questions(x)")
            db.execute("CREATE VIEW folded AS SELECT 1")
        db.close()
    again = opened(cache, good)
    assert again.sync() == 8
    assert not again.in_memory
    assert again.count() == 5
    assert again.question("vector-add") is not None
    again.close()


def test_damage_found_while_asking_is_mended(good: Path, cache: Path) -> None:
    index = opened(cache, good)
    index.sync()
    index.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    index.close()
    (file,) = cache.glob("*.db")
    data = bytearray(file.read_bytes())
    again = opened(cache, good)
    again.sync()
    body = data.find("网格步长循环".encode())
    assert body > 0
    page = body // 4096 * 4096
    data[page : page + 64] = b"\xff" * 64
    file.write_bytes(bytes(data))
    again.close()
    last = opened(cache, good)
    last.sync()
    assert last.question("vector-add") is not None
    assert last.count() == 5
    last.close()


def test_without_a_place_the_index_is_in_memory(good: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("a file in the place of the folder")
    index = opened(blocked, good)
    assert index.in_memory
    assert index.sync() == 8
    assert index.count() == 5
    index.close()
    nowhere = opened(None, good)
    assert nowhere.in_memory
    nowhere.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_an_index_that_cannot_be_written_falls_back_to_memory(
    good: Path, cache: Path, as_ordinary_user: Callable[[], contextlib.AbstractContextManager[None]]
) -> None:
    index = opened(cache, good)
    index.sync()
    index.close()
    (good / "kernels" / "new-one.yaml").write_text(question("new-one", "新的？"), encoding="utf-8")
    parents = [good, *(path for path in good.parents if len(path.parts) > 2)]
    modes = {path: path.stat().st_mode for path in [*parents, cache]}
    try:
        for path in parents:
            path.chmod(0o755)
        cache.chmod(0o555)
        with as_ordinary_user():
            again = opened(cache, good)
            again.sync()
            assert again.in_memory
            assert again.count() == 6
            again.close()
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def test_a_missing_folder_is_an_empty_bank(tmp_path: Path, cache: Path) -> None:
    index = opened(cache, tmp_path / "none")
    index.sync()
    assert (index.count(), index.heads(), index.skipped(), index.topics(), index.skills()) == (0, [], (), (), ())
    index.close()


def test_different_sets_of_banks_have_different_indexes(write: Write, cache: Path) -> None:
    first = write({"m/a.yaml": question("a")}, root="first")
    second = write({"m/b.yaml": question("b")}, root="second")
    for roots, expected in (((first,), ["a"]), ((second,), ["b"]), ((first, second), ["a", "b"]), ((first,), ["a"])):
        index = opened(cache, *roots)
        index.sync()
        assert sorted(ids(index)) == expected
        index.close()


def test_two_indexes_may_be_filled_at_once(good: Path, cache: Path) -> None:
    one, other = opened(cache, good), opened(cache, good)
    assert one.sync() == 8
    assert other.sync() == 0
    (good / "kernels" / "new-one.yaml").write_text(question("new-one", "新的？"), encoding="utf-8")
    assert other.sync() == 1
    one.sync()
    assert one.count() == other.count() == 6
    one.close()
    other.close()


def test_processes_that_start_together_all_end_with_the_whole_bank(good: Path, cache: Path) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})
from pathlib import Path
from tiku.bank.index import Index
from tiku.bank.root import Root
index = Index(Path({str(cache)!r}), [Root({str(good)!r})])
index.sync()
assert not index.in_memory
print(index.count())
"""
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate() for process in running] == [("5\n", "")] * 4


def test_a_refresh_that_is_stopped_keeps_what_it_has_and_is_finished_later(
    write: Write, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh_module, "BATCH", 2)
    bank = write({f"m/q{number}.yaml": question(f"q{number}", f"第 {number} 个？") for number in range(7)})
    settle(bank)
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 4:
            raise KeyboardInterrupt

    index = opened(cache, bank)
    with pytest.raises(KeyboardInterrupt):
        index.sync(stop)
    index.close()
    again = opened(cache, bank)
    assert again.sync(lambda done, total: seen.append((done, total))) == 3
    assert again.count() == 7
    again.close()
    assert seen == [(2, 7), (4, 7), (2, 3), (3, 3)]


def attach_cards(index: Index, cards: list[tuple[str, int | None, int, int]]) -> None:
    def attach(db: sqlite3.Connection) -> None:
        db.execute("ATTACH DATABASE ':memory:' AS state")
        db.execute(
            "CREATE TABLE state.cards(question TEXT PRIMARY KEY, due INT, last_day INT, reviews INT, suspended INT, weak INT)"
        )
        db.executemany("INSERT INTO state.cards VALUES (?, ?, 90, 1, ?, ?)", cards)

    index.attach(attach)


def test_cards_are_joined_and_due_ones_come_first(good: Path, cache: Path) -> None:
    index = opened(cache, good, shipped=good)
    index.sync()
    attach_cards(index, [("tiled-gemm", 99, 0, 1), ("softmax-scale", 100, 0, 0), ("vector-add", 98, 1, 1)])
    assert ids(index, "is:due", today=99) == ["tiled-gemm"]
    assert ids(index, "is:due", today=100) == ["tiled-gemm", "softmax-scale"]
    assert ids(index, "is:new") == ["gemm-bytes", "hardest-bug"]
    assert ids(index, "is:weak") == ["tiled-gemm"]
    assert ids(index, "is:suspended") == ["vector-add"]
    assert ids(index, "is:seen") == ["vector-add", "tiled-gemm", "softmax-scale"]
    assert ids(index, "-is:seen", "kind:story") == ["hardest-bug"]
    assert [head.id for head in index.heads(order="due")][:3] == ["vector-add", "tiled-gemm", "softmax-scale"]
    head = index.heads(parse(["id:tiled-gemm"], index.vocabulary()))[0]
    assert (head.due, head.last_day, head.reviews, head.suspended, head.weak) == (99, 90, 1, False, True)
    assert index.count(parse(["is:due"], index.vocabulary()), 99) == 1
    index.close()


def test_an_index_made_anew_keeps_the_state_attached(good: Path, cache: Path) -> None:
    index = opened(cache, good, shipped=good)
    index.sync()
    attach_cards(index, [("tiled-gemm", 99, 0, 1)])
    index.db.execute("DROP TABLE bodies")
    assert index.question("tiled-gemm") is not None
    assert ids(index, "is:weak") == ["tiled-gemm"]
    index.close()


def test_relevance_puts_hits_in_the_question_first(write: Write, cache: Path) -> None:
    bank = write(
        {
            "m/a.yaml": question("a", "显存？", "opening: 说到 bank conflict 的处理\n"),
            "m/b.yaml": question("b", "什么是 Bank-Conflict？"),
        }
    )
    index = opened(cache, bank)
    index.sync()
    query = parse(["bank conflict"], index.vocabulary())
    assert [head.id for head in index.heads(query, order="relevance")] == ["b", "a"]
    assert [head.id for head in index.heads(query, order="id")] == ["a", "b"]
    assert len(index.heads(order="relevance")) == 2
    index.close()


def test_outlines_are_what_the_state_needs(write: Write, cache: Path) -> None:
    points = "points:\n  - {id: a, text: 甲, weight: 3, must: true, was: [x]}\n  - {id: b, text: 乙}\n"
    bank = write({"m/a.yaml": f"id: a\nkind: open\nquestion: 问\nwas: [old]\n{points}"})
    index = opened(cache, bank)
    index.sync()
    outline = index.get("a")
    assert outline is not None
    assert [(part.id, part.weight, part.must, part.was) for part in outline.parts] == [
        ("a", 3, True, ("x",)),
        ("b", 1, False, ()),
    ]
    assert index.digests() == {"a": outline.digest}
    assert index.renames() == {"old": "a"}
    stamp = index.stamp
    digest = index.digest("a")
    write({"m/a.yaml": f"id: a\nkind: open\nquestion: 改问\nwas: [old]\n{points}"})
    index.sync()
    assert index.stamp == stamp
    assert index.digest("a") != digest
    write({"m/a.yaml": f"id: a\nkind: open\nquestion: 改问\n{points.replace('weight: 3', 'weight: 2')}"})
    index.sync()
    assert index.stamp != stamp
    assert index.get("gone") is None
    assert index.digest("gone") is None
    assert index.path("gone") is None
    index.close()


def test_a_choice_counts_as_one_point_named_answer(good: Path, cache: Path) -> None:
    index = opened(cache, good, shipped=good)
    index.sync()
    outline = index.get("softmax-scale")
    assert outline is not None
    assert [(part.id, part.must) for part in outline.parts] == [("answer", True)]
    index.close()


def test_an_own_posting_and_own_skills_add_to_the_shipped_ones(good: Path, write: Write, cache: Path) -> None:
    own = write(
        {
            "postings/mine.yaml": "id: mine\ntitle: 工程师\ncompany: 示例\n",
            "postings/acme-gpu.yaml": "id: acme-gpu\ntitle: 改过\ncompany: 示例\n",
            "skills.yaml": "skills:\n  triton: {zh: Triton, en: Triton, implies: [gpu-programming]}\n",
            "topics.yaml": "topics:\n  - {id: extra, zh: 其他, en: Other}\n",
        }
    )
    index = opened(cache, good, own, shipped=good)
    index.sync()
    assert [posting.id for posting in index.postings()] == ["acme-gpu", "mine"]
    posting = index.posting("acme-gpu")
    assert posting is not None
    assert posting.title.zh == "改过"
    found = index.posting_path("acme-gpu")
    assert found is not None
    assert found[1] == index.roots[1]
    assert index.posting("none") is None
    assert index.posting_path("none") is None
    assert {skill.id for skill in index.skills()} >= {"triton", "cuda"}
    assert {topic.id for topic in index.topics()} == {"kernels", "projects", "extra"}
    index.close()


def test_queries_know_the_words_of_the_bank_and_of_its_questions(good: Path, write: Write, cache: Path) -> None:
    own = write(
        {"mine/a.yaml": question("a", "寄存器？", "skills: [my-skill]\nsubtopic: deep\nasked_in: [elsewhere]\n")}
    )
    index = opened(cache, good, own, shipped=good)
    index.sync()
    assert ids(index, "topic:mine") == ids(index, "subtopic:deep") == ids(index, "skill:my-skill") == ["a"]
    assert ids(index, "posting:elsewhere") == ["a"]
    assert ids(index, "posting:acme-gpu") == ["tiled-gemm", "softmax-scale"]
    assert ids(index, "skill:gpu-programming") == ["vector-add", "tiled-gemm", "hardest-bug"]
    assert ids(index, "-skill:gpu-programming", "topic:kernels") == ["gemm-bytes", "softmax-scale"]
    assert ids(index, "id:vector-add") == ["vector-add"]
    with pytest.raises(UsageError):
        ids(index, "skill:none-such")
    write({"mine/a.yaml": question("a", "寄存器？")})
    index.sync()
    with pytest.raises(UsageError):
        ids(index, "skill:my-skill")
    index.close()


def test_a_warm_listing_and_a_warm_question_import_no_yaml(good: Path, cache: Path) -> None:
    index = opened(cache, good)
    index.sync()
    index.close()
    program = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})
from pathlib import Path
from tiku.bank.index import Index
from tiku.bank.query import parse
from tiku.bank.root import Root
index = Index(Path({str(cache)!r}), [Root({str(good)!r})])
assert index.sync() == 0
heads = index.heads(parse(["is:new", "kind:code"], index.vocabulary()), 1)
assert index.question(heads[0].id).solution
heavy = ["yaml", "rich", "fsrs", "typer", "pydantic", "hashlib", "difflib", "tiku.bank.source", "tiku.bank.schema"]
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_opening_a_database_elsewhere_does_not_touch_the_first(tmp_path: Path) -> None:
    db, in_memory = open_database(tmp_path / "a" / "x.db", "one")
    assert not in_memory
    db.close()
    db, _ = open_database(tmp_path / "a" / "x.db", "another")
    assert db.execute("SELECT value FROM meta").fetchall() == [("another",)]
    db.close()


def test_the_bank_folder_is_left_as_it_was(good: Path, cache: Path) -> None:
    before = {path: path.read_bytes() for path in good.rglob("*") if path.is_file()}
    index = opened(cache, good)
    index.sync()
    index.close()
    assert {path: path.read_bytes() for path in good.rglob("*") if path.is_file()} == before


def test_a_bank_named_by_a_relative_path_is_the_same_bank_from_anywhere(
    good: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(good.parent)
    index = opened(cache, Path(good.name))
    assert index.sync() == 8
    index.close()
    monkeypatch.chdir(good)
    index = opened(cache, Path("."))
    assert index.sync() == 0
    found = index.path("vector-add")
    assert found is not None
    assert Path(found[0]).is_absolute()
    index.close()


def test_a_copy_of_a_bank_elsewhere_is_read_there(good: Path, cache: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(good, tmp_path / "copy"))
    for bank in (good, copy):
        index = opened(cache, bank)
        index.sync()
        found = index.path("vector-add")
        assert found is not None
        assert found[0].startswith(str(bank))
        index.close()
