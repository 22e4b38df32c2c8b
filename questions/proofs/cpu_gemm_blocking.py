"""A blocked CPU GEMM: registers of the micro-kernel, loads per FMA, and where each block must fit."""

CLAIM_ACCUMULATORS_6X16_AVX2 = 12
CLAIM_REGISTERS_6X16_AVX2 = 15
CLAIM_LOADS_PER_FMA_6X16 = 0.67
CLAIM_LOADS_PER_FMA_1X8 = 2.0
CLAIM_B_PANEL_KIB_KC256 = 16
CLAIM_A_BLOCK_KIB_MC96_KC256 = 96
CLAIM_DRAM_READS_BLOCKED_ELEMENTS = 6_291_456
CLAIM_DRAM_READS_NAIVE_ELEMENTS = 2_147_483_648
CLAIM_FMAS_IN_FLIGHT_NEEDED = 8


def micro(mr: int, nr: int, lanes: int) -> tuple[int, int, float]:
    """Accumulators, registers in all, load instructions per FMA instruction in one k step."""
    vecs = nr // lanes
    acc = mr * vecs
    live = acc + vecs + 1  # the B vectors stay, one register takes the broadcast A value
    loads = vecs + mr      # vecs loads of B, mr broadcasts of A
    return acc, live, round(loads / acc, 2)


def dram_reads(m: int, n: int, k: int, mc: int, kc: int, nc: int) -> int:
    """Count element reads from DRAM when an A block and a B block stay in cache while in use."""
    reads = 0
    for _jc in range(0, n, nc):
        for _pc in range(0, k, kc):
            reads += kc * nc            # pack a block of B once
            for _ic in range(0, m, mc):
                reads += mc * kc        # pack a block of A once per B block
                reads += mc * nc        # the block of C is read again for every k block
    return reads


def main() -> None:
    acc, live, per_fma = micro(6, 16, 8)
    assert acc == CLAIM_ACCUMULATORS_6X16_AVX2
    assert live == CLAIM_REGISTERS_6X16_AVX2 and live <= 16
    assert per_fma == CLAIM_LOADS_PER_FMA_6X16
    assert micro(1, 8, 8)[2] == CLAIM_LOADS_PER_FMA_1X8
    assert 256 * 16 * 4 // 1024 == CLAIM_B_PANEL_KIB_KC256
    assert 96 * 256 * 4 // 1024 == CLAIM_A_BLOCK_KIB_MC96_KC256
    assert 4 * 2 == CLAIM_FMAS_IN_FLIGHT_NEEDED and acc >= 4 * 2  # latency 4, two FMA ports
    n = 1024
    got = dram_reads(n, n, n, 128, 256, 1024)
    naive = 2 * n ** 3  # one row of A and one column of B per output, nothing kept
    assert naive == CLAIM_DRAM_READS_NAIVE_ELEMENTS
    assert got == CLAIM_DRAM_READS_BLOCKED_ELEMENTS, got
    print(f"6x16 micro-kernel: {live} of 16 registers, {per_fma} loads per FMA; blocking cuts DRAM reads {naive / got:.0f}x")


if __name__ == "__main__":
    main()
