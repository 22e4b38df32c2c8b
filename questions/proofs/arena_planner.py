"""Placing activations of known lifetime in one arena: greedy by size against no reuse and against the lower bound."""

import random

CLAIM_SUM_OVER_ARENA = 7.2
CLAIM_WITHIN_OF_BOUND = 1.04
CLAIM_CHAIN_BUFFERS = 2
CLAIM_OVERLAPS = False


def plan(tensors: list[tuple[int, int, int]]) -> tuple[int, list[int]]:
    """tensors: (first use, last use, size). Largest first, lowest offset free of overlapping lifetimes."""
    offset = [0] * len(tensors)
    placed: list[int] = []
    for i in sorted(range(len(tensors)), key=lambda i: -tensors[i][2]):
        a, b, size = tensors[i]
        at = 0
        for j in sorted((j for j in placed if tensors[j][0] <= b and a <= tensors[j][1]), key=lambda j: offset[j]):
            if offset[j] - at >= size:
                break
            at = max(at, offset[j] + tensors[j][2])
        offset[i] = at
        placed.append(i)
    return max(o + t[2] for o, t in zip(offset, tensors)), offset


def main() -> None:
    rng = random.Random(0)
    tensors = []
    for step in range(60):  # a chain with some skip connections
        tensors.append((step, step + (rng.randint(5, 15) if rng.random() < 0.2 else 1), rng.choice([1, 2, 4, 8]) * 64))
    arena, offset = plan(tensors)
    clash = any(a[0] <= b[1] and b[0] <= a[1] and offset[i] < offset[j] + b[2] and offset[j] < offset[i] + a[2]
                for i, a in enumerate(tensors) for j, b in enumerate(tensors) if i < j)
    assert clash == CLAIM_OVERLAPS
    bound = max(sum(t[2] for t in tensors if t[0] <= s <= t[1]) for s in range(80))
    assert round(sum(t[2] for t in tensors) / arena, 1) == CLAIM_SUM_OVER_ARENA, sum(t[2] for t in tensors) / arena
    assert round(arena / bound, 2) == CLAIM_WITHIN_OF_BOUND, arena / bound
    assert plan([(s, s + 1, 64) for s in range(50)])[0] // 64 == CLAIM_CHAIN_BUFFERS
    print(f"60 tensors: {sum(t[2] for t in tensors)} without reuse, arena {arena}, lower bound {bound}; a chain needs 2 buffers")


if __name__ == "__main__":
    main()
