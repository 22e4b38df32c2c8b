"""Frames of the quiz: from a state and a size to styled lines. Bank text goes through ``visible`` once, here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from tiku.model import Lang, Level, Number, Point, Text
from tiku.text import cell_width, cut, say, visible, wrap
from tiku.ui.footer import UNBOUNDED, Due, footer
from tiku.ui.session import DIGITS, State
from tiku.ui.terminal import Line

if TYPE_CHECKING:
    from tiku.grade.numeric import Drawn

LEVEL_NAMES: Final[Mapping[Level, Text]] = {
    "junior": Text("初级", "junior"),
    "senior": Text("高级", "senior"),
    "expert": Text("专家", "expert"),
}
EXCERPT: Final = 120
"""Cells of the user's words that are shown beside a mark."""
_MARKS: Final = {"covered": ("✓", "green"), "maybe": ("?", "yellow"), "missed": ("·", "dim")}


def frame(state: State, due: Due, width: int, height: int) -> tuple[list[Line], tuple[int, int] | None, int]:
    """Return the lines of one frame, the place of the text cursor, and the scroll offset that was possible."""
    header = _header(state, width)
    foot = footer(state, due, width, height)
    body, cursor = _body(state, width)
    room = max(1, height - len(header) - len(foot))
    if len(body) <= room:
        shown, offset = body, 0
    else:
        offset = min(state.scroll, len(body) - room)
        if cursor is not None:
            # The line being typed stays in sight.
            offset = max(min(offset, cursor[0]), cursor[0] - room + 1)
        shown = body[offset : offset + room]
    if height < UNBOUNDED:
        shown = [*shown, *([()] * (room - len(shown)))]
    lines = [*header, *shown, *foot][:height]
    place = (len(header) + cursor[0] - offset, min(cursor[1], width - 1)) if cursor is not None else None
    return lines, place, offset


def _header(state: State, width: int) -> list[Line]:
    card, question = state.card, state.card.question
    place = f"{card.number}/{card.total}"
    words = [question.topic, question.subtopic]
    level = LEVEL_NAMES[question.level].pick(state.ui) if question.level else ""
    left = " · ".join(word for word in ("/".join(part for part in words if part), level, card.reason) if word)
    left = cut(visible(left), max(4, width - cell_width(place) - 2))
    gap = " " * max(1, width - cell_width(left) - cell_width(place)) if width < UNBOUNDED else "  "
    return [((left, "cyan"), (gap, ""), (place, "bold")), ()]


def _body(state: State, width: int) -> tuple[list[Line], tuple[int, int] | None]:
    page = Page(state, width)
    if state.overlay == "help":
        _help(page)
    elif state.overlay == "sources":
        _sources(page)
    elif state.overlay == "follow":
        _question(page)
        _follow_ups(page)
    elif state.overlay == "note":
        page.say(
            say(
                state.ui,
                "笔记（单独一行 . 或 Ctrl-D 保存，Esc 放弃）",
                "Note (a line of only . or Ctrl-D saves, Esc drops)",
            ),
            "bold",
        )
        page.editor()
    else:
        _question(page)
        _ASK[state.phase](page)
    return page.lines, page.cursor


class Page:
    """Lines being put together for one width."""

    def __init__(self, state: State, width: int) -> None:
        self.state = state
        self.width = width
        self.lines: list[Line] = []
        self.cursor: tuple[int, int] | None = None

    @property
    def langs(self) -> tuple[Lang, ...]:
        """Return the languages shown, one or both."""
        return ("zh", "en") if self.state.langs == "both" else (self.state.langs,)

    def blank(self) -> None:
        """Add an empty line."""
        self.lines.append(())

    def say(self, text: str, style: str = "", lead: str = "", lead_style: str = "") -> None:
        """Add a text, wrapped; ``lead`` stands before it and the rest hangs under it."""
        indent = cell_width(lead)
        for index, part in enumerate(wrap(visible(text), max(2, self.width - indent))):
            first = (lead, lead_style) if index == 0 else (" " * indent, "")
            self.lines.append((first, (part, style)) if lead else ((part, style),))

    def text(self, text: Text, style: str = "", lead: str = "", lead_style: str = "") -> None:
        """Add a text of the bank in the languages shown; where both are alike it is shown once."""
        drawn = self.state.card.drawn
        shown: set[str] = set()
        for lang in self.langs:
            part = text.pick(lang)
            if part in shown:
                continue
            self.say(part if drawn is None else _filled(part, drawn), style, lead, lead_style)
            shown.add(part)
            lead = " " * cell_width(lead)

    def hint(self, zh: str, en: str) -> None:
        """Add a line that says which key comes next; off a terminal there is none."""
        if self.width < UNBOUNDED:
            self.say(say(self.state.ui, zh, en), "dim")

    def editor(self) -> None:
        """Add the text being typed and place the cursor."""
        state = self.state
        for row, line in enumerate(state.draft.lines):
            if row == state.draft.row:
                before = wrap(visible(line[: state.draft.column]) + "\u2060", self.width - 3)
                self.cursor = (len(self.lines) + len(before) - 1, 2 + cell_width(before[-1]))
            self.say(line, "", "> " if row == 0 else "  ", "green")


def _filled(text: str, drawn: Drawn) -> str:
    from tiku.grade.numeric import fill

    return fill(text, drawn.values)


def _question(page: Page) -> None:
    question = page.state.card.question
    page.text(question.question, "bold")
    if question.kind == "code" and question.stub:
        page.blank()
        page.say(question.stub.rstrip("\n"), "", "  │ ", "dim")
    page.blank()


def _asking(page: Page) -> None:
    state, question = page.state, page.state.card.question
    if question.kind == "choice":
        _options(page, reveal=False)
    elif state.typing:
        prompt = (
            say(
                state.ui,
                f"写下答案（{question.unit or '数'}），回车交卷",
                f"type the number ({question.unit or 'no unit'}), enter hands it in",
            )
            if question.kind == "numeric"
            else say(state.ui, "写下答案；单独一行 . 交卷", "type your answer; a line of only . hands it in")
        )
        page.say(prompt, "dim")
        page.editor()
    else:
        page.hint("出声回答，再按空格对答案。", "Answer aloud, then press space.")
    for index, point in enumerate(question.points[: state.hints]):
        page.text(point.text, "yellow", f"{index + 1}. ")


def _options(page: Page, reveal: bool) -> None:
    state = page.state
    for shown, index in enumerate(state.card.order):
        option = state.card.question.options[index]
        chosen = index in state.chosen
        sign = "●" if chosen else "○"
        style = ""
        if reveal:
            sign = "✓" if option.right else ("✗" if chosen else "·")
            style = "green" if option.right else "red" if chosen else "dim"
        page.text(option.text, style, f"{sign} {DIGITS[shown]}. ", style or "bold")
        if reveal and option.why is not None:
            page.text(option.why, "dim", "     ")


def _outline(page: Page) -> None:
    state, question = page.state, page.state.card.question
    if question.kind == "choice":
        _options(page, reveal=True)
    elif question.kind == "numeric":
        _numeric(page)
    else:
        _answer_given(page)
        for index, point in enumerate(question.points):
            _point(page, index, point)
    if question.kind in ("choice", "numeric") and question.points:
        page.blank()
        for point in question.points:
            page.text(point.text, "", "- ")
    if question.opening is not None:
        page.blank()
        page.text(question.opening, "italic", say(state.ui, "开口先说  ", "Open with  "), "bold")
    if question.solution:
        page.blank()
        page.say(question.solution.rstrip("\n"), "", "  │ ", "dim")
    _extras(page)


def _answer_given(page: Page) -> None:
    if page.state.mode == "type" and page.state.draft.text.strip():
        page.say(page.state.draft.text, "dim", "> ", "green")
        page.blank()


def _point(page: Page, index: int, point: Point) -> None:
    state = page.state
    ticked = point.id in state.ticks
    key = DIGITS[index] if index < len(DIGITS) else " "
    must = say(state.ui, " 必", " must") if point.must else ""
    tail = f"  {'★' * point.weight}{must}"
    lead = f"[{'x' if ticked else ' '}] {key} "
    last = page.langs[-1]
    shown = Text(point.text.zh + (tail if last == "zh" else ""), point.text.en + (tail if last == "en" else ""))
    page.text(shown, "green" if ticked else "", lead, "bold green" if ticked else "bold")
    mark = next((one for one in state.marking.points if one.id == point.id), None) if state.marking else None
    if mark is not None and (mark.evidence or mark.warning):
        sign, style = _MARKS[mark.state]
        lead = " " * cell_width(lead) + sign + " "
        if mark.evidence:
            words = cut(mark.evidence.replace("\n", " "), EXCERPT)
            page.say(say(state.ui, f"你说了：{words}", f"you said: {words}"), style, lead, style)
        if mark.warning is not None:
            page.say(mark.warning.pick(state.ui), "yellow", " " * cell_width(lead))


def _numeric(page: Page) -> None:
    state, question, drawn = page.state, page.state.card.question, page.state.card.drawn
    if drawn is None:
        return
    from tiku.grade.numeric import working

    _answer_given(page)
    right = bool(state.ticks)
    page.say(
        say(state.ui, "对" if right else "不对", "right" if right else "not right"),
        "bold green" if right else "bold red",
    )
    if state.marking is not None:
        for warning in state.marking.warnings:
            page.text(warning, "yellow")
    for line in working(question, drawn):
        page.say(line, "", "  ")


def _extras(page: Page) -> None:
    state, question = page.state, page.state.card.question
    for mistake in question.mistakes:
        page.blank()
        page.text(mistake.claim, "red", say(state.ui, "常见错误  ", "Mistake  "), "bold")
        page.text(mistake.why)
        if mistake.cost is not None:
            page.text(mistake.cost, "dim")
    if question.numbers:
        page.blank()
        page.say(say(state.ui, "要记的数", "Numbers to know"), "bold")
        for number in question.numbers:
            _number(page, number)
    if state.card.note:
        page.blank()
        page.say(state.card.note, "", say(state.ui, "笔记  ", "Note  "), "bold")


def _number(page: Page, number: Number) -> None:
    detail = ", ".join(part for part in (number.direction, number.device, number.as_of) if part)
    value = f"{number.value} {number.unit}".rstrip() + (f" ({detail})" if detail else "")
    page.say(f"{number.name.pick(page.langs[0])}: {value}", "", "- ")


def _follow_ups(page: Page) -> None:
    state = page.state
    follows = state.card.question.follow_ups
    if not follows:
        page.say(say(state.ui, "这道题没有追问。", "This question has no follow-ups."), "dim")
    for index, follow in enumerate(follows):
        if state.revealed < 2 * index + 1:
            break
        if follow.question is not None:
            page.say(
                say(
                    state.ui,
                    f"→ {follow.question}（按 {index + 1} 接着答这道）",
                    f"→ {follow.question} (press {index + 1} to go on with it)",
                ),
                "",
                f"{index + 1}. ",
                "bold",
            )
        elif follow.text is not None:
            page.text(follow.text, "", f"{index + 1}. ", "bold")
        if follow.listen is not None and state.revealed >= 2 * index + 2:
            page.text(follow.listen, "dim", say(state.ui, "   听什么：", "   listen for: "))


def _sources(page: Page) -> None:
    state, question = page.state, page.state.card.question
    if not question.sources:
        page.say(say(state.ui, "这道题没有列出来源。", "This question lists no sources."), "dim")
    for source in question.sources:
        page.say(source.title, "bold", "- ")
        page.say(source.url, "", "  ")
        page.say(", ".join(part for part in (source.where, source.read) if part), "dim", "  ")
    if question.proof:
        page.say(say(state.ui, f"证明程序: tiku proofs id:{question.id}", f"proof: tiku proofs id:{question.id}"))
    if question.scope is not None:
        page.text(question.scope, "", say(state.ui, "适用  ", "Holds for  "), "bold")


_KEYS: Final = (
    ("space", "看答案要点", "show the outline"),
    ("1-9 0", "勾选说到的要点", "tick the points you said"),
    ("a", "全选 / 全不选", "tick all or none"),
    ("+ -", "把评级移一档", "move the rating one step"),
    ("enter", "接受评级，下一题", "accept the rating, go on"),
    ("h", "提示一个要点", "next hint, one point"),
    ("f", "追问", "follow-ups"),
    ("o", "来源与适用范围", "sources and scope"),
    ("l", "换语言", "other language"),
    ("n", "写笔记", "note"),
    ("e", "编辑这道题", "edit the question"),
    ("s", "暂停这道题", "suspend the question"),
    ("b", "今天稍后再答", "later today"),
    ("u", "撤销", "undo"),
    ("q", "结束", "stop"),
    ("↑ ↓", "滚动", "scroll"),
    (":h :e :s :u :q :?", "写答案时的命令，各占一行", "while typing: commands on a line of their own"),
    (". / Ctrl-D", "交卷", "hand the answer in"),
)


def _help(page: Page) -> None:
    for key, zh, en in _KEYS:
        page.say(say(page.state.ui, zh, en), "", key + " " * max(1, 20 - len(key)), "bold")


_ASK: Final[Mapping[str, Callable[[Page], None]]] = {"ask": _asking, "outline": _outline}
