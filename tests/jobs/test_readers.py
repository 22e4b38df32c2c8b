from __future__ import annotations

import json

import pytest

from tiku.errors import CannotError
from tiku.jobs.readers import clean, read_posting

BODY = "Requirements: we need solid CUDA and C++ for kernels on accelerators."


@pytest.mark.parametrize(
    "raw",
    [b"", b"  \n ", b"\x89PNG\r\n\x1a\n0000", b"<html><body><div id=app></div><script>x=1</script></body></html>"],
)
def test_what_holds_no_posting_is_refused_with_a_cure(raw: bytes) -> None:
    with pytest.raises(CannotError) as caught:
        read_posting(raw)
    assert caught.value.cure_en and caught.value.exit_code == 3


def test_hidden_nodes_are_dropped() -> None:
    page = f"<html><body><p>{BODY}</p><p style='display: none'>COBOL</p><div hidden>Fortran</div></body></html>"
    assert read_posting(page.encode()) == BODY


def test_a_dirty_json_ld_inside_a_page_is_read() -> None:
    value = json.dumps({"@graph": [{"@type": "JobPosting", "description": f"<p>{BODY}</p>"}]})
    page = f"<html><script type='application/ld+json'>//<![CDATA[\n{value}\n//]]></script><body>x</body></html>"
    assert read_posting(page.encode()) == BODY


def test_escapes_and_compatibility_forms_are_folded() -> None:
    assert clean("\x1b[31mＣＵＤＡ\x1b[0m ⽤\u200b開發") == "CUDA 用开发"
