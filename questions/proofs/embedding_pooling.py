"""Embedding pooling over CSR offsets: a warp per bag, a split of long bags, and the backward pass without atomics."""

import itertools

import numpy as np

CLAIM_FORWARD_MATCHES = True
CLAIM_BACKWARD_SORTED_MATCHES = True
CLAIM_SECTORS_DIM_32_FP16 = 2
CLAIM_SECTORS_DIM_128_FP16 = 8
CLAIM_USEFUL_PERCENT_DIM_10_FP16 = 62.5
CLAIM_READ_MB = 105
CLAIM_LONGEST_BAG_STRAGGLES = 8
CLAIM_SPLIT_LIMIT = 1.0
CLAIM_INTENSITY_FP16 = 0.5
CLAIM_ATOMIC_HOT_ROW = 500


def pool(table, ids, offsets):
    """Warp b handles bag b; lane ln handles columns ln, ln + 32, ...; rows are added in the order of ids."""
    dim = table.shape[1]
    out = np.zeros((len(offsets) - 1, dim))
    for b in range(len(offsets) - 1):
        for lane in range(32):
            for col in range(lane, dim, 32):
                acc = 0.0
                for e in range(offsets[b], offsets[b + 1]):
                    acc += table[ids[e], col]
                out[b, col] = acc
    return out


def backward_sorted(grad, ids, offsets, rows):
    """Sort occurrences by id; each run of equal ids is summed by one owner and written once."""
    bag = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    order = np.argsort(ids, kind="stable")
    out, writes = np.zeros((rows, grad.shape[1])), 0
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and ids[order[j]] == ids[order[i]]:
            j += 1
        out[ids[order[i]]] = grad[bag[order[i:j]]].sum(axis=0)
        writes += 1
        i = j
    return out, writes


def main() -> None:
    rng = np.random.default_rng(0)
    rows, dim = 50, 40
    table = rng.standard_normal((rows, dim))
    lengths = [0, 3, 1, 12, 5]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    ids = rng.integers(0, rows, offsets[-1])
    ref = np.array([table[ids[a:b]].sum(axis=0) for a, b in itertools.pairwise(offsets)])
    assert bool(np.allclose(pool(table, ids, offsets), ref)) == CLAIM_FORWARD_MATCHES
    grad = rng.standard_normal((len(lengths), dim))
    want = np.zeros_like(table)
    for b in range(len(lengths)):
        for e in range(offsets[b], offsets[b + 1]):
            want[ids[e]] += grad[b]
    got, writes = backward_sorted(grad, ids, offsets, rows)
    assert bool(np.allclose(got, want)) == CLAIM_BACKWARD_SORTED_MATCHES
    assert writes == len(set(ids.tolist()))

    def row_sectors(width_bytes):
        return -(-width_bytes // 32)

    assert row_sectors(32 * 2) == CLAIM_SECTORS_DIM_32_FP16
    assert row_sectors(128 * 2) == CLAIM_SECTORS_DIM_128_FP16
    assert 100 * 20 / (row_sectors(20) * 32) == CLAIM_USEFUL_PERCENT_DIM_10_FP16
    assert round(4096 * 100 * 128 * 2 / 1e6) == CLAIM_READ_MB
    bags = [100] * 127 + [800]
    mean = 100
    assert max(bags) / mean == CLAIM_LONGEST_BAG_STRAGGLES
    pieces = [min(100, b - s) for b in bags for s in range(0, b, 100)]
    assert max(pieces) / mean == CLAIM_SPLIT_LIMIT
    half = np.zeros((3, 128), np.float16)
    additions = sum(row.size for row in half)
    assert additions / half.nbytes == CLAIM_INTENSITY_FP16
    hot = np.concatenate([np.zeros(500, int), np.arange(1, 501)])
    assert np.bincount(hot).max() == CLAIM_ATOMIC_HOT_ROW
    print(
        "CSR pooling by warps is exact; sorted ids give one write per distinct row; a bag of 8 means straggles unless split"
    )


if __name__ == "__main__":
    main()
