"""Little's law for memory: run a pipe with a fixed latency and a fixed rate, and find the requests that fill it."""

CLAIM_H100_MB = 2.01
CLAIM_PER_SM_KB = 15.2
CLAIM_PER_THREAD_BYTES_FULL_OCCUPANCY = 7.4
CLAIM_WARP_FLOAT_LOADS_PER_SM = 119
CLAIM_HALF_IN_FLIGHT_HALF_RATE = 0.5
CLAIM_DOUBLE_IN_FLIGHT_RATE = 1.0
CLAIM_STAGES_128x128x64_FP16 = 2
CLAIM_STAGE_KIB = 32


def delivered_share(in_flight, latency, cycles=6000):
    """A memory that takes one request a cycle and answers each after ``latency``; share of cycles that deliver."""
    outstanding, done, busy_until = [], 0, 0
    for t in range(cycles):
        if outstanding and outstanding[0] <= t:
            outstanding.pop(0)
            done += 1
        if len(outstanding) < in_flight:
            outstanding.append(max(t, busy_until) + latency)
            busy_until = max(t, busy_until) + 1
    return done / cycles


def main() -> None:
    latency = 300
    full = delivered_share(latency, latency)
    half = delivered_share(latency // 2, latency)
    double = delivered_share(latency * 2, latency)
    assert full > 0.94
    assert abs(half / full - CLAIM_HALF_IN_FLIGHT_HALF_RATE) < 0.02, half / full
    assert abs(double / full - CLAIM_DOUBLE_IN_FLIGHT_RATE) < 0.02, double / full
    bandwidth, seconds, sms = 3.35e12, 600e-9, 132
    need = bandwidth * seconds
    assert abs(need / 1e6 - CLAIM_H100_MB) < 0.005, need
    per_sm = need / sms
    assert abs(per_sm / 1e3 - CLAIM_PER_SM_KB) < 0.05, per_sm
    assert abs(per_sm / 2048 - CLAIM_PER_THREAD_BYTES_FULL_OCCUPANCY) < 0.05
    assert -(-per_sm // 128) == CLAIM_WARP_FLOAT_LOADS_PER_SM
    stage = (128 * 64 + 64 * 128) * 2
    assert stage / 1024 == CLAIM_STAGE_KIB
    # one stage must be in flight while another is being used
    assert -(-per_sm // stage) + 1 == CLAIM_STAGES_128x128x64_FP16
    print(
        f"3.35 TB/s at 600 ns: {need / 1e6:.2f} MB in flight, {per_sm / 1e3:.1f} kB per SM; half of it gives half the rate"
    )


if __name__ == "__main__":
    main()
