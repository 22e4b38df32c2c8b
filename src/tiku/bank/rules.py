"""Rules over the whole bank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tiku.bank.files import BankFile
from tiku.bank.folders import Scan
from tiku.model import Problem


def judge(scans: Sequence[Scan], files: Sequence[BankFile]) -> Iterator[Problem]:
    """Yield the problems of the bank as a whole."""
    return iter(())
