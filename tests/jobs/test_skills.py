from __future__ import annotations

import pytest

from tiku.jobs.skills import Matcher
from tiku.model import Skill, Text


def skill(ident: str, *aliases: str, **more: tuple[str, ...]) -> Skill:
    return Skill(ident, Text(ident, ident), aliases=aliases, **more)


MATCHER = Matcher(
    [
        skill("cuda", "cuda"), skill("opencl", "opencl"), skill("cpp", "c++"), skill("python", "python"),
        skill("nvvp", "nvvp"), skill("gpa", exact=("GPA",)), skill("roce", "roce"), skill("go", exact=("Go",)),
        skill("c", exact=("C",)), skill("r", exact=("R",)), skill("ib", exact=("IB",)), skill("tp", exact=("TP",)),
        skill("paddle", "paddle"), skill("paddle-lite", "paddle-lite"),
        skill("kata", "kata containers"), skill("containers", "containers", "容器", not_before=("STL",)),
        skill("quantization", "量化", not_before=("向",), not_after=("评估",)),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("精通CUDA/OpenCL开发", ["cuda", "opencl"]),
        ("C++/Python", ["cpp", "python"]),
        ("NVVP\\GPA", ["nvvp", "gpa"]),
        ("熟悉C++17", ["cpp"]),
        ("RoCEv2网络", ["roce"]),
        ("go to market", []),
        ("用Go写服务", ["go"]),
        ("C/C++", ["c", "cpp"]),
        ("R&D team", []),
        ("IB网卡", ["ib"]),
        ("https 和 HTTP", []),
        ("Paddle-Lite", ["paddle-lite"]),
        ("Kata Containers", ["kata"]),
        ("量化评估与向量化", []),
        ("模型量化", ["quantization"]),
        ("STL 容器", []),
        ("容器技术", ["containers"]),
    ],
)
def test_a_name_is_found_only_where_it_stands_by_itself(text: str, wanted: list[str]) -> None:
    assert [hit.skill for hit in MATCHER.find(text)] == wanted
