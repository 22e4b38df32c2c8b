"""The verbs, one thin module each. A verb's module is imported only when that verb runs."""

from __future__ import annotations

from typing import Final, NamedTuple


class Verb(NamedTuple):
    """One line of the help list: name, section and what it does. The module is ``tiku.commands.<module>``."""

    name: str
    section: str
    zh: str
    en: str
    module: str = ""
    reads: bool = False
    """Whether it is a reading verb, which has ``--json`` and writes nothing."""


SECTIONS: Final[dict[str, tuple[str, str]]] = {
    "drill": ("练习", "Drill"),
    "bank": ("题库", "The bank"),
    "progress": ("进度", "Progress"),
    "job": ("岗位", "Postings"),
    "author": ("出题", "For authors"),
    "data": ("数据与设置", "Data and settings"),
}

VERBS: Final[tuple[Verb, ...]] = (
    Verb("quiz", "drill", "开始答题", "be quizzed", "quiz"),
    Verb("plan", "drill", "定下面试，安排到那天", "set an interview and plan the days", "plan", reads=True),
    Verb("list", "bank", "列出题目", "list questions", "list_", reads=True),
    Verb("search", "bank", "按文字搜题", "search the texts", "search", reads=True),
    Verb("show", "bank", "看一道题的全部内容", "show one question whole", "show", reads=True),
    Verb("export", "bank", "导出练习册", "export a study sheet", "export"),
    Verb("due", "progress", "今天和以后要复习的题", "what is due, today and later", "due", reads=True),
    Verb("stats", "progress", "复习统计", "statistics", "stats", reads=True),
    Verb("log", "progress", "复习记录", "the log of what you did", "log", reads=True),
    Verb("undo", "progress", "撤销最近的一步或几步", "take back the last step or steps", "undo"),
    Verb("grade", "progress", "给一份答案评分，不记录", "mark an answer; records nothing", "grade", reads=True),
    Verb("record", "progress", "由脚本记一次复习", "record a review from a script", "record"),
    Verb("suspend", "progress", "暂停这些题", "set questions aside", "suspend"),
    Verb("resume", "progress", "恢复暂停的题", "bring questions back", "resume"),
    Verb("reset", "progress", "清除这些题的记忆", "forget the memory of questions", "reset"),
    Verb("posting", "job", "查看岗位", "the postings", "posting", reads=True),
    Verb("gap", "job", "比较简历与岗位", "what a posting asks and a résumé does not show", "gap", reads=True),
    Verb("check", "author", "检查题库", "check the bank", "check", reads=True),
    Verb("new", "author", "新建一道题", "start a new question", "new"),
    Verb("edit", "author", "用编辑器改一道题", "open a question in the editor", "edit"),
    Verb("proofs", "author", "运行证明程序", "run the proofs", "proofs", reads=True),
    Verb("schema", "author", "输出 JSON Schema，供编辑器用", "print the JSON Schema for editors", "schema"),
    Verb("merge", "data", "合并另一台机器的进度", "merge the progress of another machine", "merge"),
    Verb("backup", "data", "备份到一个文件", "back everything up into one file", "backup"),
    Verb("restore", "data", "从备份恢复", "restore a backup", "restore"),
    Verb("doctor", "data", "检查数据、缓存和环境", "look over data, caches and surroundings", "doctor", reads=True),
    Verb("config", "data", "查看或修改设置", "see or change settings", "config", reads=True),
    Verb("commands", "data", "列出全部命令和选项", "list all commands and options", "commands_", reads=True),
    Verb("completion", "data", "输出 shell 补全脚本", "print the shell completion", "completion"),
    Verb("help", "data", "某个命令、主题或问题代码的说明", "help on a verb, a topic or a problem code", "help_"),
)

_language = "en"


def set_language(lang: str) -> None:
    """Set the language of the interface for this process, before any verb is loaded."""
    global _language
    _language = "zh" if lang == "zh" else "en"


def language() -> str:
    """Return the language of the interface: ``zh`` or ``en``."""
    return _language


def tr(zh: str, en: str) -> str:
    """Return the text in the language of the interface; for the help texts of options."""
    return zh if _language == "zh" else en
