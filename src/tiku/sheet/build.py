"""The tree of a study sheet: sections of entries of blocks. Pure; every renderer walks this tree alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tiku.model import Langs, Question, Text

Answers = Literal["shown", "hidden", "after"]
Style = Literal["full", "crib"]


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a block. ``mark`` stands before the text; ``code`` is set verbatim; ``url`` is http or https only."""

    text: Text
    mark: str = ""
    code: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A headed list; ``name`` is stable for styles."""

    name: str
    heading: Text
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One question. ``front`` belongs to the question, ``back`` to its answer; ``source`` is the question whole."""

    number: int
    source: Question
    front: tuple[Block, ...]
    back: tuple[Block, ...]
    progress: tuple[Text, ...] = ()
    modified: int = 0
    """When the question file was last changed: seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Section:
    """The entries of one topic."""

    ident: str
    name: Text
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A study sheet whole."""

    title: str
    langs: Langs
    answers: Answers
    style: Style
    sections: tuple[Section, ...]
    postings: tuple[tuple[str, Text], ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of all sections."""
        return tuple(entry for section in self.sections for entry in section.entries)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question that goes on the sheet, with what is known of it."""

    question: Question
    progress: tuple[Text, ...] = ()
    modified: int = 0


def build(
    title: str, chosen: Sequence[Chosen], topics: dict[str, Text], postings: dict[str, Text], langs: Langs,
    answers: Answers = "shown", style: Style = "full", grouped: bool = True,
) -> Sheet:  # fmt: skip
    """Return the sheet of the questions in their order, grouped by topic where ``grouped``."""
    groups: dict[str, list[Chosen]] = {}
    for one in chosen:
        groups.setdefault(one.question.topic if grouped else "", []).append(one)
    sections, number = [], 0
    for topic, members in groups.items():
        entries = []
        for one in members:
            number += 1
            entries.append(_entry(number, one, style))
        other = Text("其他", "Other") if grouped else Text("题目", "Questions")
        name = topics.get(topic) or (Text(topic, topic) if topic else other)
        sections.append(Section(topic or "questions", name, tuple(entries)))
    named = {posting for one in chosen for posting in one.question.postings}
    asked = tuple((ident, postings.get(ident, Text(ident, ident))) for ident in sorted(named))
    return Sheet(title, langs, answers, style, tuple(sections), asked)


def shown(text: Text, langs: Langs) -> list[str]:
    """Return the text in the wanted languages; once where both are the same."""
    return list(dict.fromkeys([text.zh, text.en])) if langs == "both" else [text.pick(langs)]


def _entry(number: int, one: Chosen, style: Style) -> Entry:
    question = one.question
    back = tuple(block for block in _back(question) if block.items)
    if style == "crib":
        back = tuple(block for block in back if block.name in ("points", "numbers", "answer", "formula"))
    front = () if style == "crib" else tuple(block for block in _front(question) if block.items)
    return Entry(number, question, front, back, one.progress, one.modified)


def _front(question: Question) -> Iterable[Block]:
    options = tuple(Item(option.text, f"{at}.") for at, option in enumerate(question.options, 1))
    yield Block("options", Text("选项", "Options"), options)
    yield Block("given", Text("已知", "Given"), tuple(_given(question)))
    stub = (Item(Text("", ""), code=question.stub),) if question.stub else ()
    yield Block("stub", Text("起点", "Start from"), stub)


def _given(question: Question) -> Iterable[Item]:
    for given in question.given:
        values = ", ".join(given.choices) or f"{given.low}…{given.high}"
        label = given.label or Text(given.name, given.name)
        tail = f": {values} {given.unit}".rstrip()
        yield Item(Text(label.zh + tail, label.en + tail), f"{{{given.name}}}")


def _back(question: Question) -> Iterable[Block]:
    yield Block("opening", Text("开场", "Opening"), (Item(question.opening),) if question.opening else ())
    yield Block("points", Text("要点", "Points"), tuple(_points(question)))
    right = tuple(
        Item(_joined(option.text, option.why), f"{at}. {'✓' if option.right else '×'}")
        for at, option in enumerate(question.options, 1)
    )
    yield Block("answer", Text("答案", "Answer"), right)
    formula = [f"{name} = {value}" for name, value in question.steps]
    formula += [f"{question.formula} {question.unit} (±{question.tolerance or '0'})"] if question.formula else []
    code = "\n".join(formula)
    yield Block("formula", Text("公式", "Formula"), (Item(Text("", ""), code=code),) if code else ())
    solution = (Item(Text("", ""), code=question.solution),) if question.solution else ()
    yield Block("solution", Text("解答", "Solution"), solution)
    yield Block("follow-ups", Text("追问", "Follow-ups"), tuple(_follow_ups(question)))
    mistakes = tuple(Item(_joined(_joined(one.claim, one.why), one.cost)) for one in question.mistakes)
    yield Block("mistakes", Text("常见错误", "Mistakes"), mistakes)
    yield Block("numbers", Text("数字", "Numbers"), tuple(_numbers(question)))
    yield Block("scope", Text("适用范围", "Scope"), (Item(question.scope),) if question.scope else ())
    yield Block("sources", Text("来源", "Sources"), tuple(_sources(question)))


def _joined(first: Text, second: Text | None) -> Text:
    return first if second is None else Text(f"{first.zh} — {second.zh}", f"{first.en} — {second.en}")


def _points(question: Question) -> Iterable[Item]:
    for point in question.points:
        yield Item(point.text, "★" * point.weight + ("!" if point.must else ""))


def _follow_ups(question: Question) -> Iterable[Item]:
    for follow in question.follow_ups:
        if follow.text is not None:
            yield Item(_joined(follow.text, follow.listen))
        elif follow.question:
            yield Item(Text(follow.question, follow.question), "→")


def _numbers(question: Question) -> Iterable[Item]:
    for one in question.numbers:
        tail = f": {one.value} {one.unit}".rstrip()
        about = ", ".join(part for part in (one.direction, one.device, one.as_of) if part)
        tail += f" ({about})" if about else ""
        yield Item(_joined(Text(one.name.zh + tail, one.name.en + tail), one.assumes))


def _sources(question: Question) -> Iterable[Item]:
    for one in question.sources:
        label = ", ".join(part for part in (one.title, one.where, one.read) if part)
        safe = one.url.lower().startswith(("https://", "http://"))
        yield Item(Text(label, label) if safe else Text(f"{label} {one.url}", f"{label} {one.url}"), url=one.url * safe)
