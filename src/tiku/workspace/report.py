"""What scripts are told: questions and postings as documented JSON."""

from __future__ import annotations

from typing import Any

from tiku.bank.record import question_to_json
from tiku.grade.numeric import draw, fill_text
from tiku.model import Posting, Question, Text
from tiku.workspace.work import Workspace


def question_json(question: Question, seed: int) -> dict[str, Any]:
    """Return every field of a question; a numeric one also with the numbers drawn by ``seed`` and its text filled."""
    content = question_to_json(question)
    if question.kind == "numeric":
        drawn = draw(question, seed)
        filled = fill_text(question.question, drawn.values)
        content |= {"seed": seed, "drawn": dict(drawn.given), "filled": {"zh": filled.zh, "en": filled.en}}
    return content


def numeric_json(question: Question, seed: int) -> dict[str, Any]:
    """Return what ``grade`` adds for a numeric question."""
    drawn = draw(question, seed)
    return {"seed": seed, "given": dict(drawn.given), "answer": drawn.answer, "unit": question.unit}


def posting_json(posting: Posting, work: Workspace) -> dict[str, Any]:
    """Return a posting as documented for ``posting show``."""
    by_skill = work.skill_questions(skill.id for skill in posting.skills)
    return {
        "id": posting.id,
        "title": text_json(posting.title),
        "company": text_json(posting.company),
        "skills": [
            {
                "id": skill.id,
                "name": skill_name(work, skill.id).pick(work.lang),
                "need": skill.need,
                "any_of": skill.any_of,
                "quote": skill.quote,
                "questions": list(by_skill.get(skill.id, ())),
            }
            for skill in posting.skills
        ],
        "years_min": posting.years_min,
        "degree": posting.degree.pick(work.lang) if posting.degree is not None else None,
        "questions": work.questions_of(posting.id),
        "unknown_terms": list(posting.unknown_terms),
    }


def text_json(text: Text) -> dict[str, str]:
    """Return a text with both languages."""
    return {"zh": text.zh, "en": text.en}


def skill_name(work: Workspace, ident: str) -> Text:
    """Return the name of a skill; its id where it is in no table."""
    skill = work.skills.get(ident)
    return skill.name if skill is not None else Text(ident, ident)
