"""Rules over one file within its bank: what it refers to must exist. Rules over a question alone stand beside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import tiku.bank.codes_rules  # noqa: F401
from tiku.bank.codes import Severity, problem
from tiku.bank.files import BankFile
from tiku.bank.folders import Scan
from tiku.bank.near import nearest_id
from tiku.bank.nodes import Node
from tiku.bank.rules_numeric import judge_numeric
from tiku.bank.rules_question import child, judge_question
from tiku.model import Posting, Problem, Question, Skill, Text, Topic


@dataclass(frozen=True, slots=True)
class Known:
    """The ids that may be referred to, over all roots. Files that could not be read count by their names."""

    questions: frozenset[str]
    postings: frozenset[str]
    skills: frozenset[str]
    topics: Mapping[str, frozenset[str]]
    proofs: frozenset[str]


def known_ids(scans: Sequence[Scan], tables: Iterable[BankFile]) -> Known:
    """Return the ids of all roots. ``tables`` are the taxonomies and skill tables; questions and postings go by name."""
    topics: defaultdict[str, set[str]] = defaultdict(set)
    skills: set[str] = set()
    for file in tables:
        if file.value is not None and file.entry.kind == "topics":
            for topic in file.value:
                topics[topic.id] |= {subtopic.id for subtopic in topic.subtopics}
        elif file.value is not None:
            skills |= {skill.id for skill in file.value}
    entries = [entry for found in scans for entry in found.entries]
    return Known(
        frozenset(entry.stem for entry in entries if entry.kind == "question"),
        frozenset(entry.stem for entry in entries if entry.kind == "posting"),
        frozenset(skills),
        {topic: frozenset(subtopics) for topic, subtopics in topics.items()},
        frozenset(proof for found in scans for proof in found.proofs),
    )


def judge_file(file: BankFile, known: Known) -> Iterator[Problem]:
    """Yield the problems of one file: by its own rules, and of what it refers to."""
    if isinstance(file.value, Question):
        yield from judge_question(file, file.value)
        yield from judge_numeric(file, file.value)
        yield from _references(file, file.value, known)
    elif isinstance(file.value, Posting):
        yield from _posting(file, file.value, known)
    elif file.value is not None and file.entry.kind == "topics":
        yield from _named_by(file, file.value, known)
    elif file.value is not None and file.entry.kind == "skills":
        yield from _implies(file, file.value, known)


def _nearest(word: str, known: Collection[str], where: Text) -> Text:
    near = nearest_id(word, known)
    return Text(f"是否指 {near}？", f"did you mean {near}?") if near else where


_POSTINGS_HINT: Final = Text("看有哪些岗位: tiku posting list", "see the postings: tiku posting list")
_SKILLS_HINT: Final = Text("先在 skills.yaml 里加上它", "add it to skills.yaml first")
_TOPICS_HINT: Final = Text("先在 topics.yaml 里加上它", "add it to topics.yaml first")
_QUESTIONS_HINT: Final = Text("写好那道题，或删去这个引用", "write that question, or remove the reference")
_PROOFS_HINT: Final = Text("写好这个程序，或删去 proof", "write the program, or remove proof")


def _references(file: BankFile, question: Question, known: Known) -> Iterator[Problem]:
    severity: Severity = "error" if file.shipped else "warning"

    def missing(code: str, node: Node, name: str, ids: Collection[str], hint: Text, *more: str) -> Problem:
        return problem(code, file.source.place(node), name, _nearest(name, ids, hint), *more, severity=severity)

    for index, skill in enumerate(question.skills):
        if skill not in known.skills and (known.skills or file.shipped):
            node = child(file.root, "skills", index)
            yield missing("no-such-skill", node, skill, known.skills, _SKILLS_HINT)
    for asked in question.asked_in:
        if asked.posting not in known.postings:
            yield missing("no-such-posting", file.node(asked), asked.posting, known.postings, _POSTINGS_HINT)
    for follow in question.follow_ups:
        if follow.question == question.id:
            yield problem("self-reference", file.source.place(file.node(follow)), "follow_ups")
        elif follow.question is not None and follow.question not in known.questions:
            yield missing("no-such-question", file.node(follow), follow.question, known.questions, _QUESTIONS_HINT)
    if question.proof is not None and question.proof not in known.proofs:
        yield missing("no-such-proof", child(file.root, "proof"), question.proof, known.proofs, _PROOFS_HINT)
    yield from _topic(file, question, known, severity)


def _topic(file: BankFile, question: Question, known: Known, severity: Severity) -> Iterator[Problem]:
    folder = file.entry.folder
    node = child(file.root, "topic")
    place = file.source.place(node)
    topic = question.topic
    if file.shipped and topic and topic != folder:
        yield problem("topic-not-folder", place, topic, folder or ".")
    if topic not in known.topics:
        # Elsewhere a folder is a topic by being there.
        if topic and (file.shipped or (topic != folder and known.topics)):
            fix = _nearest(topic, known.topics, _TOPICS_HINT)
            yield problem("no-such-topic", place, topic, fix, severity=severity)
        return
    subtopics = known.topics[topic]
    if question.subtopic and question.subtopic not in subtopics:
        place = file.source.place(child(file.root, "subtopic"))
        fix = _nearest(question.subtopic, subtopics, _TOPICS_HINT)
        yield problem("no-such-subtopic", place, question.subtopic, fix, topic, severity=severity)


def _posting(file: BankFile, posting: Posting, known: Known) -> Iterator[Problem]:
    severity: Severity = "error" if file.shipped else "warning"
    if posting.salary is not None and posting.salary.low > posting.salary.high:
        place = file.source.place(child(file.root, "salary", "low"))
        yield problem("salary-range", place, str(posting.salary.low), str(posting.salary.high))
    for skill in posting.skills:
        if skill.id not in known.skills and (known.skills or file.shipped):
            place = file.source.place(child(file.node(skill), "id"))
            fix = _nearest(skill.id, known.skills, _SKILLS_HINT)
            yield problem("no-such-skill", place, skill.id, fix, severity=severity)


def _named_by(file: BankFile, topics: tuple[Topic, ...], known: Known) -> Iterator[Problem]:
    severity: Severity = "error" if file.shipped else "warning"
    for subtopic in (one for topic in topics for one in topic.subtopics):
        for name in subtopic.named_by:
            if name not in known.postings:
                place = file.source.place(child(file.node(subtopic), "named_by"))
                fix = _nearest(name, known.postings, _POSTINGS_HINT)
                yield problem("no-such-posting", place, name, fix, severity=severity)


def _implies(file: BankFile, skills: tuple[Skill, ...], known: Known) -> Iterator[Problem]:
    severity: Severity = "error" if file.shipped else "warning"
    graph = {skill.id: skill.implies for skill in skills}
    for skill in skills:
        place = file.source.place(child(file.root, "skills", skill.id, "implies"))
        for name in skill.implies:
            if name not in known.skills:
                fix = _nearest(name, known.skills, _SKILLS_HINT)
                yield problem("no-such-skill", place, name, fix, severity=severity)
        if skill.implies and skill.id in implied(skill.implies, graph):
            yield problem("implies-loop", place, skill.id)


def implied(names: Iterable[str], graph: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the names and all that they imply, however far."""
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(graph.get(name, ()))
    return reached
