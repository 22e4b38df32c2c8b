"""Reading what people have: text, saved pages, JSON-LD, JSON Resume and PDF, all to clean plain text."""

from __future__ import annotations

import json
import re
import unicodedata
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, Final

from tiku.errors import CannotError

_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
_VOID: Final = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
})  # fmt: skip
_SKIPPED: Final = frozenset({
    "script", "style", "noscript", "template", "svg", "head", "nav", "footer", "button", "select", "iframe",
})  # fmt: skip
_BLOCKS: Final = frozenset({
    "p", "div", "li", "ul", "ol", "br", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "dt",
    "dd", "table", "hr", "pre",
})  # fmt: skip
_HIDDEN: Final = re.compile(r"display:none|visibility:hidden|font-size:0(?:px)?(?:;|$)|opacity:0(?:;|$)|left:-\d{3,}")
_WALL: Final = re.compile(
    r"请先?登录|登录后(?:查看|可见)|扫码登录|(?:sign|log) in to (?:view|see|continue)", re.IGNORECASE
)
_TRADITIONAL: Final = str.maketrans(
    "並開發經驗熟練編譯優化訓練異構計算語言學習構架設計應開業務網絡線程調試績數據庫雲軟體資訊職責歷專職點對於與這個們時間後區塊張圖運維護實際問題節點內存儲讀寫執負責團隊溝懂種類機器認證電腦",
    "并开发经验熟练编译优化训练异构计算语言学习构架设计应开业务网络线程调试绩数据库云软体资讯职责历专职点对于与这个们时间后区块张图运维护实际问题节点内存储读写执负责团队沟懂种类机器认证电脑",
)


def clean(text: str) -> str:
    """Return the text without escapes, control and invisible characters, in NFKC and simplified characters."""
    text = unicodedata.normalize("NFKC", _ESCAPES.sub("", text)).translate(_TRADITIONAL)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co"))
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in "".join(kept).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def read_posting(raw: bytes, place: str = "") -> str:
    """Return the text of a posting. Raises CannotError with the reason and the cure."""
    return _enough(_read(raw, place), place)


def read_resume(raw: bytes, place: str = "") -> str:
    """Return the text of a résumé. Raises CannotError with the reason and the cure."""
    return _enough(_read(raw, place), place)


def _read(raw: bytes, place: str) -> str:
    if raw.startswith(b"%PDF"):
        return clean(_pdf(raw, place))
    if raw.startswith(_PICTURES) or raw[8:12] == b"WEBP":
        raise _refusal("这是图片，读不出文字", "this is a picture; there is no text to read", place)
    if raw.startswith(b"PK\x03\x04") or (b"\0" in raw[:4096] and not raw.startswith((b"\xff\xfe", b"\xfe\xff"))):
        raise _refusal("不是能读的文本", "this is no text that can be read", place)
    text = _decode(raw)
    stripped = text.strip().lstrip("\ufeff")
    if stripped.startswith(("{", "[")):
        value = _json(stripped)
        if value is not None:
            return clean(_json_text(value))
    if re.search(r"<(?:html|body|div|p|li|script|!doctype)\b", stripped[:5000], re.IGNORECASE):
        return clean(_page(stripped))
    return clean(text)


def _decode(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    for name in ("utf-8-sig", "gb18030"):
        try:
            return raw.decode(name)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", errors="replace")


def _enough(text: str, place: str) -> str:
    if not text:
        raise _refusal("没有文字", "there is no text", place)
    if _WALL.search(text) and len(text) < 400:
        raise _refusal("这是登录页，不是岗位", "this is a login page", place)
    if len(re.sub(r"\W", "", text)) < 25:
        raise _refusal("几乎没有文字（可能是空壳网页）", "there is hardly any text (an empty shell of a page?)", place)
    return text


def _refusal(zh: str, en: str, place: str) -> CannotError:
    return CannotError(
        zh, en, "在浏览器里全选复制正文，粘贴: tiku posting add -", "copy the text itself and paste it to: -", place
    )


def _pdf(raw: bytes, place: str) -> str:
    try:
        import logging

        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError:
        raise CannotError(
            "读 PDF 要装 pypdf",
            "reading PDF needs pypdf",
            "pip install 'tiku[resume]'",
            "pip install 'tiku[resume]'",
            place,
        ) from None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(raw)).pages)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _refusal(f"PDF 读不了: {error}", f"the PDF cannot be read: {error}", place) from None
    if len(re.sub(r"\W", "", text)) < 25:
        raise _refusal("PDF 里没有文字（扫描件）", "the PDF has no text (a scan)", place)
    return text


def _json(text: str) -> Any:
    """Return a JSON value from text that may be wrapped in comments or CDATA and hold raw control characters."""
    text = re.sub(r"<!--|-->|(?://|/\*)?\s*<!\[CDATA\[\s*(?:\*/)?|(?://|/\*)?\s*\]\]>\s*(?:\*/)?", "", text).strip()
    for attempt in (text, re.sub(r",\s*([}\]])", r"\1", text)):
        try:
            return json.loads(attempt.rstrip(";"), strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _find_job(value: Any) -> dict[str, Any] | None:
    pending = [value]
    while pending:
        one = pending.pop(0)
        if isinstance(one, list):
            pending.extend(one)
        elif isinstance(one, dict):
            kind = one.get("@type")
            if "JobPosting" in (kind if isinstance(kind, list) else [kind]):
                return one
            pending.extend(item for item in one.values() if isinstance(item, (dict, list)))
    return None


def _json_text(value: Any) -> str:
    job = _find_job(value)
    if job is None:
        return "\n".join(_strings(value))
    keys = ("title", "description", "responsibilities", "qualifications", "skills", "experienceRequirements")
    return "\n".join(_page(one) for key in keys for one in _strings(job.get(key)))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [] if value.startswith(("http://", "https://")) else [value]
    if isinstance(value, list):
        return [text for one in value for text in _strings(one)]
    if isinstance(value, dict):
        found: list[str] = []
        for key, one in value.items():
            texts = [] if str(key).startswith(("@", "$")) else _strings(one)
            found += [str(key), *texts] if texts and isinstance(one, list) else texts
        return found
    return []


class _Page(HTMLParser):
    """Collects what a reader of the page would see, and its JSON-LD."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.scripts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag in _BLOCKS:
            self.parts.append("\n")
        if tag in _VOID:
            return
        hidden = (
            tag in _SKIPPED
            or "hidden" in given
            or given.get("aria-hidden") == "true"
            or _HIDDEN.search(re.sub(r"\s", "", given.get("style", "").lower())) is not None
        )
        self._script = tag == "script" and "ld+json" in given.get("type", "")
        if self._script:
            self.scripts.append("")
        self._open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        self._script = False
        if tag in _BLOCKS:
            self.parts.append("\n")
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == tag:
                del self._open[index:]
                break

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts[-1] += data
        elif not any(hidden for _, hidden in self._open):
            self.parts.append(data)


def _page(text: str) -> str:
    page = _Page()
    page.feed(text)
    page.close()
    for script in page.scripts:
        value = _json(script)
        if value is not None and _find_job(value) is not None:
            return _json_text(value)
    return "".join(page.parts)
