"""Ring all-reduce written by hand, with lengths that do not divide, checked against a plain sum."""

CLAIM_SPLIT_10_OVER_4 = (3, 3, 2, 2)
CLAIM_STEPS_4_RANKS = 6
CLAIM_SENT_10_OVER_4 = (15, 16, 15, 14)
CLAIM_WRONG_START_STILL_SUMS = False


def bounds(length, n):
    base, extra = divmod(length, n)
    edges = [0]
    for i in range(n):
        edges.append(edges[-1] + base + (1 if i < extra else 0))
    return edges


def ring_allreduce(buffers, gather_shift=1):
    n = len(buffers)
    edges = bounds(len(buffers[0]), n)
    sent, steps = [0] * n, 0
    for step in range(n - 1):
        for rank in range(n):
            chunk = (rank - step) % n
            lo, hi = edges[chunk], edges[chunk + 1]
            peer = buffers[(rank + 1) % n]
            for i in range(lo, hi):
                peer[i] += buffers[rank][i]
            sent[rank] += hi - lo
        steps += 1
    for step in range(n - 1):
        for rank in range(n):
            chunk = (rank + gather_shift - step) % n
            lo, hi = edges[chunk], edges[chunk + 1]
            buffers[(rank + 1) % n][lo:hi] = buffers[rank][lo:hi]
            sent[rank] += hi - lo
        steps += 1
    return sent, steps


def main() -> None:
    for n in (1, 2, 3, 4, 7):
        for length in (1, 4, 10, 23):
            data = [[(r + 1) * (i + 2) % 11 for i in range(length)] for r in range(n)]
            want = [sum(col) for col in zip(*data)]
            ring_allreduce(data)
            assert all(row == want for row in data), (n, length)
    edges = bounds(10, 4)
    assert tuple(b - a for a, b in zip(edges, edges[1:])) == CLAIM_SPLIT_10_OVER_4
    data = [[r * 10 + i for i in range(10)] for r in range(4)]
    want = [sum(col) for col in zip(*data)]
    sent, steps = ring_allreduce(data)
    assert (tuple(sent), steps) == (CLAIM_SENT_10_OVER_4, CLAIM_STEPS_4_RANKS), (sent, steps)
    wrong = [[r * 10 + i for i in range(10)] for r in range(4)]
    ring_allreduce(wrong, gather_shift=0)
    assert all(row == want for row in wrong) == CLAIM_WRONG_START_STILL_SUMS
    print(f"10 elements over 4 ranks: {steps} steps, sent {sent}; the gather must start one chunk ahead")


if __name__ == "__main__":
    main()
