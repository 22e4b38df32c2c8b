"""How many tilings a GEMM schedule has, and how often random and guided search find a good one."""

import itertools
from math import comb

import numpy as np

CLAIM_SPLITS_1024_IN_4 = 286
CLAIM_GEMM_TILINGS_M = 5.4
CLAIM_DAYS_EXHAUSTIVE = 62
CLAIM_RANDOM_64_TRIALS_TOP1 = 0.47


def splits(n: int, parts: int) -> int:
    """Count ordered ways to write n as a product of ``parts`` factors."""
    if parts == 1:
        return 1
    return sum(splits(n // f, parts - 1) for f in range(1, n + 1) if n % f == 0)


def main() -> None:
    one = splits(1024, 4)
    assert one == comb(10 + 3, 3) == CLAIM_SPLITS_1024_IN_4, one
    total = splits(1024, 4) ** 2 * splits(1024, 2) * 6  # M and N in 4 levels, K in 2, 6 unroll choices
    assert round(total / 1e6, 1) == CLAIM_GEMM_TILINGS_M, total
    assert round(total * 1.0 / 86400) == CLAIM_DAYS_EXHAUSTIVE, total / 86400  # one second each
    exact = 1 - 0.99**64
    rng = np.random.default_rng(0)
    seen = (rng.random((4000, 64)) < 0.01).any(1).mean()
    assert abs(seen - exact) < 0.03 and round(exact, 2) == CLAIM_RANDOM_64_TRIALS_TOP1, exact
    assert len(list(itertools.product(range(11), repeat=1))) == splits(1024, 2)
    print(f"{one} splits of 1024 into 4 factors, {total / 1e6:.1f} million GEMM schedules, {total / 86400:.0f} days at a second each; "
          f"64 random trials hit the best 1 % with probability {exact:.2f}")


if __name__ == "__main__":
    main()
