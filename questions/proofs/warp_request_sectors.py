"""Count the 32-byte sectors that one request of a warp touches."""

CLAIM_CONTIGUOUS_FP32 = 4
CLAIM_OFFSET_ONE = 5
CLAIM_STRIDE_2 = 8
CLAIM_STRIDE_8 = 32
CLAIM_STRIDE_32 = 32
CLAIM_FLOAT4 = 16
CLAIM_BYTES_PER_REQUEST = (128, 512)
CLAIM_SAME_ADDRESS = 1
CLAIM_USE_STRIDE_32 = 12.5
CLAIM_FP16_CONTIGUOUS = 2
CLAIM_REVERSED = 4
CLAIM_ROW_MAJOR_COLUMN_WALK = 32
CLAIM_AOS_12_BYTES_FIRST_FIELD = 12
CLAIM_AOS_FIELD_EFFICIENCY = 33.3


def sectors(addresses, size):
    """Distinct 32-byte sectors covered by a warp whose lane i reads ``size`` bytes at addresses[i]."""
    touched = set()
    for a in addresses:
        touched.update(range(a // 32, (a + size - 1) // 32 + 1))
    return len(touched)


def strided(stride, offset=0, size=4):
    return sectors([(offset + lane * stride) * size for lane in range(32)], size)


def main() -> None:
    assert strided(1) == CLAIM_CONTIGUOUS_FP32
    assert strided(1, offset=1) == CLAIM_OFFSET_ONE
    assert strided(2) == CLAIM_STRIDE_2
    assert strided(8) == CLAIM_STRIDE_8
    assert strided(32) == CLAIM_STRIDE_32
    vec = sectors([lane * 16 for lane in range(32)], 16)
    assert vec == CLAIM_FLOAT4
    assert (strided(1) * 32, vec * 32) == CLAIM_BYTES_PER_REQUEST
    assert strided(0) == CLAIM_SAME_ADDRESS
    assert 100 * 128 / (strided(32) * 32) == CLAIM_USE_STRIDE_32
    assert strided(1, size=2) == CLAIM_FP16_CONTIGUOUS
    assert sectors([(31 - lane) * 4 for lane in range(32)], 4) == CLAIM_REVERSED
    assert sectors([lane * 1024 * 4 for lane in range(32)], 4) == CLAIM_ROW_MAJOR_COLUMN_WALK
    aos = sectors([lane * 12 for lane in range(32)], 4)
    assert aos == CLAIM_AOS_12_BYTES_FIRST_FIELD
    assert abs(100 * 128 / (aos * 32) - CLAIM_AOS_FIELD_EFFICIENCY) < 0.05
    for stride in range(1, 65):
        for offset in range(8):
            first, last = offset, offset + 31 * stride
            formula = last * 4 // 32 - first * 4 // 32 + 1 if stride <= 8 else 32
            assert strided(stride, offset) == formula, (stride, offset)
    print("fp32 warp request: 4 sectors contiguous, 5 shifted by one element, 8 at stride 2, 32 at stride 8 and above")


if __name__ == "__main__":
    main()
