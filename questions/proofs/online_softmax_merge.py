"""Online softmax: one pass with a running maximum, merged over lanes by shuffles; the merge of parts in any order."""

import numpy as np

CLAIM_MATCHES = True
CLAIM_NAIVE_FP32_OVERFLOWS = True
CLAIM_NAIVE_LIMIT = 88.72
CLAIM_MERGE_ANY_ORDER_ERROR_BELOW = True
CLAIM_PASSES_SAFE = 4
CLAIM_PASSES_ONLINE = 3
CLAIM_PASSES_ROW_ON_CHIP = 2
CLAIM_NAN_WITHOUT_GUARD = True
CLAIM_SHUFFLE_STEPS = 5
CLAIM_SPLIT_KV_MATCHES = True


def merge(a, b, guard=True):
    """(max, sum, weighted output) of two parts."""
    m = max(a[0], b[0])
    if guard and m == -np.inf:
        return (m, 0.0, a[2] * 0)
    with np.errstate(invalid="ignore"):
        fa, fb = np.exp(a[0] - m), np.exp(b[0] - m)
    return (m, a[1] * fa + b[1] * fb, a[2] * fa + b[2] * fb)


def lane_pass(x, lane, width):
    part = (-np.inf, 0.0, 0.0)
    for v in x[lane::width]:
        part = merge(part, (v, 1.0, 0.0))
    return part


def warp_softmax(x):
    lanes = [lane_pass(x, i, 32) for i in range(32)]
    steps = 0
    for d in (16, 8, 4, 2, 1):
        lanes = [merge(lanes[i], lanes[i ^ d]) for i in range(32)]
        steps += 1
    m, s, _ = lanes[0]
    return np.exp(x - m) / s, steps


class Row:
    """A row in memory that counts every element read or written."""

    def __init__(self, data):
        self.data, self.moved = list(data), 0

    def __len__(self):
        return len(self.data)

    def read(self, i):
        self.moved += 1
        return self.data[i]

    def write(self, i, value):
        self.moved += 1
        self.data[i] = value


def traffic(kind):
    """Run a row softmax and return the elements moved per element of the row."""
    values = np.linspace(-3, 4, 50)
    x, y = Row(values), Row(values * 0)
    n = len(x)
    if kind == "safe":
        m = max(x.read(i) for i in range(n))
        s = sum(np.exp(x.read(i) - m) for i in range(n))
    elif kind == "online":
        m, s, _ = lane_pass(np.array([x.read(i) for i in range(n)]), 0, 1)
    else:
        kept = [x.read(i) for i in range(n)]
        m = max(kept)
        s = sum(np.exp(v - m) for v in kept)
    for i in range(n):
        v = kept[i] if kind == "chip" else x.read(i)
        y.write(i, np.exp(v - m) / s)
    assert abs(sum(y.data) - 1) < 1e-12
    return (x.moved + y.moved) / n


def main() -> None:
    rng = np.random.default_rng(0)
    good = True
    for n in (7, 32, 100, 1000):
        x = rng.normal(0, 30, n)
        got, steps = warp_softmax(x)
        ref = np.exp(x - x.max())
        good &= bool(np.allclose(got, ref / ref.sum(), rtol=1e-12))
    assert good == CLAIM_MATCHES and steps == CLAIM_SHUFFLE_STEPS
    with np.errstate(over="ignore"):
        assert bool(np.isinf(np.exp(np.float32(89)))) == CLAIM_NAIVE_FP32_OVERFLOWS
    assert abs(np.log(np.finfo(np.float32).max) - CLAIM_NAIVE_LIMIT) < 0.01
    q, k, v = rng.normal(size=16), rng.normal(size=(512, 16)), rng.normal(size=(512, 16))
    s = k @ q
    p = np.exp(s - s.max())
    ref = (p / p.sum()) @ v
    parts = []
    for i in range(0, 512, 64):
        m = s[i : i + 64].max()
        e = np.exp(s[i : i + 64] - m)
        parts.append((m, e.sum(), e @ v[i : i + 64]))
    worst = 0.0
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(parts))
        acc = parts[order[0]]
        for j in order[1:]:
            acc = merge(acc, parts[j])
        worst = max(worst, float(np.abs(acc[2] / acc[1] - ref).max()))
    assert (worst < 1e-12) == CLAIM_MERGE_ANY_ORDER_ERROR_BELOW == CLAIM_SPLIT_KV_MATCHES
    empty = (-np.inf, 0.0, 0.0)
    assert bool(np.isnan(merge(empty, empty, guard=False)[1])) == CLAIM_NAN_WITHOUT_GUARD
    assert merge(empty, empty)[1] == 0.0
    assert (traffic("safe"), traffic("online"), traffic("chip")) == (
        CLAIM_PASSES_SAFE,
        CLAIM_PASSES_ONLINE,
        CLAIM_PASSES_ROW_ON_CHIP,
    )
    print(
        f"8 parts of a 512-key row merged in 20 random orders: largest difference {worst:.1e}; fp32 exp overflows above 88.72"
    )


if __name__ == "__main__":
    main()
