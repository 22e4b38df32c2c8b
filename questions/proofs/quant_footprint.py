"""Packs 4-bit weights with group scales and zeros into bytes and counts them."""
import numpy as np

CLAIM_BITS_GROUP_128_FP16_SCALE_4BIT_ZERO = 4.15625
CLAIM_BITS_GROUP_32_FP16_SCALE_4BIT_ZERO = 4.625
CLAIM_BITS_GROUP_128_FP16_SCALE_ONLY = 4.125
CLAIM_GB_OF_70B_AT_GROUP_128 = 36.4
CLAIM_GB_OF_70B_IN_BF16 = 140
CLAIM_8B_WITH_FP16_EMBEDDINGS_GB = 5.7
CLAIM_ROUND_TRIP_EXACT = True


def pack(w: np.ndarray, group: int):
    g = w.reshape(-1, group)
    lo, hi = g.min(1), g.max(1)
    scale = ((hi - lo) / 15).astype(np.float16)
    zero = np.clip(np.round(-lo / scale.astype(np.float32)), 0, 15).astype(np.uint8)
    q = np.clip(np.round(g / scale.astype(np.float32)[:, None]) + zero[:, None], 0, 15).astype(np.uint8)
    flat, z = q.reshape(-1), zero
    return flat[0::2] | flat[1::2] << 4, scale, z[0::2] | z[1::2] << 4, q


def main() -> None:
    w = np.random.default_rng(0).standard_normal(1 << 16).astype(np.float32)
    bits = {}
    for group in (128, 32):
        nib, scale, zero, q = pack(w, group)
        bits[group] = 8 * (nib.nbytes + scale.nbytes + zero.nbytes) / w.size
        back = np.stack([nib & 15, nib >> 4], 1).reshape(q.shape)
        assert np.array_equal(back, q) == CLAIM_ROUND_TRIP_EXACT
        if group == 128:
            assert 8 * (nib.nbytes + scale.nbytes) / w.size == CLAIM_BITS_GROUP_128_FP16_SCALE_ONLY
    assert bits[128] == CLAIM_BITS_GROUP_128_FP16_SCALE_4BIT_ZERO and bits[32] == CLAIM_BITS_GROUP_32_FP16_SCALE_4BIT_ZERO
    assert round(70e9 * bits[128] / 8 / 1e9, 1) == CLAIM_GB_OF_70B_AT_GROUP_128
    assert 70e9 * 2 / 1e9 == CLAIM_GB_OF_70B_IN_BF16
    vocab, dim, total = 128256, 4096, 8.03e9             # embedding and untied head stay in 16 bits
    high = 2 * vocab * dim
    assert round(((total - high) * bits[128] / 8 + high * 2) / 1e9, 1) == CLAIM_8B_WITH_FP16_EMBEDDINGS_GB
    print(f"group 128: {bits[128]} bits a weight, group 32: {bits[32]}; 70B needs {70e9 * bits[128] / 8e9:.1f} GB")


if __name__ == "__main__":
    main()
