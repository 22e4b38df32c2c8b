"""Strong and weak scaling by counting work, the serial share out of one measurement, and telling overhead from serial work."""

CLAIM_SERIAL_PERCENT_FROM_24_ON_32 = 1.075
CLAIM_SPEEDUP_AT_128 = 54.1
CLAIM_LIMIT = 93.0
CLAIM_GUSTAFSON_128_AT_1_PERCENT = 126.7
CLAIM_CONSTANT_SHARE_MEANS_SERIAL = True
CLAIM_GROWING_SHARE_MEANS_OVERHEAD = True


def karp_flatt(s, n):
    return (1 / s - 1 / n) / (1 - 1 / n)


def run(n, serial, parallel, overhead_a_node=0.0):
    return serial + parallel / n + overhead_a_node * n


def main() -> None:
    f = karp_flatt(24, 32)
    assert round(100 * f, 3) == CLAIM_SERIAL_PERCENT_FROM_24_ON_32
    assert round(1 / (f + (1 - f) / 128), 1) == CLAIM_SPEEDUP_AT_128 and round(1 / f, 1) == CLAIM_LIMIT
    assert round(128 - 0.01 * 127, 1) == CLAIM_GUSTAFSON_128_AT_1_PERCENT
    e = lambda over: [karp_flatt(run(1, 2, 98, over) / run(n, 2, 98, over), n) for n in (8, 32, 128)]
    a, b = e(0.0), e(0.005)
    assert (max(a) - min(a) < 1e-9) == CLAIM_CONSTANT_SHARE_MEANS_SERIAL
    assert (b[0] < b[1] < b[2]) == CLAIM_GROWING_SHARE_MEANS_OVERHEAD
    print(f"24 times on 32 nodes: serial share {100 * f:.3f} %, limit {1 / f:.0f}; with overhead the share grows {b[0]:.4f} -> {b[2]:.4f}")


if __name__ == "__main__":
    main()
