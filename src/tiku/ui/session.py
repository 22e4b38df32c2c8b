"""The quiz as a value: one card on the screen, changed by keys. No terminal, clock or file in here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tiku.grade.rating import result, step
from tiku.model import ANSWER, Lang, Langs, Rating
from tiku.ui.editor import Draft, draft
from tiku.ui.editor import press as edit

if TYPE_CHECKING:
    from tiku.grade.numeric import Drawn
    from tiku.grade.points import Marking
    from tiku.model import Point, Question

Mode = Literal["think", "type"]
Phase = Literal["ask", "outline"]
Overlay = Literal["", "help", "follow", "sources", "note"]
Do = Literal["stay", "mark", "accept", "undo", "suspend", "later", "edit", "editor", "note", "deeper", "quit"]
"""What the loop is to do after a key; ``stay`` is nothing but painting again."""

DIGITS: Final = "1234567890"
Handler: TypeAlias = "Callable[[State], tuple[State, Do]]"


@dataclass(frozen=True, slots=True)
class Card:
    """A question on the screen: why it is here and where the session stands."""

    question: Question
    reason: str
    number: int
    total: int
    repeat: bool = False
    """A second showing in the same sitting, which is not recorded."""
    drawn: Drawn | None = None
    order: tuple[int, ...] = ()
    """The options of a choice question in the order shown."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything the screen depends on."""

    card: Card
    mode: Mode = "think"
    langs: Langs = "zh"
    ui: Lang = "zh"
    phase: Phase = "ask"
    hints: int = 0
    ticks: frozenset[str] = frozenset()
    moved: int = 0
    chosen: frozenset[int] = frozenset()
    draft: Draft = field(default_factory=Draft)
    answer: Draft = field(default_factory=Draft)
    """The answer being typed, kept aside while a note is edited."""
    marking: Marking | None = None
    overlay: Overlay = ""
    revealed: int = 0
    scroll: int = 0
    message: str = ""

    @property
    def points(self) -> tuple[Point, ...]:
        """Return the points that count."""
        return self.card.question.marked

    @property
    def rating(self) -> Rating:
        """Return the rating that follows from the ticks, moved by hand."""
        base = result(self.points, self.ticks).rating
        return step(base, self.moved)

    @property
    def typing(self) -> bool:
        """Tell whether keys go to the editor."""
        if self.overlay == "note":
            return True
        if self.phase != "ask" or self.overlay:
            return False
        return self.card.question.kind == "numeric" or (self.mode == "type" and self.card.question.kind != "choice")


def start(card: Card, mode: Mode, langs: Langs, ui: Lang) -> State:
    """Return the state in which a card is first shown."""
    return State(card, mode, langs, ui)


def press(state: State, key: str) -> tuple[State, Do]:
    """Return the state after a key, and what the loop is to do."""
    state = replace(state, message="")
    if key in ("up", "down", "pgup", "pgdn") and not (
        state.typing and len(state.draft.lines) > 1 and key in ("up", "down")
    ):
        by = {"up": -1, "down": 1, "pgup": -8, "pgdn": 8}[key]
        return replace(state, scroll=max(0, state.scroll + by)), "stay"
    if state.typing:
        return _type(state, key)
    if state.overlay:
        return _in_overlay(state, key)
    common = _COMMON.get(key)
    if common is not None:
        return common(state)
    return _ask(state, key) if state.phase == "ask" else _outline(state, key)


def _type(state: State, key: str) -> tuple[State, Do]:
    if state.overlay == "note":
        return _type_note(state, key)
    line = state.draft.line.strip()
    if key == "ctrl-d" or (key == "enter" and line == "."):
        return _finish_typing(state, drop=line == ".")
    if key == "enter":
        if line in _LINES:
            return _line_command(_without_line(state), line)
        if state.card.question.kind == "numeric":
            return _finish_typing(state, drop=False)
    return replace(state, draft=edit(state.draft, key), scroll=0), "stay"


def _finish_typing(state: State, drop: bool) -> tuple[State, Do]:
    if drop:
        state = _without_line(state)
    return replace(state, phase="outline", scroll=0), "mark"


def _without_line(state: State) -> State:
    lines = list(state.draft.lines)
    del lines[state.draft.row]
    return replace(state, draft=draft("\n".join(lines)))


_LINES: Final = frozenset({":h", ":q", ":s", ":u", ":e", ":?", ":l", ":b", ":n", ":o", ":f"})


def _line_command(state: State, line: str) -> tuple[State, Do]:
    if line == ":e":
        return state, "editor"
    return _COMMON[line[1]](state) if line[1] in _COMMON else _ask(state, line[1])


def _type_note(state: State, key: str) -> tuple[State, Do]:
    line = state.draft.line.strip()
    if key == "ctrl-d" or (key == "enter" and line == "."):
        return (_without_line(state) if line == "." else state), "note"
    if key == "esc":
        return _close_note(state), "stay"
    return replace(state, draft=edit(state.draft, key)), "stay"


def _close_note(state: State) -> State:
    return replace(state, overlay="", draft=state.answer, scroll=0)


def _in_overlay(state: State, key: str) -> tuple[State, Do]:
    if state.overlay == "follow":
        count = len(state.card.question.follow_ups)
        if key in ("f", " ", "enter") and state.revealed < 2 * count:
            return replace(state, revealed=state.revealed + 1), "stay"
        if key in DIGITS and DIGITS.index(key) < count:
            follow = state.card.question.follow_ups[DIGITS.index(key)]
            if follow.question is not None:
                return replace(state, overlay="", scroll=0, message=follow.question), "deeper"
            return state, "stay"
    if key in ("ctrl-c", "eof"):
        return state, "quit"
    return replace(state, overlay="", scroll=0), "stay"


def _ask(state: State, key: str) -> tuple[State, Do]:
    question = state.card.question
    if question.kind == "choice":
        return _choose(state, key)
    if key in (" ", "enter"):
        return replace(state, phase="outline", scroll=0), "stay"
    if key == "h":
        return replace(state, hints=min(len(question.points), state.hints + 1)), "stay"
    return state, "stay"


def _choose(state: State, key: str) -> tuple[State, Do]:
    options = state.card.question.options
    if key in DIGITS and DIGITS.index(key) < len(options):
        option = state.card.order[DIGITS.index(key)]
        several = sum(one.right for one in options) > 1
        chosen = state.chosen ^ {option} if several else frozenset({option})
        return replace(state, chosen=chosen), "stay"
    if key in ("enter", " "):
        if not state.chosen and key == "enter":
            hint = (
                "先按数字选择；空格直接看答案" if state.ui == "zh" else "choose by digit first; space shows the answer"
            )
            return replace(state, message=hint), "stay"
        right = frozenset(index for index, option in enumerate(options) if option.right)
        ticks = frozenset({ANSWER}) if state.chosen == right else frozenset[str]()
        return replace(state, phase="outline", ticks=ticks, scroll=0), "stay"
    return state, "stay"


def _outline(state: State, key: str) -> tuple[State, Do]:
    points = state.points
    if key in DIGITS and len(key) == 1:
        at = DIGITS.index(key)
        if at < len(points):
            return replace(state, ticks=state.ticks ^ {points[at].id}, moved=0), "stay"
    elif key == "a":
        every = frozenset(point.id for point in points)
        return replace(state, ticks=frozenset() if state.ticks == every else every, moved=0), "stay"
    elif key in ("+", "="):
        return _move(state, 1), "stay"
    elif key in ("-", "_"):
        return _move(state, -1), "stay"
    elif key == "enter":
        return state, "accept"
    return state, "stay"


def _move(state: State, by: int) -> State:
    moved = replace(state, moved=state.moved + by)
    # At either end the key does nothing, so that the next one back counts at once.
    return state if moved.rating == state.rating else moved


def _open(overlay: Overlay) -> Handler:
    def opened(state: State) -> tuple[State, Do]:
        return replace(state, overlay=overlay, revealed=1, scroll=0), "stay"

    return opened


def _note(state: State) -> tuple[State, Do]:
    return replace(state, overlay="note", draft=draft(state.card.note), answer=state.draft, scroll=0), "stay"


def _language(state: State) -> tuple[State, Do]:
    langs: Langs = "en" if state.langs == "zh" else "zh" if state.langs == "en" else state.ui
    return replace(state, langs=langs), "stay"


def _do(what: Do) -> Handler:
    return lambda state: (state, what)


_COMMON: Final[dict[str, Handler]] = {
    "f": _open("follow"),
    "o": _open("sources"),
    "?": _open("help"),
    "n": _note,
    "l": _language,
    "e": _do("edit"),
    "s": _do("suspend"),
    "b": _do("later"),
    "u": _do("undo"),
    "q": _do("quit"),
    "eof": _do("quit"),
    "ctrl-c": _do("quit"),
    "ctrl-d": _do("quit"),
}


def options_order(question: Question, seed: int) -> tuple[int, ...]:
    """Return the order in which the options are shown: shuffled, the same for the same seed."""
    from random import Random

    order = list(range(len(question.options)))
    Random(f"{question.id}:{seed}").shuffle(order)
    return tuple(order)
