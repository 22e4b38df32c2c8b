"""What graph-level fusion saves that loop-level optimisation cannot: memory traffic and launches, counted."""

import numpy as np

CLAIM_UNFUSED_PASSES = 8
CLAIM_FUSED_PASSES = 3
CLAIM_TRAFFIC_RATIO = 2.7
CLAIM_LAUNCHES = (3, 1)
CLAIM_SAME_RESULT = True
CLAIM_LIVE_INTERMEDIATES_UNFUSED = 2


class Memory:
    """Arrays in memory; every whole-array read or write is one pass."""

    def __init__(self, **arrays: np.ndarray) -> None:
        self.arrays, self.passes, self.launches = dict(arrays), 0, 0

    def kernel(self, out: str, names: tuple[str, ...], f) -> None:
        self.passes += len(names) + 1
        self.launches += 1
        self.arrays[out] = f(*[self.arrays[n] for n in names])


def main() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(1000), rng.standard_normal(1000)
    a, b = Memory(x=x, y=y), Memory(x=x, y=y)
    a.kernel("t", ("x", "y"), np.multiply)  # t = x * y
    a.kernel("u", ("t",), lambda t: np.maximum(t, 0))  # u = relu(t)
    a.kernel("out", ("u", "x"), np.add)  # out = u + x
    b.kernel("out", ("x", "y"), lambda p, q: np.maximum(p * q, 0) + p)
    assert (a.passes, b.passes) == (CLAIM_UNFUSED_PASSES, CLAIM_FUSED_PASSES), (a.passes, b.passes)
    assert round(a.passes / b.passes, 1) == CLAIM_TRAFFIC_RATIO
    assert (a.launches, b.launches) == CLAIM_LAUNCHES
    assert bool(np.array_equal(a.arrays["out"], b.arrays["out"])) == CLAIM_SAME_RESULT
    assert len(a.arrays) - len(b.arrays) == CLAIM_LIVE_INTERMEDIATES_UNFUSED
    print(f"{a.passes} array passes in {a.launches} kernels against {b.passes} in {b.launches}; same numbers")


if __name__ == "__main__":
    main()
