"""Byte order, alignment and struct layout, by packing bytes."""

import struct

CLAIM_U32_LITTLE = "78563412"
CLAIM_U32_BIG = "12345678"
CLAIM_FP32_ONE_READ_SWAPPED_IS_TINY = True
CLAIM_FP16_ONE_LITTLE = "003c"
CLAIM_SIZE_CHAR_INT_CHAR_DOUBLE = 24
CLAIM_SIZE_REORDERED = 16
CLAIM_PACKED_SIZE = 14
CLAIM_INT8_ARRAY_UNCHANGED = True
CLAIM_BIT_FIELD_SHIFT_CODE_PORTABLE = True


def layout(sizes: list[int]) -> int:
    """System V rule: each member at a multiple of its own size, the whole padded to the largest."""
    at = 0
    for s in sizes:
        at = -(-at // s) * s + s
    big = max(sizes)
    return -(-at // big) * big


def main() -> None:
    assert struct.pack("<I", 0x12345678).hex() == CLAIM_U32_LITTLE
    assert struct.pack(">I", 0x12345678).hex() == CLAIM_U32_BIG
    swapped = struct.unpack(">f", struct.pack("<f", 1.0))[0]
    assert (0 < swapped < 1e-30) == CLAIM_FP32_ONE_READ_SWAPPED_IS_TINY, swapped
    assert struct.pack("<e", 1.0).hex() == CLAIM_FP16_ONE_LITTLE
    assert layout([1, 4, 1, 8]) == CLAIM_SIZE_CHAR_INT_CHAR_DOUBLE
    assert layout([8, 4, 1, 1]) == CLAIM_SIZE_REORDERED
    assert struct.calcsize("<bibd") == CLAIM_PACKED_SIZE
    data = bytes(range(16))
    same = struct.unpack("<16b", data) == struct.unpack(">16b", data)
    assert same == CLAIM_INT8_ARRAY_UNCHANGED
    raw = struct.pack(">I", 0xCAFEBABE)
    value = raw[0] << 24 | raw[1] << 16 | raw[2] << 8 | raw[3]  # no dependence on the host
    assert (value == 0xCAFEBABE) == CLAIM_BIT_FIELD_SHIFT_CODE_PORTABLE
    print(f"char,int,char,double take {layout([1, 4, 1, 8])} bytes, reordered {layout([8, 4, 1, 1])}; 1.0 read swapped is {swapped:.1e}")


if __name__ == "__main__":
    main()
