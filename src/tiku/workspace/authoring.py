"""Files that the user writes: which one to open, and opening it in the editor."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tiku.bank.root import Root
from tiku.errors import CannotError, UsageError
from tiku.model import Kind
from tiku.text import say


def editor_of(setting: str, environ: Mapping[str, str]) -> list[str]:
    """Return the command of the editor: the setting, VISUAL, EDITOR, or one that is there. Raises CannotError."""
    named = setting or environ.get("VISUAL") or environ.get("EDITOR") or ""
    if named:
        return shlex.split(named, posix=os.name == "posix")
    for usual in ("nano", "vim", "vi", "notepad"):
        if shutil.which(usual):
            return [usual]
    raise CannotError(
        "没有找到编辑器",
        "no editor was found",
        "设置一个: tiku config editor 'code -w'",
        "set one: tiku config editor 'code -w'",
    )


def open_file(command: list[str], path: Path) -> int:
    """Open a file in the editor and wait. Returns its exit status. Raises CannotError when it cannot be started."""
    try:
        return subprocess.run([*command, str(path)], check=False).returncode
    except OSError as error:
        raise CannotError(
            f"编辑器启动不了: {error.strerror}",
            f"the editor cannot be started: {error.strerror}",
            "tiku config editor COMMAND",
            "tiku config editor COMMAND",
            command[0],
        ) from None


def edit_text(command: list[str], text: str) -> str:
    """Open a text in the editor by way of a private file, and return it as saved."""
    with tempfile.TemporaryDirectory(prefix="tiku-") as folder:
        path = Path(folder) / "answer.md"
        path.write_text(text, encoding="utf-8")
        open_file(command, path)
        return path.read_text(encoding="utf-8", errors="replace").rstrip("\n")


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet. Raises CannotError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise CannotError(
            "已经有这个文件", "the file is there already", f"tiku edit {path.stem}", f"tiku edit {path.stem}", str(path)
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotError(
            f"写不了: {reason}", f"cannot be written: {reason}", "检查权限", "check the permissions", str(path)
        ) from None


def check_ident(name: str) -> None:
    """Refuse what cannot be an id of a file in a bank. Raises UsageError."""
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name) or len(name) > 64:
        raise UsageError(
            f"{name!r} 不能作 id",
            f"{name!r} cannot be an id",
            "用小写字母、数字和连字符，最多 64 个字符",
            "use lower-case letters, digits and hyphens, at most 64 characters",
        )


def new_question(bank: Path, ident: str, topic: str, kind: Kind, ui: str) -> Path:
    """Write the template of a question into a bank and return its path. Raises UsageError and CannotError."""
    from tiku.bank.template import new_question_yaml

    for name in (ident, topic):
        check_ident(name)
    path = bank / topic / f"{ident}.yaml"
    write_new(path, new_question_yaml(ident, kind, lang=ui))
    return path


def checked_edit(path: Path, setting: str, environ: Mapping[str, str], ui: str, roots: Sequence[Root]) -> str:
    """Open a file in the editor and return what the check says of it afterwards, among the banks it stands in."""
    from tiku.bank.check import check_paths
    from tiku.bank.report import render_problem

    open_file(editor_of(setting, environ), path)
    shipped = next((root.path for root in roots if root.shipped), None)
    report = check_paths([path], [root.path for root in roots], shipped)
    if not report.problems:
        return say(ui, "没有问题", "no problems")
    return "\n".join("\n".join(render_problem(problem, ui)) for problem in report.problems)
