"""A tiny network's gradients in FP16 and BF16: who needs loss scaling, and what the scaler does on overflow."""
import numpy as np

CLAIM_FP16_ZERO_PERCENT_UNSCALED = 68
CLAIM_FP16_ZERO_PERCENT_SCALED = 0
CLAIM_BF16_ZERO_PERCENT_UNSCALED = 0
CLAIM_BF16_SHARES_FP32_EXPONENT_BITS = 8
CLAIM_SCALE_IS_POWER_OF_TWO_SO_UNSCALING_IS_EXACT = True
CLAIM_SKIPPED_STEPS = 3
CLAIM_SCALE_AFTER_SKIPS = 8192


def bf16(x):
    b = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    return ((((b + 0x7FFF + ((b >> 16) & 1)) >> 16) << 16) & 0xFFFFFFFF).astype(np.uint32).view(np.float32)


def main() -> None:
    rng = np.random.default_rng(0)
    g = rng.standard_normal(4000).astype(np.float32) * np.float32(2.0 ** -25)   # small activation gradients
    g = g[np.abs(g) > 2.0 ** -38]
    zero = lambda v: 100.0 * np.mean(np.asarray(v) == 0)
    un = zero(np.float16(g))
    assert round(un) == CLAIM_FP16_ZERO_PERCENT_UNSCALED, un
    scaled = np.float16(g * np.float32(65536))
    assert zero(scaled) == CLAIM_FP16_ZERO_PERCENT_SCALED
    assert zero(bf16(g)) == CLAIM_BF16_ZERO_PERCENT_UNSCALED
    bits = 16 - 1 - 7
    assert bits == CLAIM_BF16_SHARES_FP32_EXPONENT_BITS == np.finfo(np.float32).nexp
    x = rng.standard_normal(1000).astype(np.float16)
    exact = np.array_equal((x.astype(np.float32) * 65536) / 65536, x.astype(np.float32))
    assert exact == CLAIM_SCALE_IS_POWER_OF_TWO_SO_UNSCALING_IS_EXACT
    scale, skipped, big = 65536.0, 0, 5.0                # one true gradient of 5.0
    with np.errstate(over="ignore"):
        while not np.isfinite(np.float16(big * scale)):
            scale, skipped = scale / 2, skipped + 1      # skip the step, halve the scale
    assert (skipped, scale) == (CLAIM_SKIPPED_STEPS, CLAIM_SCALE_AFTER_SKIPS)
    print(f"FP16 lost {un:.0f} % of these gradients, with 2^16 none; BF16 none without; a gradient of 5.0 cost {skipped} skipped steps")


if __name__ == "__main__":
    main()
