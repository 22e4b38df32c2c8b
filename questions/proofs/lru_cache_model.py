"""A hash map with a doubly linked ring against a list that is searched: same answers, and a bounded number of steps."""

import random

CLAIM_SAME_ANSWERS = True
CLAIM_MOST_LINK_WRITES = 8
CLAIM_FORGETS_TO_TOUCH_DIFFERS = True
CLAIM_SEQUENCE = (1, -1, -1, 3, 4)


class Node:
    def __init__(self, key=0, value=0):
        self.key, self.value, self.prev, self.next = key, value, self, self


class Lru:
    def __init__(self, capacity, touch_on_get=True):
        self.capacity, self.map, self.ring, self.touch_on_get = capacity, {}, Node(), touch_on_get
        self.writes = self.most = 0

    def out(self, node):
        node.prev.next, node.next.prev = node.next, node.prev
        self.writes += 2

    def front(self, node):
        node.prev, node.next = self.ring, self.ring.next
        self.ring.next.prev = node
        self.ring.next = node
        self.writes += 4

    def get(self, key):
        self.writes = 0
        node = self.map.get(key)
        if node is None:
            return -1
        if self.touch_on_get:
            self.out(node)
            self.front(node)
        self.most = max(self.most, self.writes)
        return node.value

    def put(self, key, value):
        self.writes = 0
        node = self.map.get(key)
        if node:
            node.value = value
            self.out(node)
        else:
            if len(self.map) == self.capacity:
                last = self.ring.prev
                self.out(last)
                del self.map[last.key]
                self.writes += 2
            node = self.map[key] = Node(key, value)
        self.front(node)
        self.most = max(self.most, self.writes)


class Slow:
    def __init__(self, capacity):
        self.capacity, self.items = capacity, []

    def get(self, key):
        for at, (own, value) in enumerate(self.items):
            if own == key:
                self.items.insert(0, self.items.pop(at))
                return value
        return -1

    def put(self, key, value):
        self.items = [(own, old) for own, old in self.items if own != key]
        self.items.insert(0, (key, value))
        del self.items[self.capacity :]


def same(make) -> bool:
    rng = random.Random(1)
    fast, slow = make(), Slow(3)
    for _ in range(4000):
        key = rng.randrange(6)
        if rng.random() < 0.5:
            if fast.get(key) != slow.get(key):
                return False
        else:
            value = rng.randrange(100)
            fast.put(key, value)
            slow.put(key, value)
    return True


def main() -> None:
    assert same(lambda: Lru(3)) == CLAIM_SAME_ANSWERS
    assert (not same(lambda: Lru(3, touch_on_get=False))) == CLAIM_FORGETS_TO_TOUCH_DIFFERS
    cache = Lru(2)
    cache.put(1, 1)
    cache.put(2, 2)
    seen = [cache.get(1)]
    cache.put(3, 3)
    seen.append(cache.get(2))
    cache.put(4, 4)
    seen += [cache.get(1), cache.get(3), cache.get(4)]
    assert tuple(seen) == CLAIM_SEQUENCE, seen
    assert cache.most == CLAIM_MOST_LINK_WRITES, cache.most
    print(f"4000 random calls agree; no call wrote more than {cache.most} links and entries")


if __name__ == "__main__":
    main()
