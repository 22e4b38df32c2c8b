"""Occupancy by hand: blocks per SM under each limit (compute capability 9.0), and the warps that hide a latency."""

CLAIM_SGEMM_BLOCKS = 2
CLAIM_SGEMM_OCCUPANCY = 25.0
CLAIM_FULL_REGISTERS = 32
CLAIM_SMALL_BLOCK_OCCUPANCY = 50.0
CLAIM_BLOCK_1024_AT_33_REGS = 1
CLAIM_BLOCK_1024_AT_32_REGS = 2
CLAIM_BLOCK_768_OCCUPANCY = 75.0
CLAIM_LAUNCH_BOUNDS_256_4_REGS = 64
CLAIM_UNCAPPED_255_BLOCKS_256 = 1
CLAIM_ILP1_WARPS = 4
CLAIM_ILP4_WARPS = 1
CLAIM_MEMORY_WARPS = 30
CLAIM_LOAD_HIDING_WARPS_ILP4 = 8

SM = {"warps": 64, "blocks": 32, "regs": 65536, "smem": 228 * 1024, "threads": 2048}


def blocks_per_sm(threads, regs, smem, reserve=1024):
    """Registers go to warps in units of 256, in each of four quarters; a block has 1 KiB of shared memory reserved."""
    warps = -(-threads // 32)
    per_warp = -(-regs * 32 // 256) * 256
    by_regs = SM["regs"] // 4 // per_warp * 4 // warps if regs else SM["blocks"]
    by_smem = SM["smem"] // (smem + reserve)
    return min(SM["blocks"], SM["warps"] // warps, by_regs, by_smem)


def occupancy(threads, regs, smem):
    return 100 * blocks_per_sm(threads, regs, smem) * -(-threads // 32) / SM["warps"]


def warps_needed(latency, ilp, cycles=2000):
    """Smallest number of warps for which one scheduler issues every cycle; each warp has ``ilp`` independent chains."""
    for warps in range(1, 129):
        ready = [[0] * ilp for _ in range(warps)]
        issued = 0
        for t in range(cycles):
            best = min(((min(r), w) for w, r in enumerate(ready)))
            if best[0] <= t:
                w = best[1]
                ready[w][ready[w].index(best[0])] = t + latency
                issued += 1
        if issued == cycles:
            return warps
    return None


def main() -> None:
    assert blocks_per_sm(256, 128, 16 * 1024) == CLAIM_SGEMM_BLOCKS
    assert occupancy(256, 128, 16 * 1024) == CLAIM_SGEMM_OCCUPANCY
    most = max(r for r in range(1, 256) if occupancy(256, r, 0) == 100)
    assert most == CLAIM_FULL_REGISTERS
    assert occupancy(32, 16, 0) == CLAIM_SMALL_BLOCK_OCCUPANCY
    assert blocks_per_sm(1024, 33, 0) == CLAIM_BLOCK_1024_AT_33_REGS
    assert blocks_per_sm(1024, 32, 0) == CLAIM_BLOCK_1024_AT_32_REGS
    assert occupancy(768, 32, 0) == CLAIM_BLOCK_768_OCCUPANCY
    cap = max(r for r in range(1, 256) if blocks_per_sm(256, r, 0) >= 4)
    assert cap == CLAIM_LAUNCH_BOUNDS_256_4_REGS
    assert blocks_per_sm(256, 255, 0) == CLAIM_UNCAPPED_255_BLOCKS_256
    assert warps_needed(4, 1, 200) == CLAIM_ILP1_WARPS
    assert warps_needed(4, 4, 200) == CLAIM_ILP4_WARPS
    assert warps_needed(30, 1, 200) == CLAIM_MEMORY_WARPS
    assert warps_needed(30, 4, 200) == CLAIM_LOAD_HIDING_WARPS_ILP4
    print("256 threads x 128 registers: 2 blocks, 25 % occupancy; 4 independent chains need a quarter of the warps")


if __name__ == "__main__":
    main()
