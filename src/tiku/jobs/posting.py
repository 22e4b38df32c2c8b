"""A posting from its text: sections, skills with their need and any-of groups, years and degree."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tiku.jobs.skills import Hit, Matcher
from tiku.model import Need, Posting, PostingSkill, Text

_NICE: Final = re.compile(
    r"加分|优先|nice[ -]to[ -]have|preferred|\bbonus\b|\ba plus\b|plus(?:es)?:|ways to stand out|stand out from|更佳|ideally",
    re.IGNORECASE,
)
_MUST_HEAD: Final = re.compile(
    r"要求|任职|资格|条件|能力模型|希望你|我们期待|requirement|qualification|you have|need to see|looking for"
    r"|must[ -]have|who you are|your background|you bring|you may be a (?:good )?fit|thrive|skills",
    re.IGNORECASE,
)
_DUTY_HEAD: Final = re.compile(
    r"职责|描述|工作内容|你将|responsibilit|you(?:'ll| will)|what you.*do\b|the role|job description|duties",
    re.IGNORECASE,
)
_CONTEXT_HEAD: Final = re.compile(
    r"关于我们|公司介绍|团队介绍|部门介绍|福利|薪资|about (?:us|the (?:team|company)|\w+$)|benefits|who we are|compensation"
    r"|equal opportunity|how to apply|our (?:mission|culture)",
    re.IGNORECASE,
)
_BOILER: Final = re.compile(
    r"equal opportunity|reasonable accommodation|without regard to|base salary|benefits (?:include|package)|五险一金|带薪|分享到"
    r"|accept applications|is an ai (?:research|company)",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(r"^[\s#>*•·●○▪◦–—-]*(?:[(（]?\d{1,2}[、.)）]\s*)?[\s*]*")
_NUMBERED: Final = re.compile(r"^\s*(?:[•·●○▪*–-]|[(（]?\d{1,2}[、.)）])")
_YEARS: Final = re.compile(
    r"(\d{1,2})\s*(?:\+|以上|[-~—至到]\s*\d{1,2})?\s*\+?\s*(?:年|years?|yrs?)(?=[^,.;。；]{0,40}(?:经验|工作|experience|exp\b|of\b))",
    re.IGNORECASE,
)
_CHINESE_YEARS: Final = re.compile(r"([一两二三四五六七八十])年(?=[^。；]{0,12}(?:经验|工作))")
_DEGREE: Final = re.compile(
    r"(?:博士|硕士|本科|大专|学士)(?:研究生)?(?:及以上)?(?:学历|学位)?|\b(?:Bachelor|Master|Ph\.?D|BS|MS)\b[^.;\n]{0,40}",
)
_CHOICE: Final = re.compile(
    r"至少|之一|任一|任意|其中|一种|一门|或|one of|at least one|either|\bany\b|\bor\b|such as", re.IGNORECASE
)
_JOIN: Final = re.compile(r"\s*(?:/|\\|或者?|,?\s*or)\s*", re.IGNORECASE)
_LIST: Final = re.compile(r"\s*(?:[/\\、,]|或者?|和|及|,?\s*(?:or|and))\s*", re.IGNORECASE)


class Line(NamedTuple):
    """One line of a posting and what it is for."""

    need: Need
    text: str


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines that say something, each with its need; headings and boilerplate are left out."""
    need: Need = "context"
    for raw in _joined(text):
        line = _LEAD.sub("", raw).strip(" *")
        if not line:
            continue
        if _is_heading(line):
            found = _heading(line)
            need = found or need
            _, sep, rest = line.replace("：", ":").partition(":")
            if not sep or len(rest.strip()) < 4:
                continue
            line = rest.strip()
        if _BOILER.search(line):
            continue
        yield Line("nice" if need == "must" and _NICE.search(line) and not re.search("[;；,，]", line) else need, line)


def _joined(text: str) -> list[str]:
    """Return the lines with those that a narrow page broke put together again."""
    lines: list[str] = []
    for raw in text.split("\n"):
        line = raw.strip()
        before = lines[-1] if lines else ""
        broken = len(before) > 30 and not re.search(r"[.。;；:：!！]$", before)
        if line and before and broken and not _NUMBERED.match(line) and not _heading(line):
            lines[-1] = before + ("" if ord(before[-1]) > 0x2E80 or ord(line[0]) > 0x2E80 else " ") + line
        else:
            lines.append(line)
    return lines


def _is_heading(line: str) -> bool:
    head = re.split("[:：]", line, maxsplit=1)[0]
    return len(head) <= (14 if re.search("[\u4e00-\u9fff]", head) else 60) and _heading(head) is not None and (
        len(line) > len(head) or (len(line) < 40 and not re.search("[.。;；,，]", line))
    )  # fmt: skip


def _heading(line: str) -> Need | None:
    if len(line) > 60:
        return None
    for pattern, need in ((_NICE, "nice"), (_CONTEXT_HEAD, "context"), (_MUST_HEAD, "must"), (_DUTY_HEAD, "duty")):
        if pattern.search(line):
            return need  # type: ignore[return-value]
    return None


_RANK: Final[dict[Need, int]] = {"must": 0, "nice": 1, "duty": 2, "context": 3}


def skills_of(lines: list[Line], matcher: Matcher) -> tuple[PostingSkill, ...]:
    """Return the skills of a posting, each once with its strongest need; those of context alone last."""
    best: dict[str, PostingSkill] = {}
    number = 0
    for need, line in lines:
        for _, clause in _clauses(line):
            wanted: Need = "nice" if need == "must" and _NICE.search(clause) else need
            hits = matcher.find(clause)
            groups = any_of(clause, hits)
            names = {index: f"g{number + order + 1}" for order, group in enumerate(groups) for index in group}
            number += len(groups)
            for index, hit in enumerate(hits):
                one = PostingSkill(hit.skill, wanted, clause.strip(), names.get(index))
                old = best.get(hit.skill)
                if old is None or _RANK[wanted] < _RANK[old.need]:
                    best[hit.skill] = one
    sizes: dict[str | None, int] = {}
    for one in best.values():
        sizes[one.any_of] = sizes.get(one.any_of, 0) + 1
    kept = (
        one if one.any_of is None or sizes[one.any_of] > 1 else PostingSkill(one.id, one.need, one.quote)
        for one in best.values()
    )
    return tuple(sorted(kept, key=lambda one: _RANK[one.need]))


def _clauses(line: str) -> Iterator[tuple[int, str]]:
    at = 0
    for match in re.finditer(r"[;；。]|\.\s|,(?=[^,，]*(?:优先|加分))", line):
        yield at, line[at : match.start()]
        at = match.end()
    yield at, line[at:]


def any_of(clause: str, hits: list[Hit]) -> list[list[int]]:
    """Return runs of hits of which one is enough: joined by slashes or "or", or listed beside "one of"."""
    choice = _CHOICE.search(clause) is not None
    runs: list[list[int]] = []
    for index in range(1, len(hits)):
        between = clause[hits[index - 1].end : hits[index].start]
        joined = _JOIN.fullmatch(between) or (choice and _LIST.fullmatch(between))
        if joined and runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        elif joined:
            runs.append([index - 1, index])
    return [run for run in runs if len({hits[index].skill for index in run}) > 1]


def years_of(lines: list[Line]) -> int | None:
    """Return the least years of experience that the musts name, None where they name none."""
    found: list[int] = []
    for need, line in lines:
        if need in ("must", "nice") and not _NICE.search(line):
            found += [int(one) for one in _YEARS.findall(line)]
            found += ["零一二三四五六七八九十".index(one.replace("两", "二")) for one in _CHINESE_YEARS.findall(line)]
    return min(found) if found else None


def build(text: str, matcher: Matcher, ident: str | None = None) -> Posting:
    """Return the posting that a clean text describes. Without ``ident`` it is named by its text's digest."""
    lines = list(lines_of(text))
    title = next((one.strip("# *") for one in text.split("\n") if one.strip("# *")), "?")[:80]
    degree = _DEGREE.search(text)
    said = {need: tuple(Text(one.text, one.text) for one in lines if one.need == need) for need in _RANK}
    return Posting(
        ident or "p-" + hashlib.sha256(text.encode()).hexdigest()[:10],
        Text(title, title), Text("未注明", "not stated"),
        years_min=years_of(lines),
        degree=Text(degree.group(), degree.group()) if degree else None,
        duties=said["duty"], must=said["must"], nice=said["nice"], context=said["context"],
        skills=skills_of(lines, matcher), text=text,
    )  # fmt: skip
