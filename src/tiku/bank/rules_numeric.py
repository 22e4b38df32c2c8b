"""Rules over one numeric question: names, formulas, placeholders, and that every draw can be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Final

from tiku.bank.codes import problem
from tiku.bank.files import BankFile
from tiku.bank.nodes import Node, ScalarNode
from tiku.bank.rules_question import child, in_language
from tiku.grade.formula import Formula, FormulaError, Number, evaluate, names, parse
from tiku.model import Given, Problem, Question, Text
from tiku.text import nearest

MAX_DRAWS: Final = 256
"""Combinations of givens that are worked out at most."""
_PLACE: Final = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}|[{}]")


def judge_numeric(file: BankFile, question: Question) -> Iterator[Problem]:
    """Yield the problems of a numeric question."""
    if question.kind != "numeric":
        return
    yield from _givens(file, question)
    formulas, problems = _formulas(file, question)
    yield from problems
    yield from _texts(file, question)
    yield from _uses(file, question, formulas)
    if not problems and len(formulas) == len(question.steps) + 1 and all(map(_drawable, question.given)):
        yield from _draws(file, question, formulas)


def _givens(file: BankFile, question: Question) -> Iterator[Problem]:
    for given in question.given:
        place = file.source.place(file.node(given))
        node = child(file.root, "given", given.name)
        keys = {key.text for key, _ in getattr(node, "entries", ())}
        if ("choices" in keys) == ("range" in keys):
            yield problem("given-shape", place, given.name)
        elif given.low and not _drawable(given):
            yield problem("given-range", place, given.name, f"{given.low}..{given.high}, {given.step or '1'}")


def _drawable(given: Given) -> bool:
    if given.choices:
        return True
    if not given.low or not given.high:
        return False
    return Fraction(given.low) < Fraction(given.high) and Fraction(given.step or "1") > 0


def _formulas(file: BankFile, question: Question) -> tuple[list[tuple[str, Formula]], list[Problem]]:
    """Parse steps and formula in order; each may use the givens and earlier steps."""
    known = {given.name for given in question.given}
    parsed: list[tuple[str, Formula]] = []
    problems: list[Problem] = []
    for name, text in (*question.steps, ("", question.formula)):
        node = child(file.root, "steps", name) if name else child(file.root, "formula")
        if name and name in known:
            problems.append(problem("name-clash", file.source.place(node), name))
        label = name or "formula"
        try:
            formula = parse(text)
        except FormulaError as error:
            problems.append(_formula_problem(file, node, label, error))
            known.add(name)
            continue
        problems.extend(_unknown(file, node, label, unknown, known) for unknown in sorted(names(formula) - known))
        parsed.append((name, formula))
        known.add(name)
    return parsed, problems


def _formula_problem(file: BankFile, node: Node, label: str, error: FormulaError) -> Problem:
    place = file.source.place(node)
    if error.column and isinstance(node, ScalarNode) and node.plain:
        place = file.source.at(place.line, place.column + error.column - 1)
    return problem("formula", place, label, Text(error.zh, error.en))


def _unknown(file: BankFile, node: Node, label: str, name: str, known: set[str]) -> Problem:
    near = nearest(name, sorted(known - {""}))
    names_known = ", ".join(sorted(known - {""})) or "-"
    fix = Text(f"可用的名字：{names_known}", f"known names: {names_known}")
    if near:
        fix = Text(f"是否指 {near}？", f"did you mean {near}?")
    return problem("unknown-name", file.source.place(node), label, name, fix)


def _texts(file: BankFile, question: Question) -> Iterator[Problem]:
    """Every text may name givens and steps in braces; single braces and other names are wrong."""
    known = {given.name for given in question.given} | {name for name, _ in question.steps}
    for label, text in _all_texts(question):
        for lang, words in (("zh", text.zh), ("en", text.en)):
            node = in_language(file, text, lang)
            for match in _PLACE.finditer(words):
                if match.group() in ("{", "}"):
                    yield problem("stray-brace", file.source.place(node))
                    break
                name = match.group(1)
                if name and name not in known:
                    yield _unknown(file, node, label, name, known)


def _all_texts(question: Question) -> Iterator[tuple[str, Text]]:
    yield "question", question.question
    for label, text in (("opening", question.opening), ("scope", question.scope)):
        if text is not None:
            yield label, text
    for point in question.points:
        yield "points", point.text
    for follow in question.follow_ups:
        for text in (follow.text, follow.listen):
            if text is not None:
                yield "follow_ups", text
    for mistake in question.mistakes:
        for text in (mistake.claim, mistake.why, mistake.cost):
            if text is not None:
                yield "mistakes", text


def _uses(file: BankFile, question: Question, formulas: list[tuple[str, Formula]]) -> Iterator[Problem]:
    used = {name for _, formula in formulas for name in names(formula)}
    told = {lang: set(re.findall(r"\{([A-Za-z_]\w*)\}", question.question.pick(lang))) for lang in _LANGS}
    whole = len(formulas) == len(question.steps) + 1
    for given in question.given:
        place = file.source.place(file.node(given))
        if whole and given.name not in used:
            yield problem("unused-given", place, given.name)
            continue
        for lang in _LANGS:
            if given.name not in told[lang]:
                yield problem("hidden-given", place, given.name, lang)
                break


_LANGS: Final = ("zh", "en")


def _draws(file: BankFile, question: Question, formulas: list[tuple[str, Formula]]) -> Iterator[Problem]:
    """Work out the answer on the corners of the givens; the first failure is told."""
    axes = [_samples(given) for given in question.given]
    for chosen in islice(product(*axes), MAX_DRAWS):
        values: dict[str, Number] = dict(zip((given.name for given in question.given), chosen, strict=True))
        shown = ", ".join(f"{name} = {value}" for name, value in values.items())
        try:
            for name, formula in formulas:
                values[name] = evaluate(formula, values)
        except FormulaError as error:
            node = child(file.root, "formula")
            yield problem("formula-fails", file.source.place(node), shown, Text(error.zh, error.en))
            return


def _samples(given: Given) -> list[Number]:
    """Return all choices, or of a range the ends and what lies one step inside."""
    if given.choices:
        return [_number(Fraction(choice)) for choice in given.choices]
    low, high, step = Fraction(given.low), Fraction(given.high), Fraction(given.step or "1")
    steps = int((high - low) / step)
    return [_number(low + at * step) for at in sorted({0, min(1, steps), steps})]


def _number(value: Fraction) -> Number:
    return int(value) if value.denominator == 1 else float(value)
