"""Codes of the rules: over one question, and over the bank as a whole."""

from __future__ import annotations

from typing import Final

from tiku.bank.codes import Code, register

_NEAR = "{1}"

QUESTION: Final = (
    Code(
        "points-count",
        "有 {0} 个要点，应有 {1} 到 {2} 个",
        "there are {0} points; {1} to {2} are wanted",
        "合并或拆分要点，一个要点一句论断",
        "merge or split points, one claim each",
    ),
    Code("no-points", "{0} 题没有要点", "a question of kind {0} has no points", "写上 points:", "write points:"),
    Code(
        "no-must",
        "没有一个要点标了 must: true",
        "no point is marked must: true",
        "标出缺了就不算答对的要点",
        "mark those without which the answer fails",
    ),
    Code(
        "opening-length",
        "开口段{0}，应为{1}",
        "the opening has {0}; {1} are wanted",
        "让它能在 30 到 60 秒内说完",
        "make it what can be said in 30 to 60 seconds",
    ),
    Code(
        "numerals-differ",
        "数字 {0} 只在{1}里有",
        "the numeral {0} stands in the {1} only",
        "两种语言写同样的数（10 万 与 100,000 算相同）",
        "state the same numbers in both languages (10 万 and 100,000 are the same)",
    ),
    Code(
        "number-unproven",
        "数字 {0} 不在 numbers 里，也没有证明",
        "the numeral {0} stands neither in numbers nor has a proof",
        "加到 numbers，或写一个证明程序（proof）",
        "add it to numbers, or give the question a proof",
    ),
    Code(
        "not-translated",
        "{0} 的中文里没有汉字",
        "the Chinese of {0} holds no Chinese",
        "写出中文",
        "write it in Chinese",
        "warning",
    ),
    Code(
        "evidence-missing",
        "要点 {0} 没有 evidence",
        "the point {0} has no evidence",
        "写上听到哪些词就算说到",
        "list the words by which a listener knows it was said",
    ),
    Code(
        "evidence-in-question",
        "说法 {0} 就在题面里，不算证据",
        "the phrase {0} stands in the question itself, so it is no evidence",
        "换成回答者自己才会说的词",
        "use words that only an answer brings",
    ),
    Code(
        "evidence-too-bare",
        "说法 {0} 只是一个数、一个字母或符号",
        "the phrase {0} is a bare number, one letter or a sign",
        "带上单位或名词，如 128 字节",
        "add its unit or noun, such as 128 bytes",
    ),
    Code(
        "no-right-option",
        "没有一个选项标了 right: true",
        "no option is marked right: true",
        "标出正确的选项",
        "mark the right one",
    ),
    Code(
        "options-alike",
        "这个选项和第 {0} 个一样",
        "this option reads like option {0}",
        "改写或删去一个",
        "reword or remove one",
    ),
)

NUMERIC: Final = (
    Code(
        "formula",
        "{0} 的公式有误：{1}",
        "the formula of {0} is wrong: {1}",
        "改好公式（写法见 tiku help format）",
        "mend it (tiku help format tells how)",
    ),
    Code(
        "unknown-name",
        "{0} 里的名字 {1} 既不是题设也不是前面的步骤",
        "the name {1}, in {0}, is neither a given nor an earlier step",
        "{2}",
        "{2}",
    ),
    Code(
        "unused-given",
        "题设 {0} 没有用到",
        "the given {0} is never used",
        "在公式和题面里用到它，或删去",
        "use it in the formula and the text, or remove it",
    ),
    Code(
        "hidden-given",
        "题面（{1}）没有说出题设 {0}",
        "the question ({1}) does not tell the given {0}",
        "在题面里写 {{{0}}}",
        "write {{{0}}} in the question",
    ),
    Code(
        "stray-brace",
        "numeric 题的文字里有单独的花括号",
        "a single brace stands in a text of a numeric question",
        "名字写成 {{name}}；字面的花括号写两遍",
        "names are written {{name}}; a literal brace is written twice",
    ),
    Code(
        "formula-fails",
        "取 {0} 时算不出答案：{1}",
        "with {0} the answer cannot be worked out: {1}",
        "收窄题设的取值，或改公式",
        "narrow the givens, or change the formula",
    ),
    Code("name-clash", "步骤 {0} 和别的名字重复", "the step {0} repeats a name", "换一个名字", "choose another name"),
)

BANK: Final = (
    Code("no-such-question", "没有题目 {0}", "there is no question {0}", _NEAR, _NEAR),
    Code("no-such-posting", "没有岗位 {0}", "there is no posting {0}", _NEAR, _NEAR),
    Code("no-such-skill", "没有技能 {0}", "there is no skill {0}", _NEAR, _NEAR),
    Code("no-such-topic", "没有主题 {0}", "there is no topic {0}", _NEAR, _NEAR),
    Code("no-such-subtopic", "主题 {2} 没有子主题 {0}", "the topic {2} has no subtopic {0}", _NEAR, _NEAR),
    Code("no-such-proof", "没有 proofs/{0}.py", "there is no proofs/{0}.py", _NEAR, _NEAR),
    Code(
        "topic-not-folder",
        "主题是 {0}，文件却在目录 {1}",
        "the topic is {0}, but the file lies in the folder {1}",
        "把文件移到 {0}/，或改 topic",
        "move the file to {0}/, or change the topic",
    ),
    Code(
        "duplicate-id",
        "id {0} 已在 {1}",
        "the id {0} stands in {1} already",
        "改一个 id 和文件名",
        "give one of them another id and file name",
    ),
    Code(
        "was-living",
        "旧 id {0} 还在用（{1}）",
        "the old id {0} is still in use ({1})",
        "从 was 里删去它，或改掉在用的 id",
        "remove it from was, or rename the one in use",
    ),
    Code(
        "self-reference",
        "{0} 指向自己",
        "{0} points to itself",
        "删去，或指向别的题",
        "remove it, or point to another one",
    ),
    Code(
        "same-question",
        "和 {0} 问的是同一句",
        "{0} asks the same in the same words",
        "合并两题（旧 id 写进 was），或把区别写进题面",
        "merge the two (the old id goes into was), or say what differs",
    ),
    Code(
        "alike-questions",
        "和 {0} 的题面几乎一样",
        "it reads almost like {0}",
        "合并两题，或把区别写进题面",
        "merge the two, or say what differs",
        "warning",
    ),
    Code(
        "subtopic-unfilled",
        "子主题 {0} 有 {1} 道题，至少要 {2} 道",
        "the subtopic {0} has {1} questions and needs at least {2}",
        "为它写题",
        "write questions for it",
    ),
    Code(
        "implies-loop",
        "技能 {0} 绕一圈又推出自己",
        "the skill {0} implies itself in a circle",
        "断开 implies 的圈",
        "break the circle of implies",
    ),
)

register(QUESTION + NUMERIC + BANK)
