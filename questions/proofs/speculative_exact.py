"""Speculative sampling enumerated exactly: the law stays the target's; tokens a pass, FLOPs and the gain."""
from fractions import Fraction
from itertools import product

CLAIM_LAW_IS_THE_TARGETS = True
CLAIM_ACCEPTANCE_IS_SUM_OF_MINIMA = True
CLAIM_TOKENS_A_PASS_A08_G4 = 3.3616
CLAIM_SPEEDUP_A08_G4_C005 = 2.8
CLAIM_FLOPS_FACTOR_A08_G4_DRAFT_5_PERCENT = 1.55
CLAIM_NAIVE_ACCEPT_WITHOUT_CORRECTION_IS_EXACT = False
CLAIM_BEST_GAMMA_A08_C005 = 8


def law(p, q, fix=True):
    out = [Fraction(0)] * len(p)
    rest = [max(a - b, Fraction(0)) for a, b in zip(p, q)]
    total = sum(rest)
    for x in range(len(p)):
        a = min(Fraction(1), p[x] / q[x])
        out[x] += q[x] * a
        for y in range(len(p)):
            out[y] += q[x] * (1 - a) * (rest[y] / total if fix else p[y])
    return out


def tokens(a, g):
    total = 0.0
    for pattern in product((0, 1), repeat=g):             # every pattern of accepted and refused drafts
        prob, n = 1.0, 0
        for ok in pattern:
            prob *= a if ok else 1 - a
        for ok in pattern:
            if not ok:
                break
            n += 1
        total += prob * (n + 1)                           # the target adds one token in any case
    return total


def main() -> None:
    p = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    q = [Fraction(1, 5), Fraction(1, 2), Fraction(3, 10)]
    assert (law(p, q) == p) == CLAIM_LAW_IS_THE_TARGETS
    assert (law(p, q, fix=False) == p) == CLAIM_NAIVE_ACCEPT_WITHOUT_CORRECTION_IS_EXACT
    accept = sum(b * min(Fraction(1), a / b) for a, b in zip(p, q))
    assert (accept == sum(min(a, b) for a, b in zip(p, q))) == CLAIM_ACCEPTANCE_IS_SUM_OF_MINIMA
    t = tokens(0.8, 4)
    assert abs(t - (1 - 0.8 ** 5) / 0.2) < 1e-9 and round(t, 4) == CLAIM_TOKENS_A_PASS_A08_G4
    gain = lambda g, c: (1 - 0.8 ** (g + 1)) / 0.2 / (1 + g * c)
    assert round(gain(4, 0.05), 1) == CLAIM_SPEEDUP_A08_G4_C005
    assert round((5 + 4 * 0.05) / t, 2) == CLAIM_FLOPS_FACTOR_A08_G4_DRAFT_5_PERCENT, (5 + 0.2) / t
    assert max(range(1, 30), key=lambda g: gain(g, 0.05)) == CLAIM_BEST_GAMMA_A08_C005, max(range(1, 30), key=lambda g: gain(g, 0.05))
    print(f"target's law kept exactly; {t:.2f} tokens a pass, {gain(4, 0.05):.2f} times the speed for {(5 + 0.2) / t:.2f} times the FLOPs a token")


if __name__ == "__main__":
    main()
