"""KV cache at 16 and 8 bits: bytes, the decode floor, arithmetic, and why keys want a scale per channel."""
import numpy as np

CLAIM_KV_BYTES_A_TOKEN_BF16 = 327680
CLAIM_KV_BYTES_A_TOKEN_FP8 = 163840
CLAIM_DECODE_FLOOR_MS_BF16_AND_FP8 = (11.6, 8.4)
CLAIM_SEQUENCES_IN_400_GB = (149, 298)
CLAIM_ATTENTION_FLOPS_RATIO = 1.0
CLAIM_KEYS_PER_CHANNEL_BEATS_PER_TOKEN = True
CLAIM_KEYS_FACTOR_MORE_THAN_2 = True


def q(v, axis, bits):
    lo, hi = v.min(axis, keepdims=True), v.max(axis, keepdims=True)
    s = (hi - lo) / (2 ** bits - 1)
    return np.round((v - lo) / s) * s + lo


def main() -> None:
    layers, kv_heads, q_heads, dim, batch, length = 80, 8, 64, 128, 64, 8192
    token = lambda size: 2 * layers * kv_heads * dim * size
    assert token(2) == CLAIM_KV_BYTES_A_TOKEN_BF16 and token(1) == CLAIM_KV_BYTES_A_TOKEN_FP8
    weights, bandwidth = 140e9, 8 * 3.35e12               # BF16 weights over eight cards
    floor = lambda size: round(1e3 * (weights + batch * length * token(size)) / bandwidth, 1)
    assert (floor(2), floor(1)) == CLAIM_DECODE_FLOOR_MS_BF16_AND_FP8, (floor(2), floor(1))
    assert tuple(int(400e9 // (length * token(s))) for s in (2, 1)) == CLAIM_SEQUENCES_IN_400_GB
    flops = {size: 4 * layers * q_heads * dim * length * batch for size in (2, 1)}
    assert flops[1] / flops[2] == CLAIM_ATTENTION_FLOPS_RATIO
    rng = np.random.default_rng(0)
    k = rng.standard_normal((512, dim))
    k[:, [3, 40]] = k[:, [3, 40]] + 15                    # two channels with a large, steady value, as seen in keys
    e = lambda v: float(np.linalg.norm(v - k) / np.linalg.norm(k - k.mean(0)))
    by_token, by_channel = e(q(k, 1, 4)), e(q(k, 0, 4))
    assert (by_channel < by_token) == CLAIM_KEYS_PER_CHANNEL_BEATS_PER_TOKEN
    assert (by_token > 2 * by_channel) == CLAIM_KEYS_FACTOR_MORE_THAN_2
    print(f"decode floor {floor(2)} ms with BF16 KV, {floor(1)} ms with FP8; 4-bit keys: error {by_token:.2f} a token, {by_channel:.2f} a channel")


if __name__ == "__main__":
    main()
