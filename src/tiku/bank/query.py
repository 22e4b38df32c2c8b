"""The query language: ``topic:kernels level:senior -skill:cuda is:due 共享内存``.

Terms are and-ed, commas are or, a minus negates, bare words search the text. Parsing needs the words that exist
(a :class:`Vocabulary`), so that an unknown field or value is a usage error with the nearest one; :func:`condition`
turns a parsed query into SQL over ``questions q`` left join ``state.cards c``, with every value bound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from tiku.bank.near import nearest_id
from tiku.errors import UsageError
from tiku.model import KINDS, LEVELS
from tiku.text import fold, nearest

Binder: TypeAlias = Callable[[str], str]
"""Takes a value and returns the name of the parameter it is bound to."""
STATES: Final = ("due", "new", "seen", "weak", "suspended")
_MINUS: Final = ("-", "\u2212")
_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」"}
_FULLWIDTH: Final = {"：": ":", "，": ","}


class Vocabulary(Protocol):
    """The values that exist. What holds them may fetch each only when it is asked for."""

    @property
    def topics(self) -> Collection[str]:
        """Return the ids of topics."""
        ...

    @property
    def subtopics(self) -> Collection[str]:
        """Return the ids of subtopics."""
        ...

    @property
    def skills(self) -> Collection[str]:
        """Return the ids of skills."""
        ...

    @property
    def postings(self) -> Collection[str]:
        """Return the ids of postings."""
        ...

    @property
    def questions(self) -> Collection[str]:
        """Return the ids of questions."""
        ...

    @property
    def implied_by(self) -> Mapping[str, Collection[str]]:
        """Return for each skill the skills from which it follows."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """A vocabulary held in memory."""

    topics: Collection[str] = ()
    subtopics: Collection[str] = ()
    skills: Collection[str] = ()
    postings: Collection[str] = ()
    questions: Collection[str] = ()
    implied_by: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """One term: a field with its values, any of which will do. The field ``text`` holds folded words."""

    field: str
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """All of its terms must hold; no terms match every question."""

    terms: tuple[Term, ...] = ()

    @property
    def is_due(self) -> bool:
        """Tell whether only questions that are due can match."""
        return any(term == Term("is", ("due",)) for term in self.terms)

    def names(self, field: str) -> tuple[str, ...]:
        """Return the values asked for in a field, negated terms left out."""
        return tuple(value for term in self.terms if term.field == field and not term.negated for value in term.values)


FIELDS: Final = ("topic", "subtopic", "level", "skill", "posting", "kind", "is", "id")


def parse(words: Sequence[str], vocabulary: Vocabulary) -> Query:
    """Return the query that words of the command line form. Raises UsageError with the nearest field or value.

    One word may hold several terms (``"topic:kernels is:due"``). A word with spaces in it that names no field is a
    phrase, and so is what stands in quotes.
    """
    terms: list[Term | None] = []
    for word in words:
        terms.extend(_term(token, quoted, negated, vocabulary) for token, quoted, negated in _tokens(word))
    return Query(tuple(term for term in terms if term is not None))


def _tokens(word: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield (text, quoted, negated) for each term of one word."""
    negated, bare = _negation(word.strip())
    is_phrase = not any(char in _QUOTES for char in word) and not _field_of(bare.split(" ", 1)[0])
    if is_phrase and " " in bare and not any(_field_of(part) for part in bare.split()):
        yield bare, True, negated
        return
    at = 0
    while at < len(word):
        if word[at].isspace():
            at += 1
            continue
        negated = word[at] in _MINUS and at + 1 < len(word) and not word[at + 1].isspace()
        at += negated
        closing = _QUOTES.get(word[at])
        if closing is not None:
            end = word.find(closing, at + 1)
            end = len(word) if end < 0 else end
            yield word[at + 1 : end], True, negated
            at = end + 1
            continue
        end = at
        while end < len(word) and not word[end].isspace():
            end += 1
        yield word[at:end], False, negated
        at = end


def _negation(word: str) -> tuple[bool, str]:
    return (True, word[1:]) if word[:1] in _MINUS and len(word) > 1 else (False, word)


def _field_of(token: str) -> str:
    """Return the field a token names, or the empty text: ``std::string`` and ``10:30`` are plain words."""
    _, token = _negation(token)
    head, colon, rest = _ascii(token).partition(":")
    return head.lower() if colon and head.isascii() and head.isalpha() and not rest.startswith(":") else ""


def _ascii(token: str) -> str:
    for wide, plain in _FULLWIDTH.items():
        token = token.replace(wide, plain)
    return token


def _term(token: str, quoted: bool, negated: bool, vocabulary: Vocabulary) -> Term | None:
    name = "" if quoted else _field_of(token)
    if not name:
        folded = fold(token)
        return Term("text", (folded,), negated) if folded else None
    if name not in FIELDS:
        raise _unknown_field(name, token)
    values = tuple(value for value in _ascii(token).split(":", 1)[1].split(",") if value)
    if not values:
        raise UsageError(
            f"{name}: 后面没有值", f"{name}: needs a value", _examples(name, vocabulary), _examples(name, vocabulary)
        )
    return Term(name, tuple(_value(name, value, vocabulary) for value in values), negated)


def _unknown_field(name: str, token: str) -> UsageError:
    near = nearest(name, FIELDS)
    known = ", ".join(FIELDS)
    hint_zh = f'可用：{known}；要搜文字，加引号: "{token}"'
    hint_en = f'known: {known}; to search the text, quote it: "{token}"'
    if near:
        hint_zh, hint_en = f"是否指 {near}:？", f"did you mean {near}:?"
    return UsageError(f"查询里没有字段 {name}", f"a query has no field {name}", hint_zh, hint_en)


def _examples(name: str, vocabulary: Vocabulary) -> str:
    known = sorted(_known(name, vocabulary)) if name not in ("level", "kind", "is") else _known(name, vocabulary)
    return f"{name}:{', '.join(list(known)[:12])}{' …' if len(known) > 12 else ''}"


def _known(name: str, vocabulary: Vocabulary) -> Collection[str]:
    if name in _FIXED:
        return _FIXED[name]
    known: Collection[str] = getattr(vocabulary, _LISTS[name])
    return known


_FIXED: Final[Mapping[str, Sequence[str]]] = {"level": LEVELS, "kind": KINDS, "is": STATES}
_LISTS: Final = {
    "topic": "topics", "subtopic": "subtopics", "skill": "skills", "posting": "postings", "id": "questions",
}  # fmt: skip


def _value(name: str, value: str, vocabulary: Vocabulary) -> str:
    """Return a value as it is known. A glob of ids may match nothing."""
    value = value.lower()
    if name == "id" and _is_glob(value):
        return value
    known = _known(name, vocabulary)
    if value in known:
        return value
    near = nearest_id(value, known)
    examples = _examples(name, vocabulary)
    raise UsageError(
        f"没有 {name}:{value}",
        f"there is no {name}:{value}",
        f"是否指 {name}:{near}？" if near else f"可用：{examples}",
        f"did you mean {name}:{near}?" if near else f"known: {examples}",
    )


def _is_glob(value: str) -> bool:
    return "*" in value or "?" in value


_COLUMNS: Final = {"topic": "q.topic", "subtopic": "q.subtopic", "level": "q.level", "kind": "q.kind"}
_STATES: Final = {
    "due": "(c.due IS NOT NULL AND c.due <= :today AND COALESCE(c.suspended, 0) = 0)",
    "new": "(c.due IS NULL AND COALESCE(c.suspended, 0) = 0)",
    "seen": "(c.due IS NOT NULL)",
    "weak": "(COALESCE(c.weak, 0) = 1 AND COALESCE(c.suspended, 0) = 0)",
    "suspended": "(COALESCE(c.suspended, 0) = 1)",
}


def condition(query: Query, vocabulary: Vocabulary, today: int) -> tuple[str, dict[str, str | int]]:
    """Return an SQL condition and its bound parameters, ``:today`` among them as a study day."""
    bound: dict[str, str | int] = {"today": today}

    def bind(value: str) -> str:
        bound[f"v{len(bound)}"] = value
        return f":v{len(bound) - 1}"

    clauses = []
    for term in query.terms:
        clause = " OR ".join(_clause(term.field, value, vocabulary, bind) for value in term.values)
        clauses.append(f"NOT ({clause})" if term.negated else f"({clause})")
    return " AND ".join(clauses) or "1", bound


def _clause(name: str, value: str, vocabulary: Vocabulary, bind: Binder) -> str:
    if name == "is":
        return _STATES[value]
    if name == "id":
        return f"q.id GLOB {bind(value.replace('[', '[[]'))}" if _is_glob(value) else f"q.id = {bind(value)}"
    if name == "text":
        return f"instr((SELECT f.folded FROM folded f WHERE f.question = q.id), {bind(value)}) > 0"
    if name == "posting":
        return f"q.id IN (SELECT a.question FROM asked a WHERE a.posting = {bind(value)})"
    if name == "skill":
        wanted = ", ".join(bind(skill) for skill in sorted({value, *vocabulary.implied_by.get(value, ())}))
        return f"q.id IN (SELECT s.question FROM skills s WHERE s.skill IN ({wanted}))"
    return f"COALESCE({_COLUMNS[name]}, '') = {bind(value)}"
