"""A shuffle reduction and a ballot written for 32 lanes, run on a 64-lane wavefront."""

CLAIM_LANES_SUMMED_ON_64_BY_32_CODE = 32
CLAIM_LANES_SUMMED_ON_64_BY_PORTABLE_CODE = 64
CLAIM_LANES_SUMMED_ON_32_BY_PORTABLE_CODE = 32
CLAIM_BALLOT_BITS_LOST_IN_32BIT_MASK = 32
CLAIM_WAVES_IN_256_THREADS_AT_64 = 4
CLAIM_WAVES_IN_256_THREADS_AT_32 = 8


def reduce_lane0(width: int, first_offset: int) -> set[int]:
    """Which lanes' values end up in lane 0; a shuffle past the end returns the lane's own value (kept as is)."""
    have = [{lane} for lane in range(width)]
    offset = first_offset
    while offset:
        have = [have[i] | have[i + offset] if i + offset < width else have[i] for i in range(width)]
        offset //= 2
    return have[0]


def main() -> None:
    assert len(reduce_lane0(64, 16)) == CLAIM_LANES_SUMMED_ON_64_BY_32_CODE
    assert len(reduce_lane0(64, 64 // 2)) == CLAIM_LANES_SUMMED_ON_64_BY_PORTABLE_CODE
    assert len(reduce_lane0(32, 32 // 2)) == CLAIM_LANES_SUMMED_ON_32_BY_PORTABLE_CODE
    ballot = sum(1 << lane for lane in range(64))
    lost = bin(ballot).count("1") - bin(ballot & 0xFFFFFFFF).count("1")
    assert lost == CLAIM_BALLOT_BITS_LOST_IN_32BIT_MASK
    assert len({t // 64 for t in range(256)}) == CLAIM_WAVES_IN_256_THREADS_AT_64
    assert len({t // 32 for t in range(256)}) == CLAIM_WAVES_IN_256_THREADS_AT_32
    print(f"32-lane code on a 64-lane wavefront sums {len(reduce_lane0(64, 16))} lanes and drops {lost} ballot bits")


if __name__ == "__main__":
    main()
