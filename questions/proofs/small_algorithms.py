"""Small facts behind short questions: heap building, cycle entry, binary search, greedy coins, alignment by bits."""

CLAIM_HEAPIFY_SWAPS_1023 = 1013
CLAIM_PUSH_SWAPS_1023 = 8194
CLAIM_MEET_RULE_HOLDS = True
CLAIM_HALF_OPEN_RIGHT = True
CLAIM_LOW_IS_MID_STUCK = True
CLAIM_GREEDY_COINS_6 = 3
CLAIM_BEST_COINS_6 = 2
CLAIM_ALIGN_1000_TO_256 = 1024
CLAIM_ALIGN_TRICK_ONLY_POWERS = (1, 2, 4, 8, 16, 32)


def down(a, at, count):
    while True:
        child = 2 * at + 1
        if child >= len(a):
            return count
        if child + 1 < len(a) and a[child + 1] < a[child]:
            child += 1
        if a[at] <= a[child]:
            return count
        a[at], a[child] = a[child], a[at]
        at, count = child, count + 1


def up(a, count):
    at = len(a) - 1
    while at and a[at] < a[(at - 1) // 2]:
        a[at], a[(at - 1) // 2] = a[(at - 1) // 2], a[at]
        at, count = (at - 1) // 2, count + 1
    return count


def entry(tail, loop):
    def after(at):
        return at + 1 if at + 1 < tail + loop else tail

    slow, fast = after(0), after(after(0))
    while slow != fast:
        slow, fast = after(slow), after(after(fast))
    slow = 0
    while slow != fast:
        slow, fast = after(slow), after(fast)
    return slow


def lower_bound(a, x, low_is_mid=False):
    low, high = 0, len(a)
    for _ in range(100):
        if low >= high:
            return low
        mid = low + (high - low) // 2
        if a[mid] < x:
            low = mid if low_is_mid else mid + 1
        else:
            high = mid
    return None


def main() -> None:
    a, swaps = list(range(1023, 0, -1)), 0
    for at in range(len(a) // 2 - 1, -1, -1):
        swaps = down(a, at, swaps)
    assert swaps == CLAIM_HEAPIFY_SWAPS_1023, swaps
    b, pushed = [], 0
    for value in range(1023, 0, -1):
        b.append(value)
        pushed = up(b, pushed)
    assert pushed == CLAIM_PUSH_SWAPS_1023, pushed
    assert all(entry(t, n) == t for t in range(0, 12) for n in range(1, 12)) == CLAIM_MEET_RULE_HOLDS
    data = [1, 2, 2, 5, 7]
    right = all(lower_bound(data, x) == sum(y < x for y in data) for x in range(9))
    assert right == CLAIM_HALF_OPEN_RIGHT
    assert (lower_bound(data, 9, low_is_mid=True) is None) == CLAIM_LOW_IS_MID_STUCK
    left, greedy = 6, 0
    for coin in (4, 3, 1):
        greedy, left = greedy + left // coin, left % coin
    best = [0] + [99] * 6
    for total in range(1, 7):
        best[total] = 1 + min(best[total - coin] for coin in (1, 3, 4) if coin <= total)
    assert greedy == CLAIM_GREEDY_COINS_6 and best[6] == CLAIM_BEST_COINS_6
    assert (1000 + 255) & ~255 == CLAIM_ALIGN_1000_TO_256
    good = tuple(n for n in range(1, 41) if all((x + n - 1) & ~(n - 1) == -(-x // n) * n for x in range(200)))
    assert good == CLAIM_ALIGN_TRICK_ONLY_POWERS, good
    print(f"1023 items: heapify swaps {swaps}, pushing one by one {pushed}; greedy coins {greedy}, best {best[6]}")


if __name__ == "__main__":
    main()
