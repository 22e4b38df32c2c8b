"""Bringing the index up to the folders: only changed files are read, in batches that other processes can use at once.

The heavy parts (YAML, the schema) are imported here, so that a run that finds nothing changed does not pay for them.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from tiku.bank.files import load, read_bytes
from tiku.bank.folders import Entry, Root, Scan, scan
from tiku.bank.record import question_from_json, question_to_record
from tiku.bank.record_tables import posting_to_json, skills_to_json, topics_from_json, topics_to_json
from tiku.model import Problem, Question, Text
from tiku.text import fold

Progress = Callable[[int, int], None]
BATCH: Final = 200
_SECOND: Final = 1_000_000_000


@dataclass(slots=True)
class Refreshed:
    """What a refresh did: files read anew, files gone, and whether some changed too lately to be trusted by time."""

    read: int = 0
    gone: int = 0
    racy: bool = False
    restore: set[str] = field(default_factory=set)
    outlines: bool = False
    topics: bool = False


def digest_of(data: bytes) -> str:
    """Return the content digest of a file: 16 bytes of BLAKE2b in hex."""
    return blake2b(data, digest_size=16).hexdigest()


def refresh(db: sqlite3.Connection, roots: Sequence[Root], progress: Progress | None = None) -> Refreshed:
    """Read what has changed since the last time. The caller has no transaction open."""
    done = Refreshed()
    scans = [scan(root) for root in roots]
    known = {row[0]: row[1:] for row in db.execute("SELECT path, size, mtime_ns, racy, root FROM files")}
    wanted = [(number, entry) for number, found in enumerate(scans) for entry in found.entries]
    odd = _odd(scans)
    changed = [
        (number, entry) for number, entry in wanted if known.get(entry.path) != (entry.size, entry.mtime_ns, 0, number)
    ]
    present = {entry.path for _, entry in wanted} | {row[0] for row in odd}
    gone = [path for path in known if path not in present]
    if gone or odd:
        with _transaction(db):
            for path in gone:
                _forget(db, path, done)
            _keep_odd(db, odd, done)
        done.gone = len(gone)
    for at in range(0, len(changed), BATCH):
        with _transaction(db):
            for number, entry in changed[at : at + BATCH]:
                _take_in(db, number, entry, roots[number].shipped, done)
        if progress is not None:
            progress(min(at + BATCH, len(changed)), len(changed))
    with _transaction(db):
        _settle(db, done)
    return done


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _odd(scans: Sequence[Scan]) -> list[tuple[str, int, Problem]]:
    """Return what the folders hold and cannot be read: links that lead out, folders called x.yaml, and so on."""
    return [
        (one.place.path, number, one)
        for number, found in enumerate(scans)
        for one in found.problems
        if one.severity == "error"
    ]


def _keep_odd(db: sqlite3.Connection, odd: Iterable[tuple[str, int, Problem]], done: Refreshed) -> None:
    for path, number, one in odd:
        _forget(db, path, done)
        row = (path, number, "odd", -1, 0, 0, "", None, one.code, one.message.zh, one.message.en)
        db.execute(_FILE, row)


_FILE: Final = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def _take_in(db: sqlite3.Connection, number: int, entry: Entry, shipped: bool, done: Refreshed) -> None:
    data, bad = load(entry)
    racy = _is_racy(entry.mtime_ns, time.time_ns())
    done.racy |= racy
    digest = digest_of(data) if data is not None else ""
    row = db.execute("SELECT digest, root FROM files WHERE path = ?", (entry.path,)).fetchone()
    if row == (digest, number) and data is not None:
        touched = (entry.size, entry.mtime_ns, int(racy), entry.path)
        db.execute("UPDATE files SET size = ?, mtime_ns = ?, racy = ? WHERE path = ?", touched)
        return
    done.read += 1
    _forget(db, entry.path, done)
    value: Any = None
    problem = bad
    if data is not None:
        file = read_bytes(data, entry, shipped)
        value = file.value if file.sound else None
        problem = next((one for one in file.problems if one.severity == "error"), None)
    message = problem.message if problem is not None else Text("", "")
    ident = value.id if entry.kind in ("question", "posting") and value is not None else None
    head = (entry.path, number, entry.kind, entry.size, entry.mtime_ns, int(racy), digest, ident)
    db.execute(_FILE, (*head, problem.code if problem is not None and value is None else "", message.zh, message.en))
    if value is None:
        return
    db.execute("INSERT OR REPLACE INTO bodies VALUES (?, ?)", (entry.path, _body(entry.kind, value)))
    if isinstance(value, Question):
        _offer(db, value, entry.path, number, digest, done)
    done.topics |= entry.kind == "topics"


def _is_racy(mtime_ns: int, now_ns: int) -> bool:
    """Tell whether a file may change again without its time changing: it was written within one tick of the clock."""
    tick = 2 * _SECOND if mtime_ns % _SECOND == 0 else _SECOND // 20
    return abs(now_ns - mtime_ns) < tick


def _body(kind: str, value: Any) -> str:
    if kind == "question":
        return _compact(question_to_record(value))
    if kind == "posting":
        return _compact(posting_to_json(value))
    return _compact(topics_to_json(value) if kind == "topics" else skills_to_json(value))


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _forget(db: sqlite3.Connection, path: str, done: Refreshed) -> None:
    """Take a file out; a question it gave must be given by another file, if there is one."""
    row = db.execute("SELECT kind, ident FROM files WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    db.execute("DELETE FROM files WHERE path = ?", (path,))
    db.execute("DELETE FROM bodies WHERE path = ?", (path,))
    done.topics |= row[0] == "topics"
    if row[0] == "question" and row[1] is not None:
        holder = db.execute("SELECT path FROM questions WHERE id = ?", (row[1],)).fetchone()
        if holder is not None and holder[0] == path:
            _withdraw(db, row[1])
            done.restore.add(row[1])
            done.outlines = True


def _withdraw(db: sqlite3.Connection, ident: str) -> None:
    db.execute("DELETE FROM questions WHERE id = ?", (ident,))
    for table in ("folded", "skills", "asked", "renames"):
        db.execute(f"DELETE FROM {table} WHERE question = ?", (ident,))


def _offer(db: sqlite3.Connection, question: Question, path: str, number: int, digest: str, done: Refreshed) -> None:
    """Take a question in, unless a later root, or an earlier file of the same root, gives the same id."""
    holder = db.execute("SELECT root, path FROM questions WHERE id = ?", (question.id,)).fetchone()
    if holder is not None and (holder[0] > number or (holder[0] == number and holder[1] < path)):
        return
    if holder is not None:
        _withdraw(db, question.id)
    done.outlines = True
    done.restore.discard(question.id)
    _write(db, question, path, number, digest)


def _write(db: sqlite3.Connection, question: Question, path: str, number: int, digest: str) -> None:
    outline = _compact([[point.id, point.weight, int(point.must), list(point.was)] for point in question.marked])
    outline_digest = blake2b(outline.encode(), digest_size=8).hexdigest()
    row = (
        question.id, path, number, question.kind, question.topic, question.subtopic, question.level,
        question.question.zh, question.question.en, len(question.marked), _compact(list(question.skills)),
        _compact(list(question.postings)), outline, outline_digest, digest,
    )  # fmt: skip
    db.execute("INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    title, whole = folded_text(question)
    db.execute("INSERT OR REPLACE INTO folded VALUES (?, ?, ?)", (question.id, title, whole))
    ident = question.id
    db.executemany("INSERT OR IGNORE INTO skills VALUES (?, ?)", [(ident, one) for one in question.skills])
    db.executemany("INSERT OR IGNORE INTO asked VALUES (?, ?)", [(ident, one) for one in question.postings])
    db.executemany("INSERT OR IGNORE INTO renames VALUES (?, ?)", [(old, ident) for old in question.was])


def folded_text(question: Question) -> tuple[int, str]:
    """Return the length of the folded question with its id, and that and all other texts of it, a line each."""
    title = [Text(question.id, question.id), question.question]
    title += [asked.wording for asked in question.asked_in if asked.wording is not None]
    rest = [question.opening, question.scope, *(point.text for point in question.points)]
    rest += [one for option in question.options for one in (option.text, option.why)]
    rest += [one for follow in question.follow_ups for one in (follow.text, follow.listen)]
    rest += [one for mistake in question.mistakes for one in (mistake.claim, mistake.why, mistake.cost)]
    rest += [one for number in question.numbers for one in (number.name, number.assumes)]
    code = [question.stub, question.solution, *question.skills, *(source.title for source in question.sources)]
    first = _fold_all(title)
    others = _fold_all([text for text in rest if text is not None])
    return len(first), "\n".join([first, others, *(fold(one) for one in code if one)])


def _fold_all(texts: Iterable[Text]) -> str:
    lines = [line for text in texts for line in ((text.zh,) if text.zh == text.en else (text.zh, text.en))]
    return "\n".join(map(fold, lines))


def _settle(db: sqlite3.Connection, done: Refreshed) -> None:
    """Bring back questions whose file has gone but which another file gives; then what is derived of the whole."""
    for ident in sorted(done.restore):
        row = db.execute(
            "SELECT f.path, f.root, f.digest, b.body FROM files f JOIN bodies b ON b.path = f.path "
            "WHERE f.ident = ? AND f.kind = 'question' ORDER BY f.root DESC, f.path LIMIT 1",
            (ident,),
        ).fetchone()
        if row is not None:
            path, number, digest, body = row
            _write(db, question_from_json(json.loads(body)), path, number, digest)
    if done.topics:
        _write_topics(db)
    if done.outlines:
        stamp = blake2b(digest_size=16)
        for row in db.execute("SELECT id, outline_digest FROM questions ORDER BY id"):
            stamp.update(f"{row[0]} {row[1]}\n".encode())
        for row in db.execute("SELECT old, question FROM renames ORDER BY old, question"):
            stamp.update(f"{row[0]}={row[1]}\n".encode())
        db.execute("INSERT OR REPLACE INTO meta VALUES ('stamp', ?)", (stamp.hexdigest(),))


def _write_topics(db: sqlite3.Connection) -> None:
    """Write the subtopics in the order of the taxonomy; a later root adds to it."""
    db.execute("DELETE FROM subtopics")
    rank = 0
    bodies = "SELECT b.body FROM files f JOIN bodies b ON b.path = f.path WHERE f.kind = 'topics' ORDER BY f.root"
    for (body,) in db.execute(bodies).fetchall():
        for topic in topics_from_json(json.loads(body)):
            for subtopic in topic.subtopics:
                rank += 1
                row = (topic.id, subtopic.id, rank, len(subtopic.named_by), subtopic.reported)
                db.execute("INSERT OR REPLACE INTO subtopics VALUES (?, ?, ?, ?, ?)", row)
