"""How an unknown problem is attacked: the budget picks the complexity, a brute force finds the wrong greedy, its smallest failure."""

from itertools import combinations, product
from math import log2

CLAIM_FITS = ("2^n at 20", "n^3 at 400", "n^2 at 5000", "n log n at 200000")
CLAIM_SUBSET_STEPS_20 = 20971520
CLAIM_CUBIC_STEPS_400 = 64000000
CLAIM_QUADRATIC_STEPS_200000 = 40000000000
CLAIM_QUADRATIC_SECONDS_200000 = 400
CLAIM_SHORTEST_FIRST_FAILS_FROM = 3
CLAIM_EARLIEST_END_FAILURES = 0
CLAIM_SMALL_CASES_TRIED = 1940
CLAIM_FEWEST_OVERLAPS_FAILURES_UP_TO_4 = 0
CLAIM_SPANS_WHERE_FEWEST_OVERLAPS_FAILS = 11
CLAIM_FEWEST_OVERLAPS_GETS_AND_BEST = (3, 4)
CLAIM_REMAINING_COLOURS_CUT_BOARD = (30, 32)

Span = tuple[int, int]


def disjoint(spans: list[Span]) -> bool:
    return all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(spans, 2))


def brute(spans: list[Span]) -> int:
    best = 0
    for mask in range(1 << len(spans)):
        chosen = [s for i, s in enumerate(spans) if mask >> i & 1]
        if disjoint(chosen):
            best = max(best, len(chosen))
    return best


def greedy(spans: list[Span], key) -> int:
    taken: list[Span] = []
    for s in sorted(spans, key=key):
        if disjoint([*taken, s]):
            taken.append(s)
    return len(taken)


def fewest_overlaps(spans: list[Span]) -> int:
    count = {s: sum(not disjoint([s, t]) for t in spans) for s in spans}
    return greedy(spans, lambda s: count[s])


def main() -> None:
    budget = 10**8
    steps = {
        "2^n at 20": 2**20 * 20,
        "2^n at 40": 2**40 * 40,
        "n^3 at 400": 400**3,
        "n^3 at 5000": 5000**3,
        "n^2 at 5000": 5000**2,
        "n^2 at 200000": 200000**2,
        "n log n at 200000": 200000 * log2(200000),
    }
    assert tuple(name for name, count in steps.items() if count <= budget) == CLAIM_FITS
    assert steps["2^n at 20"] == CLAIM_SUBSET_STEPS_20 and steps["n^3 at 400"] == CLAIM_CUBIC_STEPS_400
    assert steps["n^2 at 200000"] == CLAIM_QUADRATIC_STEPS_200000
    assert steps["n^2 at 200000"] / budget == CLAIM_QUADRATIC_SECONDS_200000

    spans = [(a, b) for a, b in product(range(6), repeat=2) if a < b]
    tried, first_bad, end_bad, overlap_bad = 0, 0, 0, 0
    for n in (1, 2, 3, 4):
        for case in combinations(spans, n):
            tried += 1
            want = brute(list(case))
            if not first_bad and greedy(list(case), lambda s: s[1] - s[0]) != want:
                first_bad = n
            end_bad += greedy(list(case), lambda s: s[1]) != want
            overlap_bad += fewest_overlaps(list(case)) != want
    assert tried == CLAIM_SMALL_CASES_TRIED and first_bad == CLAIM_SHORTEST_FIRST_FAILS_FROM
    assert end_bad == CLAIM_EARLIEST_END_FAILURES
    assert overlap_bad == CLAIM_FEWEST_OVERLAPS_FAILURES_UP_TO_4
    larger = [(0, 2), (2, 4), (4, 6), (6, 8), (3, 5)] + [(1, 3)] * 3 + [(5, 7)] * 3
    assert len(larger) == CLAIM_SPANS_WHERE_FEWEST_OVERLAPS_FAILS
    assert (fewest_overlaps(larger), brute(larger)) == CLAIM_FEWEST_OVERLAPS_GETS_AND_BEST
    assert greedy(larger, lambda s: s[1]) == brute(larger)
    left = [(r, c) for r in range(8) for c in range(8) if (r, c) not in ((0, 0), (7, 7))]
    dark = sum((r + c) % 2 == 0 for r, c in left)
    assert (dark, len(left) - dark) == CLAIM_REMAINING_COLOURS_CUT_BOARD
    print(f"shortest-first first fails at {first_bad} spans; earliest end never in {tried} cases")


if __name__ == "__main__":
    main()
