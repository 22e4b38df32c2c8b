"""Training FLOPs of a decoder, counted matrix by matrix: 6N per token, attention extra, recompute."""

CLAIM_PER_TOKEN_OVER_N = 6.0
CLAIM_ATTENTION_SHARE_GPT3_2K = 0.028
CLAIM_FULL_RECOMPUTE_OVER_MODEL = 1.333
CLAIM_MFU_EXAMPLE = 0.42
CLAIM_HFU_EXAMPLE = 0.56


def matmuls(layers, h, seq):
    """(m, k, n, has_weight) of one forward pass over one sequence, attention unmasked as the papers count it."""
    work = []
    for _ in range(layers):
        work += [(seq, h, h, True)] * 4 + [(seq, h, 4 * h, True), (seq, 4 * h, h, True)]
        work += [(seq, h, seq, False), (seq, seq, h, False)]
    return work


def main() -> None:
    layers, h, seq = 96, 12288, 2048
    work = matmuls(layers, h, seq)
    weights = sum(k * n for _, k, n, w in work if w)
    forward = {w: sum(2 * m * k * n for m, k, n, x in work if x == w) for w in (True, False)}
    train = {w: f + 2 * f for w, f in forward.items()}
    assert train[True] / seq / weights == CLAIM_PER_TOKEN_OVER_N
    assert abs(train[False] / train[True] - CLAIM_ATTENTION_SHARE_GPT3_2K) < 0.0005
    again = (sum(train.values()) + sum(forward.values())) / sum(train.values())
    assert abs(again - CLAIM_FULL_RECOMPUTE_OVER_MODEL) < 0.0005
    tokens_per_second_per_card, n, peak = 989, 70e9, 989e12
    mfu = CLAIM_PER_TOKEN_OVER_N * n * tokens_per_second_per_card / peak
    assert abs(mfu - CLAIM_MFU_EXAMPLE) < 0.0005 and abs(mfu * again - CLAIM_HFU_EXAMPLE) < 0.0005
    print(f"6N a token; attention adds {train[False] / train[True]:.1%} for GPT-3 at 2048; recompute {again:.3f} times")


if __name__ == "__main__":
    main()
