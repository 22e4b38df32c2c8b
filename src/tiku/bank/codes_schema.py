"""Codes of fields: unknown, missing, of the wrong type or out of bounds."""

from __future__ import annotations

from typing import Final

from tiku.bank.codes import Code, register

FIELDS: Final = (
    Code("unknown-key", "不认识的键 {0}", "unknown key {0}", "{1}", "{1}"),
    Code("missing-key", "缺少 {0}（{1}）", "{0} is missing ({1})", "补上 {0}:", "add {0}:"),
    Code(
        "empty-value",
        "{0} 是空的",
        "{0} is empty",
        "写上内容，或删去这个键{1}",
        "give it a value, or remove the key{1}",
    ),
    Code(
        "wrong-type",
        "{0} 应为{1}，这里是{2}",
        "{0} should be {1}, not {2}",
        "改成{1}{3}",
        "write {1}{3}",
    ),
    Code("bad-value", "{0} 不能是 {1}", "{0} cannot be {1}", "写成{2}", "write {2}"),
    Code("bad-word", "{0} 不能是 {1}", "{0} cannot be {1}", "可取：{2}{3}", "allowed: {2}{3}"),
    Code(
        "bad-number",
        "{0} 不能是 {1}",
        "{0} cannot be {1}",
        "写 {2} 到 {3} 的整数",
        "write a whole number from {2} to {3}",
    ),
    Code("bad-flag", "{0} 不能是 {1}", "{0} cannot be {1}", "写 true 或 false", "write true or false"),
    Code("bad-id", "{0} 里的 {1} 不能作 id", "{1}, in {0}, cannot be an id", "只用{2}", "use {2}"),
    Code("bad-name", "{0} 里的 {1} 不能作名字", "{1}, in {0}, cannot be a name", "只用{2}", "use {2}"),
    Code("bad-tolerance", "容差不能是 {1}", "the tolerance cannot be {1}", "写成{2}", "write {2}"),
    Code(
        "id-not-stem",
        "id 是 {0}，文件名却是 {1}.yaml",
        "the id is {0}, but the file is {1}.yaml",
        "把文件改名为 {0}.yaml，或把 id 改成 {1}",
        "rename the file to {0}.yaml, or set the id to {1}",
    ),
    Code(
        "missing-language",
        "{0} 缺少{1}",
        "{0} lacks its {1}",
        "内置题库的文字要有 zh 和 en",
        "texts of the shipped bank need both zh and en",
    ),
    Code(
        "two-texts",
        "{0} 和 {1} 不能并用",
        "{0} and {1} cannot stand together",
        "留下 zh 与 en，或只留 text",
        "keep zh and en, or text alone",
    ),
    Code("too-few", "{0} 有 {1} 项，至少要 {2} 项", "{0} has {1} items and needs at least {2}", "补足", "add the rest"),
    Code(
        "too-many",
        "{0} 有 {1} 项，最多 {2} 项",
        "{0} has {1} items and may have {2} at most",
        "删去一些",
        "remove some",
    ),
    Code(
        "repeated", "{0} 里 {1} 写了两次", "{1} stands twice in {0}", "删去或改掉一个", "remove or change one of them"
    ),
    Code(
        "other-kind",
        "{1} 题没有 {0}，只有 {2} 题才有",
        "{0} has no place in a question of kind {1}, only in {2}",
        "删去它，或改 kind",
        "remove it, or change the kind",
    ),
    Code(
        "given-shape",
        "题设 {0} 要么有 choices，要么有 range",
        "the given {0} needs either choices or a range",
        "写 {0}: {{choices: [1, 2]}} 或 {0}: {{range: [1, 9]}}",
        "write {0}: {{choices: [1, 2]}} or {0}: {{range: [1, 9]}}",
    ),
    Code(
        "given-range",
        "题设 {0} 的范围不对：{1}",
        "the range of {0} is wrong: {1}",
        "下限小于上限，步长大于零",
        "the lowest below the highest, and a step above zero",
    ),
    Code(
        "salary-range",
        "薪资下限 {0} 高于上限 {1}",
        "the lowest pay, {0}, is above the highest, {1}",
        "对调两者",
        "swap the two",
    ),
)

register(FIELDS)
