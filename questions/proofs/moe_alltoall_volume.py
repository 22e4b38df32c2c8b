"""What MoE dispatch sends off a rank, with and without one copy per node."""

import numpy as np

CLAIM_SENT_MB_64_RANKS = 231.2
CLAIM_GROWTH_8_TO_64_RANKS = 1.125
CLAIM_DISTINCT_NODES = 5.29
CLAIM_CROSS_NODE_SAVING = 0.338


def sent_fraction(ranks, top_k, experts, tokens, rng):
    """Share of (token, expert) copies of rank 0 that leave it, experts spread evenly over the ranks."""
    ids = np.argsort(rng.random((tokens, experts)), axis=1)[:, :top_k]
    owner = ids // (experts // ranks)
    return (owner != 0).mean(), owner


def main() -> None:
    rng = np.random.default_rng(7)
    tokens, top_k, hidden, experts = 4096, 8, 7168, 256
    exact = {n: sum(1 for e in range(experts) if e // (experts // n) != 0) / experts for n in (8, 64)}
    for n in (8, 64):
        measured, _ = sent_fraction(n, top_k, experts, 1500, rng)
        assert abs(measured - exact[n]) < 0.01, (n, measured)
    mb = tokens * top_k * hidden * 1 * exact[64] / 1e6
    assert abs(mb - CLAIM_SENT_MB_64_RANKS) < 0.05, mb
    assert exact[64] / exact[8] == CLAIM_GROWTH_8_TO_64_RANKS
    nodes, per_node = 8, experts // 8
    miss = 1.0
    for i in range(top_k):
        miss *= (experts - per_node - i) / (experts - i)
    distinct = nodes * (1 - miss)
    _, owner = sent_fraction(nodes, top_k, experts, 3000, rng)
    measured = np.mean([len(set(row)) for row in owner])
    assert abs(measured - distinct) < 0.05, measured
    assert abs(distinct - CLAIM_DISTINCT_NODES) < 0.005, distinct
    saving = 1 - (distinct - distinct / nodes) / (top_k * (nodes - 1) / nodes)
    assert abs(saving - CLAIM_CROSS_NODE_SAVING) < 0.002, saving
    print(f"64 ranks: {mb:.1f} MB leave a rank; {distinct:.2f} distinct nodes a token saves {saving:.1%} across nodes")


if __name__ == "__main__":
    main()
