"""Which scales leave an integer GEMM, and what each granularity costs in error."""
import numpy as np

CLAIM_ROW_AND_COLUMN_SCALES_FACTOR_OUT = True
CLAIM_K_SCALE_FACTORS_OUT = False
CLAIM_K_SCALE_WORKS_IN_GROUPS_OF_PARTIAL_SUMS = True
CLAIM_PER_TOKEN_PER_CHANNEL_BEATS_PER_TENSOR = True
CLAIM_SMOOTHING_KEEPS_THE_PRODUCT = True
CLAIM_SMOOTHED_BEATS_PER_TOKEN_WITH_OUTLIER_CHANNEL = True
CLAIM_ZERO_POINT_NEEDS_COLUMN_SUMS = True


def q(x, s):
    return np.clip(np.round(x / s), -127, 127).astype(np.int32)


def err(y, ref):
    return float(np.linalg.norm(y - ref) / np.linalg.norm(ref))


def main() -> None:
    rng = np.random.default_rng(0)
    m, k, n = 32, 256, 48
    x, w = rng.standard_normal((m, k)), rng.standard_normal((k, n)) * rng.uniform(0.1, 1, n)
    x *= rng.uniform(0.2, 5, (m, 1))
    ref = x @ w
    sx, sw = np.abs(x).max(1, keepdims=True) / 127, np.abs(w).max(0, keepdims=True) / 127
    xi, wi = q(x, sx), q(w, sw)
    inside = (xi * sx) @ (wi * sw)
    outside = (xi @ wi) * sx * sw                        # INT32 product, two vectors of scales after it
    assert np.allclose(inside, outside) == CLAIM_ROW_AND_COLUMN_SCALES_FACTOR_OUT
    sk = np.abs(x).max(0, keepdims=True) / 127           # one scale per K: per-channel activations
    xk = q(x, sk)
    good = (xk * sk) @ w
    best = (xk @ w) * sk.mean()                          # the nearest one can do after the sum: a common factor
    assert np.allclose(good, best, rtol=0.02) == CLAIM_K_SCALE_FACTORS_OUT
    g = 64                                               # one scale per 64 of K: add partial sums in float
    acc = np.zeros((m, n))
    full = np.zeros((m, n))
    for i in range(0, k, g):
        s = np.abs(x[:, i:i + g]).max(1, keepdims=True) / 127
        p = q(x[:, i:i + g], s)
        acc += (p @ wi[i:i + g]) * s * sw
        full += (p * s) @ (wi[i:i + g] * sw)
    assert np.allclose(acc, full) == CLAIM_K_SCALE_WORKS_IN_GROUPS_OF_PARTIAL_SUMS
    one = np.abs(x).max() / 127, np.abs(w).max() / 127
    tensor = (q(x, one[0]) @ q(w, one[1])) * one[0] * one[1]
    assert (err(outside, ref) < err(tensor, ref)) == CLAIM_PER_TOKEN_PER_CHANNEL_BEATS_PER_TENSOR
    x[:, 7] *= 60                                        # one outlier channel
    ref = x @ w

    def w8a8(a, b):
        sa, sb = np.abs(a).max(1, keepdims=True) / 127, np.abs(b).max(0, keepdims=True) / 127
        return (q(a, sa) @ q(b, sb)) * sa * sb

    s = np.sqrt(np.abs(x).max(0) / np.abs(w).max(1))     # SmoothQuant with alpha 0.5
    assert np.allclose((x / s) @ (w * s[:, None]), ref) == CLAIM_SMOOTHING_KEEPS_THE_PRODUCT
    plain, smooth = err(w8a8(x, w), ref), err(w8a8(x / s, w * s[:, None]), ref)
    assert (smooth < plain / 2) == CLAIM_SMOOTHED_BEATS_PER_TOKEN_WITH_OUTLIER_CHANNEL, (smooth, plain)
    z = 11                                               # asymmetric activations: subtract z times the column sums
    a = rng.integers(0, 256, (m, k))
    same = np.array_equal((a - z) @ wi, a @ wi - z * wi.sum(0)) and not np.array_equal((a - z) @ wi, a @ wi)
    assert same == CLAIM_ZERO_POINT_NEEDS_COLUMN_SUMS
    print(f"relative error with one outlier channel: per token {plain:.4f}, smoothed {smooth:.4f}")


if __name__ == "__main__":
    main()
