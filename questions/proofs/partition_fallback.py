"""A graph split between an accelerator and a CPU: what fallback operators and boundaries cost."""

CLAIM_ALL_ON_NPU_MS = 10.0
CLAIM_ONE_FALLBACK_PER_LAYER_MS = 24.4
CLAIM_MERGED_FALLBACKS_MS = 12.9
CLAIM_SPEEDUP_LOST_FACTOR = 2.44
CLAIM_PARTITIONS_SCATTERED = 49
CLAIM_PARTITIONS_MERGED = 3
CLAIM_ALL_CPU_MS = 100.0
CLAIM_SPEEDUP_95_PERCENT_ON_10X = 6.9

LAYERS = 24


def partitions(ops: list[str]) -> int:
    return sum(1 for i, o in enumerate(ops) if i == 0 or ops[i - 1] != o)


def latency(ops: list[tuple[str, float]], boundary: float) -> float:
    """Time of each operator plus a fixed cost each time the device changes."""
    names = [o for o, _t in ops]
    return sum(t for _o, t in ops) + boundary * (partitions(names) - 1)


def main() -> None:
    npu, cpu = 10.0 / LAYERS, 100.0 / LAYERS  # a layer on each device, in ms
    assert round(latency([("npu", npu)] * LAYERS, 0.25), 1) == CLAIM_ALL_ON_NPU_MS
    assert round(latency([("cpu", cpu)] * LAYERS, 0.25), 1) == CLAIM_ALL_CPU_MS
    small = 0.1  # the unsupported operator itself, on the CPU
    scattered = [x for _i in range(LAYERS) for x in (("npu", npu), ("cpu", small))] + [("npu", 0.0)]
    merged = [("npu", npu)] * (LAYERS // 2) + [("cpu", small * LAYERS)] + [("npu", npu)] * (LAYERS // 2)
    a, b = latency(scattered, 0.25), latency(merged, 0.25)
    assert round(a, 1) == CLAIM_ONE_FALLBACK_PER_LAYER_MS, a
    assert round(b, 1) == CLAIM_MERGED_FALLBACKS_MS, b
    assert round(a / 10.0, 2) == CLAIM_SPEEDUP_LOST_FACTOR, a / 10
    assert partitions([o for o, _t in scattered]) == CLAIM_PARTITIONS_SCATTERED
    assert partitions([o for o, _t in merged]) == CLAIM_PARTITIONS_MERGED
    work = 1000
    ticks = sum(1 if i % 20 else 10 for i in range(work))  # one operation in twenty stays on the slow device
    assert round(10 * work / ticks, 1) == CLAIM_SPEEDUP_95_PERCENT_ON_10X, 10 * work / ticks
    print(f"24 layers: {10.0} ms whole, {a:.1f} ms with one fallback per layer, {b:.1f} ms with fallbacks together")


if __name__ == "__main__":
    main()
