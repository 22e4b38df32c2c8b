"""Gradient buckets: communication left exposed after backward, by bucket size."""

CLAIM_EXPOSED_MS_ONE_BUCKET = 20.03
CLAIM_EXPOSED_MS_PER_LAYER_BUCKET = 0.53
CLAIM_EXPOSED_MS_TINY_BUCKETS = 100.01
CLAIM_EXPOSED_MS_SLOW_LINK = 21.8
CLAIM_LAYER_BACKWARD_MS = 1.0


def exposed(layers, layer_ms, layer_comm_ms, latency_ms, split, join):
    """Backward runs layer by layer; a bucket may start when its last gradient is ready, one at a time."""
    buckets, pending = [], 0.0
    for i in range(layers):
        for part in range(split):
            pending += layer_comm_ms / split
            ready = layer_ms * (i + (part + 1) / split)
            if (i + 1) % join == 0 or split > 1:
                buckets.append((ready, pending))
                pending = 0.0
    if pending:
        buckets.append((layers * layer_ms, pending))
    end = 0.0
    for ready, work in buckets:
        end = max(end, ready) + latency_ms + work
    return end - layers * layer_ms


def main() -> None:
    layers, latency = 40, 0.03
    one = exposed(layers, CLAIM_LAYER_BACKWARD_MS, 0.5, latency, 1, layers)
    per_layer = exposed(layers, CLAIM_LAYER_BACKWARD_MS, 0.5, latency, 1, 1)
    tiny = exposed(layers, CLAIM_LAYER_BACKWARD_MS, 0.5, latency, 100, 1)
    slow = exposed(layers, CLAIM_LAYER_BACKWARD_MS, 1.49, latency, 1, 1)
    assert abs(one - CLAIM_EXPOSED_MS_ONE_BUCKET) < 1e-6, one
    assert abs(per_layer - CLAIM_EXPOSED_MS_PER_LAYER_BUCKET) < 1e-6, per_layer
    assert abs(tiny - CLAIM_EXPOSED_MS_TINY_BUCKETS) < 1e-6, tiny
    assert abs(slow - CLAIM_EXPOSED_MS_SLOW_LINK) < 1e-6, slow
    print(f"exposed: {one:.2f} ms in one bucket, {per_layer:.2f} ms per layer, {tiny:.2f} ms in 1/100 layers, slow link {slow:.2f} ms")


if __name__ == "__main__":
    main()
