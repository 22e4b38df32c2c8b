"""Layouts of FP32, TF32, BF16 and FP16, and sums that depend on their order."""
import numpy as np

CLAIM_TF32_BITS_USED = 19
CLAIM_TF32_BITS_STORED = 32
CLAIM_TF32_MANTISSA_SAME_AS_FP16 = True
CLAIM_FP16_EPS_LOG2 = -10
CLAIM_BF16_EPS_LOG2 = -7
CLAIM_TF32_PRODUCT_1_0001_TIMES_1 = 1.0
CLAIM_BF16_STUCK_AT = 256
CLAIM_FP16_STUCK_AT = 2048
CLAIM_DISTINCT_SUMS_MORE_THAN_ONE = True
CLAIM_ORDERED_SUM_REPEATS = True
CLAIM_THREE_TERMS_LEFT_RIGHT = (1.0, 0.0)


def keep(x, mantissa: int) -> float:
    """Round a float32 to nearest even with so many mantissa bits (exponent of FP32)."""
    bits = int(np.float32(x).view(np.uint32))
    drop = 23 - mantissa
    half, low = 1 << (drop - 1), bits & ((1 << drop) - 1)
    bits -= low
    if low > half or (low == half and bits & (1 << drop)):
        bits += 1 << drop
    return float(np.uint32(bits).view(np.float32))


def stuck(rounder) -> int:
    s = 0.0
    while True:
        n = rounder(s + 1.0)
        if n == s:
            return int(s)
        s = n


def main() -> None:
    tf32 = {"sign": 1, "exponent": 8, "mantissa": 10}
    assert sum(tf32.values()) == CLAIM_TF32_BITS_USED
    assert np.dtype(np.float32).itemsize * 8 == CLAIM_TF32_BITS_STORED
    assert (tf32["mantissa"] == np.finfo(np.float16).nmant) == CLAIM_TF32_MANTISSA_SAME_AS_FP16
    assert np.log2(float(np.finfo(np.float16).eps)) == CLAIM_FP16_EPS_LOG2
    gap = next(2.0 ** -k for k in range(1, 24) if keep(1 + 2.0 ** -(k + 1), 7) in (1.0, 1 + 2.0 ** -k))
    assert gap == 2.0 ** CLAIM_BF16_EPS_LOG2, gap
    assert keep(1.0001, 10) * keep(1.0, 10) == CLAIM_TF32_PRODUCT_1_0001_TIMES_1
    assert stuck(lambda v: keep(v, 7)) == CLAIM_BF16_STUCK_AT
    assert stuck(lambda v: float(np.float16(v))) == CLAIM_FP16_STUCK_AT
    rng = np.random.default_rng(0)
    x = rng.standard_normal(1000).astype(np.float32)

    def total(order):
        s = np.float32(0)
        for i in order:
            s = np.float32(s + x[i])
        return float(s)

    sums = {total(rng.permutation(1000)) for _ in range(20)}
    assert (len(sums) > 1) == CLAIM_DISTINCT_SUMS_MORE_THAN_ONE
    assert (total(range(1000)) == total(range(1000))) == CLAIM_ORDERED_SUM_REPEATS
    a, b, c = np.float32(1e8), np.float32(-1e8), np.float32(1)
    assert (float((a + b) + c), float(a + (b + c))) == CLAIM_THREE_TERMS_LEFT_RIGHT
    print(f"TF32 uses 19 bits; BF16 counting stops at 256, FP16 at 2048; 20 orders gave {len(sums)} different sums")


if __name__ == "__main__":
    main()
