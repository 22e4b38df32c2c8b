"""Latency of one decode step under tensor and pipeline parallelism, with the all-reduces counted."""

CLAIM_ALLREDUCES_A_TOKEN_80_LAYERS = 160
CLAIM_STEP_MS_TP8_NVLINK = 6.8
CLAIM_STEP_MS_TP16_TWO_NODES = 7.4
CLAIM_SPEEDUP_TP8_OVER_TP1 = 6.1
CLAIM_PP8_STEP_MS_ONE_REQUEST = 41.9
CLAIM_KV_HEADS_REPLICATED_TP16 = 2
CLAIM_ALLREDUCE_BYTES_KIB_BATCH_16 = 256


def step(tp, base_us, kv=0.0, weights=140e9, bw=3.35e12):
    comm = 160 * base_us if tp > 1 else 0.0
    return weights / tp / bw * 1e3 + comm / 1e3


def main() -> None:
    layers, hidden = 80, 8192
    reduces = sum(2 for _ in range(layers))               # after attention's output and after the FFN's
    assert reduces == CLAIM_ALLREDUCES_A_TOKEN_80_LAYERS
    assert round(step(8, 10), 1) == CLAIM_STEP_MS_TP8_NVLINK, step(8, 10)          # 10 us a small all-reduce
    assert round(step(16, 30), 1) == CLAIM_STEP_MS_TP16_TWO_NODES, step(16, 30)    # 30 us when it crosses nodes
    assert round(step(1, 0) / step(8, 10), 1) == CLAIM_SPEEDUP_TP8_OVER_TP1, step(1, 0) / step(8, 10)
    pp = sum(140e9 / 8 / 3.35e12 * 1e3 for _ in range(8)) + 7 * 0.015
    assert round(pp, 1) == CLAIM_PP8_STEP_MS_ONE_REQUEST, pp
    assert max(1, 16 // 8) == CLAIM_KV_HEADS_REPLICATED_TP16
    assert 16 * hidden * 2 / 1024 == CLAIM_ALLREDUCE_BYTES_KIB_BATCH_16
    print(f"70B BF16: one card {step(1, 0):.1f} ms, TP8 {step(8, 10):.1f}, TP16 over two nodes {step(16, 30):.1f}, PP8 {pp:.1f} for one request")


if __name__ == "__main__":
    main()
