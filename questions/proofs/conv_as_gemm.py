"""Convolution four ways on small data (direct, im2col GEMM, Winograd, FFT), dilation, and folding batch norm."""

import numpy as np

CLAIM_IM2COL_MATCHES = True
CLAIM_WINOGRAD_MATCHES = True
CLAIM_FFT_MATCHES = True
CLAIM_IM2COL_EXPANSION_3X3 = 9
CLAIM_WINOGRAD_SAVING = 2.25
CLAIM_DILATED_EXTENT = 5
CLAIM_FOLD_RIGHT = True
CLAIM_FOLD_BY_VAR_RIGHT = False
CLAIM_GEMM_SHAPE = (25088, 256, 1152)
CLAIM_IM2COL_MIB = 55.1
CLAIM_INPUT_MIB = 6.1
CLAIM_WINOGRAD_FP16_WORSE = True


def direct(x, w, dilation=1):
    """x: C,H,W; w: K,C,R,S; valid, stride 1."""
    k, _c, r, s = w.shape
    p, q = x.shape[1] - (r - 1) * dilation, x.shape[2] - (s - 1) * dilation
    y = np.zeros((k, p, q))
    for i in range(r):
        for j in range(s):
            y += np.einsum(
                "kc,cpq->kpq", w[:, :, i, j], x[:, i * dilation : i * dilation + p, j * dilation : j * dilation + q]
            )
    return y


def im2col(x, r, s):
    c, h, w = x.shape
    return np.array(
        [
            [x[ci, p + i, q + j] for ci in range(c) for i in range(r) for j in range(s)]
            for p in range(h - r + 1)
            for q in range(w - s + 1)
        ]
    )


BT = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], float)
G = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]], float)
AT = np.array([[1, 1, 1, 0], [0, 1, -1, -1]], float)


def winograd(x, w, dtype=np.float64):
    """F(2x2, 3x3) on one channel; returns the result and the multiplications of the element-wise stage."""
    bt, g, at = BT.astype(dtype), G.astype(dtype), AT.astype(dtype)
    x, w = x.astype(dtype), w.astype(dtype)
    h, wd = x.shape
    y = np.zeros((h - 2, wd - 2), dtype)
    u, mults = g @ w @ g.T, 0
    for i in range(0, h - 2, 2):
        for j in range(0, wd - 2, 2):
            m = u * (bt @ x[i : i + 4, j : j + 4] @ bt.T)
            mults += m.size
            y[i : i + 2, j : j + 2] = at @ m @ at.T
    return y, mults


def main() -> None:
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal((3, 10, 10)), rng.standard_normal((4, 3, 3, 3))
    ref = direct(x, w)
    cols = im2col(x, 3, 3)
    got = (cols @ w.reshape(4, -1).T).T.reshape(ref.shape)
    assert bool(np.allclose(got, ref)) == CLAIM_IM2COL_MATCHES
    assert cols.shape[1] / x.shape[0] == CLAIM_IM2COL_EXPANSION_3X3
    one, w1 = x[:1], w[:1, :1]
    ref1 = direct(one, w1)[0]
    y, mults = winograd(one[0], w1[0, 0])
    assert bool(np.allclose(y, ref1)) == CLAIM_WINOGRAD_MATCHES
    assert ref1.size * 9 / mults == CLAIM_WINOGRAD_SAVING
    f = np.fft.irfft2(np.fft.rfft2(one[0], (12, 12)) * np.fft.rfft2(w1[0, 0, ::-1, ::-1], (12, 12)), (12, 12))
    assert bool(np.allclose(f[2:10, 2:10], ref1)) == CLAIM_FFT_MATCHES
    assert 10 - direct(x, w, dilation=2).shape[1] + 1 == CLAIM_DILATED_EXTENT
    gamma, beta, mean = (rng.standard_normal(4) for _ in range(3))
    var, eps, bias = rng.uniform(0.2, 3, 4), 1e-5, rng.standard_normal(4)
    bn = (ref + bias[:, None, None] - mean[:, None, None]) / np.sqrt(var + eps)[:, None, None]
    bn = bn * gamma[:, None, None] + beta[:, None, None]

    def folded(scale):
        return direct(x, w * scale[:, None, None, None]) + (beta + (bias - mean) * scale)[:, None, None]

    assert bool(np.allclose(folded(gamma / np.sqrt(var + eps)), bn)) == CLAIM_FOLD_RIGHT
    assert bool(np.allclose(folded(gamma / var), bn)) == CLAIM_FOLD_BY_VAR_RIGHT
    n, c, h, k = 32, 128, 28, 256
    assert (n * h * h, k, c * 9) == CLAIM_GEMM_SHAPE
    assert abs(n * h * h * c * 9 * 2 / 2**20 - CLAIM_IM2COL_MIB) < 0.06
    assert abs(n * h * h * c * 2 / 2**20 - CLAIM_INPUT_MIB) < 0.06
    errs = []
    for _ in range(20):
        a, b = rng.standard_normal((18, 18)), rng.standard_normal((3, 3))
        exact = direct(a[None], b[None, None])[0]
        h16 = np.zeros_like(exact, dtype=np.float16)
        for i in range(3):
            for j in range(3):
                h16 += np.float16(b[i, j]) * a[i : i + 16, j : j + 16].astype(np.float16)
        errs.append((np.abs(winograd(a, b, np.float16)[0] - exact).mean(), np.abs(h16 - exact).mean()))
    e = np.mean(errs, axis=0)
    assert bool(e[0] > e[1]) == CLAIM_WINOGRAD_FP16_WORSE
    print(
        f"direct, im2col, Winograd, FFT agree; F(2x2,3x3) saves 2.25x; BN fold needs sqrt(var+eps); fp16 error {e[0] / e[1]:.1f}x"
    )


if __name__ == "__main__":
    main()
