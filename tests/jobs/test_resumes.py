from __future__ import annotations

from pathlib import Path

import pytest

from tiku.errors import CannotError
from tiku.jobs.readers import read_resume

FOLDER = Path(__file__).parent / "resumes"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("r1[1-5]*")), ids=lambda path: path.name)
def test_a_resume_with_text_is_read(path: Path) -> None:
    if path.suffix == ".pdf":
        pytest.importorskip("pypdf")
    assert len(read_resume(path.read_bytes())) > 400


def test_a_scanned_resume_is_refused() -> None:
    pytest.importorskip("pypdf")
    with pytest.raises(CannotError, match="scan"):
        read_resume((FOLDER / "r16-own-zh-scanned.pdf").read_bytes())
