"""Rules over the bank as a whole: ids, former ids, twins and gaps.

Files are judged one by one and let go; what these rules need of each is a :class:`Fact`. Where a problem is found, the
file is read once more for its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import tiku.bank.codes_rules  # noqa: F401
from tiku.bank.alike import pairs
from tiku.bank.codes import Severity, problem
from tiku.bank.files import BankFile, read_file
from tiku.bank.folders import Entry, Scan
from tiku.bank.rules_question import child
from tiku.model import Place, Problem, Question, Topic
from tiku.text import fold

ALIKE: Final = 0.8
"""Jaccard index of character 3-grams from which two questions are told to be alike."""
THIN: Final = frozenset(
    {
        ("tensorcore-isa", "vendor-libs"), ("perf-analysis", "workload-model-benefit"),
        ("numerics-quant", "int-fixed-point"), ("comm-network", "gpudirect"),
        ("reliability-cloud", "open-source-build"),
        ("frameworks", "porting"), ("hetero-hw", "rvv"), ("hetero-hw", "fpga-asic-dataflow"),
        ("hetero-hw", "in-memory-sparse"),
    }
)  # fmt: skip
"""Subtopics without good public material, which need two questions."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is kept of a question that was read."""

    entry: Entry
    shipped: bool
    id: str
    subtopic: tuple[str, str]
    was: tuple[str, ...]
    folded: tuple[str, str]


def fact_of(file: BankFile, question: Question) -> Fact:
    """Return what the bank's rules need of a question."""
    folded = fold(question.question.zh), fold(question.question.en)
    where = question.topic, question.subtopic
    return Fact(file.entry, file.shipped, question.id, where, question.was, folded)


def judge_bank(scans: Sequence[Scan], facts: Sequence[Sequence[Fact]], topics: Sequence[BankFile]) -> Iterator[Problem]:
    """Yield the problems of the banks as a whole. ``facts`` has the questions of each root, ``topics`` the taxonomies."""
    for found, mine in zip(scans, facts, strict=True):
        holders: dict[str, Entry] = {}
        yield from _ids(found, holders)
        yield from _old_ids(mine, holders)
        if found.root.shipped:
            yield from _gaps(mine, [file for file in topics if file.shipped])
    yield from _twins([fact for mine in facts for fact in mine])


def _spot(entry: Entry, shipped: bool, *keys: str | int) -> Place:
    """Return the place of a value of a file, read once more."""
    file = read_file(entry, shipped)
    root = file.source.root
    return Place(entry.path) if root is None else file.source.place(child(root, *keys))


def _ids(found: Scan, holders: dict[str, Entry]) -> Iterator[Problem]:
    """Ids within one root: another root may give the same id to override it."""
    for entry in found.entries:
        if entry.kind != "question":
            continue
        first = holders.setdefault(entry.stem, entry)
        if first is not entry:
            yield problem("duplicate-id", _spot(entry, found.root.shipped, "id"), entry.stem, first.path)


def _old_ids(facts: Sequence[Fact], holders: dict[str, Entry]) -> Iterator[Problem]:
    claimed: dict[str, str] = {}
    for fact in facts:
        for index, old in enumerate(fact.was):
            if old in holders:
                user = holders[old].path
            elif claimed.setdefault(old, fact.id) != fact.id:
                user = f"was: {claimed[old]}"
            else:
                continue
            yield problem("was-living", _spot(fact.entry, fact.shipped, "was", index), old, user)


def _gaps(facts: Sequence[Fact], taxonomies: Sequence[BankFile]) -> Iterator[Problem]:
    """Subtopics of the shipped bank with too few questions."""
    counts = Counter(fact.subtopic for fact in facts)
    for file in taxonomies:
        topics: tuple[Topic, ...] = file.value
        for topic in topics:
            for subtopic in topic.subtopics:
                pair = topic.id, subtopic.id
                wanted = 2 if pair in THIN else 1
                if counts[pair] < wanted:
                    place = file.source.place(file.node(subtopic))
                    yield problem("subtopic-unfilled", place, "/".join(pair), str(counts[pair]), str(wanted))


def _twins(facts: Sequence[Fact]) -> Iterator[Problem]:
    """Two questions with nearly the same text, in either language; an override of the same id is none.

    Of each question the first twin is told.
    """
    told: set[int] = set()
    for at, lang in enumerate(("zh", "en")):
        texts = [fact.folded[at] for fact in facts]
        for earlier, later, _ in pairs(texts, ALIKE):
            first, second = facts[earlier], facts[later]
            if later in told or first.id == second.id:
                continue
            told.add(later)
            place = _spot(second.entry, second.shipped, "question", lang)
            same = texts[earlier] == texts[later]
            severity: Severity | None = None if second.shipped else "warning"
            yield problem("same-question" if same else "alike-questions", place, first.id, severity=severity)
