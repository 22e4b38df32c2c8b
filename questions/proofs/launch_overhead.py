"""A host that launches kernels one by one against one graph launch: a small simulation of the two queues."""

CLAIM_EAGER_MS = 2.5
CLAIM_GRAPH_MS = 1.01
CLAIM_EAGER_GPU_BUSY = 40.0
CLAIM_BREAK_EVEN_US = 5
CLAIM_LONG_KERNELS_GAIN = 1.0
CLAIM_OVERLAP_THREE_STREAMS_MS = 22
CLAIM_SERIAL_MS = 60


def eager(kernels, gpu_us, launch_us):
    """The host needs launch_us for each; the device runs in order and waits for the launch."""
    host = device = busy = 0.0
    for _ in range(kernels):
        host += launch_us
        device = max(device, host) + gpu_us
        busy += gpu_us
    return device, busy


def graph(kernels, gpu_us, graph_us, gap_us=0.0):
    return graph_us + kernels * (gpu_us + gap_us)


def copy_compute(chunks, h2d, kernel, d2h, streams):
    """Chunks go through copy-in, kernel, copy-out; one engine each. With one stream nothing overlaps."""
    if streams == 1:
        return chunks * (h2d + kernel + d2h)
    e = [0, 0, 0]
    for _ in range(chunks):
        ready = 0
        for s, t in enumerate((h2d, kernel, d2h)):
            e[s] = max(e[s], ready) + t
            ready = e[s]
    return e[2]


def main() -> None:
    t, busy = eager(500, 2, 5)
    assert abs(t / 1000 - CLAIM_EAGER_MS) < 0.01, t
    assert abs(100 * busy / t - CLAIM_EAGER_GPU_BUSY) < 0.1
    g = graph(500, 2, 10)
    assert abs(g / 1000 - CLAIM_GRAPH_MS) < 0.001, g
    even = min(us for us in range(1, 50) if eager(500, us, 5)[1] / eager(500, us, 5)[0] > 0.99)
    assert even == CLAIM_BREAK_EVEN_US, even
    gain = eager(500, 50, 5)[0] / graph(500, 50, 10)
    assert abs(gain - CLAIM_LONG_KERNELS_GAIN) < 0.01, gain
    serial, over = copy_compute(20, 1, 1, 1, 1), copy_compute(20, 1, 1, 1, 3)
    assert serial == CLAIM_SERIAL_MS
    assert over == CLAIM_OVERLAP_THREE_STREAMS_MS
    print(
        f"500 kernels of 2 us at 5 us a launch: {t / 1000:.2f} ms, GPU busy {100 * busy / t:.0f} %; one graph {g / 1000:.2f} ms"
    )


if __name__ == "__main__":
    main()
