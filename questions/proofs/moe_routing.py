"""Top-k routing: parameters per token, tokens lost to capacity under skew, and a bias that balances the load."""

import numpy as np

CLAIM_MIXTRAL_TOTAL_B = 46.7
CLAIM_MIXTRAL_ACTIVE_B = 12.9
CLAIM_DROPPED_SKEWED = 0.29
CLAIM_BALANCED_DROPS_NOTHING = True
CLAIM_MAX_LOAD_SKEWED = 2.6
CLAIM_MAX_LOAD_BALANCED = 1.0
CLAIM_AUX_LOSS_UNIFORM = 1.0


def mixtral(experts: int) -> float:
    d, ffn, layers, vocab, kv = 4096, 14336, 32, 32000, 1024
    layer = 2 * d * d + 2 * d * kv + experts * 3 * d * ffn + 8 * d + 2 * d
    return (layers * layer + 2 * vocab * d + d) / 1e9


def main() -> None:
    assert round(mixtral(8), 1) == CLAIM_MIXTRAL_TOTAL_B, mixtral(8)
    assert round(mixtral(2), 1) == CLAIM_MIXTRAL_ACTIVE_B, mixtral(2)
    rng = np.random.default_rng(0)
    tokens, experts, k = 4096, 8, 2
    logits = rng.standard_normal((tokens, experts)) + np.linspace(0, 2.5, experts)  # some experts are preferred

    def route(bias: np.ndarray) -> np.ndarray:
        chosen = np.argsort(logits + bias, axis=1)[:, -k:]
        return np.bincount(chosen.ravel(), minlength=experts)

    capacity = 1.25 * tokens * k / experts
    lost = lambda load: float(np.maximum(load - capacity, 0).sum() / load.sum())
    top = lambda load: float(load.max() / load.mean())
    skew = route(np.zeros(experts))
    bias = np.zeros(experts)
    for _ in range(200):  # the auxiliary-loss-free way: nudge the bias against the load, only for choosing
        bias -= 0.02 * np.sign(route(bias) - tokens * k / experts)
    even = route(bias)
    assert round(lost(skew), 2) == CLAIM_DROPPED_SKEWED, lost(skew)
    assert (lost(even) == 0.0) == CLAIM_BALANCED_DROPS_NOTHING, lost(even)
    assert round(top(skew), 1) == CLAIM_MAX_LOAD_SKEWED, top(skew)
    assert round(top(even), 1) == CLAIM_MAX_LOAD_BALANCED, top(even)
    f, p = np.full(experts, 1 / experts), np.full(experts, 1 / experts)
    assert experts * float((f * p).sum()) == CLAIM_AUX_LOSS_UNIFORM
    print(f"{mixtral(8):.1f} billion in all, {mixtral(2):.1f} per token; skewed router: busiest expert {top(skew):.1f}x the mean, "
          f"{lost(skew):.0%} dropped at capacity 1.25; balanced by bias: {top(even):.2f}x, {lost(even):.0%} dropped")


if __name__ == "__main__":
    main()
