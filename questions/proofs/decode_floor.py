"""Bytes that one decode step must read, against bandwidth; the same step's FLOPs; prefill beside it."""

CLAIM_FLOOR_MS_70B_BF16_ONE_CARD = 41.8
CLAIM_FLOOR_MS_70B_BF16_EIGHT_CARDS = 5.2
CLAIM_COMPUTE_MS_BATCH_1 = 0.14
CLAIM_DECODE_INTENSITY_BATCH_1 = 1.0
CLAIM_TWICE_THE_TFLOPS_HELPS_BATCH_1 = False
CLAIM_INT4_GROUP128_FLOOR_MS = 10.9
CLAIM_PREFILL_2048_BOUND_BY = "compute"
CLAIM_DECODE_BATCH_1_BOUND_BY = "bandwidth"
CLAIM_KV_SHARE_PERCENT_BATCH_64_AT_8192 = 55.1


def main() -> None:
    n, bw, peak = 70e9, 3.35e12, 989e12
    mem = lambda b, weight_bits=16, cards=1, kv=0.0: (n * weight_bits / 8 + kv) / (bw * cards) * 1e3
    comp = lambda tokens, p=peak, cards=1: 2 * n * tokens / (p * cards) * 1e3
    assert round(mem(1), 1) == CLAIM_FLOOR_MS_70B_BF16_ONE_CARD
    assert round(mem(1, cards=8), 1) == CLAIM_FLOOR_MS_70B_BF16_EIGHT_CARDS
    assert round(comp(1), 2) == CLAIM_COMPUTE_MS_BATCH_1
    assert 2 * n * 1 / (n * 2) == CLAIM_DECODE_INTENSITY_BATCH_1
    step = lambda p: max(mem(1), comp(1, p))
    assert (step(2 * peak) < step(peak)) == CLAIM_TWICE_THE_TFLOPS_HELPS_BATCH_1
    assert round(mem(1, 4 + 20 / 128), 1) == CLAIM_INT4_GROUP128_FLOOR_MS
    side = lambda tokens: "compute" if comp(tokens) > mem(tokens) else "bandwidth"
    assert side(2048) == CLAIM_PREFILL_2048_BOUND_BY and side(1) == CLAIM_DECODE_BATCH_1_BOUND_BY
    kv = 64 * 8192 * 2 * 80 * 8 * 128 * 2                 # 80 layers, 8 KV heads of 128, 16 bits
    assert round(100 * kv / (kv + n * 2), 1) == CLAIM_KV_SHARE_PERCENT_BATCH_64_AT_8192, 100 * kv / (kv + n * 2)
    print(f"70B BF16 on one 3.35 TB/s card: {mem(1):.1f} ms a token at least, its arithmetic {comp(1):.2f} ms")


if __name__ == "__main__":
    main()
