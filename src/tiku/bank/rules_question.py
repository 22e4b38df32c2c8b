"""Rules over one question alone: its outline, evidence, numerals, lengths and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tiku.bank.codes import Severity, problem
from tiku.bank.files import BankFile
from tiku.bank.nodes import REFUSED, MappingNode, Node, ScalarNode, SequenceNode
from tiku.bank.numerals import Numeral, lacking, mentioned, unknown
from tiku.bank.schema import MARKED_KINDS
from tiku.model import Place, Problem, Question, Text
from tiku.text import fold, is_cjk

POINTS: Final = (5, 10)
OPENING_ZH: Final = (140, 260)
OPENING_EN: Final = (55, 125)
_BARE: Final = re.compile(r"[\d.,%]+|[A-Za-z]")


def judge_question(file: BankFile, question: Question) -> Iterator[Problem]:
    """Yield the problems of one question, seen alone."""
    yield from _outline(file, question)
    yield from _evidence(file, question)
    yield from _options(file, question)
    yield from _old_points(file, question)
    if file.shipped:
        yield from _opening(file, question)
        yield from _numerals(file, question)
        yield from _untranslated(file, question)


def child(node: Node, *keys: str | int) -> Node:
    """Return the node under a path of keys and indices, as far down as it goes."""
    for key in keys:
        below: Node | None = None
        if isinstance(node, MappingNode) and isinstance(key, str):
            below = node.get(key)
        elif isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.items):
            below = node.items[key]
        if below is None:
            return node
        node = below
    return node


def in_language(file: BankFile, text: Text, lang: str) -> Node:
    """Return the node of one language of a text."""
    return child(file.node(text), lang)


def _outline(file: BankFile, question: Question) -> Iterator[Problem]:
    if question.kind not in MARKED_KINDS:
        return
    node = file.root.get("points")
    count = len(node.items) if isinstance(node, SequenceNode) else 0
    place = file.source.place(node or file.root)
    if node is None or (isinstance(node, SequenceNode) and not count):
        yield problem("no-points", place, question.kind)
        return
    if not file.shipped:
        return
    least, most = POINTS
    if not least <= count <= most:
        yield problem("points-count", place, str(count), str(least), str(most))
    if count == len(question.points) and not any(point.must for point in question.points):
        yield problem("no-must", place)


def _evidence(file: BankFile, question: Question) -> Iterator[Problem]:
    asked = (fold(question.question.zh), fold(question.question.en))
    severity: Severity = "error" if file.shipped else "warning"
    for point in question.points:
        node = file.node(point)
        lines = node.get("evidence") if isinstance(node, MappingNode) else None
        if lines is None or (isinstance(lines, SequenceNode) and not lines.items):
            if file.shipped and question.kind in MARKED_KINDS:
                yield problem("evidence-missing", file.source.place(lines or node), point.id)
            continue
        for phrase in _phrases(lines):
            place = file.source.place(phrase)
            folded = fold(phrase.text)
            if _BARE.fullmatch(phrase.text.strip()) or not folded:
                yield problem("evidence-too-bare", place, phrase.text, severity=severity)
            elif any(folded in text for text in asked):
                yield problem("evidence-in-question", place, phrase.text, severity=severity)


def _phrases(lines: Node) -> Iterator[ScalarNode]:
    for line in lines.items if isinstance(lines, SequenceNode) else ():
        for phrase in line.items if isinstance(line, SequenceNode) else ():
            if isinstance(phrase, ScalarNode) and phrase.text and phrase.text != REFUSED:
                yield phrase


def _old_points(file: BankFile, question: Question) -> Iterator[Problem]:
    """Former ids of points: none that is in use, none claimed twice."""
    living = {point.id for point in question.points}
    owners: dict[str, str] = {}
    for point in question.points:
        for index, old in enumerate(point.was):
            owner = old if old in living else owners.setdefault(old, point.id)
            if owner != point.id or old in living:
                place = file.source.place(child(file.node(point), "was", index))
                yield problem("was-living", place, old, f"points: {owner}")


def _options(file: BankFile, question: Question) -> Iterator[Problem]:
    node = file.root.get("options")
    if question.kind != "choice" or not isinstance(node, SequenceNode) or len(node.items) != len(question.options):
        return
    if not any(option.right for option in question.options):
        yield problem("no-right-option", file.source.place(node))
    for lang in ("zh", "en"):
        seen: dict[str, int] = {}
        for number, option in enumerate(question.options, start=1):
            text = option.text.zh if lang == "zh" else option.text.en
            first = seen.setdefault(_tight(text), number)
            if first != number:
                yield problem("options-alike", file.source.place(in_language(file, option.text, lang)), str(first))


def _tight(text: str) -> str:
    """Fold case and spaces only: in options a sign may make the difference."""
    return "".join(text.casefold().split())


def _opening(file: BankFile, question: Question) -> Iterator[Problem]:
    if question.opening is None:
        return
    characters = sum(not char.isspace() for char in question.opening.zh)
    if not OPENING_ZH[0] <= characters <= OPENING_ZH[1]:
        has = Text(f"有 {characters} 个字符（中文）", f"{characters} characters in Chinese")
        place = file.source.place(in_language(file, question.opening, "zh"))
        yield problem("opening-length", place, has, Text("150 到 250 个", "150 to 250"))
    words = len(question.opening.en.split())
    if not OPENING_EN[0] <= words <= OPENING_EN[1]:
        has = Text(f"有 {words} 个词（英文）", f"{words} words in English")
        place = file.source.place(in_language(file, question.opening, "en"))
        yield problem("opening-length", place, has, Text("60 到 120 个", "60 to 120"))


def _numerals(file: BankFile, question: Question) -> Iterator[Problem]:
    known = None if question.proof else _declared(question)
    for point in question.points:
        text = point.text
        sides: tuple[tuple[str, str, str, Text], ...] = (
            ("zh", text.zh, text.en, Text("中文", "Chinese")),
            ("en", text.en, text.zh, Text("英文", "English")),
        )
        for lang, here, there, name in sides:
            node = in_language(file, text, lang)
            differing = lacking(here, there)
            for one in differing:
                yield problem("numerals-differ", _spot(file, node, one), one.text, name)
            if known is None:
                continue
            for one in unknown(here, known):
                if one not in differing and (lang == "zh" or not _stated_too(one, text.zh, known)):
                    yield problem("number-unproven", _spot(file, node, one), one.text)


def _stated_too(one: Numeral, zh: str, known: set[str]) -> bool:
    """Tell whether the Chinese text states the same numeral, which is told there already."""
    return any(one.values & other.values for other in unknown(zh, known))


def _spot(file: BankFile, node: Node, one: Numeral) -> Place:
    """Return the place of a numeral in a scalar on one line, else of the scalar."""
    place = file.source.place(node)
    at = place.text.find(one.text, max(0, place.column - 1))
    return file.source.at(place.line, at + 1) if at >= 0 else place


def _declared(question: Question) -> set[str]:
    """Return the values that the question's numbers, its own text and its formula give; none to two are free."""
    texts = [question.question.zh, question.question.en, question.formula, question.tolerance]
    for number in question.numbers:
        texts += [number.name.zh, number.name.en, number.value, number.unit, number.device, number.as_of]
        texts += [number.assumes.zh, number.assumes.en] if number.assumes else []
    for given in question.given:
        texts += [*given.choices, given.low, given.high, given.step]
    texts += [formula for _, formula in question.steps]
    return {"0", "1", "2"}.union(*map(mentioned, texts))


def _untranslated(file: BankFile, question: Question) -> Iterator[Problem]:
    named = [("question", question.question), ("opening", question.opening)]
    named += [(f"points.{point.id}", point.text) for point in question.points]
    for name, text in named:
        if text is None or any(map(is_cjk, text.zh)):
            continue
        if len(re.findall(r"[A-Za-z]{3,}", text.zh)) >= 4 and isinstance(in_language(file, text, "zh"), ScalarNode):
            yield problem("not-translated", file.source.place(in_language(file, text, "zh")), name)
