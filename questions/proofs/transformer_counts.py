"""Parameters and FLOPs of decoder-only Transformers, counted matrix by matrix."""

CLAIM_LLAMA2_7B = 6738415616
CLAIM_GPT3_RULE_12LD2_B = 173.9
CLAIM_FFN_SHARE_OF_LAYER = 0.67
CLAIM_CROSSOVER_TIMES_D = 6
CLAIM_FLOPS_PER_TOKEN_PER_WEIGHT = 2


def llama(layers: int, d: int, ffn: int, vocab: int, kv_dim: int) -> int:
    shapes = [(vocab, d)]  # embedding
    for _ in range(layers):
        shapes += [(d, d), (d, kv_dim), (d, kv_dim), (d, d)]  # q, k, v, o
        shapes += [(d, ffn), (d, ffn), (ffn, d)]  # gate, up, down
        shapes += [(d,), (d,)]  # the two RMSNorm gains
    shapes += [(d,), (vocab, d)]  # last norm, head (not tied)
    total = 0
    for s in shapes:
        size = 1
        for side in s:
            size *= side
        total += size
    return total


def gpt_layer(d: int) -> tuple[int, int]:
    return 4 * d * d, 2 * d * 4 * d  # attention, feed-forward of width 4d


def matmul_flops(m: int, k: int, n: int) -> int:
    return 2 * m * k * n  # a multiply and an add each


def main() -> None:
    assert llama(32, 4096, 11008, 32000, 4096) == CLAIM_LLAMA2_7B
    attention, ffn = gpt_layer(12288)
    assert round(96 * (attention + ffn) / 1e9, 1) == CLAIM_GPT3_RULE_12LD2_B, 96 * (attention + ffn)
    assert round(ffn / (attention + ffn), 2) == CLAIM_FFN_SHARE_OF_LAYER
    d = 512
    linear = lambda n: sum(matmul_flops(n, a, b) for a, b in [(d, d)] * 4 + [(d, 4 * d), (4 * d, d)])
    scores = lambda n: 2 * matmul_flops(n, d, n)  # QK^T and PV over all heads, no causal saving
    n = 1
    while scores(n) <= linear(n):
        n += 1
    assert round((n - 1) / d, 3) == CLAIM_CROSSOVER_TIMES_D, n
    assert linear(1) / (attention + ffn) * (12288 / d) ** 2 == CLAIM_FLOPS_PER_TOKEN_PER_WEIGHT
    print(f"Llama-2 7B {llama(32, 4096, 11008, 32000, 4096):,}; 96 layers of 12288 give {96 * (attention + ffn) / 1e9:.1f} billion; "
          f"scores overtake the linear layers beyond n = {(n - 1) / d:.0f} d")


if __name__ == "__main__":
    main()
