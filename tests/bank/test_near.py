"""The nearest id, also among very many."""

from __future__ import annotations

from tiku.bank.near import nearest_id

MANY = [f"{stem}-{number}" for stem in ("gemm-tiles", "ring-allreduce", "softmax-scale") for number in range(1000)]


def test_among_few_all_are_compared() -> None:
    assert nearest_id("oftmax-scale", ["gemm-tiles", "softmax-scale"]) == "softmax-scale"
    assert nearest_id("nothing", ["gemm-tiles"]) is None


def test_among_many_those_that_begin_alike_are_compared() -> None:
    found = nearest_id("gemm-tilse-17", MANY)
    assert found is not None
    assert found.startswith("gemm-tiles-")
    assert nearest_id("softmax-scale-99x", MANY) == "softmax-scale-99"
    assert nearest_id("zzz", MANY) is None
