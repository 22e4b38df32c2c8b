"""A weight-stationary systolic array, stepped cycle by cycle."""

import numpy as np

CLAIM_CYCLES_8X8_M16 = 30
CLAIM_RESULT_IS_THE_PRODUCT = True
CLAIM_UTILISATION_128_M128_PERCENT = 33.5
CLAIM_UTILISATION_128_M4096_PERCENT = 94.2
CLAIM_UTILISATION_128_M1_PERCENT = 0.4
CLAIM_EDGE_READS_PER_MAC_8X8 = 0.125


def run(a: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Weights w (k x n) stay in the cells; rows of a enter skewed from the left, sums leave below."""
    m, k = a.shape
    n = w.shape[1]
    act = np.zeros((k, n))
    psum = np.zeros((k, n))
    out = np.zeros((m, n))
    got, cycle, reads = 0, 0, 0
    while got < m * n:
        left = np.zeros(k)
        for r in range(k):
            row = cycle - r
            if 0 <= row < m:
                left[r] = a[row, r]
                reads += 1
        act = np.concatenate([left[:, None], act[:, :-1]], axis=1)
        above = np.concatenate([np.zeros((1, n)), psum[:-1]], axis=0)
        psum = above + act * w
        for c in range(n):
            row = cycle - (k - 1) - c
            if 0 <= row < m:
                out[row, c] = psum[-1, c]
                got += 1
        cycle += 1
    return out, cycle, reads


def utilisation(size: int, m: int) -> float:
    return round(100 * m / (m + 2 * size - 2), 1)


def main() -> None:
    rng = np.random.default_rng(1)
    a = rng.integers(-5, 6, (16, 8)).astype(float)
    w = rng.integers(-5, 6, (8, 8)).astype(float)
    out, cycles, reads = run(a, w)
    assert bool((out == a @ w).all()) == CLAIM_RESULT_IS_THE_PRODUCT
    assert cycles == CLAIM_CYCLES_8X8_M16 == 16 + 8 + 8 - 2
    assert reads / (16 * 8 * 8) == CLAIM_EDGE_READS_PER_MAC_8X8
    for m, k, n in ((1, 4, 4), (5, 3, 6), (20, 6, 2)):  # the formula m + k + n - 2 in general
        x, y = rng.standard_normal((m, k)), rng.standard_normal((k, n))
        got, cyc, _r = run(x, y)
        assert np.allclose(got, x @ y) and cyc == m + k + n - 2
    assert utilisation(128, 128) == CLAIM_UTILISATION_128_M128_PERCENT
    assert utilisation(128, 4096) == CLAIM_UTILISATION_128_M4096_PERCENT
    assert utilisation(128, 1) == CLAIM_UTILISATION_128_M1_PERCENT
    print(f"8x8 array, 16 rows: {cycles} cycles and the exact product; 128x128 with one row: {utilisation(128, 1)} % busy")


if __name__ == "__main__":
    main()
