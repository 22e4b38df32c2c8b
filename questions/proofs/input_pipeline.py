"""Input pipeline: serial against prefetched steps, and the bytes text and images really need."""

CLAIM_SERIAL_MS = 50.0
CLAIM_PREFETCH_MS = 30.0
CLAIM_TEXT_MB_PER_SECOND = 2.0
CLAIM_IMAGE_GB_PER_SECOND_NODE = 1.76
CLAIM_SLOW_LOADER_MS = 40.0
CLAIM_WORKERS_NEEDED = 8


def run(load_ms, compute_ms, steps, workers, depth):
    """Workers fill a bounded queue in order; the step takes the next batch and computes."""
    free = [0.0] * workers
    ready, taken, clock = [], [], 0.0
    for i in range(steps):
        w = free.index(min(free))
        gate = taken[i - depth] if depth and i >= depth else 0.0
        if not depth:
            gate = clock
        start = max(free[w], gate)
        free[w] = start + load_ms
        ready.append(free[w])
        clock = max(clock, ready[i])
        taken.append(clock)
        clock += compute_ms
    return clock / steps


def main() -> None:
    assert abs(run(20, 30, 400, 1, 0) - CLAIM_SERIAL_MS) < 0.2
    assert abs(run(20, 30, 400, 1, 2) - CLAIM_PREFETCH_MS) < 0.2
    assert abs(run(40, 30, 400, 1, 4) - CLAIM_SLOW_LOADER_MS) < 0.2
    need = next(w for w in range(1, 40) if run(240, 30, 2000, w, 4 * w) < 30.5)
    assert need == CLAIM_WORKERS_NEEDED, need
    tokens_per_second, bytes_per_token = 0.49e6, 4
    assert abs(tokens_per_second * bytes_per_token / 1e6 - CLAIM_TEXT_MB_PER_SECOND) < 0.05
    assert abs(8 * 2000 * 110e3 / 1e9 - CLAIM_IMAGE_GB_PER_SECOND_NODE) < 0.005
    print(f"20 ms load and 30 ms compute: 50 ms a step serial, 30 ms prefetched; 240 ms loads need {need} workers")


if __name__ == "__main__":
    main()
