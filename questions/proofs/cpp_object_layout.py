"""Lays classes out by the rules of the Itanium C++ ABI on LP64 and counts bytes: padding, bases, vptrs, virtual bases."""

CLAIM_TWO_POLYMORPHIC_BASES = (16, 16, 32, 16)
CLAIM_DIAMOND_PLAIN = 20
CLAIM_DIAMOND_VIRTUAL = (40, 32, 2)
CLAIM_MEMBER_ORDER = (24, 16)
CLAIM_TAG_SIZES = ((1, 24), (8, 24), (9, 32))


def up(at: int, align: int) -> int:
    return -(-at // align) * align


class Layout:
    """Data size without tail padding, alignment, size, and where the parts of virtual bases stand."""

    def __init__(self, members, bases=(), virtual=(), polymorphic=False):
        at, align, self.offsets, self.vptrs = 0, 1, {}, 0
        dynamic = polymorphic or bool(virtual) or any(base.dynamic for base in bases)
        shares = any(base.dynamic for base in bases)
        if dynamic and not shares:
            at, align, self.vptrs = 8, 8, 1
        for base in bases:
            at = up(at, base.align)
            self.offsets[base] = at
            at, align, self.vptrs = at + base.plain_size, max(align, base.align), self.vptrs + base.vptrs
        for size, own in members:
            at = up(at, own) + size
            align = max(align, own)
        # An aggregate without virtual parts does not lend its tail padding.
        self.plain_size = at if dynamic else up(at, align)
        needed = list(virtual)
        for base in bases:
            needed += [one for one in base.virtual if one not in needed]
        self.virtual, self.dynamic = needed, dynamic
        for one in needed:
            at = up(at, one.align)
            self.offsets[one] = at
            at, align = at + one.plain_size, max(align, one.align)
        self.align, self.size = align, up(at, align)


def main() -> None:
    integer, double, char = (4, 4), (8, 8), (1, 1)
    a, b = Layout([integer], polymorphic=True), Layout([integer], polymorphic=True)
    both = Layout([integer], bases=(a, b))
    assert (a.size, b.size, both.size, both.offsets[b]) == CLAIM_TWO_POLYMORPHIC_BASES
    assert both.vptrs == 2

    left, right = Layout([integer] * 2), Layout([integer] * 2)
    assert Layout([integer], bases=(left, right)).size == CLAIM_DIAMOND_PLAIN

    top = Layout([integer])
    left, right = Layout([integer], virtual=(top,)), Layout([integer], virtual=(top,))
    bottom = Layout([integer], bases=(left, right))
    assert (bottom.size, bottom.offsets[top], bottom.vptrs) == CLAIM_DIAMOND_VIRTUAL, bottom.size

    scattered, sorted_ = Layout([char, double, integer, char]), Layout([double, integer, char, char])
    assert (scattered.size, sorted_.size) == CLAIM_MEMBER_ORDER
    tags = tuple((k, Layout([(k, 1), double, integer, char]).size) for k, _ in CLAIM_TAG_SIZES)
    assert tags == CLAIM_TAG_SIZES and [k for k, _ in tags] == [1, 8, 9]
    assert all(size == -(-k // 8) * 8 + 16 for k, size in tags)
    print(f"two polymorphic bases: {both.size} bytes; virtual diamond: {bottom.size}, its top at {bottom.offsets[top]}")


if __name__ == "__main__":
    main()
