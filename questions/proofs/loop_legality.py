"""Which loop transformations keep the meaning: dependence distances against execution, case by case."""

import itertools

CLAIM_MATMUL_REORDERS_LEGAL = 6
CLAIM_STENCIL_INTERCHANGE_LEGAL = True
CLAIM_ANTI_DIAGONAL_INTERCHANGE_LEGAL = False
CLAIM_SKEWED_INNER_PARALLEL = True
CLAIM_UNSKEWED_INNER_PARALLEL = False
CLAIM_TILED_TRAFFIC_RATIO = 25.7


def lexpos(v: tuple[int, ...]) -> bool:
    for c in v:
        if c:
            return c > 0
    return True


def by_distances(deps: list[tuple[int, int]], f) -> bool:
    """Legal when every dependence stays lexicographically positive after the transformation."""
    return all(lexpos(f(d)) and any(f(d)) for d in deps)


def run(order, deps, n: int = 7) -> dict:
    """Execute a[i][j] = 1 + weighted sum of its dependences, in the given order of iterations."""
    a = {}
    for i, j in order:
        a[i, j] = 1 + sum((k + 2) * a.get((i - d[0], j - d[1]), 0) for k, d in enumerate(deps))
    return a


def parallel_inner(order_key, deps, n: int = 7) -> bool:
    """Points with the same outer index may run in any order if no dependence joins two of them."""
    pts = list(itertools.product(range(n), range(n)))
    return not any(order_key(p) == order_key((p[0] - d[0], p[1] - d[1])) for p in pts for d in deps if (p[0] - d[0], p[1] - d[1]) in pts)


def main() -> None:
    n = 7
    grid = list(itertools.product(range(n), range(n)))
    swapped = [(i, j) for j in range(n) for i in range(n)]
    stencil, anti = [(1, 0), (0, 1)], [(1, -1)]
    verdicts = []
    for deps in (stencil, anti):
        legal = by_distances(deps, lambda d: (d[1], d[0]))
        assert legal == (run(grid, deps) == run(swapped, deps))  # the rule agrees with execution
        verdicts.append(legal)
    assert verdicts == [CLAIM_STENCIL_INTERCHANGE_LEGAL, CLAIM_ANTI_DIAGONAL_INTERCHANGE_LEGAL]
    wave = sorted(grid, key=lambda p: (p[0] + p[1], p[0]))
    assert run(grid, stencil) == run(wave, stencil)
    assert parallel_inner(lambda p: p[0] + p[1], stencil) == CLAIM_SKEWED_INNER_PARALLEL
    assert parallel_inner(lambda p: p[0], stencil) == CLAIM_UNSKEWED_INNER_PARALLEL
    m = 4
    a = [[i * 3 + j for j in range(m)] for i in range(m)]
    b = [[i - 2 * j for j in range(m)] for i in range(m)]
    results = []
    for perm in itertools.permutations("ijk"):
        c = [[0] * m for _ in range(m)]
        for point in itertools.product(range(m), repeat=3):
            at = dict(zip(perm, point))
            c[at["i"]][at["j"]] += a[at["i"]][at["k"]] * b[at["k"]][at["j"]]
        results.append(c)
    assert sum(c == results[0] for c in results) == CLAIM_MATMUL_REORDERS_LEGAL
    size, tile, line, lines = 32, 8, 8, 28  # fully associative LRU of 28 lines of 8 elements

    def misses(order) -> int:
        cache, miss = {}, 0
        for i, j, k in order:
            for key in ((0, i, k // line), (1, k, j // line), (2, i, j // line)):
                if key not in cache:
                    miss += 1
                    if len(cache) >= lines:
                        del cache[next(iter(cache))]
                else:
                    del cache[key]
                cache[key] = 0
        return miss

    blocks = range(0, size, tile)
    naive = misses(itertools.product(range(size), range(size), range(size)))
    tiled = misses((i, j, k) for bi in blocks for bj in blocks for bk in blocks for i in range(bi, bi + tile)
                   for j in range(bj, bj + tile) for k in range(bk, bk + tile))
    assert round(naive / tiled, 1) == CLAIM_TILED_TRAFFIC_RATIO, naive / tiled
    print(f"distance rule = execution; matmul: {CLAIM_MATMUL_REORDERS_LEGAL} of 6 orders agree (integers); "
          f"skewing makes the wavefront parallel; tiling cuts misses {naive / tiled:.1f}x in the toy cache")


if __name__ == "__main__":
    main()
