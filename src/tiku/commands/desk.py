"""The desk of a quiz: what the loop asks for, answered by the workspace."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tiku.grade.rating import result
from tiku.model import Rating
from tiku.study.memory import preview
from tiku.text import say
from tiku.ui.session import State
from tiku.workspace import Workspace

if TYPE_CHECKING:
    from tiku.grade.numeric import Drawn
    from tiku.grade.points import Marking
    from tiku.model import Question

LEARNT = 200
"""Characters of the user's wording that are remembered: a sentence, not an essay."""


class WorkDesk:
    """The workspace at the service of one sitting."""

    def __init__(self, work: Workspace, cram: bool = False) -> None:
        self._work = work
        self._cram = cram

    def question(self, ident: str) -> Question | None:
        """Return a question of the bank."""
        return self._work.find(ident)

    def note(self, ident: str) -> str:
        """Return the private note to a question."""
        return self._work.note(ident)

    def draw(self, question: Question) -> tuple[int, Drawn | None]:
        """Return a fresh seed and the numbers drawn with it."""
        return self._work.draw(question)

    def due(self, state: State) -> Mapping[Rating, str]:
        """Return for each rating in how many days the question would come back."""
        if self._cram:
            return {}
        question = state.card.question
        outline = self._work.outline(question)
        marks = {point.id: point.id in state.ticks for point in question.marked}
        derived = result(question.marked, state.ticks).rating
        memories = self._work.state.memories(question.id)
        days = preview(memories, outline, marks, derived, self._work.today, self._work.settings.retention)
        return {rating: self._in_days(day) for rating, day in days.items()}

    def _in_days(self, day: int) -> str:
        ahead = day - self._work.today
        ui = self._work.ui
        if ahead < 60:
            return say(ui, f"{ahead} 天", f"{ahead}d")
        if ahead < 700:
            return say(ui, f"{ahead / 30.4:.0f} 个月", f"{ahead / 30.4:.0f}mo")
        return say(ui, f"{ahead / 365.25:.1f} 年", f"{ahead / 365.25:.1f}y")

    def mark(self, question: Question, answer: str, drawn: Drawn | None) -> Marking:
        """Mark a typed answer."""
        return self._work.mark(question, answer, drawn.seed if drawn is not None else 0)

    def now(self) -> float:
        """Return seconds of a clock that never goes back."""
        return time.monotonic()

    def save(self, state: State, seconds: float) -> None:
        """Write the answer to the log; it is on disk when this returns."""
        from tiku.store.event import Review

        question = state.card.question
        derived = result(question.marked, state.ticks).rating
        typed = state.marking is not None
        if typed and question.kind not in ("choice", "numeric"):
            # Before the answer, so that taking back the last step takes back the answer.
            self._learn(state)
        self._work.record(
            Review(
                question.id,
                state.rating,
                tuple((point.id, point.id in state.ticks) for point in question.marked),
                self._work.digest(question.id),
                round(seconds, 1),
                "cram" if self._cram else "type" if typed else "think",
                state.marking.scorer if state.marking is not None else "self",
                moved=state.rating != derived,
                answer=state.draft.text if typed else None,
                seed=state.card.drawn.seed if state.card.drawn is not None else None,
            )
        )

    def _learn(self, state: State) -> None:
        """Remember where the user corrected the marking: their own wording counts the next time, or no longer does."""
        from tiku.grade.soft import best_place
        from tiku.store.event import Phrase

        assert state.marking is not None
        texts = {point.id: point.text for point in state.points}
        for mark in state.marking.points:
            said = mark.id in state.ticks
            if said == mark.hit:
                continue
            words = mark.evidence if mark.evidence and " … " not in mark.evidence else None
            words = words or best_place(texts[mark.id], state.draft.text)
            if words:
                self._work.record(Phrase(state.card.question.id, mark.id, words[:LEARNT], said))

    def undo(self) -> str | None:
        """Take back the last step; return the question it was about."""
        event = self._work.undo()
        return None if event is None else str(getattr(event.body, "question", "")) or None

    def suspend(self, ident: str) -> None:
        """Set a question aside."""
        from tiku.store.event import Suspend

        self._work.record(Suspend(ident))

    def write_note(self, ident: str, text: str) -> None:
        """Keep a private note in the place of the earlier one."""
        from tiku.store.event import Note

        self._work.record(Note(ident, text, self._work.note_id(ident)))

    def edit_question(self, ident: str) -> str:
        """Open the question's file in the editor."""
        return self._work.open_editor(self._work.editable(ident))

    def edit_text(self, text: str) -> str:
        """Open a text in the editor and return it as saved."""
        return self._work.edit_text(text)
