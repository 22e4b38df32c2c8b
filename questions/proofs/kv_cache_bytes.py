"""Fills a KV cache token by token and counts; GQA, MLA, training without a cache, and what it saves."""

CLAIM_QWEN3_8B_KIB_A_TOKEN = 144
CLAIM_QWEN3_8B_GIB_AT_32K = 4.5
CLAIM_QWEN3_8B_PARAMETERS_B = 8.19
CLAIM_QWEN3_8B_WEIGHTS_GB = 16.4
CLAIM_QWEN3_8B_WEIGHTS_GIB = 15.3
CLAIM_GIB_OVER_GB_PERCENT = 7
CLAIM_KV_GIB_8_REQUESTS_AT_32K = 36
CLAIM_MHA_OVER_GQA = 4
CLAIM_FP8_OVER_BF16 = 0.5
CLAIM_MLA_ELEMENTS_A_LAYER = 576
CLAIM_MLA_BYTES_A_TOKEN = 70272
CLAIM_MHA_EQUIVALENT_OVER_MLA = 56.9
CLAIM_PROJECTIONS_WITHOUT_CACHE_1000_TOKENS = 500500
CLAIM_PROJECTIONS_WITH_CACHE_1000_TOKENS = 1000


def fill(tokens: int, layers: int, heads: int, dim: int, size: int) -> int:
    total = 0
    for _ in range(tokens):
        total += layers * (heads * dim + heads * dim) * size     # a key and a value
    return total


def main() -> None:
    one = fill(1, 36, 8, 128, 2)
    assert one / 1024 == CLAIM_QWEN3_8B_KIB_A_TOKEN
    assert fill(32768, 36, 8, 128, 2) / 2 ** 30 == CLAIM_QWEN3_8B_GIB_AT_32K
    width, hidden, vocabulary = 4096, 12288, 151936
    layer = width * 128 * (2 * 32 + 2 * 8) + 3 * width * hidden + 2 * width + 2 * 128   # q, o, k, v; gated MLP; norms
    parameters = 36 * layer + 2 * vocabulary * width + width     # embedding and output are separate matrices
    assert round(parameters / 1e9, 2) == CLAIM_QWEN3_8B_PARAMETERS_B, parameters
    assert round(parameters * 2 / 1e9, 1) == CLAIM_QWEN3_8B_WEIGHTS_GB
    assert round(parameters * 2 / 2 ** 30, 1) == CLAIM_QWEN3_8B_WEIGHTS_GIB
    assert round(100 * (2 ** 30 / 1e9 - 1)) == CLAIM_GIB_OVER_GB_PERCENT
    assert 8 * fill(32768, 36, 8, 128, 2) / 2 ** 30 == CLAIM_KV_GIB_8_REQUESTS_AT_32K
    assert fill(1, 36, 32, 128, 2) / one == CLAIM_MHA_OVER_GQA and fill(1, 36, 8, 128, 1) / one == CLAIM_FP8_OVER_BF16
    latent = 512 + 64                                     # compressed KV and the decoupled RoPE key
    assert latent == CLAIM_MLA_ELEMENTS_A_LAYER and latent * 61 * 2 == CLAIM_MLA_BYTES_A_TOKEN
    full = 61 * 128 * (128 + 128) * 2                     # 128 heads, keys and values of 128
    assert round(full / (latent * 61 * 2), 1) == CLAIM_MHA_EQUIVALENT_OVER_MLA, full / (latent * 61 * 2)
    assert sum(range(1, 1001)) == CLAIM_PROJECTIONS_WITHOUT_CACHE_1000_TOKENS
    assert sum(1 for _ in range(1000)) == CLAIM_PROJECTIONS_WITH_CACHE_1000_TOKENS
    print(f"36 layers, 8 KV heads of 128, BF16: {one / 1024:.0f} KiB a token; MLA of V3: {latent * 122} bytes a token")


if __name__ == "__main__":
    main()
