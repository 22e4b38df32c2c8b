"""The folders of a bank: which files belong to it, looked at with one scandir a folder, and what is odd among them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import tiku.bank.codes_reading  # noqa: F401
from tiku.bank.codes import problem
from tiku.bank.root import Root, shipped_bank
from tiku.model import Place, Problem, Text

__all__ = ["Entry", "FileKind", "Root", "Scan", "reason", "scan", "shipped_bank"]

FileKind = Literal["question", "posting", "topics", "skills"]
ENDING: Final = ".yaml"
_NOT_TOPICS: Final = frozenset({"postings", "proofs"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a bank: its path inside the root, where it is, and what a look at the folder told."""

    inside: str
    path: str
    kind: FileKind
    size: int
    mtime_ns: int

    @property
    def stem(self) -> str:
        """Return the name without its ending."""
        return self.inside.rsplit("/", 1)[-1].removesuffix(ENDING)

    @property
    def folder(self) -> str:
        """Return the folder inside the root; empty at the top."""
        return self.inside.rsplit("/", 1)[0] if "/" in self.inside else ""


@dataclass(frozen=True, slots=True)
class Scan:
    """What a look at one root found."""

    root: Root
    entries: tuple[Entry, ...]
    proofs: frozenset[str]
    problems: tuple[Problem, ...]


def scan(root: Root) -> Scan:
    """Look at a root once. Problems are told, never raised; an own bank that does not exist yet is an empty one."""
    look = _Look(root)
    look.top()
    return Scan(root, tuple(sorted(look.entries, key=_by_path)), frozenset(look.proofs), tuple(look.problems))


def _by_path(entry: Entry) -> str:
    return entry.inside


class _Look:
    """One pass over the folders of a root."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self.entries: list[Entry] = []
        self.proofs: list[str] = []
        self.problems: list[Problem] = []
        self.real = ""

    def top(self) -> None:
        for item in self.items(self.root.path):
            name = item.name
            if _ignored(name):
                continue
            if self.is_folder(item):
                self.folder(item)
            elif name in ("topics.yaml", "skills.yaml"):
                self.add(item, name, "topics" if name == "topics.yaml" else "skills")
            else:
                self.file(item, name, "question")

    def folder(self, item: os.DirEntry[str]) -> None:
        name = item.name
        if name == "proofs":
            self.proofs = [one.name[:-3] for one in self.items(item.path) if one.name.endswith(".py")]
            return
        kind: FileKind = "posting" if name == "postings" else "question"
        for one in self.items(item.path):
            if _ignored(one.name):
                continue
            if self.is_folder(one):
                self.deeper(one)
            else:
                self.file(one, f"{name}/{one.name}", kind)

    def deeper(self, item: os.DirEntry[str]) -> None:
        if any(one.name.endswith(ENDING) for one in self.items(item.path)):
            self.tell("folder-too-deep", item.path, item.name)

    def items(self, path: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(path) as found:
                yield from list(found)
        except FileNotFoundError:
            return
        except OSError as error:
            self.tell("unreadable-folder", path, reason(error))

    def is_folder(self, item: os.DirEntry[str]) -> bool:
        """Tell whether an item is a folder to be looked into; a folder called x.yaml is told by :meth:`file`."""
        if item.name.endswith(ENDING):
            return False
        try:
            if not item.is_dir():
                return False
        except OSError:
            return False
        if item.is_symlink() and not self.inside(item.path):
            self.tell("link-out", item.path, _target(item.path))
            return False
        return True

    def file(self, item: os.DirEntry[str], inside: str, kind: FileKind) -> None:
        name = item.name
        if name.endswith(ENDING):
            self.add(item, inside, kind)
        elif name.lower().endswith((".yml", ENDING)):
            stem = name[: name.rindex(".")]
            self.tell("file-ending", item.path, name, stem + ENDING)

    def add(self, item: os.DirEntry[str], inside: str, kind: FileKind) -> None:
        try:
            status = item.stat()
        except OSError as error:
            self.broken(item, error)
            return
        if not stat.S_ISREG(status.st_mode):
            self.tell("not-a-file", item.path, item.name, _sort(status.st_mode))
        elif item.is_symlink() and not self.inside(item.path):
            self.tell("link-out", item.path, _target(item.path))
        else:
            self.entries.append(Entry(inside, item.path, kind, status.st_size, status.st_mtime_ns))

    def broken(self, item: os.DirEntry[str], error: OSError) -> None:
        if error.errno == errno.ELOOP:
            self.tell("link-loop", item.path)
        elif item.is_symlink() and isinstance(error, FileNotFoundError):
            self.tell("link-broken", item.path, _target(item.path))
        elif not isinstance(error, FileNotFoundError):
            self.tell("unreadable-file", item.path, reason(error))

    def inside(self, path: str) -> bool:
        """Tell whether a link's end lies in the bank."""
        self.real = self.real or os.path.realpath(self.root.path)
        end = os.path.realpath(path)
        return end == self.real or end.startswith(self.real + os.sep)

    def tell(self, code: str, path: str, *args: str | Text) -> None:
        self.problems.append(problem(code, Place(path), *args))


def _ignored(name: str) -> bool:
    """Hidden files, and the lock and backup files of editors."""
    return name.startswith((".", "#")) or name.endswith(("~", ".bak", ".swp", ".orig", ".tmp"))


def _sort(mode: int) -> Text:
    if stat.S_ISDIR(mode):
        return Text("目录", "a folder")
    return Text("特殊文件", "a special file")


def _target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return "?"


def reason(error: OSError) -> Text:
    """Return why the system refused, in both languages."""
    known = {
        errno.EACCES: Text("没有权限", "permission denied"),
        errno.EPERM: Text("没有权限", "permission denied"),
        errno.ENOTDIR: Text("不是目录", "not a folder"),
        errno.ELOOP: Text("链接绕成了圈", "the link leads back to itself"),
        errno.ENOENT: Text("不存在", "it does not exist"),
        errno.EISDIR: Text("是目录", "it is a folder"),
        errno.ENAMETOOLONG: Text("名字太长", "the name is too long"),
    }
    words = error.strerror or str(error)
    return known.get(error.errno or 0, Text(words, words))
