"""Study sheets as PDF, set by typst. Fonts are checked first: typst says nothing of glyphs it does not have."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tiku.errors import CannotError
from tiku.model import Langs, Text
from tiku.sheet.build import Block, Entry, Sheet, shown
from tiku.text import visible

_PLACES: Final = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "C:/Windows/Fonts/msyh.ttc",
)

_SPARE: Final = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
"""Signs that a Chinese font lacks are taken from here where it is installed."""


def render(sheet: Sheet, font: Path | None = None) -> bytes:
    """Return the PDF. Raises CannotError where typst, or a font with every glyph, is missing."""
    try:
        import typst
        from fontTools.ttLib import TTCollection, TTFont  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        cure = "pip install 'tiku[pdf]'"
        raise CannotError("缺少 typst", "typst is missing", cure, cure) from error
    body = "\n".join(_lines(sheet))
    path = font or next((Path(place) for place in _PLACES if os.path.exists(place)), None)
    if path is None:
        raise _no_font("", "")
    try:
        faces = list(TTCollection(str(path)).fonts) if path.suffix.lower() == ".ttc" else [TTFont(str(path))]
    except Exception as error:
        raise CannotError("不是可用的字体", f"no usable font: {error}", place=str(path)) from error
    names = {str(face["name"].getDebugName(1)): face for face in faces}
    name = next((one for one in names if one.endswith(" SC")), next(iter(names)))
    cmap = names[name].getBestCmap()
    spare = Path(_SPARE)
    known = {*cmap, *(TTFont(_SPARE).getBestCmap() if spare.exists() else ())}
    missing = sorted({char for char in body + sheet.title if char > " " and ord(char) not in known})
    if missing:
        raise _no_font(" ".join(missing[:10]), str(path))
    source = _HEAD.replace("FONT", _quoted(name)).replace("TITLE", _quoted(sheet.title))
    source = source.replace("COLUMNS", "2" if sheet.style == "crib" else "1") + body
    compiled: object = typst.compile(source.encode(), font_paths=[str(path.parent), str(spare.parent)])  # type: ignore[misc, unused-ignore]
    assert isinstance(compiled, bytes)
    return compiled


def _no_font(missing: str, place: str) -> CannotError:
    return CannotError(
        f"没有字体能显示全部文字 {missing}".strip(), f"no font has all the glyphs {missing}".strip(),
        "装 fonts-noto-cjk（Debian），或 --font FILE", "install fonts-noto-cjk (Debian), or --font FILE", place,
    )  # fmt: skip


_HEAD: Final = """
#set document(title: TITLE, keywords: ("tiku-sheet",))
#set page(paper: "a4", margin: 18mm, numbering: "1 / 1", columns: COLUMNS)
#set text(font: (FONT, "DejaVu Sans"), size: 10pt, lang: "zh", fallback: false)
#set par(leading: 0.7em)
#show raw: set text(font: ("DejaVu Sans Mono", FONT, "DejaVu Sans"), size: 8.5pt)
#show link: set text(fill: rgb("#0550ae"))
"""


def _quoted(text: str) -> str:
    return json.dumps(visible(text), ensure_ascii=False)


def _line(texts: Iterable[str]) -> str:
    return " / ".join(f"#text({_quoted(text)})" for text in texts)


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"#text(size: 18pt, weight: 700, {_quoted(sheet.title)})\n#outline(depth: 2, title: none)"
    for section in sheet.sections:
        yield f"#heading(level: 1)[{_line(shown(section.name, sheet.langs))}]"
        for entry in section.entries:
            yield _heading(entry, sheet.langs, f"q{entry.number}")
            facts = " · ".join(filter(None, (entry.source.id, entry.source.level, *entry.source.postings)))
            yield f"#text(size: 8pt, {_quoted(facts)})\n"
            yield from (f"{_line(shown(text, sheet.langs))}\n" for text in entry.progress)
            yield from _blocks(entry.front, sheet.langs)
            if sheet.answers == "shown":
                yield from _blocks(entry.back, sheet.langs)
            elif sheet.answers == "after":
                yield f"#link(<a{entry.number}>)[→ #context counter(page).at(<a{entry.number}>).first()]\n"
    if sheet.answers == "after":
        yield f"#pagebreak()\n#heading(level: 1)[{_line(shown(Text('答案', 'Answers'), sheet.langs))}]"
        for entry in sheet.entries:
            yield _heading(entry, sheet.langs, f"a{entry.number}")
            yield from _blocks(entry.back, sheet.langs)


def _heading(entry: Entry, langs: Langs, label: str) -> str:
    return f"#heading(level: 2)[{entry.number}. {_line(shown(entry.source.question, langs))}] <{label}>"


def _blocks(blocks: tuple[Block, ...], langs: Langs) -> Iterator[str]:
    for block in blocks:
        yield f"#strong[{_line(shown(block.heading, langs))}]\n"
        for item in block.items:
            if item.code:
                yield f"#raw(block: true, {_quoted(item.code)})"
                continue
            text = _line(shown(item.text, langs))
            text = f"#link({_quoted(item.url)})[{text}]" if item.url else text
            yield f"#list.item[#text({_quoted(item.mark)}) {text}]"
        yield ""
