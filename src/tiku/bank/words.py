"""The words that queries over an index may use."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiku.bank.index import Index


class IndexWords:
    """The words that queries over an index may use, each list fetched when it is first asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def _column(self, sql: str) -> set[str]:
        return self._index.safely(lambda: {str(row[0]) for row in self._index.db.execute(sql)})

    @cached_property
    def topics(self) -> Collection[str]:
        """Return the topics of the taxonomy and those that questions name."""
        used = self._column("SELECT DISTINCT topic FROM questions WHERE topic <> ''")
        return used | {topic.id for topic in self._index.topics()}

    @cached_property
    def subtopics(self) -> Collection[str]:
        """Return the subtopics of the taxonomy and those that questions name."""
        used = self._column("SELECT DISTINCT subtopic FROM questions WHERE subtopic <> ''")
        return used | self._column("SELECT subtopic FROM subtopics")

    @cached_property
    def skills(self) -> Collection[str]:
        """Return the skills of the skill tables and those that questions name."""
        return self._graph.keys() | self._column("SELECT DISTINCT skill FROM skills")

    @cached_property
    def postings(self) -> Collection[str]:
        """Return the postings, and those that questions name."""
        kept = self._column("SELECT ident FROM files WHERE kind = 'posting' AND ident IS NOT NULL")
        return kept | self._column("SELECT DISTINCT posting FROM asked")

    @cached_property
    def questions(self) -> Collection[str]:
        """Return the ids of all questions."""
        return self._column("SELECT id FROM questions")

    @cached_property
    def _graph(self) -> dict[str, tuple[str, ...]]:
        return {skill.id: skill.implies for skill in self._index.skills()}

    @cached_property
    def implied_by(self) -> Mapping[str, Collection[str]]:
        """Return for each skill those from which it follows, however far."""
        return _implied_by(self._graph)


def _implied_by(graph: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Return for each skill those from which it follows, however far."""
    above: dict[str, set[str]] = {}
    for skill in graph:
        seen: set[str] = set()
        waiting = list(graph[skill])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                above.setdefault(name, set()).add(skill)
                waiting.extend(graph.get(name, ()))
    return above
