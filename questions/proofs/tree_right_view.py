"""The right view of random trees by levels and by depth-first search, against a walk that notes every depth."""

import random

CLAIM_SAME = True
CLAIM_ALWAYS_RIGHT_CHILD_MATCHES = False
CLAIM_WIDEST_QUEUE_PERFECT_15 = 8


def random_tree(rng, size):
    nodes = [[value, None, None] for value in range(size)]
    for at in range(1, size):
        while True:
            parent, side = nodes[rng.randrange(at)], rng.choice((1, 2))
            if parent[side] is None:
                parent[side] = nodes[at]
                break
    return nodes[0]


def by_levels(root):
    out, level, widest = [], [root] if root else [], 0
    while level:
        widest = max(widest, len(level))
        out.append(level[-1][0])
        level = [child for node in level for child in node[1:] if child]
    return out, widest


def by_depth(root):
    out = []

    def walk(node, depth):
        if node:
            if depth == len(out):
                out.append(node[0])
            walk(node[2], depth + 1)
            walk(node[1], depth + 1)

    walk(root, 0)
    return out


def brute(root):
    last = {}

    def walk(node, depth, place):
        if node:
            if depth not in last or place > last[depth][0]:
                last[depth] = (place, node[0])
            walk(node[1], depth + 1, 2 * place)
            walk(node[2], depth + 1, 2 * place + 1)

    walk(root, 0, 0)
    return [last[depth][1] for depth in sorted(last)]


def only_right(root):
    out = []
    while root:
        out.append(root[0])
        root = root[2]
    return out


def main() -> None:
    rng = random.Random(2)
    trees = [random_tree(rng, rng.randrange(1, 14)) for _ in range(200)]
    assert all(by_levels(t)[0] == by_depth(t) == brute(t) for t in trees) == CLAIM_SAME
    assert all(only_right(t) == brute(t) for t in trees) == CLAIM_ALWAYS_RIGHT_CHILD_MATCHES
    nodes = [[value, None, None] for value in range(15)]
    for at in range(7):
        nodes[at][1:] = nodes[2 * at + 1], nodes[2 * at + 2]
    assert by_levels(nodes[0])[1] == CLAIM_WIDEST_QUEUE_PERFECT_15
    print("levels, right-first depth search and brute force agree on 200 random trees; following right children does not")


if __name__ == "__main__":
    main()
