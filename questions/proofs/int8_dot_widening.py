"""INT8 dot products: where 16-bit and 32-bit accumulators overflow, and how many accumulators hide latency."""

import numpy as np

CLAIM_PRODUCTS_IN_INT16_FULL_RANGE = 1      # values down to -128
CLAIM_PRODUCTS_IN_INT16_SYMMETRIC = 2       # values clipped to -127..127
CLAIM_PRODUCTS_IN_INT32_FULL_RANGE = 131071
CLAIM_MACS_PER_SDOT_128BIT = 16
CLAIM_ACCUMULATORS_LATENCY4_TWO_PIPES = 8
CLAIM_CYCLES_PER_SDOT_ONE_ACCUMULATOR = 4.0
CLAIM_CYCLES_PER_SDOT_ENOUGH = 0.5


def fits(product: int, bits: int) -> int:
    """How many worst-case products a signed accumulator holds, by adding until it wraps."""
    top = 2 ** (bits - 1) - 1
    n = top // product
    wide = np.int16 if bits == 16 else np.int32
    with np.errstate(over="ignore"):
        ok = (np.array([n * product], np.int64).astype(wide))[0]
        bad = (np.array([(n + 1) * product], np.int64).astype(wide))[0]
    assert ok == n * product and bad != (n + 1) * product
    return n


def sdot(acc, a, b):
    return acc + (a.astype(np.int32) * b.astype(np.int32)).reshape(4, 4).sum(1)


def cycles_per_op(accumulators: int, latency: int, pipes: int, ops: int = 4096) -> float:
    ready = [0] * accumulators
    cycle, used = 0, 0
    for i in range(ops):
        k = i % accumulators
        if used == pipes:
            cycle, used = cycle + 1, 0
        if ready[k] > cycle:
            cycle, used = ready[k], 0
        ready[k] = cycle + latency
        used += 1
    return (cycle + 1) / ops


def main() -> None:
    assert fits(128 * 128, 16) == CLAIM_PRODUCTS_IN_INT16_FULL_RANGE
    assert fits(127 * 127, 16) == CLAIM_PRODUCTS_IN_INT16_SYMMETRIC
    assert fits(128 * 128, 32) == CLAIM_PRODUCTS_IN_INT32_FULL_RANGE
    rng = np.random.default_rng(0)
    a, b = rng.integers(-128, 128, (2, 1024)).astype(np.int8)
    acc = np.zeros(4, np.int32)
    macs = 0
    for i in range(0, 1024, 16):
        acc = sdot(acc, a[i:i + 16], b[i:i + 16])
        macs += 16
    assert acc.sum() == int(a.astype(np.int64) @ b.astype(np.int64))
    assert macs // (1024 // (128 // 8)) == CLAIM_MACS_PER_SDOT_128BIT
    best = min(k for k in range(1, 17) if abs(cycles_per_op(k, 4, 2) - 0.5) < 0.01)
    assert best == CLAIM_ACCUMULATORS_LATENCY4_TWO_PIPES, best
    assert round(cycles_per_op(1, 4, 2), 1) == CLAIM_CYCLES_PER_SDOT_ONE_ACCUMULATOR
    assert round(cycles_per_op(best, 4, 2), 1) == CLAIM_CYCLES_PER_SDOT_ENOUGH
    print(f"int16 holds {fits(16384, 16)} full-range product, int32 {fits(16384, 32)}; {best} accumulators fill two pipes")


if __name__ == "__main__":
    main()
