"""The same four bytes read as a float and as an integer, against converting the value."""

import struct

CLAIM_BITS_OF_ONE = "0x3f800000"
CLAIM_VALUE_OF_ONE = 1
CLAIM_NEGATIVE_ZERO_BITS = "0x80000000"
CLAIM_ROUND_TRIP_BY_BITS = True
CLAIM_ROUND_TRIP_BY_VALUE = False


def bits(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


def back(pattern: int) -> float:
    return struct.unpack("<f", struct.pack("<I", pattern))[0]


def main() -> None:
    assert f"{bits(1.0):#010x}" == CLAIM_BITS_OF_ONE
    assert int(1.0) == CLAIM_VALUE_OF_ONE and int(1.0) != bits(1.0)
    assert f"{bits(-0.0):#010x}" == CLAIM_NEGATIVE_ZERO_BITS
    samples = (1.0, -2.5, 0.15625, 3.0e-39)
    assert all(bits(back(bits(x))) == bits(x) for x in samples) == CLAIM_ROUND_TRIP_BY_BITS
    assert all(float(int(x)) == x for x in samples) == CLAIM_ROUND_TRIP_BY_VALUE
    print(f"1.0f has the bits {bits(1.0):#x}; converting its value gives {int(1.0)}")


if __name__ == "__main__":
    main()
