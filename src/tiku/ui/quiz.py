"""The loop of the quiz: a queue of questions, a terminal, and a desk where answers are kept.

An answer is on disk (``Desk.save``) before the next question is painted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tiku.model import Lang, Langs, Question, Rating, Text
from tiku.text import cut, say, wrap
from tiku.ui.editor import draft
from tiku.ui.footer import RATING_NAMES, Due
from tiku.ui.session import Card, Do, Mode, State, options_order, press, start
from tiku.ui.terminal import Line, Stopped, Terminal
from tiku.ui.views import frame

if TYPE_CHECKING:
    from tiku.grade.numeric import Drawn
    from tiku.grade.points import Marking

_NOTHING = Text("", "")


class Item(NamedTuple):
    """A question in the queue of the session, and why it is there."""

    question: str
    reason: str
    repeat: bool = False


class Done(NamedTuple):
    """One answer of the session."""

    question: str
    rating: Rating
    missed: tuple[str, ...]
    recorded: bool = True


class Desk(Protocol):
    """What the quiz needs from the workspace."""

    def question(self, ident: str) -> Question | None:
        """Return the question, None where it has gone."""
        ...

    def note(self, ident: str) -> str:
        """Return the private note to a question."""
        ...

    def draw(self, question: Question) -> tuple[int, Drawn | None]:
        """Return a fresh seed and the numbers drawn with it."""
        ...

    def due(self, state: State) -> Due:
        """Return for each rating when the question would come back."""
        ...

    def mark(self, question: Question, answer: str, drawn: Drawn | None) -> Marking:
        """Mark a typed answer."""
        ...

    def now(self) -> float:
        """Return seconds of a clock that never goes back."""
        ...

    def save(self, state: State, seconds: float) -> None:
        """Write the answer to the log, durably."""
        ...

    def undo(self) -> str | None:
        """Take back the last step; return the question it was about."""
        ...

    def suspend(self, ident: str) -> None:
        """Set a question aside."""
        ...

    def write_note(self, ident: str, text: str) -> None:
        """Keep a private note."""
        ...

    def edit_question(self, ident: str) -> str:
        """Open the question's file in the editor; return a message."""
        ...

    def edit_text(self, text: str) -> str:
        """Open a text in the editor and return it as saved."""
        ...


@dataclass
class Sitting:
    """One session at the terminal."""

    desk: Desk
    terminal: Terminal
    queue: deque[Item]
    mode: Mode
    langs: Langs
    ui: Lang
    done: list[Done] = field(default_factory=list)
    shown: int = 0

    def run(self) -> list[Done]:
        """Ask until the queue is empty or the user stops; then the end screen, where undo still works."""
        while True:
            while self.queue:
                if not self._ask(self.queue.popleft()):
                    return self.done
            if not self.terminal.interactive or not self.done or not self._end():
                return self.done

    def _ask(self, item: Item) -> bool:
        question = self.desk.question(item.question)
        if question is None:
            return True
        self.shown += 1
        seed, drawn = self.desk.draw(question)
        order = options_order(question, seed)
        total = self.shown + len(self.queue)
        note = self.desk.note(question.id)
        card = Card(question, item.reason, self.shown, total, item.repeat, drawn, order, note)
        state = start(card, self.mode, self.langs, self.ui)
        begun = self.desk.now()
        while True:
            state = self._paint(state)
            state, what = press(state, self.terminal.read())
            self.langs = state.langs
            if what == "quit":
                return False
            if what == "accept":
                self._accept(state, self.desk.now() - begun)
                return True
            state, leaves = self._act(state, what, item)
            if leaves:
                return True

    def _paint(self, state: State) -> State:
        width, height = self.terminal.size()
        due = self.desk.due(state) if state.phase == "outline" and not state.card.repeat else {}
        lines, cursor, offset = frame(state, due, width, height)
        self.terminal.paint(lines, cursor)
        return state if offset == state.scroll else replace(state, scroll=offset)

    def _act(self, state: State, what: Do, item: Item) -> tuple[State, bool]:
        ident = state.card.question.id
        if what == "mark":
            marking = self.desk.mark(state.card.question, state.draft.text, state.card.drawn)
            return replace(state, marking=marking, ticks=marking.hits), False
        if what == "editor":
            with self.terminal.aside():
                text = self.desk.edit_text(state.draft.text)
            return replace(state, draft=draft(text)), False
        if what == "edit":
            with self.terminal.aside():
                message = self.desk.edit_question(ident)
            fresh = self.desk.question(ident) or state.card.question
            return replace(state, card=replace(state.card, question=fresh), message=message), False
        if what == "note":
            self.desk.write_note(ident, state.draft.text)
            card = replace(state.card, note=state.draft.text)
            return replace(state, card=card, overlay="", draft=state.answer, scroll=0), False
        return self._leave(state, what, item)

    def _leave(self, state: State, what: Do, item: Item) -> tuple[State, bool]:
        if what == "suspend":
            self.desk.suspend(item.question)
            return state, True
        if what == "later":
            self.queue.append(item)
            self.shown -= 1
            return state, True
        if what == "deeper":
            wanted = state.message
            if self.desk.question(wanted) is None:
                return replace(
                    state, message=say(self.ui, f"题库里没有 {wanted}", f"{wanted} is not in the bank")
                ), False
            self.queue.extendleft([item, Item(wanted, say(self.ui, "追问", "follow-up"))])
            self.shown -= 1
            return state, True
        if what == "undo":
            return self._undo(state, item)
        return state, False

    def _undo(self, state: State, item: Item | None) -> tuple[State, bool]:
        if self.done and not self.done[-1].recorded:
            # A repeat was never recorded: taking it back only shows it again.
            back: str | None = self.done[-1].question
            reason = item.reason if item else ""
        else:
            back, reason = self.desk.undo(), say(self.ui, "已撤销，重答", "taken back")
        if back is None:
            return replace(state, message=say(self.ui, "没有可撤销的", "there is nothing to take back")), False
        repeat = bool(self.done) and self.done[-1].question == back and not self.done[-1].recorded
        if self.done and self.done[-1].question == back:
            self.done.pop()
            self.shown -= 1
        self._reopen(item, Item(back, reason, repeat))
        return state, True

    def _reopen(self, current: Item | None, back: Item) -> None:
        kept = [one for one in self.queue if not (one.repeat and one.question == back.question)]
        self.queue = deque(kept)
        if current is not None:
            self.shown -= 1
            if current.question != back.question:
                self.queue.appendleft(current)
        self.queue.appendleft(back)

    def _accept(self, state: State, seconds: float) -> None:
        card = state.card
        missed = tuple(point.id for point in state.points if point.id not in state.ticks)
        if not card.repeat:
            self.desk.save(state, seconds)
        self.done.append(Done(card.question.id, state.rating, missed, recorded=not card.repeat))
        if state.rating == "again" and not card.repeat:
            self.queue.append(
                Item(card.question.id, say(self.ui, "刚才没答上，再来一次", "missed just now, once more"), True)
            )

    def _end(self) -> bool:
        """Show the end screen; return whether the session goes on (after an undo)."""
        message = ""
        while True:
            foot = say(self.ui, "u 撤销最后一题 · 回车 结束", "u take the last one back · enter leave")
            width, height = self.terminal.size()
            body = fit(summary(self.done, self.ui), width)
            self.terminal.paint([*body[: max(0, height - 2)], (), ((cut(message or foot, width), "dim"),)], None)
            key = self.terminal.read()
            if key == "u":
                empty = State(Card(Question("", "open", _NOTHING), "", 0, 0), ui=self.ui)
                state, reopened = self._undo(empty, None)
                if reopened:
                    return True
                message = state.message
            elif key in ("enter", "q", " ", "esc", "eof", "ctrl-c", "ctrl-d"):
                return False


def summary(done: Iterable[Done], ui: Lang) -> list[Line]:
    """Return the end of a session as lines: how it went, what was missed, and the query that drills it."""
    recorded = [one for one in done if one.recorded]
    count = len(recorded)
    lines: list[Line] = [((say(ui, f"答了 {count} 题", f"{count} answered"), "bold"),)]
    for rating, name in RATING_NAMES.items():
        number = sum(one.rating == rating for one in recorded)
        if number:
            lines.append(((f"  {name.pick(ui)} {number}", ""),))
    weak = [one for one in recorded if one.rating in ("again", "hard")]
    if weak:
        lines.append(())
        lines.append(((say(ui, "没说到的要点", "Points missed"), "bold"),))
        lines.extend(((f"  {one.question}: {', '.join(one.missed)}", ""),) for one in weak)
        ids = ",".join(dict.fromkeys(one.question for one in weak))
        lines.append(((say(ui, f"再练: tiku quiz id:{ids}", f"drill them: tiku quiz id:{ids}"), "cyan"),))
    return lines


def fit(lines: Iterable[Line], width: int) -> list[Line]:
    """Wrap one-style lines to a width."""
    fitted: list[Line] = []
    for line in lines:
        text, style = line[0] if line else ("", "")
        fitted.extend(((part, style),) for part in wrap(text, width, hang=4))
    return fitted


def play(
    desk: Desk, terminal: Terminal, items: Iterable[Item], mode: Mode, langs: Langs, ui: Lang
) -> tuple[list[Done], bool]:
    """Run a session; return what was answered and whether it was broken off by a signal or Ctrl-C."""
    sitting = Sitting(desk, terminal, deque(items), mode, langs, ui)
    try:
        return sitting.run(), False
    except (KeyboardInterrupt, Stopped):
        return sitting.done, True
