"""The schema of the bank's files, as data: questions, postings, the taxonomy and the skills."""

from __future__ import annotations

from typing import Any, Final

from tiku.bank.schema_posting import POSTING
from tiku.bank.schema_question import MARKED_KINDS, QUESTION
from tiku.bank.schema_taxonomy import SKILLS, TOPICS
from tiku.bank.shape import Record

__all__ = ["FILES", "MARKED_KINDS", "POSTING", "QUESTION", "SKILLS", "TOPICS", "json_schema"]

FILES: Final[dict[str, Record]] = {"question": QUESTION, "posting": POSTING, "topics": TOPICS, "skills": SKILLS}
"""Every kind of file by its name."""


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file (question, posting, topics, skills), for editors."""
    from tiku.bank.jsonschema import draw

    return draw(kind, FILES[kind])
