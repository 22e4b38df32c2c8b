"""Questions as JSON values and back: for ``--json`` and for the bodies in the index.

The keys are those of the files. Texts are ``{"zh": …, "en": …}``; a point, option, follow-up, topic or skill carries
``zh`` and ``en`` among its own keys. Only the standard library and the model are imported, so that reading from the
index costs no YAML.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    pass

Json = dict[str, Any]


def text_json(text: Text | None) -> Json | None:
    """Return a text, or None."""
    return None if text is None else {"zh": text.zh, "en": text.en}


def filled(values: Json) -> Json:
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
    return filled({"zh": follow.text.zh, "en": follow.text.en, "listen": text_json(follow.listen)})


def _given(given: Given) -> Json:
    bounds = [given.low, given.high] if given.low else None
    value: Json = {"choices": list(given.choices), "range": bounds, "step": given.step, "unit": given.unit}
    return filled({**value, "label": text_json(given.label)})


def _number(number: Number) -> Json:
    value: Json = {"name": text_json(number.name), "value": number.value, "unit": number.unit}
    value |= {"direction": number.direction, "device": number.device, "as_of": number.as_of}
    return filled({**value, "assumes": text_json(number.assumes)})


def _option(option: Option) -> Json:
    value = {"zh": option.text.zh, "en": option.text.en, "right": option.right, "why": text_json(option.why)}
    return {key: one for key, one in value.items() if one is not None}


def _mistake(mistake: Mistake) -> Json:
    return filled({"claim": text_json(mistake.claim), "why": text_json(mistake.why), "cost": text_json(mistake.cost)})


def _source(source: Source) -> Json:
    return filled({"title": source.title, "url": source.url, "where": source.where, "read": source.read})


def question_to_json(question: Question) -> Json:
    """Return every field of a question file; fields of other kinds are left out, absent ones are empty or null."""
    value: Json = {
        "id": question.id,
        "kind": question.kind,
        "topic": question.topic,
        "subtopic": question.subtopic,
        "level": question.level,
        "skills": list(question.skills),
        "asked_in": [{"posting": asked.posting, "wording": text_json(asked.wording)} for asked in question.asked_in],
        "question": text_json(question.question),
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
        "opening": text_json(question.opening),
        "points": [point_to_json(point) for point in question.points],
        "follow_ups": [_follow_up(follow) for follow in question.follow_ups],
        "mistakes": [_mistake(mistake) for mistake in question.mistakes],
        "numbers": [_number(number) for number in question.numbers],
        "proof": question.proof,
        "sources": [_source(source) for source in question.sources],
        "scope": text_json(question.scope),
        "was": list(question.was),
    }


def question_to_record(question: Question) -> Json:
    """Return the short form of a question: the fields that hold something. Reads back equal."""
    value = filled(question_to_json(question))
    if "points" in value:
        value["points"] = [_short_point(point) for point in value["points"]]
    if "asked_in" in value:
        value["asked_in"] = [filled(asked) for asked in value["asked_in"]]
    return value


def _short_point(point: Json) -> Json:
    value = filled(point)
    if value.get("weight") == 1:
        del value["weight"]
    if not value["must"]:
        del value["must"]
    return value


def read_text(value: Mapping[str, str] | None) -> Text | None:
    """Read a text that may be absent."""
    return None if value is None else Text(value["zh"], value["en"])


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
    return FollowUp(text=Text(value["zh"], value["en"]), listen=read_text(value.get("listen")))


def _read_given(name: str, value: Json) -> Given:
    low, high = value.get("range") or ("", "")
    return Given(
        name=name,
        choices=tuple(value.get("choices", ())),
        low=low,
        high=high,
        step=value.get("step", ""),
        unit=value.get("unit", ""),
        label=read_text(value.get("label")),
    )


def _read_number(value: Json) -> Number:
    plain = {key: value[key] for key in ("value", "unit", "direction", "device", "as_of") if key in value}
    return Number(name=Text(**value["name"]), assumes=read_text(value.get("assumes")), **plain)


def _read_mistake(value: Json) -> Mistake:
    return Mistake(Text(**value["claim"]), Text(**value["why"]), read_text(value.get("cost")))


_PLAIN = ("id", "kind", "topic", "subtopic", "level", "proof", "formula", "unit", "tolerance")
_CODE = ("language", "stub", "solution")


def question_from_json(value: Json) -> Question:
    """Return the question of either form."""
    return Question(
        **{key: value[key] for key in (*_PLAIN, *_CODE) if key in value},
        question=Text(**value["question"]),
        points=tuple(map(_read_point, value.get("points", ()))),
        skills=tuple(value.get("skills", ())),
        asked_in=tuple(AskedIn(one["posting"], read_text(one.get("wording"))) for one in value.get("asked_in", ())),
        opening=read_text(value.get("opening")),
        follow_ups=tuple(map(_read_follow_up, value.get("follow_ups", ()))),
        mistakes=tuple(map(_read_mistake, value.get("mistakes", ()))),
        numbers=tuple(map(_read_number, value.get("numbers", ()))),
        sources=tuple(Source(**one) for one in value.get("sources", ())),
        scope=read_text(value.get("scope")),
        was=tuple(value.get("was", ())),
        options=tuple(
            Option(Text(one["zh"], one["en"]), one["right"], read_text(one.get("why")))
            for one in value.get("options", ())
        ),
        given=tuple(_read_given(name, one) for name, one in value.get("given", {}).items()),
        steps=tuple(value.get("steps", {}).items()),
    )
