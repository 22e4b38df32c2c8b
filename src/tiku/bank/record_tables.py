"""Postings, topics and skills as JSON values and back; see :mod:`tiku.bank.record`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tiku.bank.record import Json, filled, read_text, text_json
from tiku.model import Match, Posting, PostingSkill, Salary, Skill, Subtopic, Text, Topic


def _texts(texts: Sequence[Text]) -> list[Json]:
    return [{"zh": text.zh, "en": text.en} for text in texts]


def _read_texts(values: Sequence[Mapping[str, str]] | None) -> tuple[Text, ...]:
    return tuple(Text(value["zh"], value["en"]) for value in values or ())


def posting_to_json(posting: Posting) -> Json:
    """Return every field of a posting file."""
    salary, match = posting.salary, posting.match
    return {
        "id": posting.id,
        "title": text_json(posting.title),
        "company": text_json(posting.company),
        "place": _texts(posting.place),
        "level": text_json(posting.level),
        "salary": None if salary is None else _salary(salary),
        "years_min": posting.years_min,
        "degree": text_json(posting.degree),
        "duties": _texts(posting.duties),
        "must": _texts(posting.must),
        "nice": _texts(posting.nice),
        "context": _texts(posting.context),
        "skills": [
            filled({"id": one.id, "need": one.need, "quote": one.quote, "any_of": one.any_of}) for one in posting.skills
        ],
        "frameworks": _texts(posting.frameworks),
        "advice": _texts(posting.advice),
        "match": None if match is None else _match(match),
        "read": posting.read,
        "text": posting.text,
        "unknown_terms": list(posting.unknown_terms),
        "ignored_terms": list(posting.ignored_terms),
    }


def _salary(salary: Salary) -> Json:
    value = {"low": salary.low, "high": salary.high, "unit": salary.unit, "basis": salary.basis}
    return value if salary.note is None else {**value, "note": text_json(salary.note)}


def _match(match: Match) -> Json:
    scores = [{"name": name, "score": score, "why": text_json(why)} for name, score, why in match.scores]
    value: Json = {"verdict": text_json(match.verdict), "fits": text_json(match.fits), "scores": scores}
    return filled(value) | ({} if match.overall is None else {"overall": match.overall})


def posting_from_json(value: Json) -> Posting:
    """Return the posting."""
    from tiku.model import Posting, Salary

    salary, match = value.get("salary"), value.get("match")
    lists = {key: _read_texts(value.get(key)) for key in _POSTING_LISTS}
    return Posting(
        id=value["id"],
        title=Text(**value["title"]),
        company=Text(**value["company"]),
        level=read_text(value.get("level")),
        salary=None if salary is None else Salary(**{**salary, "note": read_text(salary.get("note"))}),
        years_min=value.get("years_min"),
        degree=read_text(value.get("degree")),
        skills=tuple(PostingSkill(**one) for one in value.get("skills", ())),
        match=None if match is None else _read_match(match),
        read=value.get("read", ""),
        text=value.get("text", ""),
        unknown_terms=tuple(value.get("unknown_terms", ())),
        ignored_terms=tuple(value.get("ignored_terms", ())),
        **lists,
    )


_POSTING_LISTS = ("place", "duties", "must", "nice", "context", "frameworks", "advice")


def _read_match(value: Json) -> Match:
    from tiku.model import Match

    scores = tuple((one["name"], one["score"], Text(**one["why"])) for one in value.get("scores", ()))
    return Match(value.get("overall"), Text(**value["verdict"]), read_text(value.get("fits")), scores)


def topics_to_json(topics: Sequence[Topic]) -> list[Json]:
    """Return topics with their subtopics."""
    return [
        {
            "id": topic.id,
            "zh": topic.name.zh,
            "en": topic.name.en,
            "subtopics": [
                {
                    "id": one.id,
                    "zh": one.name.zh,
                    "en": one.name.en,
                    "named_by": list(one.named_by),
                    "reported": one.reported,
                }
                for one in topic.subtopics
            ],
        }
        for topic in topics
    ]


def topics_from_json(values: Sequence[Json]) -> tuple[Topic, ...]:
    """Return the topics."""
    from tiku.model import Topic

    return tuple(
        Topic(
            value["id"],
            Text(value["zh"], value["en"]),
            tuple(
                Subtopic(one["id"], Text(one["zh"], one["en"]), tuple(one["named_by"]), one["reported"])
                for one in value["subtopics"]
            ),
        )
        for value in values
    )


_SKILL_LISTS = ("aliases", "exact", "not_before", "not_after", "implies")


def skills_to_json(skills: Sequence[Skill]) -> list[Json]:
    """Return skills with their names, aliases, vetoes and what they imply."""
    return [
        {"id": skill.id, "zh": skill.name.zh, "en": skill.name.en, "kind": skill.kind}
        | {key: list(getattr(skill, key)) for key in _SKILL_LISTS}
        for skill in skills
    ]


def skills_from_json(values: Sequence[Json]) -> tuple[Skill, ...]:
    """Return the skills."""
    from tiku.model import Skill

    return tuple(
        Skill(
            id=value["id"],
            name=Text(value["zh"], value["en"]),
            kind=value["kind"],
            **{key: tuple(value[key]) for key in _SKILL_LISTS},
        )
        for value in values
    )
