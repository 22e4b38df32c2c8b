"""Count what a naive and a tiled matrix multiply read, run a tiled one with thread blocks, and take its barriers away."""

import numpy as np

CLAIM_NAIVE_GB_4096_FP32 = 549.8
CLAIM_TILED_128_GB = 4.29
CLAIM_TILE_32_SAVES = 32
CLAIM_SMEM_KIB_ONE_STAGE = 8
CLAIM_ACCUMULATORS_PER_THREAD = 64
CLAIM_READS_PER_FMA_SCALAR = 2.0
CLAIM_READS_PER_FMA_8X8 = 0.25
CLAIM_WRONG_WITHOUT_FIRST_BARRIER = True
CLAIM_WRONG_WITHOUT_SECOND_BARRIER = True
CLAIM_RIGHT_WITH_BOTH = True
CLAIM_INTENSITY_128_FP32 = 32.0
CLAIM_INTENSITY_128_FP16 = 64.0


def count_global_reads(m, n, k, bm, bn):
    """Walk the blocks and the K steps as the kernel does and count the elements it loads."""
    reads, step = 0, 8
    for _ in range(0, m, bm):
        for _ in range(0, n, bn):
            for _ in range(0, k, step):
                reads += bm * step + step * bn
    return reads


def tiled(a, b, tile, first=True, second=True):
    """One block of tile*tile threads. Threads run one after another between barriers.

    Without the first barrier a thread computes before the later threads have stored; without the second a fast thread
    overwrites the tile of the next step while slow ones still need the old one (thread 0 runs one step ahead).
    """
    n, k = a.shape[0], a.shape[1]
    out = np.zeros((n, b.shape[1]))
    sa, sb = np.zeros((tile, tile)), np.zeros((tile, tile))
    order = [(y, x) for y in range(tile) for x in range(tile)]

    def load(y, x, t):
        sa[y, x] = a[y, t * tile + x]
        sb[y, x] = b[t * tile + y, x]

    for t in range(k // tile):
        if first:
            for y, x in order:
                load(y, x, t)
            if not second and t + 1 < k // tile:
                out[0, 0] += sa[0] @ sb[:, 0]
                load(0, 0, t + 1)
                rest = order[1:]
            else:
                rest = order
            for y, x in rest:
                out[y, x] += sa[y] @ sb[:, x]
        else:
            for y, x in order:
                load(y, x, t)
                out[y, x] += sa[y] @ sb[:, x]
    return out


def reads_per_fma(tm, tn, k):
    """Each thread holds a tm x tn register tile; per k it reads tm + tn values from shared memory."""
    reads = fma = 0
    for _ in range(k):
        reads += tm + tn
        for _ in range(tm):
            for _ in range(tn):
                fma += 1
    return reads / fma


def main() -> None:
    for shape in ((32, 48, 16), (64, 32, 40)):
        for bm, bn in ((16, 16), (32, 16)):
            m, n, k = shape
            got = count_global_reads(m, n, k, bm, bn)
            assert got == m * n * k * (1 / bm + 1 / bn), (shape, bm, bn, got)
    n = 4096
    naive = n**3 * 2 * 4 / 1e9
    per_thread = sum(2 for _ in range(n))
    assert abs(naive - n * n * per_thread * 4 / 1e9) < 1e-9
    assert abs(naive - CLAIM_NAIVE_GB_4096_FP32) < 0.05, naive
    t128 = count_global_reads(n, n, n, 128, 128) * 4 / 1e9
    assert abs(t128 - CLAIM_TILED_128_GB) < 0.01, t128
    small = 256
    assert small**3 * 2 / count_global_reads(small, small, small, 32, 32) == CLAIM_TILE_32_SAVES
    assert CLAIM_SMEM_KIB_ONE_STAGE == (128 * 8 + 8 * 128) * 4 / 1024
    assert CLAIM_ACCUMULATORS_PER_THREAD == 128 * 128 / 256
    assert reads_per_fma(1, 1, 4) == CLAIM_READS_PER_FMA_SCALAR
    assert reads_per_fma(8, 8, 4) == CLAIM_READS_PER_FMA_8X8
    flops = 2 * n**3
    for size, claim in ((4, CLAIM_INTENSITY_128_FP32), (2, CLAIM_INTENSITY_128_FP16)):
        got = flops / (t128 * 1e9 / 4 * size)
        assert abs(got - claim) < 1e-9, got
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((8, 32)), rng.standard_normal((32, 8))
    both = np.allclose(tiled(a, b, 8), a @ b)
    no_first = not np.allclose(tiled(a, b, 8, first=False), a @ b)
    no_second = not np.allclose(tiled(a, b, 8, second=False), a @ b)
    assert both == CLAIM_RIGHT_WITH_BOTH
    assert no_first == CLAIM_WRONG_WITHOUT_FIRST_BARRIER
    assert no_second == CLAIM_WRONG_WITHOUT_SECOND_BARRIER
    print(
        f"4096^3 fp32: naive reads {naive:.1f} GB, 128x128 tiles {t128:.2f} GB; without either barrier the product is wrong"
    )


if __name__ == "__main__":
    main()
