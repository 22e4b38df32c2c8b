"""Q formats, saturation against wrap-around, and how long an accumulator of 32 bits lasts."""
import numpy as np

CLAIM_Q15_MAX = 0.999969482421875
CLAIM_Q15_STEP_LOG2 = -15
CLAIM_Q7_8_MAX = 127.99609375
CLAIM_Q15_WORST_PRODUCTS_IN_INT32 = 1
CLAIM_16X8_WORST_PRODUCTS_IN_INT32 = 516
CLAIM_8X8_WORST_PRODUCTS_IN_INT32 = 131071
CLAIM_WRAP_OF_30000_PLUS_10000 = -25536
CLAIM_SATURATED_30000_PLUS_10000 = 32767
CLAIM_MINUS_ONE_SQUARED_OVERFLOWS_Q15 = True
CLAIM_SNR_DB_FULL_SCALE_SINE_INT16 = 98.1
CLAIM_SNR_DB_FULL_SCALE_SINE_INT8 = 50.2
CLAIM_DB_A_BIT = 6.0
CLAIM_TRUNCATION_BIAS_LSB = -0.5
CLAIM_ROUNDING_BIAS_BELOW_0_02_LSB = True


def last_safe(worst: int) -> int:
    """How many products of this worst size fit in a signed 32-bit sum."""
    n = 0
    lo, hi = 0, 1 << 24
    while lo < hi:
        mid = (lo + hi + 1) // 2
        if mid * worst <= 2 ** 31 - 1:
            lo = mid
        else:
            hi = mid - 1
    return max(n, lo)


def sine_snr(bits: int) -> float:
    top = 2 ** (bits - 1) - 1
    x = np.sin(2 * np.pi * 0.1234567 * np.arange(20000))
    q = np.round(x * top) / top
    return 10 * np.log10((x ** 2).mean() / ((x - q) ** 2).mean())


def main() -> None:
    assert 32767 / 2 ** 15 == CLAIM_Q15_MAX and 2.0 ** CLAIM_Q15_STEP_LOG2 == 1 / 32768
    assert 32767 / 2 ** 8 == CLAIM_Q7_8_MAX
    assert last_safe(32768 * 32768) == CLAIM_Q15_WORST_PRODUCTS_IN_INT32
    assert last_safe(32768 * 127) == CLAIM_16X8_WORST_PRODUCTS_IN_INT32
    assert last_safe(128 * 128) == CLAIM_8X8_WORST_PRODUCTS_IN_INT32
    s = np.int32(30000) + np.int32(10000)
    assert int(np.array(s).astype(np.int16)) == CLAIM_WRAP_OF_30000_PLUS_10000
    assert int(np.clip(s, -32768, 32767)) == CLAIM_SATURATED_30000_PLUS_10000
    q15 = ((-32768) * (-32768)) >> 15
    assert (q15 > 32767) == CLAIM_MINUS_ONE_SQUARED_OVERFLOWS_Q15
    a, b = sine_snr(16), sine_snr(8)
    assert abs(a - CLAIM_SNR_DB_FULL_SCALE_SINE_INT16) < 0.1, a
    assert abs(b - CLAIM_SNR_DB_FULL_SCALE_SINE_INT8) < 0.1, b
    assert abs((a - b) / 8 - CLAIM_DB_A_BIT) < 0.02
    rng = np.random.default_rng(0)
    v = rng.integers(-(2 ** 30), 2 ** 30, 200000)
    exact = v / 2 ** 15
    assert abs(((v >> 15) - exact).mean() - CLAIM_TRUNCATION_BIAS_LSB) < 0.01
    rounded = (v + (1 << 14)) >> 15
    assert (abs((rounded - exact).mean()) < 0.02) == CLAIM_ROUNDING_BIAS_BELOW_0_02_LSB
    print(f"Q15 steps of 2^-15; a 32-bit sum holds 1 worst Q15 product, 516 of 16x8; SNR {a:.1f} and {b:.1f} dB")


if __name__ == "__main__":
    main()
