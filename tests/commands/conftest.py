"""The fixtures of the command line's tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from command_kit import bank, tiku

__all__ = ["bank", "tiku"]
