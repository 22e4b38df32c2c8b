"""When does sparsity pay: bytes of dense, CSR and 2:4 weights, and the speed a gathered multiply-add may lose."""

import numpy as np

CLAIM_CSR_FP16_INT16_BREAK_EVEN_DENSITY = 0.5
CLAIM_CSR_FP16_INT32_BREAK_EVEN_DENSITY = 0.333
CLAIM_BITMAP_FP16_BREAK_EVEN_DENSITY = 0.938
CLAIM_24_FP16_BYTES_RATIO = 0.5625
CLAIM_24_INT8_BYTES_RATIO = 0.625
CLAIM_BREAK_EVEN_DENSITY_AT_TENTH_RATE = 0.1
CLAIM_SPEEDUP_90_PERCENT_SPARSE_AT_TENTH_RATE = 1.0
CLAIM_ALL_GROUPS_FIT_24_AT_RANDOM_50_PERCENT = 0.6875


def csr_bytes(matrix: np.ndarray, value: int, index: int) -> int:
    return sum(int(np.count_nonzero(row)) for row in matrix) * (value + index)


def break_even(value: int, index: int, cols: int = 1000) -> float:
    """The largest density at which CSR (row pointers left aside) is no larger than dense, found by trying."""
    dense = cols * value
    nnz = 0
    while (nnz + 1) * (value + index) <= dense:
        nnz += 1
    return nnz / cols


def main() -> None:
    assert break_even(2, 2) == CLAIM_CSR_FP16_INT16_BREAK_EVEN_DENSITY
    assert break_even(2, 4) == CLAIM_CSR_FP16_INT32_BREAK_EVEN_DENSITY
    # a bitmap adds one bit per position: 16 d + 1 <= 16
    d = max(k for k in range(1601) if 16 * k + 1600 <= 16 * 1600) / 1600
    assert round(d, 3) == CLAIM_BITMAP_FP16_BREAK_EVEN_DENSITY, d
    for bits, claim in ((16, CLAIM_24_FP16_BYTES_RATIO), (8, CLAIM_24_INT8_BYTES_RATIO)):
        kept = 2 * bits + 2 * 2  # two values and two 2-bit positions for every four weights
        assert kept / (4 * bits) == claim
    rate = 0.1  # useful multiply-adds a second of the irregular kernel, as a share of the dense one
    dens = max(k for k in range(1001) if k / 1000 / rate <= 1 + 1e-12) / 1000
    assert dens == CLAIM_BREAK_EVEN_DENSITY_AT_TENTH_RATE
    assert round(1 / ((1 - 0.9) / rate), 6) == CLAIM_SPEEDUP_90_PERCENT_SPARSE_AT_TENTH_RATE
    fit = sum(1 for p in range(16) if bin(p).count("1") <= 2) / 16  # all patterns of four, each weight kept with 1/2
    assert fit == CLAIM_ALL_GROUPS_FIT_24_AT_RANDOM_50_PERCENT
    assert csr_bytes(np.eye(8), 2, 2) == 8 * 4
    print(f"FP16 CSR with 32-bit indices is smaller than dense only under density {break_even(2, 4)}; 2:4 keeps 56.25 % of the bytes")


if __name__ == "__main__":
    main()
