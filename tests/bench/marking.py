"""How well answers are marked, on hand-made sets and real answers, beside a constant guess.

Run: ``python tests/bench/marking.py --yardsticks DIR``, where DIR/answers holds coverage.json, zh_triples.json, probes.json and
ads/all.jsonl. Printed: AUC of soft recall over labelled points, accuracy on paraphrase against same-topic sentence, adversarial
probes marked right, correlation with human scores, and the time of marking the bank's own outlines.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from tiku.bank.index import Index
from tiku.bank.root import Root
from tiku.grade.points import Task, mark
from tiku.grade.soft import best, recall
from tiku.grade.terms import terms
from tiku.model import Point, Text
from tiku.workspace.marking import synonyms

ROOT = Path(__file__).parents[2]


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the chance that a positive ranks above a negative, ties counted half."""
    wins = sum((one > other) + 0.5 * (one == other) for one in positive for other in negative)
    return wins / (len(positive) * len(negative))


def coverage(folder: Path) -> None:
    positive: list[float] = []
    negative: list[float] = []
    right = total = 0
    for item in json.loads((folder / "coverage.json").read_text(encoding="utf-8")):
        asked = frozenset(terms(item["question"]))
        points = [Point(str(at), Text(text, text)) for at, text in enumerate(item["points"])]
        for answer in item["answers"]:
            marking = mark(Task(points, Text(item["question"], item["question"]), answer["text"], {}, {}))
            for text, gold, one in zip(item["points"], answer["gold"], marking.points, strict=True):
                (positive if gold else negative).append(best(text, answer["text"], asked))
                right += one.hit == bool(gold)
                total += 1
    guess = max(len(positive), len(negative)) / total
    print(
        f"coverage: AUC {auc(positive, negative):.3f} (guess .500), points right {right / total:.3f} (guess {guess:.3f}), n {total}"
    )


def triples(folder: Path) -> None:
    rows = json.loads((folder / "zh_triples.json").read_text(encoding="utf-8"))
    right = sum(best(r["point"], r["para"], frozenset()) > best(r["point"], r["neg"], frozenset()) for r in rows)
    print(f"triples: accuracy {right / len(rows):.2f} (guess .50), n {len(rows)}")


def probes(folder: Path) -> None:
    rows = json.loads((folder / "probes.json").read_text(encoding="utf-8"))
    wrong = []
    nothing = 0
    for row in rows:
        points = [Point(str(at), Text(text, text)) for at, text in enumerate(row["points"])]
        marking = mark(Task(points, Text(row["question"], row["question"]), row["answer"], {}, {}))
        if [int(one.hit) for one in marking.points] != row["gold"]:
            wrong.append(row["name"])
        nothing += not any(row["gold"])
    print(f"probes: {len(rows) - len(wrong)} of {len(rows)} right (guess {nothing}); wrong: {', '.join(wrong)}")


def scores(folder: Path) -> None:
    mine: list[float] = []
    human: list[float] = []
    with open(folder / "ads" / "all.jsonl", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            asked, said = frozenset(terms(row["question"])), terms(row["answer"])
            references = [row[key] for key in ("reference1", "reference2", "reference3") if row.get(key)]
            mine.append(max(recall(reference, said, asked) for reference in references))
            human.append(float(row["score"]))
    print(f"ads: Pearson r {statistics.correlation(mine, human):.3f} (guess 0), n {len(mine)}")


def speed() -> None:
    index = Index(None, [Root(str(ROOT / "questions"), True)])
    index.sync()
    names = synonyms(index.skills())
    taken = []
    for head in index.heads():
        question = index.question(head.id)
        if question is None or question.kind in ("choice", "numeric"):
            continue
        for lang in ("zh", "en"):
            answer = "\n".join(point.text.zh if lang == "zh" else point.text.en for point in question.points[:6])
            begun = time.process_time()
            mark(Task(question.points, question.question, answer, {}, names))
            taken.append(time.process_time() - begun)
    taken.sort()
    print(
        f"speed: median {1000 * statistics.median(taken):.1f} ms, p95 {1000 * taken[len(taken) * 95 // 100]:.1f} ms CPU an answer"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardsticks", type=Path, required=True)
    folder = parser.parse_args().yardsticks / "answers"
    coverage(folder)
    triples(folder)
    probes(folder)
    scores(folder)
    speed()


if __name__ == "__main__":
    main()
