"""The foot of a frame: the message, the rating that follows, and the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from tiku.grade.rating import result
from tiku.model import RATINGS, Rating, Text
from tiku.text import cell_width, cut, say, visible, wrap
from tiku.ui.session import State
from tiku.ui.terminal import Line

RATING_NAMES: Final[Mapping[Rating, Text]] = {
    "again": Text("重来", "again"),
    "hard": Text("困难", "hard"),
    "good": Text("良好", "good"),
    "easy": Text("轻松", "easy"),
}
UNBOUNDED: Final = 10_000
"""A height or width from which there is no screen: nothing is wrapped, no key is offered."""
Due: TypeAlias = Mapping[Rating, str]
"""For each rating, when the question would come back, as words."""


def footer(state: State, due: Due, width: int, height: int) -> list[Line]:
    """Return the foot of a frame; on a screen lower than 12 lines it is one or two lines high."""
    lines: list[Line] = []
    if state.message:
        lines.append(((cut(visible(state.message), width), "yellow"),))
    if state.phase == "outline" and not state.overlay:
        lines.append(_ratings(state, due, width))
    if height >= UNBOUNDED:
        return lines
    keys = _keys(state)
    if height < 12:
        return [*lines[-1:], ((cut(keys, width), "dim"),)][-2:] if height >= 5 else [((cut(keys, width), "dim"),)]
    return [(), *lines, *[((part, "dim"),) for part in packed(keys, width)]]


def packed(keys: str, width: int) -> list[str]:
    """Return the keys in lines, broken only between one key and the next."""
    lines: list[str] = []
    for key in keys.split(" · "):
        longer = f"{lines[-1]} · {key}" if lines else key
        if lines and cell_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.extend(wrap(key, width))
    return lines


def _ratings(state: State, due: Due, width: int) -> Line:
    score = result(state.points, state.ticks)
    spans: list[tuple[str, str]] = [(f"{round(score.score * 100)}%  ", "bold")]
    for rating in RATINGS:
        name = RATING_NAMES[rating].pick(state.ui)
        when = due.get(rating, "")
        chosen = rating == state.rating
        label = f"[{name} {when}]" if chosen else f" {name} {when} "
        spans.append((label.replace(" ]", "]"), "reverse bold" if chosen else "dim"))
    if score.missed_must and state.rating == "again":
        spans.append((say(state.ui, "  漏了必答点", "  a must-point is missing"), "red"))
    return _fit(spans, width)


def _fit(spans: Sequence[tuple[str, str]], width: int) -> Line:
    fitted: list[tuple[str, str]] = []
    left = width
    for text, style in spans:
        part = cut(text, left)
        left -= cell_width(part)
        if part:
            fitted.append((part, style))
    return tuple(fitted)


def _keys(state: State) -> str:
    ui = state.ui
    if state.overlay == "note":
        return say(ui, ". 保存 · esc 放弃", ". save · esc drop")
    if state.overlay == "follow":
        return say(
            ui, "f 下一步 · 数字 去那道题 · 其他键返回", "f more · digit go to that question · any other key back"
        )
    if state.overlay:
        return say(ui, "任意键返回", "any key goes back")
    rest = say(
        ui,
        "f 追问 · o 来源 · l 语言 · n 笔记 · e 编辑 · s 暂停 · b 稍后 · u 撤销 · ? 帮助 · q 结束",
        "f follow-ups · o sources · l language · n note · e edit · s suspend · b later · u undo · ? help · q stop",
    )
    if state.phase == "outline":
        return (
            say(
                ui, "数字 勾选 · a 全选 · +/- 评级 · 回车 接受 · ", "digits tick · a all · +/- rating · enter accept · "
            )
            + rest
        )
    if state.typing:
        done = say(ui, "回车", "enter") if state.card.question.kind == "numeric" else "."
        return say(
            ui,
            f"{done} 交卷 · :h 提示 · :e 编辑器 · :s 暂停 · :b 稍后 · :u 撤销 · :? 帮助 · :q 结束",
            f"{done} hand in · :h hint · :e editor · :s suspend · :b later · :u undo · :? help · :q stop",
        )
    if state.card.question.kind == "choice":
        return say(ui, "数字 选择 · 回车 交卷 · 空格 看答案 · ", "digits choose · enter hand in · space show · ") + rest
    return say(ui, "空格 看要点 · h 提示 · ", "space show · h hint · ") + rest
