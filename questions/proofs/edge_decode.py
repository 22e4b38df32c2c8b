"""A small model on a phone-class NPU: decode ceiling, KV cache, shape buckets, and the energy view of bytes."""

CLAIM_TOKENS_S_FP16 = 8.5
CLAIM_TOKENS_S_INT4_GROUP_32 = 29.5
CLAIM_NPU_TOPS_USED_PERCENT_AT_DECODE = 0.44
CLAIM_KV_MIB_4096_INT8 = 224
CLAIM_PADDING_PERCENT_ONE_SHAPE_4096 = 87.5
CLAIM_PADDING_PERCENT_CHUNKS_OF_128 = 0


def main() -> None:
    n, bw = 3e9, 51.2e9
    assert round(bw / (n * 2), 1) == CLAIM_TOKENS_S_FP16
    bits = 4 + 20 / 32                                    # FP16 scale and 4-bit zero for 32 weights
    rate = bw / (n * bits / 8)
    assert round(rate, 1) == CLAIM_TOKENS_S_INT4_GROUP_32, rate
    assert round(100 * rate * 2 * n / 40e12, 2) == CLAIM_NPU_TOPS_USED_PERCENT_AT_DECODE, 100 * rate * 2 * n / 40e12
    kv = 2 * 28 * 8 * 128 * 4096 / 2 ** 20                # 28 layers, 8 KV heads of 128, one byte
    assert kv == CLAIM_KV_MIB_4096_INT8
    pad = lambda length, shape: 100 * (1 - length / (-(-length // shape) * shape))
    assert pad(512, 4096) == CLAIM_PADDING_PERCENT_ONE_SHAPE_4096 and pad(512, 128) == CLAIM_PADDING_PERCENT_CHUNKS_OF_128
    print(f"3e9 parameters at 51.2 GB/s: {bw / (n * 2):.1f} tokens/s in FP16, {rate:.1f} in INT4; the NPU's TOPS are {100 * rate * 2 * n / 40e12:.2f} % used")


if __name__ == "__main__":
    main()
