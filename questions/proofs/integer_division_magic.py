"""What a compiler makes of integer division: multiply-high and shift for a constant, a mask for a power of two."""

from fractions import Fraction

import numpy as np

CLAIM_DIV_7_RIGHT = True
CLAIM_MOD_32_IS_MASK = True
CLAIM_SIGNED_NEEDS_FIX = True
CLAIM_FMA_FLOPS = 2
CLAIM_FMA_DIFFERS = True
CLAIM_DEPENDENT_CHAIN_CYCLES = 400
CLAIM_FOUR_CHAINS_CYCLES = 103


def magic(d, bits=32):
    """Smallest shift for which ceil(2^(bits + s) / d) divides every number of ``bits`` bits exactly."""
    for s in range(bits + 1):
        m = -(-(1 << (bits + s)) // d)
        if m * d - (1 << (bits + s)) <= 1 << s:
            return m, bits + s
    raise AssertionError


def cycles(adds, chains, latency=4):
    """Issue one add a cycle; an add waits for the one before in its chain."""
    ready, t, last = [0] * chains, 0, 0
    for i in range(adds):
        c = i % chains
        t = max(t, ready[c])
        ready[c] = t + latency
        last = ready[c]
        t += 1
    return last


def main() -> None:
    rng = np.random.default_rng(0)
    tests = [0, 1, 6, 7, 8, 2**31, 2**32 - 1, *rng.integers(0, 2**32, 2000).tolist()]
    m, s = magic(7)
    assert all(n * m >> s == n // 7 for n in tests) == CLAIM_DIV_7_RIGHT
    for d in (3, 5, 10, 33, 641):
        m, s = magic(d)
        assert all(n * m >> s == n // d for n in tests)
    assert all(n % 32 == n & 31 for n in tests) == CLAIM_MOD_32_IS_MASK
    c_style = -(7 // 2)
    assert (c_style != -7 >> 1) == CLAIM_SIGNED_NEEDS_FIX
    assert len(["mul", "add"]) == CLAIM_FMA_FLOPS
    a = b = np.float32(1 + 2.0**-12)
    c = np.float32(-1)
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    fused = np.float32(float(exact))
    assert bool(fused != a * b + c) == CLAIM_FMA_DIFFERS
    assert cycles(100, 1) == CLAIM_DEPENDENT_CHAIN_CYCLES
    assert cycles(100, 4) == CLAIM_FOUR_CHAINS_CYCLES
    print(
        "32-bit n / 7 is one multiply-high and a shift; 100 dependent adds of latency 4 take 400 cycles, four chains 103"
    )


if __name__ == "__main__":
    main()
