"""Draw the pictures of the README from real runs: ``python .github/pictures.py [FOLDER]``.

The quiz is played by the program itself, with keys, on a fixed moment and a data folder of its own; the statistics are
those of a made-up month. What the tests compare is the text of the pictures.
"""

from __future__ import annotations

import html
import os
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from rich.console import Console
from rich.text import Text

from tiku.commands import set_language
from tiku.commands.desk import WorkDesk
from tiku.commands.figures import figures_of
from tiku.store.event import Review
from tiku.text import cell_width
from tiku.ui.quiz import Item, play
from tiku.ui.statistics import stats_page
from tiku.ui.terminal import Line
from tiku.workspace import open_workspace
from tiku.workspace.work import Workspace

NOW = "2026-12-01T20:00:00+00:00"
CELL = 12.2
"""Width of a cell in the pictures, as rich draws them."""
QUESTION = "mpi-allreduce-nccl-ring"


class Reel:
    """A terminal that presses keys by itself and keeps the frames."""

    interactive = False

    def __init__(self, keys: Sequence[str], width: int, height: int) -> None:
        self.keys = list(keys)
        self.frame: list[Line] = []
        self.width, self.height = width, height

    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def read(self) -> str:
        return self.keys.pop(0) if self.keys else "q"

    def paint(self, lines: Sequence[Line], cursor: tuple[int, int] | None = None) -> None:
        if self.keys:
            self.frame = list(lines)

    def aside(self) -> None:
        raise NotImplementedError


def workspace(folder: str, lang: str) -> Workspace:
    os.environ["TZ"] = "UTC"
    set_language(lang)
    environment = {"TIKU_DATA": f"{folder}/data", "TIKU_CACHE": f"{folder}/cache", "TIKU_STATE": f"{folder}/state"}
    return open_workspace(environment, lang=lang, now=NOW, ui=lang)


def quiz_frame(work: Workspace) -> list[Line]:
    keys = [" ", "1", "2", "4", "5", "7", "resize", "q"]
    reel = Reel(keys, 100, 34)
    reason = "asked by baidu-j99964" if work.ui == "en" else "baidu-j99964 问过"
    play(WorkDesk(work), reel, [Item(QUESTION, reason)], "think", work.langs, "zh" if work.ui == "zh" else "en")  # type: ignore[arg-type]
    return reel.frame


def a_month(work: Workspace) -> None:
    chance = random.Random(7)
    idents = [row.id for row in work.rows(["kind:open,code,story"])]
    start = datetime.fromisoformat(NOW) - timedelta(days=45)
    for day in range(45):
        if chance.random() < 0.2:
            continue
        for number in range(chance.randrange(3, 13)):
            ident = chance.choice(idents[: 20 + 4 * day])
            question = work.question(ident)
            marks = tuple((point.id, chance.random() < 0.8) for point in question.marked)
            rating = work.rating_of(question, frozenset(point for point, hit in marks if hit))
            at = (start + timedelta(days=day, minutes=3 * number)).isoformat()
            work.record(Review(ident, rating, marks, "", 70.0, "think", "self"), at=at)


def save(lines: Sequence[Line], title: str, path: Path) -> None:
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=100, file=nowhere, force_terminal=True, color_system="truecolor")
        for line in lines:
            console.print(Text.assemble(*line), no_wrap=True, overflow="ignore", crop=False)
        path.write_text(widened(console.export_svg(title=title, unique_id="tiku")), encoding="utf-8")


def widened(svg: str) -> str:
    """Give each text the length of its cells: rich counts characters, which squeezes Chinese to half its width."""

    def lengthen(match: re.Match[str]) -> str:
        text = html.unescape(match.group(3)).replace("\xa0", " ")
        return f"{match.group(1)}{cell_width(text) * CELL:g}{match.group(2)}{match.group(3)}</text>"

    return re.sub(r'(<text class="tiku-r\d+"[^>]*textLength=")[\d.]+("[^>]*>)([^<]*)</text>', lengthen, svg)


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".github"
    for lang, suffix in (("en", ""), ("zh", ".zh")):
        with tempfile.TemporaryDirectory() as folder:
            work = workspace(folder, lang)
            save(quiz_frame(work), "tiku quiz", target / f"quiz{suffix}.svg")
            a_month(work)
            page = stats_page(figures_of(work), work.today, 100, "zh" if lang == "zh" else "en")
            save(page, "tiku stats", target / f"stats{suffix}.svg")
            work.close()


if __name__ == "__main__":
    main()
