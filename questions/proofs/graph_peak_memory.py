"""Least memory to run a graph: exact over all orders by dynamic programming on the set of finished nodes."""

from functools import lru_cache

CLAIM_BREADTH_FIRST_PEAK = 9
CLAIM_BEST_PEAK = 6
CLAIM_ORDERS = 6
CLAIM_SUM_OF_ALL = 12
CLAIM_CHAIN_PEAK_ANY_LENGTH = 2
CLAIM_CHAIN_PEAK_INPLACE = 1

# node: (inputs, size of its output); two branches that widen to 4 and shrink to 1 before they join
NODES = {"x": ((), 1), "a": (("x",), 4), "b": (("x",), 4), "a2": (("a",), 1), "b2": (("b",), 1), "y": (("a2", "b2"), 1)}


def peak(order, nodes, inplace: bool = False) -> int:
    """While a node runs its inputs and its output are live; an output stays until its last user has run."""
    done, live, top = set(), set(), 0
    for n in order:
        ins, size = nodes[n]
        dying = {i for i in ins if all(u in done or u == n for u in nodes if i in nodes[u][0])}
        reuse = max((nodes[i][1] for i in dying if inplace and nodes[i][1] >= size), default=0)
        top = max(top, sum(nodes[v][1] for v in live) + size - (size if reuse else 0))
        done.add(n)
        live = (live | {n}) - dying
    return top


def best(nodes, inplace: bool = False) -> int:
    names = list(nodes)

    @lru_cache(None)
    def go(done: frozenset) -> int:
        if len(done) == len(names):
            return 0
        live = [v for v in done if any(v in nodes[u][0] and u not in done for u in names)]
        options = []
        for n in names:
            if n in done or not set(nodes[n][0]) <= done:
                continue
            dying = [i for i in nodes[n][0] if all(u in done or u == n for u in names if i in nodes[u][0])]
            free = inplace and any(nodes[i][1] >= nodes[n][1] for i in dying)
            now = sum(nodes[v][1] for v in live) + (0 if free else nodes[n][1])
            options.append(max(now, go(done | {n})))
        return min(options)

    return go(frozenset())


def orders(nodes, done=()) -> list:
    if len(done) == len(nodes):
        return [done]
    return [o for n in nodes if n not in done and set(nodes[n][0]) <= set(done) for o in orders(nodes, (*done, n))]


def main() -> None:
    every = orders(NODES)
    assert len(every) == CLAIM_ORDERS, len(every)
    assert peak(("x", "a", "b", "a2", "b2", "y"), NODES) == CLAIM_BREADTH_FIRST_PEAK
    assert best(NODES) == min(peak(o, NODES) for o in every) == CLAIM_BEST_PEAK, best(NODES)
    assert sum(size for _, size in NODES.values()) == CLAIM_SUM_OF_ALL
    chain = {str(i): ((str(i - 1),) if i else (), 1) for i in range(9)}
    assert (best(chain), best(chain, True)) == (CLAIM_CHAIN_PEAK_ANY_LENGTH, CLAIM_CHAIN_PEAK_INPLACE)
    print(f"breadth first {peak(('x', 'a', 'b', 'a2', 'b2', 'y'), NODES)}, best of {len(every)} orders {best(NODES)}, "
          f"{sum(size for _, size in NODES.values())} without any reuse; a chain needs 2, or 1 in place")


if __name__ == "__main__":
    main()
