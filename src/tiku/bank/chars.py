"""What stands in a file before YAML is looked at: bytes that are no UTF-8, and characters that have no place in a bank.

Pure functions over the bytes and the text of one file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from tiku.bank.codes import problem
from tiku.model import Place, Problem, Text

BOM = "\ufeff"

_CONTROL = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
)
_HIDDEN = r"\u00ad\u200b\u2060\ufffc\ufffd"
_ALIKE = r"\u2e80-\u2fd5\uf900-\ufaff\U0002f800-\U0002fa1f"
_SUSPECT = re.compile(rf"[\t{_CONTROL}{_HIDDEN}{_ALIKE}]|\r(?!\n)")
_CONTROLS = re.compile(rf"[{_CONTROL}]|\r(?!\n)")
_HIDDENS = re.compile(f"[{_HIDDEN}]")
_ALIKES = re.compile(f"[{_ALIKE}]")

_RADICALS = dict(
    zip(
        "⺁⺂⺃⺄⺅⺆⺇⺈⺉⺋⺌⺍⺎⺒⺓⺔⺕⺖⺗⺘⺙⺛⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻟⻠⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳",
        "厂乛乚乙亻冂几刀刂㔾小小兀巳幺彑彐忄心扌攵旡月歺母民氵氺灬爫爪丬牛犭王疋目示礻竹糸纟网网网罒羊羊羊耂肀聿肉臼艹艹艹虎衤覀西见角角讠贝足车辶辶辶阝钅長镸长门阜阝雨青韦页风飞食飠饣马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟",
        strict=True,
    )
)
"""Characters of CJK Radicals Supplement to the ordinary ones, after Unicode's EquivalentUnifiedIdeograph.txt."""


def decode(data: bytes, path: str) -> tuple[str, Problem | None]:
    """Return the text of a file, or the empty text and the problem where it is no UTF-8."""
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return "", _bad_bytes(data, error.start, path)


def _bad_bytes(data: bytes, at: int, path: str) -> Problem:
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at)
    line = data[start : end if end >= 0 else len(data)].decode("utf-8", "backslashreplace").rstrip("\r")
    place = Place(path, data.count(b"\n", 0, at) + 1, len(data[start:at].decode("utf-8")) + 1, line)
    shown = f"0x{data[at]:02x}"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return problem("bad-utf8", place, Text("看来是 UTF-16", "it looks like UTF-16"), _convert("utf-16"))
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return problem("bad-utf8", place, Text(f"字节 {shown}", f"byte {shown}"), "")
    hint = Text(f"字节 {shown}，可能是 GBK", f"byte {shown}; it may be GBK")
    return problem("bad-utf8", place, hint, _convert("gb18030"))


def _convert(encoding: str) -> str:
    return f" (iconv -f {encoding} -t utf-8)"


def is_suspect(text: str) -> bool:
    """Tell whether the text holds any character that is told of; composition is looked at by :func:`inspect`."""
    return _SUSPECT.search(text) is not None


def is_fatal(text: str) -> bool:
    """Tell whether the text holds a control character, after which it is not parsed."""
    return _CONTROLS.search(text) is not None


def inspect(lines: Sequence[str], text: str, path: str) -> Iterator[Problem]:
    """Yield the problems of characters, at most one of a code a line, in order of lines."""
    composed = unicodedata.is_normalized("NFC", text)
    if composed and not is_suspect(text):
        return
    for number, line in enumerate(lines, start=1):
        if line.isascii() and line.isprintable():
            continue
        yield from _inspect_line(line, number, path)
        if not composed and not unicodedata.is_normalized("NFC", line):
            yield from _not_composed(line, number, path)


def _inspect_line(line: str, number: int, path: str) -> Iterator[Problem]:
    if "\t" in line:
        yield problem("tab", Place(path, number, line.index("\t") + 1, line))
    if match := _CONTROLS.search(line):
        name = code_point(match.group())
        escape = f"\\x{ord(match.group()):02x}" if ord(match.group()) < 0x100 else f"\\u{ord(match.group()):04x}"
        yield problem("control-character", Place(path, number, match.start() + 1, line), name, escape)
    if match := _HIDDENS.search(line):
        yield problem("invisible-character", Place(path, number, match.start() + 1, line), code_point(match.group()))
    if match := _ALIKES.search(line):
        char = match.group()
        usual = ordinary(char)
        if usual != char:
            place = Place(path, number, match.start() + 1, line)
            yield problem("look-alike", place, char, f"{ord(char):04X}", usual)


def ordinary(char: str) -> str:
    """Return the ordinary character a radical or compatibility ideograph looks like; itself where none is known."""
    return _RADICALS.get(char) or unicodedata.normalize("NFKC", char)


def code_point(char: str) -> str:
    """Return the name of a code point, such as ``U+202E``."""
    return f"U+{ord(char):04X}"


def _not_composed(line: str, number: int, path: str) -> Iterator[Problem]:
    """Find the first run of base and combining characters that has a composed form."""
    at = 0
    while at < len(line):
        end = at + 1
        while end < len(line) and unicodedata.combining(line[end]):
            end += 1
        run = line[at:end]
        usual = unicodedata.normalize("NFC", run)
        if usual != run and not _ALIKES.match(run):
            yield problem("not-nfc", Place(path, number, at + 1, line), run, usual)
            return
        at = end
