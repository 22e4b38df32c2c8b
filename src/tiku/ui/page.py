"""One question as a page of styled lines: what ``tiku show`` prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tiku.grade.numeric import draw, fill_text, working
from tiku.model import FollowUp, Lang, Langs, Posting, Question, Text
from tiku.text import cell_width, say, visible, wrap
from tiku.ui.terminal import Line
from tiku.ui.views import LEVEL_NAMES

Titles = Callable[[str], "Text | None"]
"""From a question's id to its text; None where there is no such question."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is set: languages of the content, language of the labels, width in cells (0: never wrap)."""

    langs: Langs
    ui: Lang
    width: int


class Sheet:
    """Lines being put together."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.lines: list[Line] = []

    def label(self, zh: str, en: str) -> None:
        """Start a section."""
        self.lines.extend(((), ((say(self.look.ui, zh, en), "bold"),)))

    def say(self, text: str, style: str = "", lead: str = "") -> None:
        """Add a text behind a lead, wrapped under itself."""
        indent = cell_width(lead)
        rows = visible(text).split("\n")
        if self.look.width:
            rows = wrap("\n".join(rows), max(8, self.look.width - indent))
        for index, row in enumerate(rows):
            self.lines.append(((lead if index == 0 else " " * indent, "bold"), (row, style)))

    def text(self, text: Text, style: str = "", lead: str = "") -> None:
        """Add a text of the bank in the languages shown, once where both are alike."""
        parts = [text.zh, text.en] if self.look.langs == "both" else [text.pick(self.look.langs)]
        for part in dict.fromkeys(parts):
            self.say(part, style, lead)
            lead = " " * cell_width(lead)


def question_page(
    question: Question, look: Look, titles: Titles, seed: int = 0, facts: Sequence[str] = ()
) -> list[Line]:
    """Return a question whole. ``facts`` are lines about it that the bank does not hold (due day, note)."""
    sheet = Sheet(look)
    level = LEVEL_NAMES[question.level].pick(look.ui) if question.level else ""
    place = "/".join(part for part in (question.topic, question.subtopic) if part)
    sheet.say(" · ".join(part for part in (question.id, place, question.kind, level) if part), "cyan")
    for fact in facts:
        sheet.say(fact, "dim")
    sheet.lines.append(())
    drawn = draw(question, seed) if question.kind == "numeric" else None
    sheet.text(fill_text(question.question, drawn.values) if drawn else question.question, "bold")
    if question.stub:
        sheet.say(question.stub.rstrip("\n"), "", "  │ ")
    _asked(sheet, question)
    if question.opening is not None:
        sheet.label("开口先说", "Open with")
        sheet.text(question.opening)
    _outline(sheet, question)
    if drawn is not None:
        sheet.label("算法", "Working")
        for line in working(question, drawn):
            sheet.say(line, "", "  ")
    if question.solution:
        sheet.label("参考解", "Reference solution")
        sheet.say(question.solution.rstrip("\n"), "", "  │ ")
    _ladder(sheet, question.follow_ups, titles)
    _behind(sheet, question)
    return sheet.lines


def _asked(sheet: Sheet, question: Question) -> None:
    if not question.asked_in and not question.skills:
        return
    sheet.lines.append(())
    for asked in question.asked_in:
        sheet.say(asked.posting, "", say(sheet.look.ui, "来自岗位  ", "asked by  "))
        if asked.wording is not None:
            sheet.text(asked.wording, "", "  ")
    if question.skills:
        sheet.say(", ".join(question.skills), "", say(sheet.look.ui, "技能  ", "skills  "))


def _outline(sheet: Sheet, question: Question) -> None:
    if question.options:
        sheet.label("选项", "Options")
        for option in question.options:
            sheet.text(option.text, "", "✓ " if option.right else "✗ ")
            if option.why is not None:
                sheet.text(option.why, "dim", "    ")
    if not question.points:
        return
    story = question.kind == "story"
    sheet.label("听什么" if story else "要点", "Listen for" if story else "Points")
    for number, point in enumerate(question.points, start=1):
        sheet.text(point.text, "", f"{number:>2}. ")
        level = LEVEL_NAMES[point.level].pick(sheet.look.ui) if point.level else ""
        must = say(sheet.look.ui, "必答", "must") if point.must else ""
        sheet.say(" · ".join(part for part in ("★" * point.weight, level, must, point.id) if part), "dim", "    ")


def _ladder(sheet: Sheet, follow_ups: Sequence[FollowUp], titles: Titles) -> None:
    """Draw the follow-ups as steps that go deeper."""
    if not follow_ups:
        return
    sheet.label("追问的阶梯", "Ladder of follow-ups")
    for depth, follow in enumerate(follow_ups):
        lead = "  " * depth + "└ "
        if follow.question is not None:
            title = titles(follow.question)
            sheet.say(f"→ {follow.question}", "cyan", lead)
            if title is not None:
                sheet.text(title, "", "  " * depth + "  ")
        elif follow.text is not None:
            sheet.text(follow.text, "", lead)
        if follow.listen is not None:
            sheet.text(follow.listen, "dim", "  " * depth + say(sheet.look.ui, "  听: ", "  listen for: "))


def _behind(sheet: Sheet, question: Question) -> None:
    ui = sheet.look.ui
    if question.mistakes:
        sheet.label("常见错误", "Common mistakes")
        for mistake in question.mistakes:
            sheet.text(mistake.claim, "", "✗ ")
            sheet.text(mistake.why, "", "  ")
            if mistake.cost is not None:
                sheet.text(mistake.cost, "dim", say(ui, "  代价: ", "  cost: "))
    if question.numbers:
        sheet.label("要记的数", "Numbers to know")
        for number in question.numbers:
            about = ", ".join(part for part in (number.direction, number.device, number.as_of) if part)
            value = f"{number.value} {number.unit}".rstrip() + (f" ({about})" if about else "")
            name = number.name.pick("zh" if sheet.look.langs == "zh" else "en")
            sheet.say(f"{name}: {value}", "", "- ")
            if number.assumes is not None:
                sheet.text(number.assumes, "dim", say(ui, "  前提: ", "  assumes: "))
    if question.proof:
        sheet.label("证明", "Proof")
        sheet.say(f"{question.proof}  (tiku proofs id:{question.id})", "", "- ")
    if question.sources:
        sheet.label("来源", "Sources")
        for source in question.sources:
            sheet.say(source.title + (f", {source.where}" if source.where else ""), "", "- ")
            sheet.say(source.url + (f"  ({source.read})" if source.read else ""), "dim", "  ")
    if question.scope is not None:
        sheet.label("适用范围", "Scope")
        sheet.text(question.scope)


def posting_page(
    posting: Posting,
    look: Look,
    names: Callable[[str], Text],
    questions: Sequence[tuple[str, Text]],
    by_skill: Mapping[str, Sequence[str]],
) -> list[Line]:
    """Return a posting whole: duties, requirements, skills with their need, words and questions, its own questions."""
    sheet = Sheet(look)
    sheet.text(posting.title, "bold")
    facts = [posting.company.pick(look.ui), ", ".join(place.pick(look.ui) for place in posting.place)]
    if posting.level is not None:
        facts.append(posting.level.pick(look.ui))
    if posting.degree is not None:
        facts.append(posting.degree.pick(look.ui))
    sheet.say(" · ".join(fact for fact in facts if fact), "cyan")
    if posting.salary is not None:
        basis = (
            say(look.ui, "公布", "stated") if posting.salary.basis == "stated" else say(look.ui, "估计", "estimated")
        )
        sheet.say(f"{posting.salary.low}-{posting.salary.high} {posting.salary.unit} ({basis})")
    for (zh, en), texts in (
        (("职责", "Duties"), posting.duties), (("必须", "Must"), posting.must), (("加分", "Nice to have"), posting.nice),
        (("背景", "Context"), posting.context), (("回答框架", "Answer frameworks"), posting.frameworks),
        (("准备建议", "Preparation"), posting.advice),
    ):  # fmt: skip
        if texts:
            sheet.label(zh, en)
            for text in texts:
                sheet.text(text, "", "- ")
    if posting.match is not None:
        sheet.label("匹配度报告", "Match report")
        overall = f"{posting.match.overall}/100  " if posting.match.overall is not None else ""
        sheet.text(posting.match.verdict, "", overall)
        for name, score, why in posting.match.scores:
            sheet.text(why, "", f"{name} {score}: ")
    if posting.skills:
        sheet.label("技能", "Skills")
        for skill in posting.skills:
            group = f" ({say(look.ui, '任一', 'any of')} {skill.any_of})" if skill.any_of else ""
            sheet.say(f"{names(skill.id).pick(look.ui)} [{skill.id}] {skill.need}{group}", "", "- ")
            if skill.quote:
                sheet.say(f"“{skill.quote}”", "dim", "  ")
            found = by_skill.get(skill.id, ())
            if found:
                more = f" … ({len(found)})" if len(found) > 6 else ""
                sheet.say(", ".join(found[:6]) + more, "", "  → ")
    if questions:
        sheet.label("面试题", "Interview questions")
        for ident, text in questions:
            sheet.say(ident, "cyan", "- ")
            sheet.text(text, "", "  ")
    return sheet.lines
