"""Time to move a prompt's KV cache from a prefill card to a decode card, whole and layer by layer."""

CLAIM_KV_GB_32K = 10.7
CLAIM_TRANSFER_MS_ONE_400G_NIC = 215
CLAIM_PREFILL_MS = 1160
CLAIM_EXPOSED_MS_LAYERWISE = 2.7
CLAIM_NET_GB_S_FOR_HIDING = 9.3
CLAIM_MLA_OVER_GQA_BYTES = 0.21


def pipeline(layers, compute, send):
    """Layer i may be sent once it is computed, and the link sends one at a time."""
    link = 0.0
    for i in range(layers):
        link = max(link, (i + 1) * compute) + send
    return link - layers * compute


def main() -> None:
    layers, length, token = 80, 32768, 2 * 80 * 8 * 128 * 2
    kv = length * token
    assert round(kv / 1e9, 1) == CLAIM_KV_GB_32K
    transfer = kv / 50e9 * 1e3                            # 400 Gb/s is 50 GB/s one way
    assert round(transfer) == CLAIM_TRANSFER_MS_ONE_400G_NIC
    prefill = 2 * 70e9 * length / (8 * 989e12 * 0.5) * 1e3   # eight cards at half of the dense BF16 peak
    assert round(prefill, -1) == CLAIM_PREFILL_MS, prefill
    exposed = pipeline(layers, prefill / layers, transfer / layers)
    assert round(exposed, 1) == CLAIM_EXPOSED_MS_LAYERWISE, exposed
    assert round(kv / 1e9 / (prefill / 1e3), 1) == CLAIM_NET_GB_S_FOR_HIDING, kv / 1e9 / (prefill / 1e3)
    assert round(70272 / token, 2) == CLAIM_MLA_OVER_GQA_BYTES
    print(f"{kv / 1e9:.1f} GB: {transfer:.0f} ms on one 400 Gb/s NIC, prefill {prefill:.0f} ms; layer by layer {exposed:.1f} ms stay visible")


if __name__ == "__main__":
    main()
