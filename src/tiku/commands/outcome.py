"""How a run ends: errors in words, our own bugs as a report file, a broken pipe in silence."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiku.errors import BUG, CANNOT, USAGE, TikuError
from tiku.text import say, visible


def steady_streams() -> None:
    """Make output UTF-8 whatever the locale says; what a stream cannot carry is replaced, never raised."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def language_setting(words: list[str], environ: Mapping[str, str]) -> str:
    """Return the setting ``lang`` without failing: errors in the settings file are told later, by the verb."""
    from tiku.settings import places

    data = None
    for at, word in enumerate(words):
        if word == "--data" and at + 1 < len(words):
            data = Path(words[at + 1])
        elif word.startswith("--data="):
            data = Path(word[7:])
    try:
        raw = json.loads(places(environ, data).settings_file.read_bytes())
        value = raw.get("lang", "")
    except (OSError, ValueError, AttributeError):
        return ""
    return value if value in ("zh", "en", "both") else ""


def report_error(error: TikuError, lang: str) -> int:
    """Print an error the user can mend, and return its exit status."""
    for line in error.lines(lang):
        print(visible(line), file=sys.stderr)
    return error.exit_code


def report_click(error: Any, lang: str) -> int:
    """Print an error of the option parser, with the page that helps."""
    context = getattr(error, "ctx", None)
    verb = context.command_path if context is not None else "tiku"
    print(visible(error.format_message()), file=sys.stderr)
    print(say(lang, f"用法: {verb} --help", f"usage: {verb} --help"), file=sys.stderr)
    return USAGE


def report_bug(error: Exception, lang: str) -> int:
    """Write the traceback to a report file and say where it is. OS errors are the user's to mend."""
    if isinstance(error, OSError) and error.filename is not None:
        reason = error.strerror or str(error)
        print(visible(f"{error.filename}: {reason}"), file=sys.stderr)
        print(say(lang, "检查路径和权限: tiku doctor", "check the path and its permissions"), file=sys.stderr)
        return CANNOT
    import tempfile
    import traceback

    report = Path(tempfile.gettempdir()) / f"tiku-bug-{os.getpid()}.txt"
    text = "".join(traceback.format_exception(error))
    try:
        report.write_text(text, encoding="utf-8")
    except OSError:
        print(text, file=sys.stderr)
    print(
        say(lang, f"这是 tiku 的错误，报告在 {report}", f"this is a bug of tiku; the report is in {report}"),
        file=sys.stderr,
    )
    return BUG


def quiet_pipe() -> int:
    """End quietly when the reader of a pipe has gone, so that Python does not complain at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    return 0
