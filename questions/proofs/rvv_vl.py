"""Which vl may vsetvli return, and what a strip-mined loop that ignores it gets wrong."""

import math

CLAIM_LEGAL_VL_AVL5_VLMAX4 = (3, 4)
CLAIM_VLMAX_VLEN128_E32_M8 = 32
CLAIM_VLMAX_VLEN256_E32_M1 = 8
CLAIM_STEPS_AVL1000_VLMAX32 = 32
CLAIM_SAME_STEPS_ON_EVERY_LEGAL_MACHINE = True
CLAIM_REGISTER_GROUPS_AT_LMUL8 = 4
CLAIM_ELEMENTS_MISSED_WHEN_ADVANCING_BY_VLMAX = 1
CLAIM_ELEMENTS_MISSED_WHEN_ADVANCING_BY_VL = 0


def vlmax(vlen: int, sew: int, lmul: int) -> int:
    return vlen * lmul // sew


def legal(avl: int, top: int) -> tuple[int, ...]:
    """The constraints of RVV 1.0 on vl, read as a set."""
    if avl <= top:
        return (avl,)
    if avl >= 2 * top:
        return (top,)
    return tuple(range(math.ceil(avl / 2), top + 1))


def step_counts(avl: int, top: int, memo: dict) -> frozenset:
    """Every possible number of loop iterations over all legal answers."""
    if avl == 0:
        return frozenset([0])
    if avl not in memo:
        memo[avl] = frozenset(n + 1 for vl in legal(avl, top) for n in step_counts(avl - vl, top, memo))
    return memo[avl]


def missed(avl: int, top: int, advance_by_vl: bool) -> int:
    """A machine that balances the last two passes; count elements never touched."""
    done, at = set(), 0
    while at < avl:
        vl = min(legal(avl - at, top))
        done.update(range(at, at + vl))
        at += vl if advance_by_vl else top
    return avl - len(done & set(range(avl)))


def main() -> None:
    assert legal(5, 4) == CLAIM_LEGAL_VL_AVL5_VLMAX4
    assert vlmax(128, 32, 8) == CLAIM_VLMAX_VLEN128_E32_M8
    assert vlmax(256, 32, 1) == CLAIM_VLMAX_VLEN256_E32_M1
    assert len([r for r in range(32) if r % 8 == 0]) == CLAIM_REGISTER_GROUPS_AT_LMUL8
    same = True
    for top in (1, 2, 4, 8, 16):
        memo: dict = {}
        for avl in range(0, 6 * top + 1):
            same &= step_counts(avl, top, memo) == frozenset([math.ceil(avl / top)])
    assert same == CLAIM_SAME_STEPS_ON_EVERY_LEGAL_MACHINE
    steps, left = 0, 1000
    while left:
        left -= max(legal(left, 32))
        steps += 1
    assert steps == CLAIM_STEPS_AVL1000_VLMAX32
    assert missed(5, 4, False) == CLAIM_ELEMENTS_MISSED_WHEN_ADVANCING_BY_VLMAX
    assert missed(5, 4, True) == CLAIM_ELEMENTS_MISSED_WHEN_ADVANCING_BY_VL
    print(f"AVL 5, VLMAX 4: vl may be {legal(5, 4)}; advancing by VLMAX skips {missed(5, 4, False)} element")


if __name__ == "__main__":
    main()
