"""Numeric questions: drawing the givens, the texts with the numbers in, the working, and judging a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from random import Random

from tiku.grade.formula import FormulaError, Number, evaluate, parse
from tiku.grade.units import Quantity, amounts, convert, unit_of
from tiku.model import Given, Question, Text

_PLACE = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The numbers of one draw: the givens and, worked out from them, every step and the answer."""

    seed: int
    given: tuple[tuple[str, Number], ...]
    steps: tuple[tuple[str, str, Number], ...]
    answer: Number

    @property
    def values(self) -> dict[str, Number]:
        """Return givens and steps by name."""
        return {**dict(self.given), **{name: value for name, _, value in self.steps}}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the number is right, what was read (in the wanted unit), and why not."""

    right: bool
    read: float | None
    evidence: str | None
    reason: Text | None = None


def exact(text: str) -> Number:
    """Return a number as written: an int where it is whole, else a float. Raises ValueError."""
    value = Fraction(text)
    return int(value) if value.denominator == 1 else float(value)


def draw(question: Question, seed: int) -> Drawn:
    """Draw the givens by seed and work out the answer. Same seed, same numbers. Raises FormulaError."""
    digest = blake2b(f"{question.id}:{seed}".encode(), digest_size=8).digest()
    random = Random(int.from_bytes(digest, "big"))
    given = tuple((one.name, _draw_one(one, random)) for one in question.given)
    values: dict[str, Number] = dict(given)
    steps: list[tuple[str, str, Number]] = []
    for name, formula in question.steps:
        values[name] = evaluate(parse(formula), values)
        steps.append((name, formula, values[name]))
    return Drawn(seed, given, tuple(steps), evaluate(parse(question.formula), values))


def _draw_one(given: Given, random: Random) -> Number:
    if given.choices:
        return exact(random.choice(given.choices))
    low, high, step = Fraction(given.low), Fraction(given.high), Fraction(given.step or "1")
    count = int((high - low) / step)
    value = low + random.randint(0, max(0, count)) * step
    return int(value) if value.denominator == 1 else float(value)


def fill(text: str, values: Mapping[str, Number]) -> str:
    """Return ``text`` with ``{name}`` replaced by the numbers and doubled braces made single."""

    def put(match: re.Match[str]) -> str:
        whole = match.group(0)
        if whole in ("{{", "}}"):
            return whole[0]
        name = match.group(1)
        return show(values[name]) if name in values else whole

    return _PLACE.sub(put, text)


def fill_text(text: Text, values: Mapping[str, Number]) -> Text:
    """Fill both languages."""
    return Text(fill(text.zh, values), fill(text.en, values))


def show(value: Number) -> str:
    """Return a number for reading: whole numbers exactly, others to six significant digits."""
    if isinstance(value, int) or (abs(value) < 1e15 and value == int(value)):
        return str(int(value))
    return f"{value:.6g}"


def working(question: Question, drawn: Drawn) -> list[str]:
    """Return the working, a line a step: ``per_token = 2 * layers * 128 = 2 * 32 * 128 = 8192``."""
    values = drawn.values
    lines = [_line(name, formula, values, value) for name, formula, value in drawn.steps]
    unit = f" {question.unit}" if question.unit else ""
    lines.append(_line("answer", question.formula, values, drawn.answer) + unit)
    return lines


def _line(name: str, formula: str, values: Mapping[str, Number], value: Number) -> str:
    put = re.sub(r"[A-Za-z_]\w*", lambda m: show(values[m.group(0)]) if m.group(0) in values else m.group(0), formula)
    parts = [name, formula] if put == formula else [name, formula, put]
    return " = ".join([*parts, show(value)])


def tolerance_of(question: Question, answer: Number) -> float:
    """Return the absolute tolerance in the question's unit: ``2%`` is relative to the answer, none means 1 %."""
    text = question.tolerance.strip() or "1%"
    if text.endswith("%"):
        return abs(float(answer)) * float(text[:-1]) / 100
    return float(text)


def judge(question: Question, drawn: Drawn, answer: str) -> Verdict:
    """Judge a typed answer. The last amount in it counts; a unit, where given, must fit and is converted."""
    found = amounts(answer)
    if not found:
        return Verdict(False, None, None, Text("没有读到数字", "no number was found in the answer"))
    fitting = [(one, _in_unit(one, question.unit)) for one in found]
    usable = [(one, value) for one, value in fitting if value is not None]
    if not usable:
        unit = question.unit or "1"
        reason = Text(f"单位 {found[-1].unit} 与 {unit} 不符", f"the unit {found[-1].unit} does not fit {unit}")
        return Verdict(False, None, None, reason)
    amount, value = usable[-1]
    close = abs(value - float(drawn.answer)) <= tolerance_of(question, drawn.answer) + 1e-12 * abs(float(drawn.answer))
    words = answer[amount.start : amount.end].strip()
    return Verdict(close, value, words, None if close else _why(question, drawn, value))


def _in_unit(one: Quantity, wanted: str) -> float | None:
    """Return the amount in the wanted unit; the first word of a unit of several words is enough."""
    value = convert(one.value, one.unit, wanted)
    if value is None and " " in wanted and convert(1.0, one.unit, wanted.split()[0]) == 1.0:
        return one.value
    return value


def _why(question: Question, drawn: Drawn, value: float) -> Text | None:
    """Return a hint on slips that are seen often: bits for bytes, decimal for binary prefixes, both directions."""
    answer = float(drawn.answer)
    if not answer or not value:
        return None
    ratio = value / answer
    dimension = unit_of(question.unit).dimension
    for factor, zh, en, only_data in (
        (8.0, "差 8 倍：位与字节？", "off by 8: bits and bytes?", True),
        (2.0, "差 2 倍：单向与双向、乘与加？", "off by 2: one way or both, multiply and add?", False),
        (2**30 / 1e9, "GB 与 GiB？", "GB and GiB?", True),
        (1000.0, "差一千倍：单位前缀？", "off by 1000: the prefix?", False),
    ):
        if only_data and ("bit", 1) not in dimension:
            continue
        if any(abs(ratio / one - 1) < 0.005 for one in (factor, 1 / factor)):
            return Text(zh, en)
    return None


__all__ = ["Drawn", "FormulaError", "Verdict", "draw", "exact", "fill", "fill_text", "judge", "show", "working"]
