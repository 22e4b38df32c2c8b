"""Counts a decoder's training FLOPs layer by layer and turns tokens a second into MFU and HFU."""

CLAIM_MATMUL_FLOPS_A_TOKEN_ARE_6N = 6.0
CLAIM_MFU_PERCENT = 40.3
CLAIM_HFU_PERCENT_FULL_RECOMPUTE = 53.8
CLAIM_MFU_PERCENT_IF_SPARSE_PEAK_TAKEN = 20.2
CLAIM_ATTENTION_ADDS_PERCENT_AT_4096 = 8.3
CLAIM_ATTENTION_ADDS_PERCENT_AT_32768 = 66.3
CLAIM_RECOMPUTE_RATIO = 1.333


def main() -> None:
    layers, d, ffn = 32, 4096, 11008                      # a 7B-class decoder without its embeddings
    weights = layers * (4 * d * d + 3 * d * ffn)
    one_pass = 2 * weights                                # one multiply and one add a weight and token
    total = one_pass + 2 * one_pass                       # backward: gradient to inputs and gradient to weights
    assert total / weights == CLAIM_MATMUL_FLOPS_A_TOKEN_ARE_6N

    def attention(length: int) -> float:
        pairs = length / 2                                # causal: on average half of the keys
        forward = layers * 2 * (2 * d * pairs)            # QK^T and PV, 2 FLOPs a multiply-add
        return 3 * forward

    assert round(100 * attention(4096) / total, 1) == CLAIM_ATTENTION_ADDS_PERCENT_AT_4096, 100 * attention(4096) / total
    assert round(100 * attention(32768) / total, 1) == CLAIM_ATTENTION_ADDS_PERCENT_AT_32768
    tokens, n, cards, peak = 760_000, 7e9, 80, 989e12     # tokens a second of the whole job, dense BF16 peak of a card
    mfu = lambda factor, p: 100 * factor * n * tokens / (cards * p)
    assert round(mfu(6, peak), 1) == CLAIM_MFU_PERCENT, mfu(6, peak)
    assert round(mfu(8, peak), 1) == CLAIM_HFU_PERCENT_FULL_RECOMPUTE
    assert round(mfu(6, 2 * peak), 1) == CLAIM_MFU_PERCENT_IF_SPARSE_PEAK_TAKEN
    assert round((total + one_pass) / total, 3) == CLAIM_RECOMPUTE_RATIO
    print(f"6N a token; MFU {mfu(6, peak):.1f} %, HFU with full recompute {mfu(8, peak):.1f} %; attention adds {100 * attention(4096) / total:.1f} % at 4096")


if __name__ == "__main__":
    main()
