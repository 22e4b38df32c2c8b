"""Activation recomputation on a chain of layers: peak kept tensors and extra forward work, executed."""

CLAIM_PEAK_NO_RECOMPUTE_64 = 64
CLAIM_PEAK_8_SEGMENTS_64 = 16
CLAIM_BEST_SEGMENTS_64 = 8
CLAIM_STEP_COST_FULL = 1.333
CLAIM_EXTRA_FORWARDS_8_SEGMENTS = 64
CLAIM_PEAK_PER_LAYER_CHECKPOINT_80 = 81


def run(layers, segments):
    """Keep one input a segment in the forward pass; redo a segment's forward before its backward."""
    size = layers // segments
    keep = list(range(0, layers, size))
    live, peak, forwards = set(("in", k) for k in keep), len(keep), layers
    for start in reversed(keep):
        block = range(start, min(start + size, layers))
        for layer in block:
            live.add(("act", layer))
            forwards += 1
            peak = max(peak, len(live))
        for layer in reversed(block):
            live.discard(("act", layer))
        live.discard(("in", start))
    return peak, forwards - layers


def main() -> None:
    plain, live = 0, 0
    for _ in range(64):
        live += 1
        plain = max(plain, live)
    assert plain == CLAIM_PEAK_NO_RECOMPUTE_64
    peak, extra = run(64, 8)
    assert (peak, extra) == (CLAIM_PEAK_8_SEGMENTS_64, CLAIM_EXTRA_FORWARDS_8_SEGMENTS)
    best = min((run(64, k)[0], k) for k in (1, 2, 4, 8, 16, 32, 64))
    assert best == (CLAIM_PEAK_8_SEGMENTS_64, CLAIM_BEST_SEGMENTS_64), best
    assert run(80, 80)[0] == CLAIM_PEAK_PER_LAYER_CHECKPOINT_80
    forward, backward = 1.0, 2.0
    cost = (64 * (forward + backward) + extra * forward) / (64 * (forward + backward))
    assert abs(cost - CLAIM_STEP_COST_FULL) < 0.0005, cost
    print(f"64 layers: {peak} tensors alive with 8 segments instead of {plain}, a step costs {cost:.3f} times")


if __name__ == "__main__":
    main()
