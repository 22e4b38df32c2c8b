"""Shared memory: 32 banks of 4 bytes. Count the passes of warp requests, with padding and with an XOR swizzle."""

CLAIM_COLUMN_UNPADDED = 32
CLAIM_COLUMN_PADDED_33 = 1
CLAIM_COLUMN_XOR = 1
CLAIM_ROW_XOR = 1
CLAIM_BROADCAST = 1
CLAIM_FLOAT4_PASSES = 4
CLAIM_STRIDE_2 = 2
CLAIM_STRIDE_6 = 2
CLAIM_STRIDE_8 = 8
CLAIM_ODD_STRIDES_FREE = True
CLAIM_PAD_33_KEEPS_16B = False
CLAIM_PAD_36_KEEPS_16B = True
CLAIM_PAD_36_COLUMN = 4
CLAIM_PAD_33_EXTRA_BYTES = 128
CLAIM_LDMATRIX_STRIDE_128B = 8
CLAIM_LDMATRIX_XOR = 1
CLAIM_LDMATRIX_STRIDE_144B = 1


def passes(words):
    """Passes of one request: most distinct 4-byte words that fall in one bank. The same word is broadcast."""
    banks = {}
    for w in words:
        banks.setdefault(w % 32, set()).add(w)
    return max(len(v) for v in banks.values())


def wide(addresses, size):
    """A warp load of ``size`` bytes a lane is served in groups of lanes that make up 128 bytes each."""
    lanes = 128 // size
    total = 0
    for g in range(0, 32, lanes):
        words = [a // 4 + i for a in addresses[g : g + lanes] for i in range(size // 4)]
        total += passes(words)
    return total


def ldmatrix(row_bytes, swizzle):
    """One 8x8 tile of 16-bit values: eight rows of 16 bytes, fetched together."""
    words = []
    for r in range(8):
        chunk = (0 ^ (r % 8)) if swizzle else 0
        base = r * row_bytes + chunk * 16
        words += [base // 4 + i for i in range(4)]
    return passes(words)


def main() -> None:
    lanes = range(32)
    assert passes([r * 32 for r in lanes]) == CLAIM_COLUMN_UNPADDED
    assert max(passes([r * 33 + c for r in lanes]) for c in range(32)) == CLAIM_COLUMN_PADDED_33
    assert max(passes([r * 32 + (c ^ r) for r in lanes]) for c in range(32)) == CLAIM_COLUMN_XOR
    assert max(passes([r * 32 + (c ^ r) for c in lanes]) for r in range(32)) == CLAIM_ROW_XOR
    assert passes([7 for _ in lanes]) == CLAIM_BROADCAST
    assert wide([ln * 16 for ln in lanes], 16) == CLAIM_FLOAT4_PASSES
    assert passes([ln * 2 for ln in lanes]) == CLAIM_STRIDE_2
    assert passes([ln * 6 for ln in lanes]) == CLAIM_STRIDE_6
    assert passes([ln * 8 for ln in lanes]) == CLAIM_STRIDE_8
    assert all(passes([ln * s for ln in lanes]) == 1 for s in range(1, 64, 2)) == CLAIM_ODD_STRIDES_FREE
    assert ((33 * 4) % 16 == 0) == CLAIM_PAD_33_KEEPS_16B
    assert ((36 * 4) % 16 == 0) == CLAIM_PAD_36_KEEPS_16B
    assert passes([r * 36 for r in lanes]) == CLAIM_PAD_36_COLUMN
    assert CLAIM_PAD_33_EXTRA_BYTES == 32 * (33 - 32) * 4
    assert ldmatrix(128, False) == CLAIM_LDMATRIX_STRIDE_128B
    assert ldmatrix(128, True) == CLAIM_LDMATRIX_XOR
    assert ldmatrix(144, False) == CLAIM_LDMATRIX_STRIDE_144B
    from math import gcd

    for s in range(1, 65):
        assert passes([ln * s for ln in lanes]) == gcd(s, 32)
    print(
        "32x32 fp32 column: 32 passes plain, 1 with a row of 33 or an XOR swizzle; a row of 33 breaks 16-byte alignment"
    )


if __name__ == "__main__":
    main()
