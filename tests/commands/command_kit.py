"""A small bank and a runner for the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

RING = """\
id: ring
kind: open
topic: comm
level: senior
skills: [nccl]
asked_in: [acme]
question:
  zh: 'Ring Allreduce 怎么走？`y[i] = a*x[i]` arr[/] :fire: \\[0]'
  en: 'How does the ring go? vector<int> __shared__ std::string 🔥'
points:
  - id: volume
    zh: 每卡收发 2(n-1)/n
    en: each rank sends 2(n-1)/n of the data
    weight: 3
    must: true
    evidence:
      - [2(n-1)/n, 两倍数据量, twice the data]
      - [每卡, per rank]
  - id: steps
    zh: 先 reduce-scatter 再 all-gather
    en: reduce-scatter, then all-gather
    weight: 2
    evidence:
      - [reduce-scatter]
follow_ups:
  - {zh: 延迟呢？, en: And latency?, listen: {zh: 线性, en: linear}}
  - {question: kv}
"""
KV = """\
id: kv
kind: numeric
topic: serving
question:
  zh: '{layers} 层的 KV cache 多少 MiB？'
  en: 'How many MiB is the KV cache of {layers} layers?'
given:
  layers: {choices: [16, 32]}
formula: layers * 2
unit: MiB
tolerance: 1%
"""
PICK = """\
id: pick
kind: choice
topic: serving
question: 哪个对？
options:
  - {zh: 甲, en: A, right: true, why: 因为}
  - {zh: 乙, en: B, right: false}
"""
OWN = """\
id: own
kind: open
question: 只有四个字段
points:
  - id: one
    text: 一个要点
"""
ACME = """\
id: acme
title: {zh: 通信工程师, en: Communication engineer}
company: {zh: 某司, en: Acme}
must: [{zh: 熟悉NCCL, en: knows NCCL}]
skills:
  - {id: nccl, need: must, quote: 熟悉NCCL}
"""
SKILLS = """\
skills:
  nccl: {zh: NCCL, en: NCCL, kind: tech, aliases: [nccl2], implies: [collectives]}
  collectives: {zh: 集合通信, en: Collectives, kind: concept}
"""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        document = json.loads(self.out)
        assert document["version"] == 1
        return document


Tiku = Callable[..., Result]


def write_bank(folder: Path) -> Path:
    for name, text in {
        "comm/ring.yaml": RING, "serving/kv.yaml": KV, "serving/pick.yaml": PICK, "mine/own.yaml": OWN,
        "postings/acme.yaml": ACME, "skills.yaml": SKILLS,
    }.items():  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_bank(tmp_path / "bank")


@pytest.fixture
def tiku(bank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tiku:
    """Run the command line in this process on the small bank, at a fixed moment, in English."""
    from tiku.cli import main

    for name in ("TIKU_BANK", "TIKU_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "TIKU_DATA": str(tmp_path / "data"), "TIKU_CACHE": str(tmp_path / "cache"), "TIKU_STATE": str(tmp_path / "state"),
        "TIKU_NOW": "2026-12-01T20:00:00+00:00", "TZ": "UTC", "LANG": "en_US.UTF-8", "COLUMNS": "100",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)

    def run(*arguments: str, bank: Path | None = bank) -> Result:
        capfd.readouterr()
        words = list(arguments) if bank is None else ["--only-bank", str(bank), *arguments]
        status = main(words)
        out, err = capfd.readouterr()
        return Result(status, out, err)

    return run
