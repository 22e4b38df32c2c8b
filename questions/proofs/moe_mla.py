"""MLA by absorbed matrices, the experts a decode batch touches, and replication of hot experts."""
import numpy as np

CLAIM_ABSORBED_EQUALS_EXPANDED = True
CLAIM_EXPERTS_TOUCHED_BATCH_1 = 8
CLAIM_EXPERTS_TOUCHED_BATCH_64 = 222
CLAIM_TOKENS_A_EXPERT_BATCH_64 = 2
CLAIM_TOKENS_FOR_300_ROWS_AN_EXPERT = 9600
CLAIM_IMBALANCE_AS_PLACED = 2.4
CLAIM_IMBALANCE_PACKED_WITHOUT_REPLICAS = 1.6
CLAIM_HOTTEST_EXPERT_EXCEEDS_A_CARD = True
CLAIM_IMBALANCE_WITH_32_REPLICAS = 1.0
CLAIM_MLA_CACHE_ELEMENTS = 576
CLAIM_MULTIPLY_ADDS_ABSORBED = 1088
CLAIM_MULTIPLY_ADDS_EXPANDED = 320


def main() -> None:
    rng = np.random.default_rng(0)
    heads, dh, dc, dr, n = 4, 8, 16, 4, 10
    c, kr = rng.standard_normal((n, dc)), rng.standard_normal((n, dr))     # what is cached
    wk, wv = rng.standard_normal((heads, dc, dh)), rng.standard_normal((heads, dc, dh))
    qn, qr = rng.standard_normal((heads, dh)), rng.standard_normal((heads, dr))

    def soft(s):
        e = np.exp(s - s.max())
        return e / e.sum()

    full, absorbed = [], []
    for h in range(heads):
        k, v = c @ wk[h], c @ wv[h]
        full.append(soft(k @ qn[h] + kr @ qr[h]) @ v)
        q = wk[h] @ qn[h]                                  # the key projection moved into the query
        absorbed.append((soft(c @ q + kr @ qr[h]) @ c) @ wv[h]) # and the value projection behind the sum
    assert np.allclose(full, absorbed) == CLAIM_ABSORBED_EQUALS_EXPANDED
    assert 512 + 64 == CLAIM_MLA_CACHE_ELEMENTS
    macs = lambda content, rope, value: content + rope + value   # score on content and rope, then the weighted sum
    assert macs(512, 64, 512) == CLAIM_MULTIPLY_ADDS_ABSORBED and macs(128, 64, 128) == CLAIM_MULTIPLY_ADDS_EXPANDED
    touched = lambda b: len(set(np.concatenate([rng.choice(256, 8, replace=False) for _ in range(b)])))
    assert touched(1) == CLAIM_EXPERTS_TOUCHED_BATCH_1
    mean = np.mean([touched(64) for _ in range(60)])
    assert abs(mean - 256 * (1 - (1 - 8 / 256) ** 64)) < 2 and round(mean) == CLAIM_EXPERTS_TOUCHED_BATCH_64, mean
    assert 64 * 8 / 256 == CLAIM_TOKENS_A_EXPERT_BATCH_64 and 300 * 256 / 8 == CLAIM_TOKENS_FOR_300_ROWS_AN_EXPERT
    load = np.random.default_rng(1).lognormal(0.0, 1.0, 256)
    load /= load.sum()
    gpus = 32

    def pack(extra):
        copies = np.ones(256, int)
        for _ in range(extra):                            # give another copy to the expert with most load a copy
            copies[np.argmax(load / copies)] += 1
        items = sorted((load[e] / copies[e] for e in range(256) for _ in range(copies[e])), reverse=True)
        bins, slots = np.zeros(gpus), np.zeros(gpus, int)
        room = len(items) // gpus
        for x in items:                                   # heaviest first, to the lightest card with room
            i = int(np.argmin(np.where(slots < room, bins, np.inf)))
            bins[i] += x
            slots[i] += 1
        return bins.max() / bins.mean()

    plain = load.reshape(gpus, 8).sum(1)
    without = plain.max() / plain.mean()
    assert round(without, 1) == CLAIM_IMBALANCE_AS_PLACED, without
    assert round(pack(0), 1) == CLAIM_IMBALANCE_PACKED_WITHOUT_REPLICAS, pack(0)
    assert (load.max() > load.sum() / gpus) == CLAIM_HOTTEST_EXPERT_EXCEEDS_A_CARD
    assert round(pack(32), 1) == CLAIM_IMBALANCE_WITH_32_REPLICAS, pack(32)
    print(f"batch 64 touches {mean:.0f} of 256 experts; busiest card {without:.2f} times the mean, packed {pack(0):.2f}, with 32 replicas {pack(32):.2f}")


if __name__ == "__main__":
    main()
