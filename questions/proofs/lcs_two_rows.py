"""The longest common subsequence with one row, against trying every subsequence; what one wrong variable does."""

import random
from itertools import combinations

CLAIM_SAME = True
CLAIM_WITHOUT_DIAGONAL_SAME = False
CLAIM_CELLS_KEPT_1000_1000 = 1001
CLAIM_EXAMPLE = 3


def lcs(a, b, keep_diagonal=True):
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            above = row[j]
            row[j] = (diagonal if keep_diagonal else row[j - 1]) + 1 if x == y else max(above, row[j - 1])
            diagonal = above
    return row[-1], len(row)


def brute(a, b):
    for size in range(min(len(a), len(b)), 0, -1):
        if set(combinations(a, size)) & set(combinations(b, size)):
            return size
    return 0


def main() -> None:
    rng = random.Random(5)
    cases = [("".join(rng.choices("abc", k=rng.randrange(9))), "".join(rng.choices("abc", k=rng.randrange(9)))) for _ in range(120)]
    assert all(lcs(a, b)[0] == brute(a, b) for a, b in cases) == CLAIM_SAME
    assert all(lcs(a, b, keep_diagonal=False)[0] == brute(a, b) for a, b in cases) == CLAIM_WITHOUT_DIAGONAL_SAME
    assert lcs("a", "b" * 1000)[1] == CLAIM_CELLS_KEPT_1000_1000
    assert lcs("abcde", "ace")[0] == CLAIM_EXAMPLE
    print("120 random pairs agree with brute force; one row of 1001 cells is kept in place of 1001 x 1001")


if __name__ == "__main__":
    main()
