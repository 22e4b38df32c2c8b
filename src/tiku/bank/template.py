"""The file that ``tiku new`` begins a question with: what is needed is there and empty, the rest is in comments."""

from __future__ import annotations

from typing import Final

from tiku.model import Kind
from tiku.text import say


def new_question_yaml(ident: str, kind: Kind = "open", topic: str = "", lang: str = "zh") -> str:
    """Return a template for a question of the user's own bank. Once the empty values are filled it is valid.

    ``topic`` is written only where given; without it the folder is the topic. Comments stand on their own lines.
    """
    head = [
        "# " + say(lang, "与文件名相同，以后不改作他用", "the stem of the file, never used again for another question"),
        f"id: {ident}",
        f"kind: {kind}",
        *([f"topic: {topic}"] if topic else []),
        "# " + say(lang, "以下几行可选，去掉 # 启用", "the next lines are optional; remove the # to use one"),
        "# level: senior",
        "# skills: [cuda]",
        "# asked_in: [baidu-j99964]",
    ]
    asked = "# " + say(
        lang, "题面；含 “: ” 或 “ #” 的文字加引号", "what is asked; a text with “: ” or “ #” needs quotes"
    )
    return "\n".join([*head, asked, "question:", *_BODIES[kind](lang), *_tail(lang)]) + "\n"


def _point(lang: str, text_zh: str, text_en: str) -> list[str]:
    return [
        "points:",
        "  # " + say(lang, "id 题内唯一，以后不改", "the id is unique in the question and stays"),
        "  - id: first",
        "    # " + say(lang, text_zh, text_en),
        "    text:",
        "    # "
        + say(lang, "权重 1 到 3；缺了就不算答对的写 true", "weight 1 to 3; true where the answer fails without it"),
        "    weight: 2",
        "    must: true",
        "    # "
        + say(
            lang,
            "听到哪些词算说到：每行都要满足，一行满足其一",
            "words that show it was said: every line, any phrase of a line",
        ),
        "    # evidence:",
        "    #   - [" + say(lang, "说法一, 说法二", "one phrase, another phrase") + "]",
    ]


def _open(lang: str) -> list[str]:
    return _point(lang, "一个要点，一句论断", "one claim that a listener could tick")


def _story(lang: str) -> list[str]:
    return _point(lang, "在你的经历里要听到什么", "what to listen for in your own story")


def _choice(lang: str) -> list[str]:
    why = say(lang, "为什么", "why")
    return [
        "options:",
        "  # " + say(lang, "二到八个，至少一个 right: true", "two to eight, at least one with right: true"),
        "  - text:",
        "    right: true",
        f"    # why: {why}",
        "  - text:",
        "    right: false",
        f"    # why: {why}",
    ]


def _numeric(lang: str) -> list[str]:
    return [
        "# " + say(lang, "题面里用 {n} 写出每个题设", "write every given as {n} in the question"),
        "given:",
        "  n: {choices: [8, 16, 32]}",
        "  # size: {range: [1, 64], step: 1}",
        "# steps:",
        "#   half: n / 2",
        "# "
        + say(lang, "可用 + - * / // % ** 和 min max ceil log2 等", "+ - * / // % ** and min max ceil log2 and others"),
        "formula:",
        "# unit: GB",
        "tolerance: 1%",
    ]


def _code(lang: str) -> list[str]:
    return [
        "language: cpp",
        "# " + say(lang, "给出的起点", "what one starts from"),
        "# stub: |-",
        "#   …",
        "# " + say(lang, "参考解", "the reference"),
        "# solution: |-",
        "#   …",
        *_open(lang),
    ]


_BODIES: Final = {"open": _open, "story": _story, "choice": _choice, "numeric": _numeric, "code": _code}


def _tail(lang: str) -> list[str]:
    return [
        "# " + say(lang, "开口第一段，30 到 60 秒", "what to say in the first 30 to 60 seconds"),
        "# opening: …",
        "# follow_ups: […]",
        "# sources:",
        "#   - {title: …, url: 'https://…'}",
        "# " + say(lang, "全部字段: tiku help format", "all fields: tiku help format"),
    ]
