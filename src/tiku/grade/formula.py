"""Formulas of numeric questions: a closed grammar, evaluated without ``eval``.

    condition := comparison [ "if" comparison "else" condition ]
    comparison := sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
    sum := product { ("+" | "-") product }
    product := unary { ("*" | "/" | "//" | "%") unary }
    unary := "-" unary | power
    power := atom [ "**" unary ]
    atom := number | name | name "(" condition { "," condition } ")" | "(" condition ")"

Lengths, depths, powers and results are bounded, so that no formula can hang or fill the memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Number: TypeAlias = int | float

MAX_LENGTH: Final = 500
MAX_DEPTH: Final = 40
MAX_BITS: Final = 4096

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<sign>\*\*|//|<=|>=|==|!=|[-+*/%(),<>]))",
    re.ASCII,
)
_WORDS: Final = frozenset({"if", "else"})
FUNCTIONS: Final[Mapping[str, tuple[int, int, Callable[..., Number]]]] = {
    "abs": (1, 1, abs),
    "min": (1, 9, min),
    "max": (1, 9, max),
    "ceil": (1, 1, math.ceil),
    "floor": (1, 1, math.floor),
    "round": (1, 2, round),
    "sqrt": (1, 1, math.sqrt),
    "log": (1, 1, math.log),
    "log2": (1, 1, math.log2),
    "log10": (1, 1, math.log10),
    "exp": (1, 1, math.exp),
}
"""Name to (fewest arguments, most arguments, function)."""


class FormulaError(ValueError):
    """A formula that cannot be read or worked out. ``column`` is the 1-based place in the formula, 0 if none."""

    def __init__(self, zh: str, en: str, column: int = 0) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en
        self.column = column


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: Number


@dataclass(frozen=True, slots=True)
class Name:
    """A given or an earlier step."""

    name: str
    column: int


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator or function with its operands; ``if`` holds (condition, then, else)."""

    operator: str
    operands: tuple[Node, ...]
    column: int


Node: TypeAlias = Const | Name | Apply


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed formula with the text it came from."""

    text: str
    root: Node


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


def _tokens(text: str) -> Iterator[_Token]:
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"公式超过 {MAX_LENGTH} 个字符", f"the formula is longer than {MAX_LENGTH} characters")
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            sign = text[column - 1]
            raise FormulaError(f"公式里不认识 {sign!r}", f"{sign!r} is not known in a formula", column)
        kind = match.lastgroup or ""
        word = match.group(kind)
        yield _Token("sign" if word in _WORDS else kind, word, match.start(kind) + 1)
        at = match.end()
    yield _Token("end", "", len(text) + 1)


class _Parser:
    """Recursive descent over the tokens; the depth is bounded, so Python's own stack is never the limit."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def take(self, *signs: str) -> _Token | None:
        token = self.token
        if token.kind == "sign" and token.text in signs:
            self.at += 1
            return token
        return None

    def need(self, sign: str) -> None:
        if self.take(sign) is None:
            found = self.token.text or "…"
            raise FormulaError(
                f"这里应为 {sign!r}，而不是 {found!r}", f"expected {sign!r}, found {found!r}", self.token.column
            )

    def condition(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError("公式嵌套太深", "the formula is nested too deeply", self.token.column)
        then = self.comparison()
        mark = self.take("if")
        if mark is not None:
            test = self.comparison()
            self.need("else")
            then = Apply("if", (test, then, self.condition()), mark.column)
        self.depth -= 1
        return then

    def comparison(self) -> Node:
        left = self.sum()
        sign = self.take("<", "<=", ">", ">=", "==", "!=")
        return left if sign is None else Apply(sign.text, (left, self.sum()), sign.column)

    def sum(self) -> Node:
        left = self.product()
        while sign := self.take("+", "-"):
            left = Apply(sign.text, (left, self.product()), sign.column)
        return left

    def product(self) -> Node:
        left = self.unary()
        while sign := self.take("*", "/", "//", "%"):
            left = Apply(sign.text, (left, self.unary()), sign.column)
        return left

    def unary(self) -> Node:
        sign = self.take("-")
        if sign is None:
            return self.power()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError("公式嵌套太深", "the formula is nested too deeply", sign.column)
        inner = Apply("neg", (self.unary(),), sign.column)
        self.depth -= 1
        return inner

    def power(self) -> Node:
        base = self.atom()
        sign = self.take("**")
        if sign is None:
            return base
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError("公式嵌套太深", "the formula is nested too deeply", sign.column)
        raised = Apply("**", (base, self.unary()), sign.column)
        self.depth -= 1
        return raised

    def atom(self) -> Node:
        token = self.token
        if token.kind == "number":
            self.at += 1
            return Const(_number(token))
        if token.kind == "name":
            self.at += 1
            return self.call(token) if self.take("(") else Name(token.text, token.column)
        if self.take("("):
            inner = self.condition()
            self.need(")")
            return inner
        found = token.text or "…"
        raise FormulaError(
            f"这里应为数或名字，而不是 {found!r}", f"expected a number or a name, found {found!r}", token.column
        )

    def call(self, token: _Token) -> Node:
        if token.text not in FUNCTIONS:
            names = ", ".join(FUNCTIONS)
            raise FormulaError(
                f"没有函数 {token.text}；可用: {names}",
                f"there is no function {token.text}; known: {names}",
                token.column,
            )
        operands = [self.condition()]
        while self.take(","):
            operands.append(self.condition())
        self.need(")")
        fewest, most, _ = FUNCTIONS[token.text]
        if not fewest <= len(operands) <= most:
            raise FormulaError(
                f"{token.text} 的参数个数不对", f"{token.text} takes {fewest} to {most} arguments", token.column
            )
        return Apply(token.text, tuple(operands), token.column)


def _number(token: _Token) -> Number:
    digits = token.text.replace("_", "")
    try:
        value: Number = int(digits) if digits.isdigit() else float(digits)
    except ValueError:
        raise FormulaError("数字太长", "the number is too long", token.column) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise FormulaError("数字太大", "the number is too large", token.column)
    return value


def parse(text: str) -> Formula:
    """Parse a formula. Raises :class:`FormulaError` with the column of what is wrong."""
    parser = _Parser(text)
    root = parser.condition()
    if parser.token.kind != "end":
        found = parser.token.text
        raise FormulaError(f"{found!r} 放错了地方", f"{found!r} stands in the wrong place", parser.token.column)
    return Formula(text, root)


def names(formula: Formula) -> frozenset[str]:
    """Return the names that a formula needs."""
    return frozenset(node.name for node in _walk(formula.root) if isinstance(node, Name))


def _walk(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Apply):
        for operand in node.operands:
            yield from _walk(operand)


def evaluate(formula: Formula, values: Mapping[str, Number]) -> Number:
    """Work the formula out. Raises :class:`FormulaError` on an unknown name, a division by zero or a size out of bounds."""
    return _value(formula.root, values)


def _value(node: Node, values: Mapping[str, Number]) -> Number:
    if isinstance(node, Const):
        return node.value
    if isinstance(node, Name):
        if node.name not in values:
            raise FormulaError(f"没有名字 {node.name}", f"there is no name {node.name}", node.column)
        return values[node.name]
    if node.operator == "if":
        test, then, other = node.operands
        return _value(then if _value(test, values) else other, values)
    operands = [_value(operand, values) for operand in node.operands]
    try:
        result = _apply(node.operator, operands)
    except ZeroDivisionError:
        raise FormulaError("除以零", "division by zero", node.column) from None
    except (OverflowError, ValueError, TypeError):
        raise FormulaError("算不出来：超出范围", "cannot be worked out: out of range", node.column) from None
    if isinstance(result, complex) or (isinstance(result, float) and not math.isfinite(result)):
        raise FormulaError("算不出来：超出范围", "cannot be worked out: out of range", node.column)
    return result


def _apply(operator: str, operands: list[Number]) -> Number:
    if operator in FUNCTIONS:
        return FUNCTIONS[operator][2](*operands)
    if operator == "neg":
        return -operands[0]
    left, right = operands
    if operator == "**":
        return _power(left, right)
    if operator == "*" and _bits(left) + _bits(right) > MAX_BITS:
        raise OverflowError
    return _BINARY[operator](left, right)


_BINARY: Final[Mapping[str, Callable[[Number, Number], Number]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
}


def _bits(value: Number) -> int:
    return value.bit_length() if isinstance(value, int) else 64


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0:
        if base.bit_length() * exponent > MAX_BITS:
            raise OverflowError
        result: Number = base**exponent
        return result
    raised: Number = float(base) ** float(exponent)
    return raised
