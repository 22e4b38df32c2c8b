"""Reversing a linked list in groups of k by pointers, against slicing a Python list; pointer writes are counted."""

CLAIM_SAME = True
CLAIM_SHORT_TAIL_KEPT = (3, 2, 1, 6, 5, 4, 7, 8)
CLAIM_RELINKS_PER_NODE_AT_MOST = 2


class Node:
    def __init__(self, value, after=None):
        self.value, self.next = value, after


def build(values):
    head = None
    for value in reversed(values):
        head = Node(value, head)
    return head


def read(head):
    out = []
    while head:
        out.append(head.value)
        head = head.next
    return out


def reverse_k(head, k):
    writes = 0
    dummy = Node(0, head)
    before = dummy
    while True:
        last = before
        for _ in range(k):
            last = last.next
            if last is None:
                return dummy.next, writes
        first, after = before.next, last.next
        prev, at = after, first
        while at is not after:
            at.next, prev, at = prev, at, at.next
            writes += 1
        before.next = last
        writes += 1
        before = first


def by_slices(values, k):
    out = []
    for at in range(0, len(values), k):
        part = values[at : at + k]
        out += part[::-1] if len(part) == k else part
    return out


def main() -> None:
    same, most = True, 0.0
    for n in range(0, 15):
        for k in range(1, 8):
            head, writes = reverse_k(build(list(range(n))), k)
            same &= read(head) == by_slices(list(range(n)), k)
            if n:
                most = max(most, writes / n)
    assert same == CLAIM_SAME
    assert tuple(read(reverse_k(build([1, 2, 3, 4, 5, 6, 7, 8]), 3)[0])) == CLAIM_SHORT_TAIL_KEPT
    assert most == CLAIM_RELINKS_PER_NODE_AT_MOST, most
    print(f"all lengths to 14 and k to 7 agree; at most {most:g} pointer writes per node")


if __name__ == "__main__":
    main()
