"""Running proofs: each in a Python of its own, isolated, with a time limit, several at once.

A proof is a program of the bank; it runs only when asked for, never while a bank is read.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

LIMIT_SECONDS: Final = 20.0
"""How long one proof may take. A sound one takes less than a second."""
KEPT: Final = 4000
"""How many characters of a proof's output are kept."""

Verdict = Literal["holds", "fails", "timeout", "missing", "needs-numpy"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one proof: its verdict, the seconds it took, and its last line or the error."""

    name: str
    path: Path
    verdict: Verdict
    seconds: float
    said: str

    @property
    def holds(self) -> bool:
        """Tell whether the claim holds."""
        return self.verdict == "holds"


def run_proof(path: Path, limit: float = LIMIT_SECONDS) -> Outcome:
    """Run one proof and return what came of it. ``limit`` is in seconds."""
    name = path.stem
    if not path.is_file():
        return Outcome(name, path, "missing", 0.0, "")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tiku-proof-") as empty:
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-X", "utf8", str(path.resolve())],
                cwd=empty, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Outcome(name, path, "timeout", limit, "")
    seconds = time.monotonic() - begun
    if done.returncode == 0:
        return Outcome(name, path, "holds", seconds, _last(done.stdout))
    error = _last(done.stderr)
    lacks = "No module named 'numpy" in error
    return Outcome(name, path, "needs-numpy" if lacks else "fails", seconds, error)


def _environment() -> dict[str, str]:
    """Return what a proof may see: one thread each, so that several at once do not fight for the cores."""
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "OPENBLAS_CORETYPE") if key in os.environ}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def _last(output: bytes) -> str:
    lines = output.decode("utf-8", "replace")[-KEPT:].strip().splitlines()
    return lines[-1] if lines else ""


def run_proofs(paths: Iterable[Path], workers: int | None = None) -> Iterator[Outcome]:
    """Run proofs side by side and yield their outcomes as they come; each path once."""
    unique = list(dict.fromkeys(paths))
    with ThreadPoolExecutor(max_workers=workers or os.cpu_count() or 1) as pool:
        pending = {pool.submit(run_proof, path) for path in unique}
        try:
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in done)
        finally:
            for one in pending:
                one.cancel()
