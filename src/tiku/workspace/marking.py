"""Marking an answer of any kind of question with what the user taught and the skills' names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from tiku.grade.numeric import draw, judge
from tiku.grade.points import Marking, PointMark, Task, mark
from tiku.model import ANSWER, Question, Skill, Text
from tiku.text import fold


def mark_answer(
    question: Question,
    answer: str,
    seed: int,
    taught: Mapping[str, Sequence[tuple[str, bool]]],
    skills: Callable[[], Iterable[Skill]],
) -> Marking:
    """Return the marking. ``seed`` draws the numbers of a numeric question; ``skills`` is asked only for synonyms."""
    if question.kind == "numeric":
        verdict = judge(question, draw(question, seed), answer)
        state = PointMark(ANSWER, "covered" if verdict.right else "missed", verdict.evidence)
        return Marking((state,), () if verdict.reason is None else (verdict.reason,), "numeric")
    if question.kind == "choice":
        return _choice(question, answer)
    return mark(Task(question.points, question.question, answer, taught, synonyms(skills())))


def _choice(question: Question, answer: str) -> Marking:
    """A choice is answered by the numbers of the options in the order of the file, or by their texts."""
    right = {index for index, option in enumerate(question.options) if option.right}
    folded = fold(answer)
    chosen = {
        index
        for index, option in enumerate(question.options)
        if folded and folded in (fold(option.text.zh), fold(option.text.en))
    }
    if not chosen and re.fullmatch(r"[\s,，、]*(?:\d[\s,，、]*)+", answer):
        chosen = {int(digit) - 1 for digit in re.findall(r"\d", answer)}
    if not chosen:
        told = Text("请给出选项的序号，如 2 或 1,3", "give the numbers of the options, such as 2 or 1,3")
        return Marking((PointMark(ANSWER, "missed"),), (told,), "choice")
    words = answer.strip() or None
    return Marking((PointMark(ANSWER, "covered" if chosen == right else "missed", words),), (), "choice")


def synonyms(skills: Iterable[Skill]) -> dict[str, frozenset[str]]:
    """Return for each folded name of a skill its other folded names."""
    found: dict[str, frozenset[str]] = {}
    for skill in skills:
        names = {fold(name) for name in (skill.name.zh, skill.name.en, *skill.aliases, *skill.exact)} - {""}
        # One-letter names (C, R) would be found everywhere.
        names = {name for name in names if len(name) > 1}
        for name in names:
            found[name] = found.get(name, frozenset()) | frozenset(names - {name})
    return found
