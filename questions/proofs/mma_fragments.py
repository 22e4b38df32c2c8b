"""m16n8k16: build the product from what each of the 32 lanes holds, and count FLOPs, registers and operand bytes."""

import numpy as np

CLAIM_COVERS_ONCE = True
CLAIM_PRODUCT_MATCHES = True
CLAIM_WRONG_IF_B_ROW_MAJOR_ORDER = True
CLAIM_FLOPS_PER_MMA = 4096
CLAIM_REGISTERS_A_B_C = (4, 2, 4)
CLAIM_VALUES_PER_LANE_A_B_C = (8, 4, 4)
CLAIM_ROWS_OF_LANE_0 = (0, 8)
CLAIM_ROW_SUM_LANES = 4
CLAIM_FP16_ACC_WORSE = True
CLAIM_K_STEPS_FOR_64 = 4
CLAIM_RIDGE_DENSE = 295
CLAIM_RIDGE_SPARSE = 591
CLAIM_SPARSE_OVER_DENSE = 2.0


def a_place(lane, i):
    g, t = lane >> 2, lane & 3
    return g + (8 if (i >> 1) & 1 else 0), t * 2 + (i & 1) + (8 if i >= 4 else 0)


def b_place(lane, i):
    g, t = lane >> 2, lane & 3
    return t * 2 + (i & 1) + (8 if i >= 2 else 0), g


def c_place(lane, i):
    g, t = lane >> 2, lane & 3
    return g + (8 if i >= 2 else 0), t * 2 + (i & 1)


def main() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((16, 16)), rng.standard_normal((16, 8))
    per_lane = (8, 4, 4)
    places = [
        {(f(lane, i)) for lane in range(32) for i in range(n)}
        for f, n in zip((a_place, b_place, c_place), per_lane, strict=False)
    ]
    assert ([len(p) for p in places] == [256, 128, 128]) == CLAIM_COVERS_ONCE
    assert per_lane == CLAIM_VALUES_PER_LANE_A_B_C
    assert CLAIM_REGISTERS_A_B_C == (8 * 2 // 4, 4 * 2 // 4, 4 * 4 // 4)

    def multiply(order_b):
        fa = [[a[a_place(ln, i)] for i in range(8)] for ln in range(32)]
        fb = [[order_b(ln, i) for i in range(4)] for ln in range(32)]
        ra, rb = np.zeros((16, 16)), np.zeros((16, 8))
        for ln in range(32):
            for i in range(8):
                ra[a_place(ln, i)] = fa[ln][i]
            for i in range(4):
                rb[b_place(ln, i)] = fb[ln][i]
        return ra @ rb

    good = multiply(lambda ln, i: b[b_place(ln, i)])
    out = np.zeros((16, 8))
    for lane in range(32):
        for i in range(4):
            out[c_place(lane, i)] = good[c_place(lane, i)]
    assert bool(np.allclose(out, a @ b)) == CLAIM_PRODUCT_MATCHES
    naive = multiply(lambda ln, i: b.ravel()[ln * 4 + i])
    assert (not np.allclose(naive, a @ b)) == CLAIM_WRONG_IF_B_ROW_MAJOR_ORDER
    assert sum(2 for _ in range(16 * 8 * 16)) == CLAIM_FLOPS_PER_MMA
    assert tuple(sorted({c_place(0, i)[0] for i in range(4)})) == CLAIM_ROWS_OF_LANE_0
    assert len({ln for ln in range(32) for i in range(4) if c_place(ln, i)[0] == 5}) == CLAIM_ROW_SUM_LANES
    assert CLAIM_K_STEPS_FOR_64 == 64 // 16
    x, y = rng.uniform(0, 1, 4096).astype(np.float16), rng.uniform(0, 1, 4096).astype(np.float16)
    exact = float(x.astype(np.float64) @ y.astype(np.float64))
    h, f = np.float16(0), np.float32(0)
    for p, q in zip(x, y, strict=False):
        h = np.float16(h + p * q)
        f = np.float32(f + np.float32(p) * np.float32(q))
    assert (abs(float(h) - exact) > 20 * abs(float(f) - exact)) == CLAIM_FP16_ACC_WORSE
    assert round(989e12 / 3.35e12) == CLAIM_RIDGE_DENSE
    assert round(1979e12 / 3.35e12) == CLAIM_RIDGE_SPARSE
    assert abs(1979 / 989 - CLAIM_SPARSE_OVER_DENSE) < 0.01
    print(
        "m16n8k16 fragments cover A, B, C once and give A@B; 4096 FLOP, 4+2+4 registers a lane; dense ridge 295 FLOP/B"
    )


if __name__ == "__main__":
    main()
