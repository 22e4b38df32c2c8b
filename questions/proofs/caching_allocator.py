"""A model of PyTorch's caching allocator: rounding, segments, splitting, merging, and fragmentation."""

CLAIM_ROUND = 512
CLAIM_SMALL_SEGMENT_MIB = 2
CLAIM_MID_SEGMENT_MIB = 20
CLAIM_ROUND_LARGE_MIB = 2
CLAIM_DRIVER_CALLS_STEADY = 2
CLAIM_FRAGMENTED_FREE_MIB = 64
CLAIM_FRAGMENTED_FITS_40 = False
CLAIM_EXPANDABLE_FITS_40 = True
CLAIM_EMPTY_CACHE_RETURNS_MIB = 32

MIB = 2**20


class Pool:
    """Segments as lists of [offset, size, used]; best fit, split, merge with neighbours inside a segment."""

    def __init__(self, limit: int, expandable: bool = False) -> None:
        self.segments, self.calls, self.limit, self.expandable = [], 0, limit, expandable

    def reserved(self) -> int:
        return sum(b[1] for s in self.segments for b in s)

    @staticmethod
    def segment_size(size: int) -> int:
        if size <= MIB:
            return 2 * MIB
        return 20 * MIB if size < 10 * MIB else -(-size // (2 * MIB)) * 2 * MIB

    def alloc(self, size: int):
        size = -(-size // 512) * 512
        small = size <= MIB
        fits = [(b[1], i, j) for i, s in enumerate(self.segments) for j, b in enumerate(s)
                if not b[2] and b[1] >= size and (self.expandable or (sum(x[1] for x in s) == 2 * MIB) == small)]
        if not fits:
            grow = size if self.expandable else self.segment_size(size)
            if self.reserved() + grow > self.limit:
                return None
            self.calls += 1
            if self.expandable and self.segments:
                last = self.segments[0]
                last.append([last[-1][0] + last[-1][1], grow, False])
                self.merge(last)
            else:
                self.segments.append([[0, grow, False]])
            return self.alloc(size)
        _, i, j = min(fits)
        seg, block = self.segments[i], self.segments[i][j]
        if block[1] - size >= (512 if small else MIB):
            seg.insert(j + 1, [block[0] + size, block[1] - size, False])
            block[1] = size
        block[2] = True
        return (i, block)

    def free(self, handle) -> None:
        handle[1][2] = False
        self.merge(self.segments[handle[0]])

    @staticmethod
    def merge(seg) -> None:
        k = 0
        while k + 1 < len(seg):
            if not seg[k][2] and not seg[k + 1][2]:
                seg[k][1] += seg.pop(k + 1)[1]
            else:
                k += 1


def main() -> None:
    p = Pool(1 << 40)
    assert p.alloc(1)[1][1] == CLAIM_ROUND
    sizes = [Pool.segment_size(s) / MIB for s in (1, 3 * MIB, 11 * MIB)]
    assert sizes[:2] == [CLAIM_SMALL_SEGMENT_MIB, CLAIM_MID_SEGMENT_MIB]
    assert Pool.segment_size(11 * MIB) - Pool.segment_size(10 * MIB) == CLAIM_ROUND_LARGE_MIB * MIB
    p = Pool(1 << 40)
    for _ in range(100):  # a training step of the same sizes: the driver is asked in the first step only
        a, b = p.alloc(12 * MIB), p.alloc(30 * MIB)
        p.free(a), p.free(b)
    assert p.calls == CLAIM_DRIVER_CALLS_STEADY, p.calls
    fits = []
    for expandable in (False, True):
        p = Pool(128 * MIB, expandable)
        held = [p.alloc(32 * MIB) for _ in range(4)]
        p.free(held[0]), p.free(held[1])  # neighbours in the expandable segment, two segments otherwise
        free = sum(b[1] for s in p.segments for b in s if not b[2]) // MIB
        assert free == CLAIM_FRAGMENTED_FREE_MIB
        fits.append(p.alloc(40 * MIB) is not None)
    assert fits == [CLAIM_FRAGMENTED_FITS_40, CLAIM_EXPANDABLE_FITS_40], fits
    p = Pool(1 << 40)
    whole, part = p.alloc(32 * MIB), p.alloc(32 * MIB)
    p.free(whole), p.free(part)
    p.alloc(4 * MIB)  # takes the head of one cached segment
    returned = sum(s[0][1] for s in p.segments if len(s) == 1 and not s[0][2]) // MIB
    assert returned == CLAIM_EMPTY_CACHE_RETURNS_MIB, returned
    print(f"2 driver calls for 100 equal steps; 64 MiB free in two segments of 32 cannot hold 40, one expandable segment can; "
          f"empty_cache gives back {returned} MiB: split segments stay")


if __name__ == "__main__":
    main()
