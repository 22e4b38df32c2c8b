"""How far right kernels may differ: order of addition, accumulators in low precision, and a tolerance that scales."""

import numpy as np

CLAIM_FP16_ONES_STOP = 2048
CLAIM_BF16_ONES_STOP = 256
CLAIM_ORDERS_DIFFER = True
CLAIM_TREE_CLOSER = True
CLAIM_WITHIN_SCALED_BOUND = True
CLAIM_PLAIN_RTOL_FAILS = True
CLAIM_BUG_CAUGHT_BY_SCALED = True
CLAIM_ASSOCIATIVE = False
CLAIM_EDGE_SHAPES_CAUGHT = 4
CLAIM_ALIGNED_SHAPE_CAUGHT = False


def bf16(x):
    u = np.asarray(x, np.float32).view(np.uint32)
    return ((u + 0x7FFF + ((u >> 16) & 1)) & np.uint32(0xFFFF0000)).astype(np.uint32).view(np.float32)


def ones_stop(add):
    s = np.float32(0)
    for _ in range(5000):
        t = add(s)
        if t == s:
            return float(s)
        s = t
    return float("inf")


def serial_gemm(a, b, step):
    """fp32 accumulation in chunks along K; step sets the order of the additions."""
    acc = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for p in range(0, a.shape[1], step):
        acc = acc + (a[:, p : p + step] @ b[p : p + step]).astype(np.float32)
    return acc


def tail_bug(x, block=32):
    """A kernel that forgets the last, incomplete block."""
    return x[: len(x) // block * block].sum()


def main() -> None:
    assert ones_stop(lambda s: np.float32(np.float16(s) + np.float16(1))) == CLAIM_FP16_ONES_STOP
    assert ones_stop(lambda s: bf16(s + np.float32(1))[()]) == CLAIM_BF16_ONES_STOP
    one, big = np.float32(1), np.float32(1e8)
    assert bool((big + one) - big == big - big + one) == CLAIM_ASSOCIATIVE
    rng = np.random.default_rng(0)
    k = 2048
    a, b = rng.standard_normal((24, k)).astype(np.float32), rng.standard_normal((k, 24)).astype(np.float32)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    c1, c2 = serial_gemm(a, b, 1), serial_gemm(a, b, 64)
    assert bool((c1 != c2).any()) == CLAIM_ORDERS_DIFFER
    assert bool(np.abs(c2 - exact).mean() < np.abs(c1 - exact).mean()) == CLAIM_TREE_CLOSER
    scale = np.abs(a).astype(np.float64) @ np.abs(b).astype(np.float64)
    eps = 2.0**-24
    bound = 4 * np.sqrt(k) * eps * scale
    assert bool((np.abs(c1 - exact) <= bound).all()) == CLAIM_WITHIN_SCALED_BOUND
    assert bool((np.abs(c1 - exact) > 1e-5 * np.abs(exact)).any()) == CLAIM_PLAIN_RTOL_FAILS
    wrong = c1.copy()
    wrong -= (a[:, -1:] @ b[-1:]).astype(np.float32)
    assert bool((np.abs(wrong - exact) > bound).any()) == CLAIM_BUG_CAUGHT_BY_SCALED
    assert sum(tail_bug(np.ones(n)) != n for n in (1, 31, 33, 1000)) == CLAIM_EDGE_SHAPES_CAUGHT
    assert bool(tail_bug(np.ones(1024)) != 1024) == CLAIM_ALIGNED_SHAPE_CAUGHT
    print(
        "ones stop at 2048 in fp16, 256 in bf16; a plain rtol of 1e-5 rejects a right fp32 GEMM, a bound on |A||B| does not"
    )


if __name__ == "__main__":
    main()
