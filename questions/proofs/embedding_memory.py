"""Embedding tables: bytes with optimiser state, rows touched by a batch, and what a hash collision rate is."""

import numpy as np

CLAIM_TABLE_GB = 51.2
CLAIM_WITH_ADAM_GB = 153.6
CLAIM_ROWWISE_ADAGRAD_GB = 51.6
CLAIM_ROWS_TOUCHED_SHARE = 0.0016
CLAIM_SPARSE_GRADIENT_EQUALS_DENSE = True
CLAIM_COLLISION_SHARE = 0.63


def main() -> None:
    rows, dim = 100_000_000, 128
    value = np.dtype(np.float32).itemsize
    table = rows * dim * value / 1e9
    assert table == CLAIM_TABLE_GB
    assert round(3 * table, 1) == CLAIM_WITH_ADAM_GB
    assert round(table + rows * value / 1e9, 1) == CLAIM_ROWWISE_ADAGRAD_GB
    rng = np.random.default_rng(0)
    # a batch of 16384 samples x 10 ids, uniform over the rows
    touched = len(np.unique(rng.integers(0, rows, 16384 * 10))) / rows
    assert round(touched, 4) == CLAIM_ROWS_TOUCHED_SHARE, touched
    w, ids, g = rng.standard_normal((50, 4)), rng.integers(0, 50, 30), rng.standard_normal((30, 4))
    dense = np.zeros_like(w)
    for i, row in zip(ids, g):
        dense[i] += row
    uniq, inv = np.unique(ids, return_inverse=True)
    summed = np.zeros((len(uniq), 4))
    np.add.at(summed, inv, g)
    sparse = w.copy()
    sparse[uniq] -= 0.1 * summed
    assert bool(np.allclose(sparse, w - 0.1 * dense)) == CLAIM_SPARSE_GRADIENT_EQUALS_DENSE
    slots = rng.integers(0, 100_000, 100_000)  # as many ids as slots
    counts = np.bincount(slots, minlength=100_000)
    shared = counts[counts > 1].sum() / 100_000
    assert round(float(shared), 2) == CLAIM_COLLISION_SHARE, shared
    print(f"{table:.1f} GB of table, {3 * table:.1f} with Adam, {table + rows * value / 1e9:.1f} with row-wise Adagrad; "
          f"a batch touches {touched:.2%} of the rows; {shared:.0%} of ids share a slot when slots = ids")


if __name__ == "__main__":
    main()
