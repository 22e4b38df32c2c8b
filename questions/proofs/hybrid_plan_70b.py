"""A 70B plan on 512 cards, checked part by part: TP 8, PP 4, DP 16."""

CLAIM_PARAMETERS_B = 69.0
CLAIM_STATES_GB_PER_CARD = 10.2
CLAIM_ACTIVATION_GB_STAGE_0 = 11.4
CLAIM_BUBBLE = 0.047
CLAIM_STEP_SECONDS_AT_40_PERCENT = 8.6
CLAIM_DP_SECONDS = 0.16
CLAIM_TP_SHARE_IF_ON_NIC = 1.4
CLAIM_TP_SHARE_ON_NVLINK = 0.156


def count(layers=80, h=8192, ffn=28672, heads=64, kv_heads=8, vocab=32000):
    head = h // heads
    attention = h * h + 2 * h * head * kv_heads + h * h
    return layers * (attention + 3 * h * ffn + 2 * h) + 2 * vocab * h + h


def live_micro_batches(p, m):
    live = peak = 0
    for kind in ["F"] * min(p - 1, m) + ["F", "B"] * (m - min(p - 1, m)) + ["B"] * min(p - 1, m):
        live += 1 if kind == "F" else -1
        peak = max(peak, live)
    return peak


def main() -> None:
    tp, pp, dp, layers, h, seq, batch = 8, 4, 16, 80, 8192, 4096, 1024
    n = count()
    assert round(n / 1e9, 1) == CLAIM_PARAMETERS_B, n
    local = n / (tp * pp)
    states = local * (2 + 2 + 12 / dp) / 1e9
    assert abs(states - CLAIM_STATES_GB_PER_CARD) < 0.05, states
    m = batch // dp
    act = live_micro_batches(pp, m) * (layers // pp) * 34 * seq * h / tp / 1e9
    assert abs(act - CLAIM_ACTIVATION_GB_STAGE_0) < 0.05, act
    assert abs((pp - 1) / m - CLAIM_BUBBLE) < 0.0005
    step = 6 * n * batch * seq / (tp * pp * dp * 989e12 * 0.4)
    assert abs(step - CLAIM_STEP_SECONDS_AT_40_PERCENT) < 0.05, step
    dp_time = 2 * (dp - 1) / dp * local * 2 / 50e9
    assert abs(dp_time - CLAIM_DP_SECONDS) < 0.005, dp_time
    per_layer = 4 * 2 * (tp - 1) / tp * seq * h * 2
    volume = per_layer * (layers // pp) * m
    assert abs(volume / 50e9 / step - CLAIM_TP_SHARE_IF_ON_NIC) < 0.05, volume / 50e9 / step
    assert abs(volume / 450e9 / step - CLAIM_TP_SHARE_ON_NVLINK) < 0.005, volume / 450e9 / step
    print(f"70B on 512 cards: {states:.1f} GB of states and {act:.1f} GB of activations a card, step {step:.1f} s")


if __name__ == "__main__":
    main()
