"""Program order of a tiled matmul: tiles loaded for the first programs, row-major against grouped; masks at the edges."""

import numpy as np

CLAIM_ROW_MAJOR_LOADS = 90
CLAIM_GROUPED_LOADS = 54
CLAIM_COVERS_EVERY_TILE_ONCE = True
CLAIM_MASKED_RIGHT = True
CLAIM_UNMASKED_K_WRONG = True
CLAIM_PROGRAMS = 1024
CLAIM_FP32_ACC_REGISTERS = 128


def row_major(pid, nm, nn):
    return pid // nn, pid % nn


def grouped(pid, nm, nn, group):
    per_group = group * nn
    first = pid // per_group * group
    size = min(nm - first, group)
    return first + pid % per_group % size, pid % per_group // size


def tiles_loaded(places, nk):
    """Distinct tiles of A (row, k) and of B (k, column) that a set of programs needs."""
    return len({m for m, _ in places}) * nk + len({n for _, n in places}) * nk


def matmul(a, b, block, mask=True):
    """Blocks read flat memory by pointer arithmetic, as a Triton program does; a mask turns outside values into 0."""
    (m, k), n = a.shape, b.shape[1]
    fa, fb = np.concatenate([a.ravel(), np.full(9999, 7.0)]), np.concatenate([b.ravel(), np.full(9999, 7.0)])
    c = np.zeros((m, n))
    r = np.arange(block)
    for i in range(0, m, block):
        for j in range(0, n, block):
            acc = np.zeros((block, block))
            for p in range(0, k, block):
                rows, ks, cols = i + r, p + r, j + r
                pa, pb = rows[:, None] * k + ks, ks[:, None] * n + cols
                ta, tb = fa[pa], fb[pb]
                if mask:
                    ta = np.where((rows[:, None] < m) & (ks < k), ta, 0)
                    tb = np.where((ks[:, None] < k) & (cols < n), tb, 0)
                acc += ta @ tb
            mm, nn = min(block, m - i), min(block, n - j)
            c[i : i + mm, j : j + nn] = acc[:mm, :nn]
    return c


def main() -> None:
    n = 9
    plain = [row_major(p, n, n) for p in range(n)]
    group = [grouped(p, n, n, 3) for p in range(n)]
    assert tiles_loaded(plain, n) == CLAIM_ROW_MAJOR_LOADS
    assert tiles_loaded(group, n) == CLAIM_GROUPED_LOADS
    every = all(
        sorted(grouped(p, nm, nn, g) for p in range(nm * nn)) == [(i, j) for i in range(nm) for j in range(nn)]
        for nm, nn, g in ((9, 9, 3), (7, 5, 4), (8, 3, 8))
    )
    assert every == CLAIM_COVERS_EVERY_TILE_ONCE
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((21, 19)), rng.standard_normal((19, 30))
    assert bool(np.allclose(matmul(a, b, 8), a @ b)) == CLAIM_MASKED_RIGHT
    assert (not np.allclose(matmul(a, b, 8, mask=False), a @ b)) == CLAIM_UNMASKED_K_WRONG
    assert CLAIM_PROGRAMS == (4096 // 128) ** 2
    assert CLAIM_FP32_ACC_REGISTERS == 128 * 128 / (4 * 32)
    print(
        "9x9 tiles: the first 9 programs need 90 tiles in row-major order, 54 in groups of 3 rows; a missing K mask is wrong"
    )


if __name__ == "__main__":
    main()
