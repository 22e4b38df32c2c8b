"""A memory that answers after a fixed latency, simulated request by request: throughput against requests in flight."""

CLAIM_BYTES_IN_FLIGHT_MB = 2.01
CLAIM_BYTES_A_SM_KB = 15.2
CLAIM_THROUGHPUT_AT_HALF_THE_CONCURRENCY = 0.5
CLAIM_THROUGHPUT_AT_DOUBLE = 1.0
CLAIM_WARPS_A_SM_4B_LOADS_ONE_EACH = 119
CLAIM_WARPS_A_SM_16B_LOADS_ONE_EACH = 30


def throughput(in_flight: int, latency: int, requests: int = 4000) -> float:
    """Requests a tick when one may start a tick at most and no more than so many are open."""
    done, t, issued = [], 0, 0
    last = -1
    while issued < requests:
        t = max(t, last + 1)
        if len(done) >= in_flight:
            t = max(t, done[len(done) - in_flight])       # wait for the oldest of the open ones
        last = t
        done.append(t + latency)
        issued += 1
    return requests / (last + 1)


def main() -> None:
    bandwidth, latency, sms = 3.35e12, 600e-9, 132
    need = bandwidth * latency
    assert round(need / 1e6, 2) == CLAIM_BYTES_IN_FLIGHT_MB and round(need / sms / 1e3, 1) == CLAIM_BYTES_A_SM_KB
    ticks = 400
    assert round(throughput(ticks // 2, ticks), 1) == CLAIM_THROUGHPUT_AT_HALF_THE_CONCURRENCY
    assert round(throughput(2 * ticks, ticks), 1) == CLAIM_THROUGHPUT_AT_DOUBLE
    warps = lambda size: -(-need / sms // (32 * size))    # ceil
    assert warps(4) == CLAIM_WARPS_A_SM_4B_LOADS_ONE_EACH and warps(16) == CLAIM_WARPS_A_SM_16B_LOADS_ONE_EACH
    print(f"{need / 1e6:.2f} MB in flight, {need / sms / 1e3:.1f} kB a SM; half the concurrency gave half the bandwidth")


if __name__ == "__main__":
    main()
