"""Checking banks: every file read anew, every rule applied. The index is never asked."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tiku.bank.files import read_file
from tiku.bank.folders import Root, scan, shipped_bank
from tiku.bank.report import render_github, render_json, render_text
from tiku.bank.rules import judge_file, known_ids
from tiku.bank.rules_bank import Fact, fact_of, judge_bank
from tiku.errors import DONE, PROBLEMS, UsageError
from tiku.model import Problem, Question


@dataclass(frozen=True, slots=True)
class CheckReport:
    """How many files were looked at, and what was found, in the order of paths and lines."""

    files: int
    problems: tuple[Problem, ...]

    @property
    def failed(self) -> bool:
        """Tell whether there is an error among the problems; warnings alone do not fail."""
        return any(one.severity == "error" for one in self.problems)


def check_banks(roots: Sequence[str | Path], shipped: str | Path | None = None) -> CheckReport:
    """Check banks together, in order; the one at ``shipped`` is held to the full standard. Bad files never raise."""
    return _check([_root(path, shipped) for path in roots], None)


def check_paths(
    paths: Sequence[str | Path], roots: Sequence[str | Path] = (), shipped: str | Path | None = None
) -> CheckReport:
    """Check files and folders, with the banks they belong to as context; only their own problems are told.

    A path in none of ``roots`` brings its own bank: the nearest folder above it that holds topics.yaml, else the
    folder itself, else the folder above a file's folder. Raises UsageError for a path that does not exist.
    """
    known = [_root(path, shipped) for path in roots]
    wanted: list[str] = []
    for name in paths:
        path = os.fspath(name)
        if not os.path.lexists(path):
            raise UsageError(f"没有 {path}", f"there is no {path}", "检查路径", "check the path")
        home = _home(path, known)
        if home is None:
            home = _root(_bank_of(path), shipped)
            known.append(home)
        wanted.append(_within(path, home))
    return _check(known, wanted)


def _root(path: str | Path, shipped: str | Path | None) -> Root:
    name = os.fspath(path)
    strict = shipped is not None and os.path.realpath(name) == os.path.realpath(shipped)
    return Root(name, strict)


def _real(path: str) -> str:
    """Resolve the folder a path lies in, but not the path itself, which may be a link to be told of."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


def _home(path: str, roots: Sequence[Root]) -> Root | None:
    real = _real(path)
    for root in roots:
        top = os.path.realpath(root.path)
        if real == top or os.path.realpath(path) == top or real.startswith(top + os.sep):
            return root
    return None


def _bank_of(path: str) -> str:
    folder = path if os.path.isdir(path) else os.path.dirname(path) or "."
    steps = folder
    for _ in range(3):
        if os.path.isfile(os.path.join(steps, "topics.yaml")):
            return steps
        steps = (
            os.path.join(steps, os.pardir)
            if os.path.basename(steps) in ("", os.curdir, os.pardir)
            else (os.path.dirname(steps) or os.curdir)
        )
    return folder if os.path.isdir(path) else os.path.dirname(folder) or os.curdir


def _within(path: str, root: Root) -> str:
    """Return a path as the scan of its root spells it."""
    inside = os.path.relpath(_real(path), os.path.realpath(root.path))
    whole = inside == os.curdir or os.path.realpath(path) == os.path.realpath(root.path)
    return root.path if whole else os.path.join(root.path, inside)


def _check(roots: Sequence[Root], wanted: Sequence[str] | None) -> CheckReport:
    """Read and judge every file, one at a time; tell of those wanted."""
    scans = [scan(root) for root in roots]
    tables = [
        read_file(entry, found.root.shipped)
        for found in scans
        for entry in found.entries
        if entry.kind in ("topics", "skills")
    ]
    known = known_ids(scans, tables)
    told = [one for found in scans for one in found.problems if _is_wanted(one.place.path, wanted)]
    facts: list[list[Fact]] = []
    looked = 0
    for found in scans:
        facts.append([])
        for entry in found.entries:
            file = read_file(entry, found.root.shipped)
            if isinstance(file.value, Question):
                facts[-1].append(fact_of(file, file.value))
            if _is_wanted(entry.path, wanted):
                looked += 1
                told += [*file.problems, *judge_file(file, known)]
    sound = [file for file in tables if file.entry.kind == "topics" and file.value is not None]
    told += [one for one in judge_bank(scans, facts, sound) if _is_wanted(one.place.path, wanted)]
    return CheckReport(looked, tuple(sorted(dict.fromkeys(told), key=_order)))


def _is_wanted(path: str, wanted: Sequence[str] | None) -> bool:
    return wanted is None or any(path == one or path.startswith(one.rstrip(os.sep) + os.sep) for one in wanted)


def _order(one: Problem) -> tuple[str, int, int, str]:
    return one.place.path, one.place.line, one.place.column, one.code


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the paths given, or the shipped bank; print the report and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tiku.bank.check", description="check bank files")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--format", choices=("text", "json", "github"), default="text")
    parser.add_argument("--lang", choices=("zh", "en"), default="en")
    options = parser.parse_args(arguments)
    shipped = shipped_bank()
    paths = options.paths or ([shipped] if shipped else [])
    report = check_paths(paths, shipped=shipped)
    if options.format == "json":
        sys.stdout.write(render_json(report.files, report.problems, options.lang))
    elif options.format == "github":
        sys.stdout.write(render_github(report.problems, options.lang))
    else:
        sys.stdout.write(render_text(report.files, report.problems, options.lang))
    return PROBLEMS if report.failed else DONE


if __name__ == "__main__":
    sys.exit(main())
