"""Kahn's order of random operator graphs against trying every permutation; cycles; the critical path."""

import random
from itertools import permutations

CLAIM_ALL_VALID = True
CLAIM_CYCLE_FOUND_IFF_NO_ORDER = True
CLAIM_CRITICAL_PATH = 7
CLAIM_TOTAL_WORK = 11


def kahn(n, edges):
    out, waits = [[] for _ in range(n)], [0] * n
    for a, b in edges:
        out[a].append(b)
        waits[b] += 1
    ready, order = [at for at in range(n) if not waits[at]], []
    while ready:
        at = ready.pop()
        order.append(at)
        for b in out[at]:
            waits[b] -= 1
            if not waits[b]:
                ready.append(b)
    return order if len(order) == n else None


def valid(order, edges):
    place = {node: at for at, node in enumerate(order)}
    return all(place[a] < place[b] for a, b in edges)


def critical(n, edges, cost):
    done = list(cost)
    for a in kahn(n, edges):
        for x, b in edges:
            if x == a:
                done[b] = max(done[b], done[a] + cost[b])
    return max(done)


def longest_by_walk(n, edges, cost):
    def walk(a):
        return cost[a] + max((walk(b) for x, b in edges if x == a), default=0)

    return max(walk(a) for a in range(n))


def main() -> None:
    rng = random.Random(3)
    ok, agree = True, True
    for _ in range(60):
        n = 5
        edges = {(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randrange(7))}
        edges = [(a, b) for a, b in edges if a != b]
        order = kahn(n, edges)
        exists = any(valid(p, edges) for p in permutations(range(n)))
        agree &= (order is not None) == exists
        if order:
            ok &= valid(order, edges)
            cost = [rng.randrange(1, 5) for _ in range(n)]
            ok &= critical(n, edges, cost) == longest_by_walk(n, edges, cost)
    assert ok == CLAIM_ALL_VALID
    assert agree == CLAIM_CYCLE_FOUND_IFF_NO_ORDER
    # load -> (q, k, v) -> attention -> add, with load -> add as well.
    edges = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4), (4, 5), (0, 5)]
    cost = [1, 2, 2, 2, 3, 1]
    assert critical(6, edges, cost) == CLAIM_CRITICAL_PATH, critical(6, edges, cost)
    assert sum(cost) == CLAIM_TOTAL_WORK
    print("Kahn's order is valid, and missing exactly when no order exists; the critical path is 7 of 11 units of work")


if __name__ == "__main__":
    main()
