"""FLOPs of a diffusion transformer's image against an LLM's decode: steps, guidance, resolution, caching."""

CLAIM_TOKENS_1024_PIXELS = 4096
CLAIM_TOKENS_2048_PIXELS = 16384
CLAIM_FORWARDS_28_STEPS_WITH_CFG = 56
CLAIM_ATTENTION_SHARE_PERCENT_1024 = 25
CLAIM_ATTENTION_SHARE_PERCENT_2048 = 57
CLAIM_RESOLUTION_DOUBLED_COSTS_TIMES = 7.0
CLAIM_INTENSITY_ONE_IMAGE = 4096
CLAIM_CFG_DISTILL_SPEEDUP = 2.0
CLAIM_SKIPPING_12_OF_28_STEPS_SPEEDUP = 1.75
CLAIM_COMPUTE_BOUND_AT_BATCH_1 = True


def cost(tokens, d=2048, layers=28):
    linear = layers * 2 * tokens * 12 * d * d             # 4 d^2 of attention and 8 d^2 of the MLP
    attention = layers * 2 * 2 * tokens * tokens * d      # no causal mask: every pair counts
    return linear, attention


def main() -> None:
    tokens = lambda pixels: (pixels // 8 // 2) ** 2       # VAE shrinks by 8, patches of 2
    assert tokens(1024) == CLAIM_TOKENS_1024_PIXELS and tokens(2048) == CLAIM_TOKENS_2048_PIXELS
    assert 28 * 2 == CLAIM_FORWARDS_28_STEPS_WITH_CFG
    share = lambda t: round(100 * cost(t)[1] / sum(cost(t)))
    assert (share(4096), share(16384)) == (CLAIM_ATTENTION_SHARE_PERCENT_1024, CLAIM_ATTENTION_SHARE_PERCENT_2048), (share(4096), share(16384))
    assert round(sum(cost(16384)) / sum(cost(4096)), 1) == CLAIM_RESOLUTION_DOUBLED_COSTS_TIMES, sum(cost(16384)) / sum(cost(4096))
    weights = 28 * 12 * 2048 ** 2
    intensity = cost(4096)[0] / (weights * 2)             # FLOPs over the weight bytes read once
    assert intensity == CLAIM_INTENSITY_ONE_IMAGE and (intensity > 989 / 3.35) == CLAIM_COMPUTE_BOUND_AT_BATCH_1
    assert 56 / 28 == CLAIM_CFG_DISTILL_SPEEDUP and 28 / (28 - 12) == CLAIM_SKIPPING_12_OF_28_STEPS_SPEEDUP
    print(f"4096 tokens: attention {share(4096)} % of the FLOPs; at 2048 pixels {share(16384)} % and {sum(cost(16384)) / sum(cost(4096)):.1f} times the cost")


if __name__ == "__main__":
    main()
