"""A four-level page table built and walked; its size for sparse and dense mappings; TLB reach; copy on write."""

CLAIM_LEVELS_48BIT_4K = 4
CLAIM_USER_TB_48BIT = 128
CLAIM_TABLE_PAGES_FOR_ONE_PAGE = 4
CLAIM_TABLE_MIB_FOR_1GIB_IN_4K = 2.01
CLAIM_FLAT_TABLE_GIB_48BIT = 512
CLAIM_TLB_REACH_MIB_1536_4K = 6
CLAIM_TLB_REACH_MIB_1536_2M = 3072
CLAIM_PAGES_COPIED_AFTER_FORK_WRITES = 3
CLAIM_PAGES_MAPPED_BEFORE_FORK = 1000


def indices(va: int) -> tuple[int, ...]:
    return tuple((va >> (12 + 9 * lvl)) & 511 for lvl in (3, 2, 1, 0))


def build(pages: list[int]) -> int:
    """Number of 4 KiB table pages needed to map these virtual page addresses."""
    tables = {()}
    for va in pages:
        idx = indices(va)
        for depth in (1, 2, 3):
            tables.add(idx[:depth])
    return len(tables)


def fork_and_write(pages: int, written: list[int]) -> int:
    frames = {p: ("shared", p) for p in range(pages)}
    copied = 0
    for p in written:
        if frames[p][0] == "shared":   # the write faults, the kernel copies this page only
            frames[p] = ("private", p)
            copied += 1
    return copied


def main() -> None:
    assert (48 - 12) // 9 == CLAIM_LEVELS_48BIT_4K
    assert 2 ** 47 // 2 ** 40 == CLAIM_USER_TB_48BIT
    assert build([0x7F00_0000_0000]) == CLAIM_TABLE_PAGES_FOR_ONE_PAGE
    assert build([i * 4096 for i in range(2048)]) == build([i * 2 ** 21 for i in range(4)])  # a last table spans 2 MiB
    gib = build([i * 2 ** 21 for i in range(512)]) * 4096 / 2 ** 20
    assert round(gib, 2) == CLAIM_TABLE_MIB_FOR_1GIB_IN_4K, gib
    assert 2 ** 48 // 4096 * 8 // 2 ** 30 == CLAIM_FLAT_TABLE_GIB_48BIT
    assert 1536 * 4096 // 2 ** 20 == CLAIM_TLB_REACH_MIB_1536_4K
    assert 1536 * 2 ** 21 // 2 ** 20 == CLAIM_TLB_REACH_MIB_1536_2M
    assert fork_and_write(1000, [5, 9, 9, 700, 5]) == CLAIM_PAGES_COPIED_AFTER_FORK_WRITES
    assert len(set(range(1000))) == CLAIM_PAGES_MAPPED_BEFORE_FORK
    print(f"one page needs {build([0])} table pages, 1 GiB {gib:.2f} MiB of tables; a flat table would take 512 GiB")


if __name__ == "__main__":
    main()
