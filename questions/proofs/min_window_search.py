"""The shortest window that covers a multiset, by two pointers, against every substring; pointer steps are counted."""

import random
from collections import Counter

CLAIM_SAME_LENGTH = True
CLAIM_SET_INSTEAD_OF_COUNTS_SAME = False
CLAIM_STEPS_AT_MOST_TIMES_N = 2
CLAIM_EXAMPLE = "BANC"


def window(s, t, counted=True):
    need, missing, left, best, steps = Counter(t if counted else set(t)), len(t if counted else set(t)), 0, None, 0
    for right, char in enumerate(s):
        steps += 1
        missing -= need[char] > 0
        need[char] -= 1
        while missing == 0:
            if best is None or right - left < best[1] - best[0]:
                best = (left, right)
            need[s[left]] += 1
            missing += need[s[left]] > 0
            left += 1
            steps += 1
    return (s[best[0] : best[1] + 1] if best else ""), steps


def brute(s, t):
    want = Counter(t)
    for size in range(len(t), len(s) + 1):
        for at in range(len(s) - size + 1):
            have = Counter(s[at : at + size])
            if all(have[c] >= n for c, n in want.items()):
                return s[at : at + size]
    return ""


def main() -> None:
    rng = random.Random(4)
    cases = [
        ("".join(rng.choices("abc", k=rng.randrange(1, 14))), "".join(rng.choices("abc", k=rng.randrange(1, 4))))
        for _ in range(300)
    ]
    assert all(len(window(s, t)[0]) == len(brute(s, t)) for s, t in cases) == CLAIM_SAME_LENGTH
    as_set = all(len(window(s, t, counted=False)[0]) == len(brute(s, t)) for s, t in cases)
    assert as_set == CLAIM_SET_INSTEAD_OF_COUNTS_SAME
    most = max(window(s, t)[1] / len(s) for s, t in cases)
    assert most == CLAIM_STEPS_AT_MOST_TIMES_N, most
    assert window("ADOBECODEBANC", "ABC")[0] == CLAIM_EXAMPLE
    print(f"300 random cases agree with brute force; at most {most:g} pointer steps per character")


if __name__ == "__main__":
    main()
