"""Megatron tensor parallelism: the column-then-row split, its sums, and its bytes."""

import numpy as np

CLAIM_COLUMN_THEN_ROW_EQUAL = True
CLAIM_ROW_FIRST_WITHOUT_SUM_EQUAL = False
CLAIM_INPUT_GRADIENT_NEEDS_SUM = True
CLAIM_SUMS_PER_LAYER_FORWARD_AND_BACKWARD = 4
CLAIM_MIB_PER_LAYER_TP8 = 448.0


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def main() -> None:
    rng = np.random.default_rng(3)
    t, h = 4, 8
    x, a, b = rng.normal(size=(5, h)), rng.normal(size=(h, 4 * h)), rng.normal(size=(4 * h, h))
    want = gelu(x @ a) @ b
    cols, rows = np.split(a, t, axis=1), np.split(b, t, axis=0)
    split = sum(gelu(x @ cols[r]) @ rows[r] for r in range(t))
    assert np.allclose(split, want) == CLAIM_COLUMN_THEN_ROW_EQUAL
    xs, arows = np.split(x, t, axis=1), np.split(a, t, axis=0)
    unsummed = sum(gelu(xs[r] @ arows[r]) for r in range(t)) @ b
    assert np.allclose(unsummed, want) == CLAIM_ROW_FIRST_WITHOUT_SUM_EQUAL
    dy = rng.normal(size=want.shape)
    eps = 1e-6
    slope = lambda z: (gelu(z + eps) - gelu(z - eps)) / (2 * eps)
    full_dx = (dy @ b.T * slope(x @ a)) @ a.T
    parts = [(dy @ rows[r].T * slope(x @ cols[r])) @ cols[r].T for r in range(t)]
    needs = np.allclose(sum(parts), full_dx) and not np.allclose(parts[0], full_dx)
    assert needs == CLAIM_INPUT_GRADIENT_NEEDS_SUM
    heads = [rng.normal(size=(h, h // t)) for _ in range(3 * t)]
    out = rng.normal(size=(h, h))

    def head(r):
        q, k, v = (x @ heads[3 * r + i] for i in range(3))
        s = np.exp(q @ k.T)
        return s / s.sum(1, keepdims=True) @ v

    joined = np.concatenate([head(r) for r in range(t)], axis=1) @ out
    assert np.allclose(sum(head(r) @ np.split(out, t)[r] for r in range(t)), joined)
    blocks = ("attention", "mlp")
    sums = sum(1 for _ in blocks for _ in ("output in forward", "input gradient in backward"))
    assert sums == CLAIM_SUMS_PER_LAYER_FORWARD_AND_BACKWARD
    batch, seq, hidden, ranks = 1, 4096, 8192, 8
    message = batch * seq * hidden * np.zeros(1, np.float16).nbytes
    sent = sums * 2 * (ranks - 1) * (message // ranks)
    assert sent / 2**20 == CLAIM_MIB_PER_LAYER_TP8, sent / 2**20
    print(f"TP 8, 4096 x 8192 in 16 bits: {sent / 2**20} MiB sent by a rank per layer, forward and backward")


if __name__ == "__main__":
    main()
