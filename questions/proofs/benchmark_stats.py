"""How a benchmark goes wrong: asynchronous launches, cold starts, arithmetic means of ratios, closed-loop load."""
import numpy as np

CLAIM_TIMED_WITHOUT_SYNC_US = 50
CLAIM_TIMED_WITH_SYNC_US = 1010
CLAIM_ARITHMETIC_MEAN_SAYS_BOTH_FASTER = True
CLAIM_GEOMETRIC_MEAN_CONSISTENT = True
CLAIM_CLOSED_LOOP_P99_MS = 10
CLAIM_OPEN_LOOP_P99_MS_ABOVE_900 = True
CLAIM_MEDIAN_IGNORES_WARMUP = True
CLAIM_WORKING_SET_IN_L2_OVERSTATES = True


def main() -> None:
    host, device, n = 5, 100, 10                          # microseconds to launch and to run a kernel
    clock = gpu = 0
    for _ in range(n):
        clock += host
        gpu = max(gpu, clock) + device                    # no kernel starts before its launch
    assert clock == CLAIM_TIMED_WITHOUT_SYNC_US
    assert max(clock, gpu) + 5 == CLAIM_TIMED_WITH_SYNC_US    # plus one synchronising call of 5 us
    a, b = np.array([1.0, 4.0]), np.array([2.0, 2.0])     # seconds on two workloads
    both = np.mean(a / b) > 1 and np.mean(b / a) > 1
    assert bool(both) == CLAIM_ARITHMETIC_MEAN_SAYS_BOTH_FASTER
    geo = lambda v: float(np.exp(np.log(v).mean()))
    assert (abs(geo(a / b) * geo(b / a) - 1) < 1e-12) == CLAIM_GEOMETRIC_MEAN_CONSISTENT
    stall_at, stall = 5.0, 1.0                            # one server, 10 ms a request, one stall of a second
    service = lambda t: stall if stall_at <= t < stall_at + 0.01 else 0.01

    closed, t = [], 0.0
    while t < 20:                                         # the client waits for the answer before it sends again
        d = service(t)
        closed.append(d)
        t += d
    arrivals, free, opened = np.arange(0, 20, 0.0125), 0.0, []
    for x in arrivals:                                    # clients come on their own clock
        start = max(free, x)
        free = start + service(start)
        opened.append(free - x)
    p = lambda v: 1e3 * float(np.percentile(v, 99))
    assert round(p(closed)) == CLAIM_CLOSED_LOOP_P99_MS
    assert (p(opened) > 900) == CLAIM_OPEN_LOOP_P99_MS_ABOVE_900, p(opened)
    times = np.array([90.0, 30.0] + [10.0] * 30)
    assert (np.median(times) == 10 and times.mean() > 13) == CLAIM_MEDIAN_IGNORES_WARMUP

    def misses(lines, capacity=50, passes=3):             # an LRU cache read in order, misses of the last pass
        held, count = {}, 0
        for p_ in range(passes):
            for line in range(lines):
                if held.pop(line, None) is None and p_ == passes - 1:
                    count += 1
                held[line] = True
                if len(held) > capacity:
                    held.pop(next(iter(held)))
        return count

    assert (misses(32) == 0 and misses(512) == 512) == CLAIM_WORKING_SET_IN_L2_OVERSTATES
    print(f"without a sync 10 kernels seem to take {clock} us, with it {max(clock, gpu) + 5}; P99 closed loop {p(closed):.0f} ms, open loop {p(opened):.0f} ms")


if __name__ == "__main__":
    main()
