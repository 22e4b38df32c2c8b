"""CuTe layouts as functions: index, compose, divide into tiles, and an XOR swizzle, checked on every coordinate."""

from itertools import product

CLAIM_COL_MAJOR_INDEX = 14
CLAIM_ROW_MAJOR_INDEX = 19
CLAIM_NESTED_EQUALS_TILED = True
CLAIM_SIZE_COSIZE_PADDED = (32, 35)
CLAIM_THREAD_VALUE_COVERS = True
CLAIM_SWIZZLE_BIJECTIVE = True
CLAIM_SWIZZLE_323_CONFLICT_BEFORE = 8
CLAIM_SWIZZLE_323_CONFLICT_AFTER = 1
CLAIM_TRANSPOSE_IS_STRIDES = True
CLAIM_BROADCAST_COSIZE = 8


def flat(t):
    return sum((flat(x) for x in t), ()) if isinstance(t, tuple) else (t,)


def size(shape):
    n = 1
    for s in flat(shape):
        n *= s
    return n


def at(index, shape, stride):
    """Layout(shape:stride) at a linear coordinate, leftmost mode fastest."""
    off = 0
    for s, d in zip(flat(shape), flat(stride), strict=False):
        off += index % s * d
        index //= s
    return off


def cosize(shape, stride):
    return max(at(i, shape, stride) for i in range(size(shape))) + 1


def coord(index, shape):
    out = []
    for s in flat(shape):
        out.append(index % s)
        index //= s
    return tuple(out)


def swizzle(x, bits, base, shift):
    """Swizzle<bits, base, shift>: XOR ``bits`` bits at base with those ``shift`` higher."""
    mask = ((1 << bits) - 1) << (base + shift)
    return x ^ ((x & mask) >> shift)


def conflict(addresses):
    banks = {}
    for byte in addresses:
        for w in range(4):
            word = byte // 4 + w
            banks.setdefault(word % 32, set()).add(word)
    return max(len(v) for v in banks.values())


def main() -> None:
    assert 2 * 1 + 3 * 4 == at(2 + 4 * 3, (4, 8), (1, 4)) == CLAIM_COL_MAJOR_INDEX
    assert at(2 + 4 * 3, (4, 8), (8, 1)) == CLAIM_ROW_MAJOR_INDEX
    # 4x8 column-major seen as 2x4 tiles of 2x2: ((2,2),(2,4)) : ((1,2),(4,8))
    same = True
    for m, n in product(range(4), range(8)):
        i = (m % 2) + 2 * (m // 2) + 4 * ((n % 2) + 2 * (n // 2))
        same &= at(i, ((2, 2), (2, 4)), ((1, 2), (4, 8))) == m + 4 * n
    assert same == CLAIM_NESTED_EQUALS_TILED
    assert (size((8, 4)), cosize((8, 4), (1, 9))) == CLAIM_SIZE_COSIZE_PADDED
    # C of m16n8: thread (4,8) and value (2,2) to column-major (m, n)
    tv_shape, tv_stride = ((4, 8), (2, 2)), ((32, 1), (16, 8))
    covered = {at(i, tv_shape, tv_stride) for i in range(128)}
    assert (covered == set(range(128))) == CLAIM_THREAD_VALUE_COVERS
    t5 = at(5 + 32 * 0, tv_shape, tv_stride)
    assert (t5 % 16, t5 // 16) == (1, 2)
    words = [swizzle(x, 3, 3, 3) for x in range(512)]
    assert (sorted(words) == list(range(512))) == CLAIM_SWIZZLE_BIJECTIVE
    # 8 rows of 64 halves (128 bytes); a column of 8-half chunks
    before = [2 * (r * 64 + 0) for r in range(8)]
    after = [2 * swizzle(r * 64 + 0, 3, 3, 3) for r in range(8)]
    assert conflict(before) == CLAIM_SWIZZLE_323_CONFLICT_BEFORE
    assert conflict(after) == CLAIM_SWIZZLE_323_CONFLICT_AFTER
    transposed = all(
        at(n + 8 * m, (8, 4), (4, 1)) == at(m + 4 * n, (4, 8), (1, 4)) for m, n in product(range(4), range(8))
    )
    assert transposed == CLAIM_TRANSPOSE_IS_STRIDES
    assert cosize((4, 8), (0, 1)) == CLAIM_BROADCAST_COSIZE
    print(
        "layouts are functions shape:stride; a nested layout equals the tiled one; Swizzle<3,3,3> takes 8 passes to 1"
    )


if __name__ == "__main__":
    main()
