"""NVFP4 and MXFP4: bits stored, error of their scales, and why an even spread is no ideal for a floating grid."""
import numpy as np

CLAIM_E2M1_VALUES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
CLAIM_MXFP4_BITS = 4.25
CLAIM_NVFP4_BITS = 4.5
CLAIM_NVFP4_BETTER_ON_GAUSS = True
CLAIM_SMALLER_BLOCK_BETTER_SAME_SCALE_TYPE = True
CLAIM_FLOAT_SCALE_BETTER_SAME_BLOCK = True
CLAIM_INT4_BETTER_ON_UNIFORM = True
CLAIM_FP4_BETTER_ON_GAUSS_BLOCKS_128 = True
CLAIM_INT4_BETTER_ON_GAUSS_BLOCKS_16 = True
CLAIM_NVFP4_BYTES_OF_16 = 9


def e2m1() -> np.ndarray:
    out = []
    for code in range(8):
        e, m = code >> 1, code & 1
        out.append(m * 0.5 if e == 0 else (1 + m / 2) * 2.0 ** (e - 1))
    return np.array(out)


def near(x, grid):
    full = np.concatenate([-grid[::-1], grid])
    return full[np.abs(x[..., None] - full).argmin(-1)]


def e8m0_up(s):
    return 2.0 ** np.ceil(np.log2(s))


def e4m3(s):
    e = np.clip(np.floor(np.log2(s)), -6, 8)
    return np.round(s / 2.0 ** (e - 3)) * 2.0 ** (e - 3)


def rel_error(x, block, grid, top, scale_type):
    b = x.reshape(-1, block)
    tensor = np.abs(b).max() / (top * 448)               # the second level, one FP32 number for the tensor
    s = np.abs(b).max(1, keepdims=True) / top
    s = scale_type(s) if scale_type is e8m0_up else e4m3(s / tensor) * tensor if scale_type is e4m3 else s
    q = near(np.clip(b / s, -top, top), grid) * s
    return float(np.sqrt(((q - b) ** 2).mean() / (b ** 2).mean()))


def main() -> None:
    grid = e2m1()
    assert tuple(grid) == CLAIM_E2M1_VALUES
    assert 4 + 8 / 32 == CLAIM_MXFP4_BITS and 4 + 8 / 16 == CLAIM_NVFP4_BITS
    assert 16 * 4 // 8 + 1 == CLAIM_NVFP4_BYTES_OF_16
    rng = np.random.default_rng(1)
    gauss, even = rng.standard_normal(16384), rng.uniform(-1, 1, 16384)
    mx, nv = rel_error(gauss, 32, grid, 6, e8m0_up), rel_error(gauss, 16, grid, 6, e4m3)
    assert (nv < mx) == CLAIM_NVFP4_BETTER_ON_GAUSS
    small = rel_error(gauss, 16, grid, 6, e8m0_up)
    assert (small < mx) == CLAIM_SMALLER_BLOCK_BETTER_SAME_SCALE_TYPE
    assert (nv < small) == CLAIM_FLOAT_SCALE_BETTER_SAME_BLOCK
    ints = np.arange(8.0)                                # symmetric INT4, -7..7
    int_even, fp_even = rel_error(even, 128, ints, 7, None), rel_error(even, 128, grid, 6, None)
    int_gauss, fp_gauss = rel_error(gauss, 128, ints, 7, None), rel_error(gauss, 128, grid, 6, None)
    assert (int_even < fp_even) == CLAIM_INT4_BETTER_ON_UNIFORM
    assert (fp_gauss < int_gauss) == CLAIM_FP4_BETTER_ON_GAUSS_BLOCKS_128
    int_small, fp_small = rel_error(gauss, 16, ints, 7, None), rel_error(gauss, 16, grid, 6, None)
    assert (int_small < fp_small) == CLAIM_INT4_BETTER_ON_GAUSS_BLOCKS_16
    print(f"relative error on a Gaussian: MXFP4 {mx:.3f}, NVFP4 {nv:.3f}; uniform data: INT4 {int_even:.3f}, FP4 {fp_even:.3f}; "
          f"Gaussian, block 128: INT4 {int_gauss:.3f}, FP4 {fp_gauss:.3f}")


if __name__ == "__main__":
    main()
