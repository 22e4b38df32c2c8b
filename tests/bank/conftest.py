"""Banks for the tests of this folder."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def golden() -> Path:
    """Return the folder of golden files."""
    return GOLDEN


@pytest.fixture
def good_bank(tmp_path: Path) -> Path:
    """Return a copy of the small bank that meets the full standard."""
    return Path(shutil.copytree(GOLDEN / "bank", tmp_path / "good"))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes files of a bank under ``tmp_path`` and returns the bank's folder."""

    def write_files(files: dict[str, str | bytes], root: str = "bank") -> Path:
        folder = tmp_path / root
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return write_files


@pytest.fixture
def as_ordinary_user() -> Callable[[], contextlib.AbstractContextManager[None]]:
    """Return a context in which permissions mean something: root may do everything."""

    @contextlib.contextmanager
    def lowered() -> Iterator[None]:
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield
        finally:
            if root:
                os.seteuid(0)

    return lowered
