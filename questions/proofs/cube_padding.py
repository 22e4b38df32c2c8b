"""Share of a 16x16x16 matrix unit that does useful work, by counting padded multiply-adds; and two data paths."""

CLAIM_MACS_PER_STEP = 4096
CLAIM_USEFUL_PERCENT_M1 = 6.25
CLAIM_USEFUL_PERCENT_M17 = 53.125
CLAIM_USEFUL_PERCENT_M16 = 100.0
CLAIM_STEPS_M1_K4096_N4096 = 65536
CLAIM_TIME_SERIAL = 300
CLAIM_TIME_OVERLAPPED = 102


def steps(m: int, k: int, n: int, t: int = 16) -> int:
    return -(-m // t) * -(-k // t) * -(-n // t)


def useful(m: int, k: int, n: int) -> float:
    return 100.0 * m * k * n / (steps(m, k, n) * 16 ** 3)


def pipeline(tiles: int, stages: tuple, buffers: int) -> int:
    """Copy in, compute, copy out: three engines; a tile needs a free buffer before it is copied in."""
    free = [0] * len(stages)
    done = []
    for i in range(tiles):
        t = done[i - buffers] if i >= buffers else 0
        for s, cost in enumerate(stages):
            t = max(t, free[s]) + cost
            free[s] = t
        done.append(t)
    return done[-1]


def main() -> None:
    macs = sum(1 for _i in range(16) for _j in range(16) for _k in range(16))
    assert macs == CLAIM_MACS_PER_STEP
    assert useful(1, 4096, 4096) == CLAIM_USEFUL_PERCENT_M1
    assert useful(17, 4096, 4096) == CLAIM_USEFUL_PERCENT_M17
    assert useful(16, 4096, 4096) == CLAIM_USEFUL_PERCENT_M16
    assert steps(1, 4096, 4096) == CLAIM_STEPS_M1_K4096_N4096
    # 100 tiles, one unit of time each for copy in, compute and copy out
    assert pipeline(100, (1, 1, 1), 1) == CLAIM_TIME_SERIAL
    assert pipeline(100, (1, 1, 1), 3) == CLAIM_TIME_OVERLAPPED
    print(f"one row keeps {useful(1, 4096, 4096)} % of a 16x16x16 unit busy; three engines overlapped: 300 -> {pipeline(100, (1, 1, 1), 3)}")


if __name__ == "__main__":
    main()
