"""Energy of one decode step by counting operations and bytes, with the energies given as assumptions."""

CLAIM_WEIGHT_BYTES_4BIT_7B = 3_500_000_000
CLAIM_DRAM_MJ_7B_4BIT = 140.0       # 3.5e9 bytes x 40 pJ
CLAIM_MAC_MJ_7B = 7.0               # 7e9 MACs x 1 pJ
CLAIM_DRAM_SHARE_PERCENT = 95.2
CLAIM_TOKENS_PER_SECOND_AT_60_GBS = 17.1
CLAIM_WATTS_AT_THAT_RATE = 2.5
CLAIM_HALVING_MAC_ENERGY_SAVES_PERCENT = 2.4
CLAIM_HALVING_BYTES_SAVES_PERCENT = 47.6


def step(weights: int, bits: int, pj_byte: float, pj_mac: float) -> tuple[float, float]:
    dram = weights * bits / 8 * pj_byte * 1e-9
    mac = weights * pj_mac * 1e-9
    return dram, mac  # millijoule


def main() -> None:
    n = 7_000_000_000
    assert n * 4 // 8 == CLAIM_WEIGHT_BYTES_4BIT_7B
    dram, mac = step(n, 4, 40.0, 1.0)
    assert round(dram, 1) == CLAIM_DRAM_MJ_7B_4BIT and round(mac, 1) == CLAIM_MAC_MJ_7B
    assert round(100 * dram / (dram + mac), 1) == CLAIM_DRAM_SHARE_PERCENT
    rate = 60e9 / (n * 4 / 8)
    assert round(rate, 1) == CLAIM_TOKENS_PER_SECOND_AT_60_GBS
    assert round(rate * (dram + mac) / 1000, 1) == CLAIM_WATTS_AT_THAT_RATE
    total = dram + mac
    half_mac = sum(step(n, 4, 40.0, 0.5))
    half_bytes = sum(step(n, 2, 40.0, 1.0))
    assert round(100 * (total - half_mac) / total, 1) == CLAIM_HALVING_MAC_ENERGY_SAVES_PERCENT
    assert round(100 * (total - half_bytes) / total, 1) == CLAIM_HALVING_BYTES_SAVES_PERCENT
    print(f"7B at 4 bits: {dram:.0f} mJ of DRAM and {mac:.0f} mJ of arithmetic a token; {rate:.1f} tokens/s at 60 GB/s")


if __name__ == "__main__":
    main()
