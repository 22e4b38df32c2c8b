"""The bank that ships: sound, complete, balanced, and answerable."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tiku.bank.check import check_banks
from tiku.bank.index import Index
from tiku.bank.root import Root
from tiku.grade.numeric import draw, fill, judge, working
from tiku.grade.points import Task, mark
from tiku.grade.rating import result
from tiku.model import Question
from tiku.workspace.marking import synonyms

BANK = Path(__file__).parent.parent / "questions"
NAMED_TWICE = {
    ("tensorcore-isa", "vendor-libs"), ("perf-analysis", "workload-model-benefit"), ("numerics-quant", "int-fixed-point"),
    ("comm-network", "gpudirect"), ("frameworks", "porting"), ("hetero-hw", "rvv"), ("hetero-hw", "fpga-asic-dataflow"),
    ("hetero-hw", "in-memory-sparse"), ("reliability-cloud", "open-source-build"),
}  # fmt: skip
WORDINGS = {
    "baidu-j99964": (
        "请描述一次你优化AI模型推理性能的经历，用了哪些方法？",
        "解释GPU上矩阵乘法的实现方式，如何利用共享内存优化？",
        "MPI中的Allreduce有几种实现？NCCL的Ring Allreduce原理是什么？",
        "如何看待编译器在AI加速中的作用？LLVM如何优化计算图？",
        "请设计一个跨节点通信方案，需要处理哪些瓶颈？",
    ),
    "black-sesame-j10697": (
        "请介绍一个你优化过的CUDA算子，遇到了什么性能瓶颈？如何分析并解决？",
        "如何保证一个算子在NVIDIA GPU、AMD GPU和手机端芯片上都能高效运行？",
        "你对LLM中常用的算子（如Attention、GeLU）的性能优化有什么思路？",
        "请解释一下FP16/FP8混合精度训练对算子开发的要求和挑战",
        "复习CUDA核心概念：线程层次、共享内存、Warp调度、内存合并访问",
    ),
    "bytedance-aml": (
        "请详细解释CUDA编程模型以及如何优化一个矩阵乘法的kernel",
        "描述你如何将一个PyTorch模型部署到异构芯片上，并优化推理性能",
        "分析MLIR和TVM的区别和适用场景，以及你如何利用它们进行代码生成",
        "介绍一个你做过的高性能算子实现，包括如何利用硬件特性",
        "如何看待存内计算和稀疏计算在未来AI芯片中的地位？",
    ),
    "baidu-j101257": (
        "请解释 Transformer 模型的自注意力机制（Self-Attention）",
        "你做过的最有深度的算法/模型项目是什么",
        "过拟合是什么？怎么判断和解决",
        "解释梯度下降的原理，SGD 和 Adam 的区别",
        "给你 10 万条未标注的文本数据，如何找出其中 10 个主题",
    ),
}


@pytest.fixture(scope="module")
def index() -> Index:
    index = Index(None, [Root(str(BANK), True)])
    index.sync()
    return index


@pytest.fixture(scope="module")
def questions(index: Index) -> list[Question]:
    found = [index.question(head.id) for head in index.heads()]
    return [question for question in found if question is not None]


def test_the_check_finds_nothing() -> None:
    report = check_banks([BANK], BANK)
    told = [f"{one.place.path}:{one.place.line}: {one.code}: {one.message.en}" for one in report.problems]
    assert told == []
    assert report.files > 200


def test_every_subtopic_of_the_sixteen_topics_has_its_questions(index: Index, questions: list[Question]) -> None:
    filled = Counter((question.topic, question.subtopic) for question in questions)
    topics = index.topics()
    wanted = [(topic.id, subtopic.id) for topic in topics for subtopic in topic.subtopics]
    assert (len(topics), len(wanted)) == (16, 180)
    assert [place for place in wanted if filled[place] < (2 if place in NAMED_TWICE else 1)] == []


def test_the_mix_of_levels_and_kinds_is_as_meant(questions: list[Question]) -> None:
    levels = Counter(question.level for question in questions)
    share = {level: count / len(questions) for level, count in levels.items()}
    assert (
        abs(share["junior"] - 0.27) < 0.06 and abs(share["senior"] - 0.58) < 0.06 and abs(share["expert"] - 0.15) < 0.06
    )
    kinds = Counter(question.kind for question in questions)
    assert kinds["numeric"] >= 30 and kinds["choice"] >= 25 and kinds["code"] >= 20 and kinds["story"] >= 8


@pytest.mark.parametrize("posting", WORDINGS)
def test_each_posting_has_its_five_questions_in_its_own_words(posting: str, questions: list[Question]) -> None:
    asked = [question for question in questions if posting in question.postings]
    assert len(asked) == 5
    words = {question.question.zh for question in asked}
    words |= {
        one.wording.zh for question in asked for one in question.asked_in if one.posting == posting and one.wording
    }
    assert set(WORDINGS[posting]) <= words


def test_every_skill_a_posting_names_has_questions(index: Index) -> None:
    implied = index.vocabulary().implied_by
    named = {row[0] for row in index.db.execute("SELECT DISTINCT skill FROM skills")}
    lacking = {
        (posting.id, skill.id)
        for posting in index.postings()
        for skill in posting.skills
        if not ({skill.id, *implied.get(skill.id, ())} & named)
    }
    assert lacking == set()


def test_at_least_ninety_proofs_each_serve_a_question(questions: list[Question]) -> None:
    used = {question.proof for question in questions if question.proof}
    there = {path.stem for path in (BANK / "proofs").glob("*.py")}
    assert len(there) >= 90
    assert there == used


def test_every_numeric_question_draws_works_out_and_accepts_its_own_answer(questions: list[Question]) -> None:
    for question in questions:
        if question.kind != "numeric":
            continue
        for seed in range(12):
            drawn = draw(question, seed)
            for text in (question.question.zh, question.question.en):
                filled = fill(text, drawn.values)
                assert not any(f"{{{name}}}" in filled for name in drawn.values), question.id
            assert judge(question, drawn, f"{float(drawn.answer):.10g} {question.unit}").right, (question.id, seed)
            assert not judge(question, drawn, f"{float(drawn.answer) * 1.37 + 1} {question.unit}").right, (
                question.id,
                seed,
            )
            assert working(question, drawn)


def test_an_outline_read_aloud_is_credited_and_an_empty_phrase_is_not(index: Index, questions: list[Question]) -> None:
    names = synonyms(index.skills())
    vague = "这个问题很重要，要根据实际情况优化，提高性能和效率，多做实验，团队合作。We should optimise it and make it faster."
    low: dict[str, float] = {}
    for question in questions:
        if not question.points or question.kind in ("choice", "numeric"):
            continue
        for lang in ("zh", "en"):
            whole = "\n".join(f"{point.text.zh if lang == 'zh' else point.text.en}." for point in question.points)
            score = result(question.points, mark(Task(question.points, question.question, whole, {}, names)).hits).score
            if score < 0.8:
                low[f"{question.id} {lang}"] = round(score, 2)
        hollow = mark(Task(question.points, question.question, vague, {}, names)).hits
        assert result(question.points, hollow).score < 0.4, question.id
    assert low == {}
