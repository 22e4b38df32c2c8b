"""What an expression template saves, what it must not do: traffic, operation counts and aliasing, counted on a toy evaluator."""

import numpy as np

CLAIM_PASSES_WITH_TEMPORARIES = 6
CLAIM_PASSES_FUSED = 4
CLAIM_CHAIN_LEFT_MULTIPLY_ADDS = 1001000000
CLAIM_CHAIN_RIGHT_MULTIPLY_ADDS = 2000000
CLAIM_SUM_ADDITIONS_EVALUATED_ONCE = 4096
CLAIM_SUM_ADDITIONS_REEVALUATED = 262144
CLAIM_IN_PLACE_SUM_RIGHT = True
CLAIM_IN_PLACE_TRANSPOSE_RIGHT = False
CLAIM_IN_PLACE_PRODUCT_RIGHT = False
CLAIM_STORED_EXPRESSION_SEES_LATER_CHANGE = True


class Leaf:
    """A vector that counts how often its elements move between memory and registers."""

    moved = 0

    def __init__(self, data: list[float]) -> None:
        self.data = list(data)

    def at(self, i: int) -> float:
        Leaf.moved += 1
        return self.data[i]

    def set(self, i: int, value: float) -> None:
        Leaf.moved += 1
        self.data[i] = value

    def __len__(self) -> int:
        return len(self.data)


class Sum:
    """An unevaluated node: it holds its operands by reference and computes one element when asked."""

    def __init__(self, a: "Leaf | Sum", b: "Leaf | Sum") -> None:
        self.a, self.b = a, b

    def at(self, i: int) -> float:
        return self.a.at(i) + self.b.at(i)

    def __len__(self) -> int:
        return len(self.a)


def assign(to: Leaf, expression: "Leaf | Sum") -> None:
    for i in range(len(to)):
        to.set(i, expression.at(i))


def passes() -> tuple[float, float]:
    n = 50
    a, b, c = (Leaf([float(i * k) for i in range(n)]) for k in (1, 2, 3))
    once, temp, twice = Leaf([0.0] * n), Leaf([0.0] * n), Leaf([0.0] * n)
    Leaf.moved = 0
    assign(temp, Sum(a, b))
    assign(twice, Sum(temp, c))
    eager = Leaf.moved / n
    Leaf.moved = 0
    assign(once, Sum(Sum(a, b), c))
    assert once.data == twice.data
    return eager, Leaf.moved / n


def product_cost(rows: int, inner: int, columns: int) -> int:
    return rows * inner * columns


def additions_in_product(n: int, evaluate_first: bool) -> int:
    """(A + B) * C: how many additions the sum costs when each product element pulls it again, or not."""
    reads_of_one_sum_element = 1 if evaluate_first else n
    count = 0
    for _row in range(n):
        for _k in range(n):
            count += reads_of_one_sum_element
    return count


def in_place(kind: str) -> bool:
    rng = np.random.default_rng(3)
    m, other = (rng.integers(1, 9, (4, 4)).astype(object) for _ in range(2))
    want = {"sum": m + other, "transpose": m.T.copy(), "product": m @ m}[kind]
    got = m.copy()
    for i in range(4):
        for j in range(4):
            if kind == "sum":
                got[i, j] = got[i, j] + other[i, j]
            elif kind == "transpose":
                got[i, j] = got[j, i]
            else:
                got[i, j] = sum(got[i, k] * got[k, j] for k in range(4))
    return bool((got == want).all())


def main() -> None:
    eager, fused = passes()
    assert eager == CLAIM_PASSES_WITH_TEMPORARIES and fused == CLAIM_PASSES_FUSED
    n = 1000
    left = product_cost(n, n, n) + product_cost(n, n, 1)
    right = product_cost(n, n, 1) + product_cost(n, n, 1)
    assert left == CLAIM_CHAIN_LEFT_MULTIPLY_ADDS and right == CLAIM_CHAIN_RIGHT_MULTIPLY_ADDS
    assert additions_in_product(64, True) == CLAIM_SUM_ADDITIONS_EVALUATED_ONCE
    assert additions_in_product(64, False) == CLAIM_SUM_ADDITIONS_REEVALUATED
    assert in_place("sum") == CLAIM_IN_PLACE_SUM_RIGHT
    assert in_place("transpose") == CLAIM_IN_PLACE_TRANSPOSE_RIGHT
    assert in_place("product") == CLAIM_IN_PLACE_PRODUCT_RIGHT
    x, y = Leaf([1.0]), Leaf([2.0])
    kept = Sum(x, y)
    x.set(0, 10.0)
    assert (kept.at(0) == 12.0) == CLAIM_STORED_EXPRESSION_SEES_LATER_CHANGE
    print(f"a+b+c: {eager:.0f} passes with temporaries, {fused:.0f} fused; A*B*v costs {left / right:.1f} times A*(B*v) at n={n}")


if __name__ == "__main__":
    main()
