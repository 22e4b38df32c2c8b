"""Memory of one replica of a 70B model with grouped heads on four cards, and the requests it can hold."""

CLAIM_WEIGHT_GB = 140
CLAIM_KV_KIB_PER_TOKEN = 320
CLAIM_KV_TOKENS = 451660
CLAIM_REQUESTS_OF_4096 = 110
CLAIM_HANDOVER_MS_2048_AT_50_GBS = 13.4
CLAIM_FITS_ON_ONE_CARD = False


def main() -> None:
    layers, kv_heads, head, value_bytes = 80, 8, 128, 2
    token = sum(2 * kv_heads * head * value_bytes for _ in range(layers))
    weights = 70e9 * value_bytes
    assert weights / 1e9 == CLAIM_WEIGHT_GB
    assert token / 1024 == CLAIM_KV_KIB_PER_TOKEN
    free = 4 * 80e9 * 0.9 - weights
    tokens = int(free // token)
    assert tokens == CLAIM_KV_TOKENS, tokens
    requests = 0
    while (requests + 1) * 4096 <= tokens:
        requests += 1
    assert requests == CLAIM_REQUESTS_OF_4096
    assert round(2048 * token / 50e9 * 1e3, 1) == CLAIM_HANDOVER_MS_2048_AT_50_GBS
    assert (weights < 80e9 * 0.9) == CLAIM_FITS_ON_ONE_CARD
    print(f"{token // 1024} KiB a token; {tokens} tokens beside the weights: {requests} requests of 4096")


if __name__ == "__main__":
    main()
