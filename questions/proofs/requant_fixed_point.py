"""An INT32 sum brought to INT8 by integers only, against the exact rational result."""
from fractions import Fraction
import numpy as np

CLAIM_RESULTS_THAT_DIFFER_OF_10000 = 0
CLAIM_MULTIPLIER_ERROR_BELOW_LSB = True
CLAIM_MULTIPLIER_LOW = 1073741824
CLAIM_MULTIPLIER_HIGH = 2147483647
CLAIM_TRUNCATING_SHIFT_BIASED = True
CLAIM_ROUND_HALF_UP_MINUS_2_5 = -2
CLAIM_INT64_PRODUCT_NEEDED = True
CLAIM_SATURATES_TO = (127, -128)


def quantise_multiplier(m: float):
    """m = q/2^31 * 2^-shift with q in [2^30, 2^31): a Q31 mantissa and a right shift."""
    mant, exp = np.frexp(m)
    q = int(round(mant * 2 ** 31))
    if q == 2 ** 31:
        q, exp = q // 2, exp + 1
    return q, int(-exp)


def requantise(acc, q, shift, zero_point=0):
    """acc: int32 array. The product is 62 bits wide; the rounding constant is half of the divisor."""
    total = 31 + shift
    v = (acc.astype(np.int64) * q + (1 << (total - 1))) >> total
    return np.clip(v + zero_point, -128, 127).astype(np.int8)


def main() -> None:
    rng = np.random.default_rng(3)
    bad = count = 0
    drift = 0.0
    qs = []
    for _ in range(20):
        m = float(rng.uniform(1e-5, 0.9))
        q, shift = quantise_multiplier(m)
        qs.append(q)
        acc = rng.integers(-int(140 / m), int(140 / m), 500).astype(np.int32)
        got = requantise(acc, q, shift, 3).astype(int)
        exact = Fraction(m)
        want = [min(127, max(-128, (2 * int(a) * exact.numerator + exact.denominator) // (2 * exact.denominator) + 3)) for a in acc]
        d = np.abs(got - np.array(want))
        bad, count = bad + int((d > 0).sum()), count + d.size
        drift = max(drift, 140 / m * float(abs(Fraction(q, 2 ** (31 + shift)) - exact)))
    assert count == 10000 and bad == CLAIM_RESULTS_THAT_DIFFER_OF_10000
    assert (drift < 1e-6) == CLAIM_MULTIPLIER_ERROR_BELOW_LSB, drift
    edge = [quantise_multiplier(2.0 ** -k)[0] for k in range(1, 12)] + [quantise_multiplier(np.nextafter(1.0, 0))[0]]
    assert min(qs + edge) == CLAIM_MULTIPLIER_LOW
    assert quantise_multiplier((2 ** 31 - 1) / 2 ** 31)[0] == CLAIM_MULTIPLIER_HIGH and max(qs) <= CLAIM_MULTIPLIER_HIGH
    a = rng.integers(-100000, 100000, 50000)
    q, shift = quantise_multiplier(0.0005)
    biased = ((a * q) >> (31 + shift)) - a * 0.0005
    assert (biased.mean() < -0.45) == CLAIM_TRUNCATING_SHIFT_BIASED
    q, shift = quantise_multiplier(0.5)
    assert int(requantise(np.array([-5], np.int32), q, shift)[0]) == CLAIM_ROUND_HALF_UP_MINUS_2_5
    assert (int(np.iinfo(np.int32).max) * (2 ** 31 - 1) > 2 ** 32) == CLAIM_INT64_PRODUCT_NEEDED
    out = requantise(np.array([10 ** 9, -10 ** 9], np.int32), *quantise_multiplier(0.1))
    assert tuple(int(v) for v in out) == CLAIM_SATURATES_TO
    print(f"{count} sums requantised by integers: {bad} differ from exact rounding; multiplier error {drift:.1e} LSB at the most")


if __name__ == "__main__":
    main()
