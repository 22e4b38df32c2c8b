"""The register-tiled SGEMM run by simulated blocks and threads: result with edges, bank passes, and its single barrier."""

import random

import numpy as np

CLAIM_CORRECT_WITH_EDGES = True
CLAIM_ONE_BARRIER_TWO_BUFFERS_RIGHT = True
CLAIM_ONE_BARRIER_ONE_BUFFER_RIGHT = False
CLAIM_STORE_A_PASSES_PLAIN = 8
CLAIM_STORE_A_PASSES_PAD_4 = 1
CLAIM_READ_A_PASSES = 1
CLAIM_READ_B_PASSES = 1
CLAIM_SHARED_BYTES = 16640
CLAIM_ACCUMULATORS = 64
CLAIM_SECTORS_LOAD_A = 4
CLAIM_SECTORS_STORE_C = 4
CLAIM_BLOCKWISE_TERMS = 8


def sgemm(a, b, bm, bn, bk, tm, tn):
    """256 threads as 16 x 16; thread (ty, tx) owns rows ty + 16 i and columns tx + 16 j of its tile."""
    (m, k), n = a.shape, b.shape[1]
    c = np.zeros((m, n))
    for m0 in range(0, m, bm):
        for n0 in range(0, n, bn):
            shared_a, shared_b = np.zeros((2, bk, bm)), np.zeros((2, bk, bn))

            def load(buf, k0, m0=m0, n0=n0, sa=shared_a, sb=shared_b):
                for i in range(bm * bk):
                    r, col = divmod(i, bk)
                    sa[buf, col, r] = a[m0 + r, k0 + col] if m0 + r < m and k0 + col < k else 0
                for i in range(bk * bn):
                    r, col = divmod(i, bn)
                    sb[buf, r, col] = b[k0 + r, n0 + col] if k0 + r < k and n0 + col < n else 0

            acc = np.zeros((16, 16, tm, tn))
            load(0, 0)
            for s in range(-(-k // bk)):
                cur = s & 1
                load(cur ^ 1, (s + 1) * bk)
                for p in range(bk):
                    for ty in range(16):
                        ra = shared_a[cur, p, ty::16]
                        for tx in range(16):
                            acc[ty, tx] += np.outer(ra, shared_b[cur, p, tx::16])
            for ty in range(16):
                for tx in range(16):
                    for i in range(tm):
                        for j in range(tn):
                            row, col = m0 + ty + 16 * i, n0 + tx + 16 * j
                            if row < m and col < n:
                                c[row, col] = acc[ty, tx, i, j]
    return c


def barrier_test(buffers, seed, threads=4, steps=6):
    """Each thread: store its value of step s + 1, read all values of step s, barrier. Any thread may run between barriers."""
    rng = random.Random(seed)
    mem = [[0] * threads for _ in range(buffers)]
    ok = [True]

    def body(t):
        for s in range(steps):
            mem[(s + 1) % buffers][t] = s + 1
            yield
            ok[0] &= all(v == s for v in mem[s % buffers])
            yield
            yield "barrier"

    live = [body(t) for t in range(threads)]
    for _ in range(steps):
        todo = list(range(threads))
        while todo:
            t = rng.choice(todo)
            if next(live[t]) == "barrier":
                todo.remove(t)
    return ok[0]


def passes(words):
    banks = {}
    for w in words:
        banks.setdefault(w % 32, set()).add(w)
    return max(len(v) for v in banks.values())


def main() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((19, 11)), rng.standard_normal((11, 35))
    got = sgemm(a, b, 32, 32, 8, 2, 2)
    assert bool(np.allclose(got, a @ b)) == CLAIM_CORRECT_WITH_EDGES
    assert all(barrier_test(2, s) for s in range(30)) == CLAIM_ONE_BARRIER_TWO_BUFFERS_RIGHT
    assert all(barrier_test(1, s) for s in range(30)) == CLAIM_ONE_BARRIER_ONE_BUFFER_RIGHT
    lanes = range(32)
    for pitch, claim in ((128, CLAIM_STORE_A_PASSES_PLAIN), (132, CLAIM_STORE_A_PASSES_PAD_4)):
        assert passes([(i % 8) * pitch + i // 8 for i in lanes]) == claim
    assert passes([ln // 16 for ln in lanes]) == CLAIM_READ_A_PASSES
    assert passes([ln % 16 for ln in lanes]) == CLAIM_READ_B_PASSES
    assert CLAIM_SHARED_BYTES == (2 * 8 * 132 + 2 * 8 * 128) * 4
    assert CLAIM_ACCUMULATORS == 128 * 128 // 256
    k = n = 4096
    assert len({((i // 8) * k + i % 8) * 4 // 32 for i in lanes}) == CLAIM_SECTORS_LOAD_A
    assert len({((ln // 16) * n + ln % 16) * 4 // 32 for ln in lanes}) == CLAIM_SECTORS_STORE_C
    assert CLAIM_BLOCKWISE_TERMS == 128 // 16
    print(
        "register-tiled SGEMM is exact with ragged edges; two buffers need one barrier a step; a pad of 4 takes 8 passes to 1"
    )


if __name__ == "__main__":
    main()
