"""Fixtures of the store; its test modules import the makers of ``store_kit``, which lies beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from store_kit import Maker

from tiku.store.log import Log


@pytest.fixture
def make() -> Maker:
    return Maker()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "events").mkdir(parents=True)
    return folder


@pytest.fixture
def log(data: Path) -> Log:
    return Log(data, lambda: "device")
