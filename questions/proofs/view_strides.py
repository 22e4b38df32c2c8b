"""Views are shape and stride over one storage: when a reshape can be a view, and what contiguous costs."""

import numpy as np

CLAIM_TRANSPOSE_SHARES_MEMORY = True
CLAIM_FLATTEN_OF_TRANSPOSE_IS_VIEW = False
CLAIM_SPLIT_OF_TRANSPOSE_IS_VIEW = True
CLAIM_TRANSPOSE_STRIDES = (1, 4)
CLAIM_EXPAND_STRIDE_IS_ZERO = True
CLAIM_WRITE_SEEN_THROUGH_VIEW = True


def can_view(shape, stride, new) -> bool:
    """Try to give ``new`` strides so that element order is kept: compare with the addresses in row-major order."""
    index = np.indices(shape).reshape(len(shape), -1)
    address = (index * np.array(stride)[:, None]).sum(0).reshape(new)
    steps = []
    for axis, n in enumerate(new):
        d = np.diff(address, axis=axis)
        if n > 1 and (d != d.flat[0]).any():
            return False
        steps.append(d.flat[0] if n > 1 else 0)
    return True


def main() -> None:
    x = np.arange(12).reshape(3, 4)
    t = x.T
    assert bool(np.shares_memory(x, t)) == CLAIM_TRANSPOSE_SHARES_MEMORY
    strides = tuple(s // x.itemsize for s in t.strides)
    assert strides == CLAIM_TRANSPOSE_STRIDES, strides
    assert can_view((4, 3), strides, (12,)) == CLAIM_FLATTEN_OF_TRANSPOSE_IS_VIEW
    assert can_view((4, 3), strides, (2, 2, 3)) == CLAIM_SPLIT_OF_TRANSPOSE_IS_VIEW
    assert not np.shares_memory(t.reshape(12), x)  # numpy's reshape had to copy, as torch's reshape does
    e = np.broadcast_to(np.arange(3)[:, None], (3, 1000))
    assert (e.strides[1] == 0) == CLAIM_EXPAND_STRIDE_IS_ZERO
    t[0, 1] = 99
    assert (x[1, 0] == 99) == CLAIM_WRITE_SEEN_THROUGH_VIEW
    print(f"transpose: strides {strides} on the same memory; flattening it needs a copy, splitting an axis does not")


if __name__ == "__main__":
    main()
