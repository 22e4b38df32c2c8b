"""The workspace: what every verb works with."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tiku.bank.index import Index, Order
from tiku.bank.query import Query, condition, parse
from tiku.errors import CannotError, UsageError
from tiku.model import Kind, Lang, Langs, Rating, Text
from tiku.settings import Places, Settings
from tiku.store.state import State
from tiku.text import nearest
from tiku.workspace.clock import Clock, parse_moment
from tiku.workspace.listing import Row, rows

if TYPE_CHECKING:
    from tiku.grade.numeric import Drawn
    from tiku.grade.points import Marking
    from tiku.model import Posting, Question, Skill
    from tiku.store.event import Body, Event, Plan
    from tiku.store.fold import Card
    from tiku.store.log import Log
    from tiku.study.outline import Outline
    from tiku.study.progress import Day


class Workspace:
    """Settings, bank, log and state as one object. Days are study days as ordinals."""

    def __init__(
        self,
        environ: Mapping[str, str],
        places: Places,
        settings: Settings,
        clock: Clock,
        index: Index,
        state: State,
        langs: Langs,
        ui: str,
    ) -> None:
        self.environ = environ
        self.places = places
        self.settings = settings
        self.clock = clock
        self.index = index
        self.state = state
        self.langs = langs
        self.ui = ui
        self.today = clock.day(clock.now())

    def close(self) -> None:
        """Close index and state."""
        self.index.close()
        self.state.close()

    @property
    def state_file(self) -> Path:
        """Return the file of the state cache."""
        return state_file(self.places)

    @property
    def lang(self) -> Lang:
        """Return one language of the content, where only one can be shown."""
        if self.langs == "both":
            return "zh" if self.ui == "zh" else "en"
        return self.langs

    @cached_property
    def log(self) -> Log:
        """Return the log that this machine writes."""
        import platform

        from tiku.store.device import device_id
        from tiku.store.log import Log

        return Log(self.places.data, lambda: device_id(self.places.state, self.places.data, platform.node()))

    # The bank

    @property
    def skipped(self) -> int:
        """Return how many files of the banks cannot be used."""
        return self.index.skipped_count()

    def query(self, words: Sequence[str]) -> Query:
        """Return the query that words form. Raises UsageError."""
        return parse(words, self.index.vocabulary())

    def rows(self, words: Sequence[str], limit: int | None = None, order: Order = "bank") -> list[Row]:
        """Return the questions of a query."""
        heads = self.index.heads(self.query(words), self.today, order, limit)
        return rows(self.index.db, heads, self.today)

    def count(self, words: Sequence[str]) -> int:
        """Return how many questions a query has."""
        return self.index.count(self.query(words), self.today)

    def find(self, ident: str) -> Question | None:
        """Return a question by its id, or a former one, None where there is none."""
        known = self.index.resolve(ident)
        return None if known is None else self.index.question(known)

    def question(self, ident: str) -> Question:
        """Return a question. Raises UsageError with the nearest id."""
        found = self.find(ident)
        if found is None:
            near = nearest(ident, self.index.vocabulary().questions)
            raise UsageError(
                f"没有题目 {ident!r}",
                f"there is no question {ident!r}",
                f"是否指 {near}？" if near else "找一找: tiku search",
                f"did you mean {near}?" if near else "look for it: tiku search",
            )
        return found

    def digest(self, ident: str) -> str:
        """Return the content digest of a question's file."""
        return self.index.digest(ident) or ""

    def outline(self, question: Question) -> Outline:
        """Return the outline of a question as memory needs it."""
        from tiku.study.outline import outline_of

        return self.index.get(question.id) or outline_of(question.marked)

    def title(self, ident: str) -> Text | None:
        """Return the text of a question, None where there is none."""
        found = self.find(ident)
        return None if found is None else found.question

    def postings(self) -> tuple[Posting, ...]:
        """Return all postings."""
        return self.index.postings()

    def posting(self, ident: str) -> Posting:
        """Return a posting. Raises UsageError with the nearest id."""
        found = self.index.posting(ident)
        if found is None:
            near = nearest(ident, [one.id for one in self.postings()])
            raise UsageError(
                f"没有岗位 {ident!r}",
                f"there is no posting {ident!r}",
                f"是否指 {near}？" if near else "全部岗位: tiku posting list",
                f"did you mean {near}?" if near else "see all: tiku posting list",
            )
        return found

    def questions_of(self, posting: str) -> list[str]:
        """Return the ids of the questions a posting asks."""
        sql = "SELECT question FROM asked WHERE posting = ? ORDER BY question"
        return [row[0] for row in self.index.db.execute(sql, (posting,))]

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """Return the skills by id."""
        return {skill.id: skill for skill in self.index.skills()}

    def skill_questions(self, skills: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return for each skill the questions that name it or one that implies it."""
        implied = self.index.vocabulary().implied_by
        found: dict[str, tuple[str, ...]] = {}
        for skill in dict.fromkeys(skills):
            wanted = [skill, *sorted(implied.get(skill, ()))]
            marks = ",".join("?" * len(wanted))
            sql = f"SELECT DISTINCT question FROM skills WHERE skill IN ({marks}) ORDER BY question"
            found[skill] = tuple(row[0] for row in self.index.db.execute(sql, wanted))
        return found

    def proof_paths(self, words: Sequence[str]) -> dict[Path, tuple[str, ...]]:
        """Return the proofs of a query's questions, each with the questions it serves."""
        found: dict[Path, list[str]] = {}
        for row in self.rows(words):
            question, place = self.index.question(row.id), self.index.path(row.id)
            if question is not None and question.proof and place is not None:
                found.setdefault(self._proof(question.proof, place[1].path), []).append(row.id)
        return {path: tuple(idents) for path, idents in found.items()}

    def _proof(self, name: str, home: str) -> Path:
        """Return where a proof lies: beside its question, or in another bank (the question may be an edited copy)."""
        places = [Path(home), *(Path(root.path) for root in reversed(self.index.roots))]
        paths = [place / "proofs" / f"{name}.py" for place in places]
        return next((path for path in paths if path.is_file()), paths[0])

    # Marking

    def draw(self, question: Question, seed: int | None = None) -> tuple[int, Drawn | None]:
        """Return a seed (a fresh one where none is given) and the numbers of a numeric question drawn with it."""
        if seed is None:
            seed = int.from_bytes(os.urandom(4), "big")
        if question.kind != "numeric":
            return seed, None
        from tiku.grade.numeric import draw

        return seed, draw(question, seed)

    def mark(self, question: Question, answer: str, seed: int = 0) -> Marking:
        """Mark a written answer: points by evidence, a number by its value, a choice by the numbers of its options."""
        from tiku.workspace.marking import mark_answer

        taught: dict[str, list[tuple[str, bool]]] = {}
        for phrase in self.state.phrases(question.id):
            taught.setdefault(phrase.point, []).append((phrase.text, phrase.hit))
        return mark_answer(question, answer, seed, taught, self.skills.values)

    def point_ids(self, question: Question, named: Sequence[str]) -> frozenset[str]:
        """Return the ids of points that were named, present or former ones. Raises UsageError with the nearest."""
        known = {point.id: point.id for point in question.marked}
        known |= {old: point.id for point in question.marked for old in point.was if old not in known}
        for name in named:
            if name not in known:
                near = nearest(name, known)
                raise UsageError(
                    f"{question.id} 没有要点 {name!r}",
                    f"{question.id} has no point {name!r}",
                    f"是否指 {near}？" if near else "要点: " + ", ".join(known),
                    f"did you mean {near}?" if near else "its points: " + ", ".join(known),
                )
        return frozenset(known[name] for name in named)

    def rating_of(self, question: Question, hits: frozenset[str]) -> Rating:
        """Return the rating that follows from the points hit."""
        from tiku.grade.rating import result

        return result(question.marked, hits).rating

    # Progress

    def record(self, body: Body, at: str | None = None) -> Event:
        """Write an event, durably, and bring the state up to it. ``at`` names another moment than now."""
        zone = self.clock.zone
        t = parse_moment(at, zone) if at else self.clock.now()
        event = self.log.append(self.log.event(body, t, self.clock.offset(t), self.clock.day(t)))
        self.refresh()
        return event

    def undo(self, event: str | None = None) -> Event | None:
        """Take the last step, or the one of an id, back and return it; None when there is none."""
        from tiku.store.event import Undo

        last = self.state.entry(event) if event is not None else self.state.last_undoable()
        if last is None:
            return None
        self.record(Undo(last.event.id))
        return last.event

    def refresh(self) -> None:
        """Bring the state up to the logs, after they were changed from elsewhere."""
        self.state.sync(self.index, self.settings.retention)

    def keep_safe(self) -> None:
        """Make today's automatic backup where something changed. Its failure is told by ``tiku doctor``, not here."""
        import platform

        from tiku.store.backup import automatic_backup
        from tiku.store.device import device_id

        try:
            device = device_id(self.places.state, self.places.data, platform.node())
            automatic_backup(self.places.data, self.places.settings_file, device, self.today, self.clock.now())
        except (CannotError, OSError):
            return

    def card(self, ident: str) -> Card | None:
        """Return the card of a question."""
        return self.state.card(ident)

    def note(self, ident: str) -> str:
        """Return the private notes to a question."""
        bodies = [entry.event.body for entry in self.state.notes(ident)]
        return "\n\n".join(str(getattr(body, "text", "")) for body in bodies)

    def note_id(self, ident: str) -> str | None:
        """Return the id of the newest note to a question, which a new one replaces."""
        notes = self.state.notes(ident)
        return notes[-1].event.id if notes else None

    def days(self) -> list[Day]:
        """Return the totals of the study days up to today."""
        return [day for day in self.state.days() if day.day <= self.today]

    @property
    def plan(self) -> Plan | None:
        """Return the plan for the next interview; none once its day has come."""
        ahead = [plan for plan in self.state.plans() if plan.on is not None and plan.on > self.today]
        return ahead[0] if ahead else None

    def local(self, t: int, offset: int) -> str:
        """Return a moment as local date and time where it was written."""
        return self.clock.show(t, offset)

    def ahead(self, words: Sequence[str], days: int) -> list[tuple[int, int]]:
        """Return how many questions of a query fall due on each of the ``days`` after today."""
        where, bound = condition(self.query(words), self.index.vocabulary(), self.today)
        sql = (
            "SELECT c.due, count(*) FROM questions q JOIN state.cards c ON c.question = q.id "
            f"WHERE c.due > :today AND c.due <= :today + :days AND c.suspended = 0 AND ({where}) GROUP BY c.due"
        )
        found = dict(self.index.db.execute(sql, {**bound, "days": days}))
        return [(day, found.get(day, 0)) for day in range(self.today + 1, self.today + 1 + days)]

    # Files

    def editable(self, ident: str) -> Path:
        """Return the file of a question that the user may edit; a shipped one of an installed bank is copied first."""
        question = self.question(ident)
        place = self.index.path(question.id)
        if place is None:
            raise CannotError(f"{ident} 没有文件", f"{ident} has no file", "tiku check", "tiku check")
        path, root = Path(place[0]), place[1]
        if not root.shipped or (os.access(path, os.W_OK) and not _is_installed(path)):
            return path
        from tiku.workspace.authoring import write_new

        copy = self.places.own_bank / (question.topic or "mine") / path.name
        if not copy.exists():
            write_new(copy, path.read_text(encoding="utf-8"))
        return copy

    def new_question(self, ident: str, topic: str, kind: Kind) -> Path:
        """Write a template into the user's own bank and return its path. Raises UsageError and CannotError."""
        from tiku.workspace.authoring import new_question

        if self.find(ident) is not None:
            raise UsageError(
                f"{ident} 已经有了", f"{ident} is there already", f"tiku edit {ident}", f"tiku edit {ident}"
            )
        return new_question(self.places.own_bank, ident, topic, kind, self.ui)

    def open_editor(self, path: Path) -> str:
        """Open a file in the editor, bring the index up to it, and say what the check finds."""
        from tiku.workspace.authoring import checked_edit

        message = checked_edit(path, self.settings.editor, self.environ, self.ui, self.index.roots)
        self.index.sync()
        self.state.sync(self.index, self.settings.retention)
        return message

    def edit_text(self, text: str) -> str:
        """Open a text in the editor and return it as saved."""
        from tiku.workspace.authoring import edit_text, editor_of

        return edit_text(editor_of(self.settings.editor, self.environ), text)


def state_file(places: Places) -> Path:
    """Return the file in which the state of a data folder is cached."""
    import zlib

    key = zlib.crc32(os.path.realpath(places.data).encode("utf-8", "surrogateescape"))
    return places.cache / f"state-{key:08x}.db"


def _is_installed(path: Path) -> bool:
    """Tell whether a file lies inside an installed package, which an update would overwrite."""
    return any(part in ("site-packages", "dist-packages") for part in path.parts)
