"""A set-associative cache with LRU, run on address streams: geometry, power-of-two strides, average access time."""

CLAIM_SETS_32K_8WAY_64B = 64
CLAIM_INDEX_BITS_32K_8WAY_64B = 6
CLAIM_SAME_SET_STRIDE_BYTES = 4096
CLAIM_HIT_PERCENT_8_LINES_STRIDE_4096 = 100.0
CLAIM_HIT_PERCENT_9_LINES_STRIDE_4096 = 0.0
CLAIM_HIT_PERCENT_9_LINES_STRIDE_4160 = 100.0
CLAIM_MISSES_COLUMN_WALK_1024_FLOATS = 1024
CLAIM_SECOND_COLUMN_MISSES_UNPADDED = 1024
CLAIM_HITS_512_ROWS_PADDED = 512
CLAIM_HITS_512_ROWS_UNPADDED = 0
CLAIM_AMAT_CYCLES = 10.0


class Cache:
    def __init__(self, size: int, ways: int, line: int) -> None:
        self.line, self.ways = line, ways
        self.sets: list[list[int]] = [[] for _ in range(size // (ways * line))]

    def touch(self, address: int) -> bool:
        block = address // self.line
        entries = self.sets[block % len(self.sets)]
        hit = block in entries
        if hit:
            entries.remove(block)
        elif len(entries) == self.ways:
            entries.pop(0)
        entries.append(block)
        return hit


def steady_hits(lines: int, stride: int) -> float:
    cache = Cache(32 * 1024, 8, 64)
    hits = 0
    for r in range(10):
        for i in range(lines):
            hits += cache.touch(i * stride) and r > 0
    return 100.0 * hits / (9 * lines)


def columns(row_bytes: int) -> tuple[int, int]:
    """Walk column 0, then column 1, of 1024 rows of floats."""
    cache = Cache(32 * 1024, 8, 64)
    first = sum(not cache.touch(r * row_bytes) for r in range(1024))
    second = sum(not cache.touch(r * row_bytes + 4) for r in range(1024))
    return first, second


def main() -> None:
    cache = Cache(32 * 1024, 8, 64)
    assert len(cache.sets) == CLAIM_SETS_32K_8WAY_64B
    assert (len(cache.sets) - 1).bit_length() == CLAIM_INDEX_BITS_32K_8WAY_64B
    stride = next(s for s in range(64, 1 << 16, 64) if (s // 64) % len(cache.sets) == 0)
    assert stride == CLAIM_SAME_SET_STRIDE_BYTES
    assert steady_hits(8, 4096) == CLAIM_HIT_PERCENT_8_LINES_STRIDE_4096
    assert steady_hits(9, 4096) == CLAIM_HIT_PERCENT_9_LINES_STRIDE_4096
    assert steady_hits(9, 4096 + 64) == CLAIM_HIT_PERCENT_9_LINES_STRIDE_4160
    assert columns(4096)[0] == CLAIM_MISSES_COLUMN_WALK_1024_FLOATS
    assert columns(4096)[1] == CLAIM_SECOND_COLUMN_MISSES_UNPADDED
    def second_hits(row_bytes: int) -> int:
        small = Cache(32 * 1024, 8, 64)
        for r in range(512):
            small.touch(r * row_bytes)
        return sum(small.touch(r * row_bytes + 4) for r in range(512))

    assert second_hits(4096 + 64) == CLAIM_HITS_512_ROWS_PADDED
    assert second_hits(4096) == CLAIM_HITS_512_ROWS_UNPADDED
    hits = [4, 14, 200]
    amat = hits[0] + 0.1 * (hits[1] + 0.23 * hits[2])
    assert round(amat, 1) == CLAIM_AMAT_CYCLES, amat
    print(f"9 lines 4096 B apart: {steady_hits(9, 4096)} % hits in a 32 KiB 8-way cache, padded by a line {steady_hits(9, 4160)} %")


if __name__ == "__main__":
    main()
