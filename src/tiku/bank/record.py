"""Questions, postings, topics and skills as JSON values and back: for ``--json`` and for the bodies in the index.

The keys are those of the files. Texts are ``{"zh": …, "en": …}``; a point, option, follow-up, topic or skill carries
``zh`` and ``en`` among its own keys. Only the standard library and the model are imported, so that reading from the
index costs no YAML.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiku.model import (
    AskedIn,
    FollowUp,
    Given,
    Mistake,
    Number,
    Option,
    Point,
    Question,
    Source,
    Text,
)

if TYPE_CHECKING:
    from tiku.model import Match, Posting, Salary, Skill, Topic

Json = dict[str, Any]


def _text(text: Text | None) -> Json | None:
    return None if text is None else {"zh": text.zh, "en": text.en}


def _texts(texts: Sequence[Text]) -> list[Json]:
    return [{"zh": text.zh, "en": text.en} for text in texts]


def _filled(values: Json) -> Json:
    """Leave out what is empty, so that the short form holds only what the file says."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {})}


def point_to_json(point: Point) -> Json:
    """Return a point with id, zh, en, weight, level, must, evidence and was."""
    return {
        "id": point.id,
        "zh": point.text.zh,
        "en": point.text.en,
        "weight": point.weight,
        "level": point.level,
        "must": point.must,
        "evidence": [list(line) for line in point.evidence],
        "was": list(point.was),
    }


def _follow_up(follow: FollowUp) -> Json:
    if follow.text is None:
        return {"question": follow.question}
    return _filled({"zh": follow.text.zh, "en": follow.text.en, "listen": _text(follow.listen)})


def _given(given: Given) -> Json:
    bounds = [given.low, given.high] if given.low else None
    value: Json = {"choices": list(given.choices), "range": bounds, "step": given.step, "unit": given.unit}
    return _filled({**value, "label": _text(given.label)})


def _number(number: Number) -> Json:
    value: Json = {"name": _text(number.name), "value": number.value, "unit": number.unit}
    value |= {"direction": number.direction, "device": number.device, "as_of": number.as_of}
    return _filled({**value, "assumes": _text(number.assumes)})


def _option(option: Option) -> Json:
    value = {"zh": option.text.zh, "en": option.text.en, "right": option.right, "why": _text(option.why)}
    return {key: one for key, one in value.items() if one is not None}


def _mistake(mistake: Mistake) -> Json:
    return _filled({"claim": _text(mistake.claim), "why": _text(mistake.why), "cost": _text(mistake.cost)})


def _source(source: Source) -> Json:
    return _filled({"title": source.title, "url": source.url, "where": source.where, "read": source.read})


def question_to_json(question: Question) -> Json:
    """Return every field of a question file; fields of other kinds are left out, absent ones are empty or null."""
    value: Json = {
        "id": question.id,
        "kind": question.kind,
        "topic": question.topic,
        "subtopic": question.subtopic,
        "level": question.level,
        "skills": list(question.skills),
        "asked_in": [{"posting": asked.posting, "wording": _text(asked.wording)} for asked in question.asked_in],
        "question": _text(question.question),
    }
    if question.kind == "choice":
        value["options"] = [_option(option) for option in question.options]
    if question.kind == "numeric":
        value["given"] = {given.name: _given(given) for given in question.given}
        value["steps"] = dict(question.steps)
        value |= {"formula": question.formula, "unit": question.unit, "tolerance": question.tolerance}
    if question.kind == "code":
        value |= {"language": question.language, "stub": question.stub, "solution": question.solution}
    return value | {
        "opening": _text(question.opening),
        "points": [point_to_json(point) for point in question.points],
        "follow_ups": [_follow_up(follow) for follow in question.follow_ups],
        "mistakes": [_mistake(mistake) for mistake in question.mistakes],
        "numbers": [_number(number) for number in question.numbers],
        "proof": question.proof,
        "sources": [_source(source) for source in question.sources],
        "scope": _text(question.scope),
        "was": list(question.was),
    }


def question_to_record(question: Question) -> Json:
    """Return the short form of a question: the fields that hold something. Reads back equal."""
    value = _filled(question_to_json(question))
    if "points" in value:
        value["points"] = [_short_point(point) for point in value["points"]]
    if "asked_in" in value:
        value["asked_in"] = [_filled(asked) for asked in value["asked_in"]]
    return value


def _short_point(point: Json) -> Json:
    value = _filled(point)
    if value.get("weight") == 1:
        del value["weight"]
    if not value["must"]:
        del value["must"]
    return value


def _read_text(value: Mapping[str, str] | None) -> Text | None:
    return None if value is None else Text(value["zh"], value["en"])


def _read_texts(values: Sequence[Mapping[str, str]] | None) -> tuple[Text, ...]:
    return tuple(Text(value["zh"], value["en"]) for value in values or ())


def _read_point(value: Json) -> Point:
    return Point(
        id=value["id"],
        text=Text(value["zh"], value["en"]),
        weight=value.get("weight", 1),
        level=value.get("level"),
        must=value.get("must", False),
        evidence=tuple(tuple(line) for line in value.get("evidence", ())),
        was=tuple(value.get("was", ())),
    )


def _read_follow_up(value: Json) -> FollowUp:
    if "question" in value:
        return FollowUp(question=value["question"])
    return FollowUp(text=Text(value["zh"], value["en"]), listen=_read_text(value.get("listen")))


def _read_given(name: str, value: Json) -> Given:
    low, high = value.get("range") or ("", "")
    return Given(
        name=name,
        choices=tuple(value.get("choices", ())),
        low=low,
        high=high,
        step=value.get("step", ""),
        unit=value.get("unit", ""),
        label=_read_text(value.get("label")),
    )


def _read_number(value: Json) -> Number:
    plain = {key: value[key] for key in ("value", "unit", "direction", "device", "as_of") if key in value}
    return Number(name=Text(**value["name"]), assumes=_read_text(value.get("assumes")), **plain)


def _read_mistake(value: Json) -> Mistake:
    return Mistake(Text(**value["claim"]), Text(**value["why"]), _read_text(value.get("cost")))


_PLAIN = ("id", "kind", "topic", "subtopic", "level", "proof", "formula", "unit", "tolerance")
_CODE = ("language", "stub", "solution")


def question_from_json(value: Json) -> Question:
    """Return the question of either form."""
    return Question(
        **{key: value[key] for key in (*_PLAIN, *_CODE) if key in value},
        question=Text(**value["question"]),
        points=tuple(map(_read_point, value.get("points", ()))),
        skills=tuple(value.get("skills", ())),
        asked_in=tuple(AskedIn(one["posting"], _read_text(one.get("wording"))) for one in value.get("asked_in", ())),
        opening=_read_text(value.get("opening")),
        follow_ups=tuple(map(_read_follow_up, value.get("follow_ups", ()))),
        mistakes=tuple(map(_read_mistake, value.get("mistakes", ()))),
        numbers=tuple(map(_read_number, value.get("numbers", ()))),
        sources=tuple(Source(**one) for one in value.get("sources", ())),
        scope=_read_text(value.get("scope")),
        was=tuple(value.get("was", ())),
        options=tuple(
            Option(Text(one["zh"], one["en"]), one["right"], _read_text(one.get("why")))
            for one in value.get("options", ())
        ),
        given=tuple(_read_given(name, one) for name, one in value.get("given", {}).items()),
        steps=tuple(value.get("steps", {}).items()),
    )


def posting_to_json(posting: Posting) -> Json:
    """Return every field of a posting file."""
    salary, match = posting.salary, posting.match
    return {
        "id": posting.id,
        "title": _text(posting.title),
        "company": _text(posting.company),
        "place": _texts(posting.place),
        "level": _text(posting.level),
        "salary": None if salary is None else _salary(salary),
        "years_min": posting.years_min,
        "degree": _text(posting.degree),
        "duties": _texts(posting.duties),
        "must": _texts(posting.must),
        "nice": _texts(posting.nice),
        "context": _texts(posting.context),
        "skills": [
            _filled({"id": one.id, "need": one.need, "quote": one.quote, "any_of": one.any_of})
            for one in posting.skills
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
    return value if salary.note is None else {**value, "note": _text(salary.note)}


def _match(match: Match) -> Json:
    scores = [{"name": name, "score": score, "why": _text(why)} for name, score, why in match.scores]
    value: Json = {"verdict": _text(match.verdict), "fits": _text(match.fits), "scores": scores}
    return _filled(value) | ({} if match.overall is None else {"overall": match.overall})


def posting_from_json(value: Json) -> Posting:
    """Return the posting."""
    from tiku.model import Posting, PostingSkill, Salary

    salary, match = value.get("salary"), value.get("match")
    lists = {key: _read_texts(value.get(key)) for key in _POSTING_LISTS}
    return Posting(
        id=value["id"],
        title=Text(**value["title"]),
        company=Text(**value["company"]),
        level=_read_text(value.get("level")),
        salary=None if salary is None else Salary(**{**salary, "note": _read_text(salary.get("note"))}),
        years_min=value.get("years_min"),
        degree=_read_text(value.get("degree")),
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
    return Match(value.get("overall"), Text(**value["verdict"]), _read_text(value.get("fits")), scores)


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
    from tiku.model import Subtopic, Topic

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
