"""A server under open load: latency against utilisation, and goodput under two limits."""
import numpy as np

CLAIM_WAIT_OVER_SERVICE_AT_50_80_95_PERCENT = (1.0, 4.0, 19.0)
CLAIM_P99_AT_95_OVER_P99_AT_50 = 10
CLAIM_E2E_MS = 4200
CLAIM_THROUGHPUT_TOKENS_S_BATCH_32 = 1600
CLAIM_GOODPUT_LOWER_THAN_THROUGHPUT = True
CLAIM_LITTLE_CONCURRENCY = 42


def simulate(rho, n=60000, seed=0):
    rng = np.random.default_rng(seed)
    gap, service = rng.exponential(1 / rho, n), rng.exponential(1.0, n)
    wait, out = 0.0, np.empty(n)
    for i in range(n):
        out[i] = wait + service[i]
        wait = max(0.0, wait + service[i] - gap[i])
    return out[n // 10:]


def ahead(rho, states=2000):
    """Mean number a newcomer finds before it, from balance between neighbouring states; each costs one service."""
    p = np.cumprod(np.r_[1.0, np.full(states, rho)])      # arrivals out of n match departures out of n + 1
    return float((p / p.sum() * np.arange(states + 1)).sum())


def main() -> None:
    waits = tuple(round(ahead(r), 6) for r in (0.5, 0.8, 0.95))
    assert waits == CLAIM_WAIT_OVER_SERVICE_AT_50_80_95_PERCENT, waits
    queued = simulate(0.8).mean() - 1.0                   # time in the system less one service
    assert abs(queued / CLAIM_WAIT_OVER_SERVICE_AT_50_80_95_PERCENT[1] - 1) < 0.1, queued
    seen = simulate(0.5), simulate(0.95)
    assert abs(seen[0].mean() - 2.0) < 0.1                # M/M/1: mean time in system 1 / (1 - rho)
    assert round(float(np.log(100) / 0.05 / (np.log(100) / 0.5))) == CLAIM_P99_AT_95_OVER_P99_AT_50
    assert 5 < np.percentile(seen[1], 99) / np.percentile(seen[0], 99) < 15
    ttft, tpot, out = 200, 20, 201
    assert ttft + tpot * (out - 1) == CLAIM_E2E_MS
    assert 32 * 1000 / tpot == CLAIM_THROUGHPUT_TOKENS_S_BATCH_32
    assert 10 * CLAIM_E2E_MS / 1000 == CLAIM_LITTLE_CONCURRENCY   # 10 requests a second
    good = np.mean(seen[1] < 10)
    assert (good < 1) == CLAIM_GOODPUT_LOWER_THAN_THROUGHPUT
    print(f"mean wait over service 1.0, 4.0, 19.0 at 50, 80, 95 %; at 95 % only {good:.0%} of requests met a limit of 10 service times")


if __name__ == "__main__":
    main()
