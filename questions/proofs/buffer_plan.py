"""Memory planning of an inference graph: bytes without reuse, with reuse by lifetime, and the lower bound."""

CLAIM_WITHOUT_REUSE_MIB = 84
CLAIM_WITH_REUSE_MIB = 48
CLAIM_LOWER_BOUND_MIB = 44
CLAIM_NO_OVERLAP_OF_LIVE_BUFFERS = True
CLAIM_BUCKETS_FOR_1_TO_2048 = 12
CLAIM_PADDING_WASTE_PERCENT_POWERS_OF_TWO = 25


def main() -> None:
    # name: (size in MiB, step that writes it, last step that reads it); a residual stays alive across its block
    t = {"x": (8, 0, 3), "qkv": (24, 1, 2), "att": (8, 2, 3), "y": (8, 3, 6), "up": (32, 4, 5), "z": (4, 5, 6)}
    assert sum(s for s, _, _ in t.values()) == CLAIM_WITHOUT_REUSE_MIB
    bound = max(sum(s for s, a, b in t.values() if a <= i <= b) for i in range(7))
    placed = {}
    for name in sorted(t, key=lambda n: -t[n][0]):        # largest first, lowest free offset
        size, a, b = t[name]
        off = 0
        for o, s in sorted((placed[m], t[m][0]) for m in placed if t[m][1] <= b and a <= t[m][2]):
            if off + size <= o:
                break
            off = max(off, o + s)
        placed[name] = off
    peak = max(placed[n] + t[n][0] for n in t)
    clash = any(placed[m] < placed[n] + t[n][0] and placed[n] < placed[m] + t[m][0]
                for m in t for n in t if m < n and t[m][1] <= t[n][2] and t[n][1] <= t[m][2])
    assert (not clash) == CLAIM_NO_OVERLAP_OF_LIVE_BUFFERS
    assert peak == CLAIM_WITH_REUSE_MIB, peak
    assert bound == CLAIM_LOWER_BOUND_MIB, bound
    buckets = [1 << i for i in range(12)]
    assert len([b for b in buckets if b <= 2048]) == CLAIM_BUCKETS_FOR_1_TO_2048
    pad = [min(b for b in buckets if b >= n) for n in range(1, 2049)]
    waste = 100 * (1 - sum(range(1, 2049)) / sum(pad))
    assert round(waste) == CLAIM_PADDING_WASTE_PERCENT_POWERS_OF_TWO, waste
    print(f"{sum(s for s, _, _ in t.values())} MiB without reuse, {peak} with, lower bound {bound}; powers of two pad {waste:.0f} %")


if __name__ == "__main__":
    main()
