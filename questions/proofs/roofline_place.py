"""Counts FLOPs and bytes of skinny GEMMs by loops over tiles, places them under the roofline, finds the ridge."""

CLAIM_RIDGE_BF16_DENSE = 295.2
CLAIM_RIDGE_IF_SPARSE_PEAK_TAKEN = 590.7
CLAIM_INTENSITY_M_16 = 15.9
CLAIM_ATTAINABLE_TFLOPS_M_16 = 53.4
CLAIM_SMALLEST_BATCH_OVER_RIDGE_8192 = 319
CLAIM_SMALLEST_BATCH_OVER_RIDGE_WEIGHTS_ONLY = 296
CLAIM_ELEMENTWISE_ADD_INTENSITY = 0.1667
CLAIM_W8_HALVES_THE_CROSSING = True


def count(m: int, n: int, k: int, weight_bytes: float = 2):
    flops = sum(2 * m * k for _ in range(n))
    return flops, 2 * m * k + weight_bytes * k * n + 2 * m * n


def crossing(ridge: float, n: int, k: int, weight_bytes: float = 2) -> int:
    m = 1
    while True:
        f, b = 2 * m * n * k, 2 * m * k + weight_bytes * k * n + 2 * m * n
        if f / b >= ridge:
            return m
        m += 1


def main() -> None:
    peak, bw = 989e12, 3.35e12
    ridge = peak / bw
    assert round(ridge, 1) == CLAIM_RIDGE_BF16_DENSE and round(1979e12 / bw, 1) == CLAIM_RIDGE_IF_SPARSE_PEAK_TAKEN
    f, b = count(16, 8192, 8192)
    assert round(f / b, 1) == CLAIM_INTENSITY_M_16
    assert round(min(peak, f / b * bw) / 1e12, 1) == CLAIM_ATTAINABLE_TFLOPS_M_16, f / b * bw / 1e12
    assert crossing(ridge, 8192, 8192) == CLAIM_SMALLEST_BATCH_OVER_RIDGE_8192, crossing(ridge, 8192, 8192)
    m = 1
    while 2 * m / 2 < ridge:                              # weights only: 2 FLOPs a weight and row over 2 bytes
        m += 1
    assert m == CLAIM_SMALLEST_BATCH_OVER_RIDGE_WEIGHTS_ONLY
    assert round(1 / (3 * 2), 4) == CLAIM_ELEMENTWISE_ADD_INTENSITY
    half = crossing(ridge, 8192, 8192, 1)                 # 8-bit weights, same 16-bit arithmetic
    assert (0.45 < half / CLAIM_SMALLEST_BATCH_OVER_RIDGE_8192 < 0.55) == CLAIM_W8_HALVES_THE_CROSSING
    print(f"ridge {ridge:.1f} FLOP/byte; M = 16 reaches {f / b * bw / 1e12:.1f} TFLOP/s at most; crossing at M = {crossing(ridge, 8192, 8192)}, with W8 {half}")


if __name__ == "__main__":
    main()
