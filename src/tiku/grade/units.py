"""Amounts with units: reading ``900 GB/s`` from a text and comparing it as a quantity.

A unit is a factor and a dimension; the dimension is a sorted tuple of (base, power). Words that are no known unit
become a base of their own (``sectors``), so that two such words compare by name. Sources of the factors: the SI
prefixes (1000) and the IEC 80000-13 binary prefixes (1024); one byte is 8 bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

Dimension: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A factor to the base units, and the dimension."""

    factor: float
    dimension: Dimension


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the unit as written, and where it stood in the text."""

    value: float
    unit: str
    start: int
    end: int


_SI: Final = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
_IEC: Final = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "Pi": 2.0**50}
_SMALL: Final = {"m": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "n": 1e-9, "p": 1e-12}


def _table() -> dict[str, tuple[float, str]]:
    table: dict[str, tuple[float, str]] = {}
    for prefix, factor in {**_SI, **_IEC}.items():
        table[prefix + "B"] = (8 * factor, "bit")
        table[prefix + "b"] = (factor, "bit")
        table[prefix + "bit"] = (factor, "bit")
        table[prefix + "FLOP"] = (factor, "flop")
        table[prefix + "OP"] = (factor, "op")
    for prefix, factor in {**_SMALL, "": 1.0}.items():
        table[prefix + "s"] = (factor, "s")
        table[prefix + "J"] = (factor, "J")
        table[prefix + "W"] = (factor, "W")
    for prefix, factor in _SI.items():
        table[prefix + "Hz"] = (factor, "Hz")
    table.update(
        {
            "min": (60.0, "s"), "h": (3600.0, "s"), "d": (86400.0, "s"),
            "byte": (8.0, "bit"), "字节": (8.0, "bit"), "比特": (1.0, "bit"), "秒": (1.0, "s"), "毫秒": (1e-3, "s"),
            "微秒": (1e-6, "s"), "纳秒": (1e-9, "s"), "分钟": (60.0, "s"), "小时": (3600.0, "s"), "天": (86400.0, "s"),
            "minute": (60.0, "s"), "hour": (3600.0, "s"), "day": (86400.0, "s"), "second": (1.0, "s"),
            "%": (0.01, ""), "percent": (0.01, ""), "倍": (1.0, ""), "x": (1.0, ""), "times": (1.0, ""), "个": (1.0, ""),
            "": (1.0, ""), "FLOPs": (1.0, "flop"),
        }
    )  # fmt: skip
    return table


_UNITS: Final = _table()
KNOWN_BASES: Final = frozenset(base for _, base in _UNITS.values())
"""The bases of real units; any other base is a word that stood behind a number."""
_RATES: Final = re.compile(r"(?P<prefix>[kKMGTPE]?)(?:FLOPS|flops|Flops)")
_BITRATES: Final = re.compile(r"(?P<prefix>[kKMGTPE]?)bps")
_AMOUNT: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<value>[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"\s*(?P<big>万亿|千亿|百万|千万|万|亿)?\s*(?P<unit>[A-Za-zµμ%]+(?:/[A-Za-zµμ]+)?|字节(?:/秒)?|比特|毫秒|微秒|纳秒|分钟|小时|秒|天|倍)?",
)
_BIG: Final = {"万": 1e4, "百万": 1e6, "千万": 1e7, "亿": 1e8, "千亿": 1e11, "万亿": 1e12}


def unit_of(text: str) -> Unit:
    """Return the unit a text names. An unknown word becomes a base of its own (plural s ignored)."""
    text = text.strip().replace(" ", "")
    if match := _RATES.fullmatch(text):
        return Unit(_SI[match["prefix"]], (("flop", 1), ("s", -1)))
    if match := _BITRATES.fullmatch(text):
        return Unit(_SI[match["prefix"]], (("bit", 1), ("s", -1)))
    factor = 1.0
    powers: dict[str, int] = {}
    for index, part in enumerate(text.split("/")):
        sign = 1 if index == 0 else -1
        scale, base = _single(part)
        factor *= scale**sign
        if base:
            powers[base] = powers.get(base, 0) + sign
    return Unit(factor, tuple(sorted((base, power) for base, power in powers.items() if power)))


def _single(part: str) -> tuple[float, str]:
    if part in _UNITS:
        return _UNITS[part]
    singular = part[:-1] if part.endswith("s") and len(part) > 2 else part
    if singular in _UNITS:
        return _UNITS[singular]
    if singular.lower() in _UNITS and len(singular) > 2:
        return _UNITS[singular.lower()]
    return 1.0, singular.lower()


def amounts(text: str) -> list[Quantity]:
    """Return the amounts in a text, in order: ``900 GB/s``, ``10 万``, ``1,024``, ``2e-3``."""
    found = []
    for match in _AMOUNT.finditer(text):
        value = float(match["value"].replace(",", "")) * _BIG.get(match["big"] or "", 1.0)
        found.append(Quantity(value, match["unit"] or "", match.start(), match.end()))
    return found


def convert(value: float, unit: str, wanted: str) -> float | None:
    """Return ``value`` of ``unit`` in the unit ``wanted``; None where the dimensions differ. No unit means the wanted one."""
    if not unit:
        return value
    have, want = unit_of(unit), unit_of(wanted)
    if have.dimension != want.dimension:
        return None
    return value * have.factor / want.factor
