"""Measure the reading of postings against labelled ones: ``python tests/bench/postings.py --yardsticks DIR``.

Labels name skills in English words; a label is looked up in the skills file by its name, then by its evidence.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from tiku.bank.index import Index
from tiku.bank.root import Root, shipped_bank
from tiku.jobs.posting import build
from tiku.jobs.readers import read_posting
from tiku.jobs.skills import Matcher
from tiku.model import Skill
from tiku.text import fold


def label_id(name: str, evidence: str, names: dict[str, str], matcher: Matcher) -> str:
    if fold(name) in names:
        return names[fold(name)]
    hits = matcher.find(name) or matcher.find(evidence)
    return hits[0].skill if hits else f"?{name}"


def measure(folder: Path, skills: dict[str, Skill]) -> None:
    matcher = Matcher(skills.values())
    names = {fold(skill.name.en): ident for ident, skill in skills.items()}
    counts = {"all": [0, 0, 0], "tech": [0, 0, 0]}
    need = [0, 0]
    years = [0, 0]
    groups = [0, 0]
    seconds = 0.0
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        text = read_posting((folder / f"{row['id']}.txt").read_bytes())
        began = time.perf_counter()
        posting = build(text, matcher)
        seconds += time.perf_counter() - began
        wanted = {label_id(one["skill"], one["evidence"], names, matcher): one["need"] for one in row["skills"]}
        found = {one.id: one.need for one in posting.skills if one.need != "context" or one.id in wanted}
        for kind, count in counts.items():
            a, b = (
                {one for one in ids if kind == "all" or one[0] == "?" or skills[one].kind == "tech"}
                for ids in (wanted, found)
            )
            count[0] += len(a & b)
            count[1] += len(b)
            count[2] += len(a)
        both = wanted.keys() & found.keys()
        need[0] += sum(wanted[one] == found[one] for one in both)
        need[1] += len(both)
        least = int(row["years"].split("-")[0]) if row["years"] else None
        years[0] += posting.years_min == least
        years[1] += 1
        mine: dict[str, set[str]] = {}
        for skill in posting.skills:
            if skill.any_of:
                mine.setdefault(skill.any_of, set()).add(skill.id)
        for group in row["any_of"]:
            ids = {label_id(one, one, names, matcher) for one in group}
            groups[0] += any(len(ids & other) * 2 >= len(ids | other) for other in mine.values())
            groups[1] += 1
    for kind, (hit, got, want) in counts.items():
        print(f"{kind}: precision {hit / got:.3f}  recall {hit / want:.3f}  F1 {2 * hit / (got + want):.3f}")
    print(
        f"need right {need[0] / need[1]:.3f}  years right {years[0]}/{years[1]}  any-of found {groups[0]}/{groups[1]}"
    )
    print(f"{seconds / len(rows) * 1000:.1f} ms a posting")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardsticks", type=Path, required=True)
    parser.add_argument("--bank", type=Path, default=shipped_bank())
    options = parser.parse_args()
    index = Index(None, [Root(str(options.bank), True)])
    index.sync()
    measure(options.yardsticks / "postings", {skill.id: skill for skill in index.skills()})


if __name__ == "__main__":
    main()
