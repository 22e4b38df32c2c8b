"""A block-wide inclusive scan by shuffles, then blocks chained by their totals; work and depth against Hillis-Steele."""

import numpy as np

CLAIM_MATCHES_CUMSUM = True
CLAIM_WARP_STEPS = 5
CLAIM_BARRIERS = 2
CLAIM_WRONG_WITHOUT_LANE_GUARD = True
CLAIM_HILLIS_ADDS_1024 = 9217
CLAIM_BLELLOCH_ADDS_1024 = 2046
CLAIM_SHUFFLE_ADDS_1024 = 5249
CLAIM_THREE_KERNEL_TRAFFIC = 4
CLAIM_SINGLE_PASS_TRAFFIC = 2


def warp_scan(v, guard=True, count=None):
    v = list(v)
    steps = 0
    for d in (1, 2, 4, 8, 16):
        up = [v[i - d] if i >= d else v[i] for i in range(32)]
        for i in range(32):
            if (i >= d or not guard) and count is not None and i >= d:
                count[0] += 1
        v = [v[i] + up[i] if (i >= d or not guard) else v[i] for i in range(32)]
        steps += 1
    return v, steps


def block_scan(x, guard=True, count=None):
    warps = len(x) // 32
    barriers = 0
    local = [warp_scan(x[w * 32 : w * 32 + 32], guard, count)[0] for w in range(warps)]
    totals = [ln[31] for ln in local] + [0] * (32 - warps)
    barriers += 1
    offsets, _ = warp_scan(totals, guard, count)
    barriers += 1
    out = []
    for w in range(warps):
        base = offsets[w - 1] if w else 0
        for a in local[w]:
            out.append(a + base)
            if count is not None and w:
                count[0] += 1
    return out, barriers


def chained(x, block, single):
    """Scan any length by three kernels, or by one whose blocks add the sum before them; count elements moved."""
    out, totals, moved = np.zeros_like(x), [], 0
    for b in range(0, len(x), block):
        part = np.cumsum(x[b : b + block])
        base = sum(totals) if single else 0
        out[b : b + block] = part + base
        totals.append(part[-1])
        moved += 2 * len(part) + 1 + single  # the part in and out, the total out, the prefix of the one before in
    if not single:
        bases = np.cumsum(totals) - totals
        moved += 2 * len(totals)
        for i, b in enumerate(range(0, len(x), block)):
            out[b : b + block] += bases[i]
            moved += 2 * len(out[b : b + block]) + 1
    return out, moved


def hillis(n):
    adds, d = 0, 1
    while d < n:
        adds += n - d
        d *= 2
    return adds


def blelloch(n):
    adds, d = 0, 1
    while d < n:
        adds += n // (2 * d)
        d *= 2
    return 2 * adds


def main() -> None:
    rng = np.random.default_rng(1)
    good = True
    for n in (32, 256, 1024):
        x = rng.integers(-50, 50, n).tolist()
        out, barriers = block_scan(x)
        good &= out == np.cumsum(x).tolist()
        assert barriers == CLAIM_BARRIERS
    assert good == CLAIM_MATCHES_CUMSUM
    x = list(range(1, 257))
    assert (block_scan(x, guard=False)[0] != np.cumsum(x).tolist()) == CLAIM_WRONG_WITHOUT_LANE_GUARD
    assert warp_scan([1] * 32)[1] == CLAIM_WARP_STEPS
    assert hillis(1024) == CLAIM_HILLIS_ADDS_1024
    assert blelloch(1024) == CLAIM_BLELLOCH_ADDS_1024
    count = [0]
    block_scan([1] * 1024, count=count)
    assert count[0] == CLAIM_SHUFFLE_ADDS_1024, count
    x = rng.integers(0, 9, 1 << 14)
    three, once = chained(x, 1024, False), chained(x, 1024, True)
    assert (three[0] == np.cumsum(x)).all() and (once[0] == np.cumsum(x)).all()
    assert round(three[1] / len(x)) == CLAIM_THREE_KERNEL_TRAFFIC
    assert round(once[1] / len(x)) == CLAIM_SINGLE_PASS_TRAFFIC
    print(
        f"1024 elements: shuffle scan {count[0]} additions, 2 barriers; Hillis-Steele {hillis(1024)}, Blelloch {blelloch(1024)}"
    )


if __name__ == "__main__":
    main()
