"""Problem codes: what each is called, how bad it is, and its texts in both languages.

A code is the stable name of one kind of problem (``tiku help CODE`` has its page). Texts are templates; ``{0}``,
``{1}`` … are filled by the arguments, which may themselves be bilingual.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tiku.model import Place, Problem, Text

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem. ``zh``/``en`` say what is wrong, ``fix_zh``/``fix_en`` what to do."""

    name: str
    zh: str
    en: str
    fix_zh: str
    fix_en: str
    severity: Severity = "error"


_CODES: dict[str, Code] = {}


def register(codes: Iterable[Code]) -> None:
    """Add codes to the table. Raises ValueError where a name is taken."""
    for code in codes:
        if code.name in _CODES:
            raise ValueError(f"code {code.name} stands twice")
        _CODES[code.name] = code


def all_codes() -> dict[str, Code]:
    """Return every code by name."""
    import tiku.bank.codes_reading
    import tiku.bank.codes_rules
    import tiku.bank.codes_schema  # noqa: F401

    return dict(_CODES)


def problem(name: str, place: Place, *args: str | Text, severity: Severity | None = None) -> Problem:
    """Return the problem ``name`` at ``place`` with its texts filled in. The table's severity holds unless given."""
    code = _CODES[name]
    zh = [arg.zh if isinstance(arg, Text) else arg for arg in args]
    en = [arg.en if isinstance(arg, Text) else arg for arg in args]
    return Problem(
        code=name,
        place=place,
        message=Text(code.zh.format(*zh), code.en.format(*en)),
        fix=Text(code.fix_zh.format(*zh), code.fix_en.format(*en)),
        severity=severity or code.severity,
        args=tuple(en),
    )
