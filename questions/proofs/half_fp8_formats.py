"""FP16, BF16, E4M3 and E5M2 decoded bit by bit; what they lose, and what scaling and a wide accumulator save."""
import numpy as np

CLAIM_FP16_MAX = 65504
CLAIM_FP16_MIN_NORMAL_LOG2 = -14
CLAIM_FP16_MIN_SUBNORMAL_LOG2 = -24
CLAIM_BF16_MIN_NORMAL_LOG2 = -126
CLAIM_E4M3_MAX = 448
CLAIM_E4M3_MIN_NORMAL_LOG2 = -6
CLAIM_E4M3_MIN_SUBNORMAL_LOG2 = -9
CLAIM_E5M2_MAX = 57344
CLAIM_E5M2_MIN_NORMAL_LOG2 = -14
CLAIM_E5M2_MIN_SUBNORMAL_LOG2 = -16
CLAIM_E4M3_HAS_INF = False
CLAIM_E5M2_HAS_INF = True
CLAIM_E4M3_NAN_CODES = 2
CLAIM_UNIT_ROUNDOFF_PERCENT_E4M3_E5M2 = (6.25, 12.5)
CLAIM_FNUZ_E4M3_MAX = 240
CLAIM_FP16_SUM_OF_4096_ONES = 2048
CLAIM_FP32_SUM_OF_4096_ONES = 4096
CLAIM_GRADIENT_LOG2 = -26
CLAIM_GRADIENT_LOST_IN_FP16 = True
CLAIM_GRADIENT_SURVIVES_SCALE_1024 = True
CLAIM_BF16_NEEDS_SCALE_FOR_IT = False
CLAIM_LOST_PERCENT_WITHOUT_SCALE = 50
CLAIM_LOST_PERCENT_WITH_SCALE_1024 = 0
CLAIM_UPDATE_1E4_LOST_ON_FP16_WEIGHT_ONE = True
CLAIM_UPDATE_1E4_LOST_ON_FP32_WEIGHT_ONE = False
CLAIM_PROMOTION_CUTS_ERROR = True


def decode(code: int, exp: int, man: int, ieee: bool) -> float:
    sign = -1.0 if code >> (exp + man) else 1.0
    e, m = (code >> man) & ((1 << exp) - 1), code & ((1 << man) - 1)
    bias, top = (1 << (exp - 1)) - 1, (1 << exp) - 1
    if ieee and e == top:
        return sign * float("inf") if m == 0 else float("nan")
    if not ieee and e == top and m == (1 << man) - 1:
        return float("nan")
    if e == 0:
        return sign * m * 2.0 ** (1 - bias - man)
    return sign * (1 + m / (1 << man)) * 2.0 ** (e - bias)


def table(exp: int, man: int, ieee: bool):
    v = [decode(c, exp, man, ieee) for c in range(1 << (1 + exp + man))]
    finite = sorted(x for x in v if np.isfinite(x) and x > 0)
    normal = 2.0 ** (2 - (1 << (exp - 1)))
    return finite, normal, any(np.isinf(v)), sum(x != x for x in v)


def unit_roundoff(codes, normal: float) -> float:
    """Half the widest gap between neighbouring normal codes over the lower of the two, in percent."""
    v = [x for x in codes if x >= normal]
    return 100 * max((b - a) / 2 / a for a, b in zip(v, v[1:]))


def main() -> None:
    f16, n16, _, _ = table(5, 10, True)
    e4, n4, inf4, nan4 = table(4, 3, False)
    e5, n5, inf5, _ = table(5, 2, True)
    assert f16[-1] == CLAIM_FP16_MAX == np.finfo(np.float16).max
    assert (n16, f16[0]) == (2.0 ** CLAIM_FP16_MIN_NORMAL_LOG2, 2.0 ** CLAIM_FP16_MIN_SUBNORMAL_LOG2)
    assert decode(1 << 7, 8, 7, True) == 2.0 ** CLAIM_BF16_MIN_NORMAL_LOG2
    assert (e4[-1], n4, e4[0]) == (CLAIM_E4M3_MAX, 2.0 ** CLAIM_E4M3_MIN_NORMAL_LOG2, 2.0 ** CLAIM_E4M3_MIN_SUBNORMAL_LOG2)
    assert (e5[-1], n5, e5[0]) == (CLAIM_E5M2_MAX, 2.0 ** CLAIM_E5M2_MIN_NORMAL_LOG2, 2.0 ** CLAIM_E5M2_MIN_SUBNORMAL_LOG2)
    assert (inf4, inf5, nan4) == (CLAIM_E4M3_HAS_INF, CLAIM_E5M2_HAS_INF, CLAIM_E4M3_NAN_CODES)
    assert (unit_roundoff(e4, n4), unit_roundoff(e5, n5)) == CLAIM_UNIT_ROUNDOFF_PERCENT_E4M3_E5M2
    fnuz = [(1 + (c & 7) / 8) * 2.0 ** ((c >> 3) - 8) for c in range(8, 128)]   # bias 8, NaN only at 0x80
    assert max(fnuz) == CLAIM_FNUZ_E4M3_MAX

    half, single = np.float16(0), np.float32(0)
    for _ in range(4096):
        half, single = np.float16(half + np.float16(1)), np.float32(single + np.float32(1))
    assert int(half) == CLAIM_FP16_SUM_OF_4096_ONES and int(single) == CLAIM_FP32_SUM_OF_4096_ONES

    g = 2.0 ** CLAIM_GRADIENT_LOG2
    assert g == 2.0 ** -26
    assert (np.float16(g) == 0) == CLAIM_GRADIENT_LOST_IN_FP16
    assert (float(np.float16(g * 1024)) / 1024 == g) == CLAIM_GRADIENT_SURVIVES_SCALE_1024
    bf16_zero = np.float32(g).view(np.uint32) >> 16 == 0
    assert bool(bf16_zero) == CLAIM_BF16_NEEDS_SCALE_FOR_IT
    grads = 2.0 ** np.linspace(-33, -17, 2000)          # half of them lie under 2^-25, where FP16 rounds to zero
    lost = lambda s: 100 * np.mean(np.float16(grads * s) == 0)
    assert lost(1) == CLAIM_LOST_PERCENT_WITHOUT_SCALE and lost(1024) == CLAIM_LOST_PERCENT_WITH_SCALE_1024
    assert (np.float16(1) - np.float16(1e-4) == np.float16(1)) == CLAIM_UPDATE_1E4_LOST_ON_FP16_WEIGHT_ONE
    assert (np.float32(1) - np.float32(1e-4) == np.float32(1)) == CLAIM_UPDATE_1E4_LOST_ON_FP32_WEIGHT_ONE

    rng = np.random.default_rng(0)
    x = rng.uniform(0.5, 1.5, 4096).astype(np.float32)
    narrow = lambda v: float(np.float16(v))             # an accumulator of 11 significant bits
    plain = 0.0
    for v in x:
        plain = narrow(plain + float(v))
    promoted = np.float32(0)
    for start in range(0, 4096, 128):                   # hand over to FP32 every 128 terms
        part = 0.0
        for v in x[start:start + 128]:
            part = narrow(part + float(v))
        promoted = np.float32(promoted + np.float32(part))
    exact = float(np.sum(x, dtype=np.float64))
    better = abs(promoted - exact) * 20 < abs(plain - exact)
    assert better == CLAIM_PROMOTION_CUTS_ERROR
    print(f"max {f16[-1]:.0f} / {e4[-1]:.0f} / {e5[-1]:.0f}; narrow accumulator off by {abs(plain - exact) / exact:.1%}, "
          f"promoted every 128 off by {abs(promoted - exact) / exact:.3%}")


if __name__ == "__main__":
    main()
