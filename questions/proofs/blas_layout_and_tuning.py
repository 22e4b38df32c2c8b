"""Calling a column-major BLAS with row-major data, leading dimensions, and when a measured search pays for itself."""

import numpy as np

CLAIM_SWAPPED_CALL_RIGHT = True
CLAIM_NAIVE_CALL_RIGHT = False
CLAIM_NO_COPY = True
CLAIM_SUBMATRIX_WITH_LD_RIGHT = True
CLAIM_BREAK_EVEN_CALLS = 40000
CLAIM_EPILOGUE_SAVES_MB = 268.4
CLAIM_THREADS_ON_16_CORES = 256
CLAIM_FP32_COUNT_LIMIT = 16777216


def gemm(m, n, k, a, lda, b, ldb, c, ldc):
    """C = A B on flat column-major memory: element (i, j) at i + j * ld."""
    for j in range(n):
        for i in range(m):
            c[i + j * ldc] = sum(a[i + p * lda] * b[p + j * ldb] for p in range(k))


def break_even(search_ms, slow_us, fast_us):
    calls = 0
    saved = 0.0
    while saved < search_ms * 1000:
        calls += 100
        saved += 100 * (slow_us - fast_us)
    return calls


def main() -> None:
    rng = np.random.default_rng(0)
    m, n, k = 4, 5, 3
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    fa, fb, c = a.ravel(), b.ravel(), np.zeros(m * n)
    gemm(n, m, k, fb, n, fa, k, c, n)
    assert bool(np.allclose(c.reshape(m, n), a @ b)) == CLAIM_SWAPPED_CALL_RIGHT
    assert bool(np.shares_memory(fa, a) and np.shares_memory(fb, b)) == CLAIM_NO_COPY
    wrong = np.zeros(m * n)
    gemm(m, n, k, fa, m, fb, k, wrong, m)
    assert bool(np.allclose(wrong.reshape(m, n), a @ b)) == CLAIM_NAIVE_CALL_RIGHT
    big = rng.standard_normal((6, 10))
    sub = big[1:5, 2:5]
    out = np.zeros(m * n)
    gemm(n, m, k, fb, n, big.ravel()[1 * 10 + 2 :], 10, out, n)
    assert bool(np.allclose(out.reshape(m, n), sub @ b)) == CLAIM_SUBMATRIX_WITH_LD_RIGHT
    assert break_even(400, 60, 50) == CLAIM_BREAK_EVEN_CALLS
    epilogue = 4096 * 16384 * 2 * 2
    assert abs(epilogue / 1e6 - CLAIM_EPILOGUE_SAVES_MB) < 0.06
    assert sum(16 for _ in range(16)) == CLAIM_THREADS_ON_16_CORES
    one = np.float32(1)
    last = np.float32(2**24)
    assert int(last) == CLAIM_FP32_COUNT_LIMIT and last + one == last and (last - one) + one == last
    print(
        "row-major C = A B by a column-major call of B, A with leading dimensions N, K, N; a 400 ms search pays after 40000 calls"
    )


if __name__ == "__main__":
    main()
