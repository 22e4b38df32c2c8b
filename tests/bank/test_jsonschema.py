"""The JSON Schema for editors: drawn from the same shapes that the reader uses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tiku.bank.folders import Root, scan
from tiku.bank.schema import FILES, json_schema

GOLDEN = Path(__file__).parent.parent / "golden"
SHIPPED = Path(__file__).parent.parent.parent / "questions"
BASE: dict[str, Any] = {"id": "q", "kind": "open", "question": "为什么？", "points": [{"id": "a", "text": "甲"}]}


def as_editors_read(path: Path) -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return json.loads(json.dumps(yaml.load(path.read_text(encoding="utf-8"), Loader=loader), default=str))


def messages(kind: str, value: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(json_schema(kind)).iter_errors(value)]


@pytest.mark.parametrize("kind", FILES)
def test_every_schema_is_a_valid_schema(kind: str) -> None:
    Draft202012Validator.check_schema(json_schema(kind))
    assert json_schema(kind)["title"] == f"tiku {kind}"


@pytest.mark.parametrize("bank", [GOLDEN / "bank", SHIPPED], ids=["golden", "shipped"])
def test_every_file_of_a_good_bank_fits_its_schema(bank: Path) -> None:
    validators = {kind: Draft202012Validator(json_schema(kind)) for kind in FILES}
    for entry in scan(Root(str(bank))).entries:
        found = [error.message for error in validators[entry.kind].iter_errors(as_editors_read(Path(entry.path)))]
        assert found == [], entry.inside


@pytest.mark.parametrize(
    "change",
    [
        {"lvel": "senior"},
        {"kind": "opne"},
        {"id": "Q Q"},
        {"points": [{"text": "甲"}]},
        {"points": [{"id": "a", "text": "甲", "weight": 4}]},
        {"points": [{"id": "a", "text": "甲", "must": "yes"}]},
        {"formula": "1 + 1"},
        {"kind": "numeric"},
        {"kind": "choice", "options": [{"text": "甲", "right": True}]},
        {"follow_ups": [{"listen": "x"}]},
        {"sources": [{"title": "x", "url": "ftp://x"}]},
    ],
)
def test_what_the_reader_refuses_does_not_fit(change: dict[str, Any]) -> None:
    assert messages("question", BASE) == []
    assert messages("question", BASE | change) != []


def test_the_laxer_forms_of_an_own_bank_fit() -> None:
    lax = {
        "asked_in": ["a", {"posting": "b", "wording": "如何？"}],
        "follow_ups": ["更难的？", {"question": "b"}],
        "level": "senior",
    }
    assert messages("question", BASE | lax) == []


def test_every_field_is_described_in_both_languages() -> None:
    for kind in FILES:
        for name, field in json_schema(kind)["properties"].items():
            assert " / " in field["description"], name
