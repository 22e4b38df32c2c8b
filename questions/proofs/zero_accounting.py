"""ZeRO stages: bytes held per rank and elements moved per step, counted on a real sharded Adam step."""

import numpy as np

CLAIM_GB_7B5_64_RANKS = (120.0, 31.4, 16.6, 1.9)
CLAIM_TRAFFIC_IN_PSI = (2.0, 2.0, 2.0, 3.0)
CLAIM_STATES_GB_70B = 1120.0
CLAIM_FP32_WEIGHTS_GB_70B = 280.0
CLAIM_MIN_80GB_CARDS_70B = 14
CLAIM_SHARDED_STEP_EQUALS_REPLICATED = True


def adam(w, g, m, v, lr=0.01):
    m[:] = 0.9 * m + 0.1 * g
    v[:] = 0.99 * v + 0.01 * g * g
    w -= lr * (m / 0.1) / (np.sqrt(v / 0.01) + 1e-8)


def held(count, ranks, stage):
    """Allocate one rank's share and count it: 16-bit weights and gradients, fp32 master and two moments."""
    part = count // ranks
    arrays = [np.zeros(part if stage >= 3 else count, np.float16), np.zeros(part if stage >= 2 else count, np.float16)]
    arrays += [np.zeros(part if stage >= 1 else count, np.float32) for _ in range(3)]
    return sum(a.nbytes for a in arrays)


def moved(count, ranks, stage):
    """Elements one rank sends in ring collectives, in units of the parameter count times (n-1)/n."""
    ring_pass = (ranks - 1) * (count // ranks)
    passes = ["reduce-scatter gradients"]
    passes += ["all-gather gradients"] if stage == 0 else ["all-gather weights"]
    if stage == 3:
        passes += ["all-gather weights again for backward"]
    return len(passes) * ring_pass / (count * (ranks - 1) / ranks)


def main() -> None:
    count, ranks = 6400, 64
    gb = tuple(round(held(count, ranks, s) / count * 7.5, 1) for s in range(4))
    assert gb == CLAIM_GB_7B5_64_RANKS, gb
    assert tuple(moved(count, ranks, s) for s in range(4)) == CLAIM_TRAFFIC_IN_PSI
    per_param = held(count, ranks, 0) / count
    assert per_param * 70 == CLAIM_STATES_GB_70B
    assert np.zeros(1, np.float32).nbytes * 70 == CLAIM_FP32_WEIGHTS_GB_70B
    cards = 1
    while cards * 80 < per_param * 70:
        cards += 1
    assert cards == CLAIM_MIN_80GB_CARDS_70B
    rng = np.random.default_rng(0)
    w0, grads = rng.normal(size=16), rng.normal(size=(4, 16))
    mean = grads.mean(0)
    full = w0.copy()
    adam(full, mean, np.zeros(16), np.zeros(16))
    pieces = []
    for r in range(4):
        sl = slice(4 * r, 4 * r + 4)
        piece = w0[sl].copy()
        adam(piece, sum(grads[q][sl] for q in range(4)) / 4, np.zeros(4), np.zeros(4))
        pieces.append(piece)
    assert np.allclose(np.concatenate(pieces), full) == CLAIM_SHARDED_STEP_EQUALS_REPLICATED
    print(f"7.5B parameters, 64 ranks: {gb} GB a rank for stages 0-3; stage 3 moves 1.5 times the data of stage 0")


if __name__ == "__main__":
    main()
