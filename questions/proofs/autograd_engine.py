"""A reverse-mode engine of forty lines: gradients against finite differences, accumulation, and one pass for all inputs."""

import math
import random

CLAIM_MATCHES_NUMERIC = True
CLAIM_SHARED_INPUT_GRADIENT = 10.0
CLAIM_WITHOUT_TOPOLOGY_RIGHT = False
CLAIM_BACKWARD_PASSES_FOR_50_INPUTS = 1
CLAIM_FORWARD_MODE_PASSES_FOR_50_INPUTS = 50


class Value:
    def __init__(self, data: float, parents: tuple = (), backward=None) -> None:
        self.data, self.grad, self.parents, self.step = data, 0.0, parents, backward

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def backward(self, sort: bool = True) -> None:
        order, seen = [], set()

        def visit(v) -> None:
            if id(v) not in seen:
                seen.add(id(v))
                for p in v.parents:
                    visit(p)
                order.append(v)

        self.grad = 1.0
        if sort:
            visit(self)
            for v in reversed(order):
                self.push(v)
        else:  # depth first, pushing a node's gradient before all of it has arrived, and only once
            stack = [self]
            while stack:
                v = stack.pop()
                if id(v) not in seen:
                    seen.add(id(v))
                    self.push(v)
                    stack += v.parents

    @staticmethod
    def push(v) -> None:
        if v.step:
            for p, g in zip(v.parents, v.step(v.grad)):
                p.grad += g  # accumulate: a value may be used several times


def f(xs, lift):
    a, b, c = (lift(x) for x in xs)
    d = (a * b + c).tanh()
    return d * a + d * d, (a, b, c)


class Plain(float):
    def __add__(self, o):
        return Plain(float(self) + float(o))

    def __mul__(self, o):
        return Plain(float(self) * float(o))

    def tanh(self):
        return Plain(math.tanh(self))


def main() -> None:
    rng, good = random.Random(0), True
    for _ in range(50):
        xs = [rng.uniform(-1, 1) for _ in range(3)]
        out, leaves = f(xs, Value)
        out.backward()
        for i, leaf in enumerate(leaves):
            up, down = ([x + s * 1e-6 * (j == i) for j, x in enumerate(xs)] for s in (1, -1))
            num = (f(up, Plain)[0] - f(down, Plain)[0]) / 2e-6
            good = good and abs(num - leaf.grad) < 1e-6
    assert good == CLAIM_MATCHES_NUMERIC
    x = Value(3.0)
    (x * x + x * 4).backward()  # 2x + 4
    assert x.grad == CLAIM_SHARED_INPUT_GRADIENT
    y = Value(2.0)
    h = y * 3
    z = h * h + h
    z.backward(sort=False)
    assert (y.grad == 39.0) == CLAIM_WITHOUT_TOPOLOGY_RIGHT, y.grad
    many = [Value(float(i)) for i in range(50)]
    total = Value(0.0)
    for v in many:
        total = total + v * v
    passes = 0
    total.backward()
    passes += 1
    assert all(v.grad == 2 * v.data for v in many) and passes == CLAIM_BACKWARD_PASSES_FOR_50_INPUTS
    directions = [[1.0 if i == j else 0.0 for j in range(50)] for i in range(50)]
    assert len(directions) == CLAIM_FORWARD_MODE_PASSES_FOR_50_INPUTS
    print(f"matches finite differences; x used twice gets {x.grad}; without topological order the gradient is {y.grad} instead of 39")


if __name__ == "__main__":
    main()
