"""float4 kernels on lengths and offsets that do not fit: what is left out, what is misaligned, and launch arithmetic."""

import numpy as np

CLAIM_LEFT_OUT_WITHOUT_TAIL = 3
CLAIM_RIGHT_WITH_TAIL = True
CLAIM_WRONG_WITHOUT_TAIL = True
CLAIM_ALIGNED_VIEWS_OF_8 = 2
CLAIM_REQUESTS_PER_KB = (8, 2)
CLAIM_SECTORS_PER_KB = (32, 32)
CLAIM_BLOCKS_FOR_MILLION = 3907
CLAIM_IDLE_THREADS_LAST_BLOCK = 192
CLAIM_ROUNDED_DOWN_MISSES = 64
CLAIM_INT32_OVERFLOWS = True


def scale(x, tail):
    """One vector thread per four elements; with ``tail`` the rest goes one by one."""
    y = np.zeros_like(x)
    done = len(x) // 4 * 4
    for v in range(len(x) // 4):
        y[4 * v : 4 * v + 4] = 2 * x[4 * v : 4 * v + 4]
    if tail:
        for i in range(done, len(x)):
            y[i] = 2 * x[i]
    return y, len(x) - done


def main() -> None:
    x = np.arange(1.0, 1004.0)
    y, left = scale(x, tail=False)
    assert left == CLAIM_LEFT_OUT_WITHOUT_TAIL
    assert bool((y != 2 * x).any()) == CLAIM_WRONG_WITHOUT_TAIL
    assert all(
        (scale(np.arange(1.0, n + 1), tail=True)[0] == 2 * np.arange(1.0, n + 1)).all() for n in range(1, 40)
    ) == (CLAIM_RIGHT_WITH_TAIL)
    assert sum((offset * 4) % 16 == 0 for offset in range(8)) == CLAIM_ALIGNED_VIEWS_OF_8
    assert CLAIM_REQUESTS_PER_KB == (1024 // (32 * 4), 1024 // (32 * 16))
    per_kb = tuple(
        len({a // 32 for r in range(1024 // (32 * s)) for a in range(r * 32 * s, (r + 1) * 32 * s)}) for s in (4, 16)
    )
    assert per_kb == CLAIM_SECTORS_PER_KB
    n, threads = 1_000_000, 256
    blocks = len(range(0, n, threads))
    assert blocks == CLAIM_BLOCKS_FOR_MILLION
    assert sum(1 for i in range((blocks - 1) * threads, blocks * threads) if i >= n) == CLAIM_IDLE_THREADS_LAST_BLOCK
    assert n - n // threads * threads == CLAIM_ROUNDED_DOWN_MISSES
    assert (int(np.array(9_000_000 * 256).astype(np.int32)) < 0) == CLAIM_INT32_OVERFLOWS
    print(
        f"1003 elements: float4 alone leaves {left}; 1 KB is 8 or 2 requests, 32 sectors both; a million needs {blocks} blocks"
    )


if __name__ == "__main__":
    main()
