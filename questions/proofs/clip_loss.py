"""CLIP's symmetric contrastive loss, its value for untrained pairs, and visual token counts of connectors."""

import numpy as np

CLAIM_RANDOM_LOSS_256 = 5.5
CLAIM_ALIGNED_LOSS_SMALL = True
CLAIM_LOCAL_EQUALS_GLOBAL_NEGATIVES = False
CLAIM_VIT_L14_TOKENS_224 = 256
CLAIM_VIT_L14_TOKENS_336 = 576
CLAIM_QFORMER_TOKENS = 32
CLAIM_TOKEN_REDUCTION = 18


def loss(a: np.ndarray, b: np.ndarray, temperature: float) -> float:
    a, b = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (a, b))
    s = a @ b.T / temperature

    def rows(z: np.ndarray) -> float:
        z = z - z.max(1, keepdims=True)
        return float((np.log(np.exp(z).sum(1)) - np.diag(z)).mean())

    return (rows(s) + rows(s.T)) / 2


def main() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((256, 512)), rng.standard_normal((256, 512))
    start = loss(a, b, 1.0)
    assert abs(start - np.log(256)) < 0.01 and round(start, 1) == CLAIM_RANDOM_LOSS_256, start
    near = a + 0.1 * b
    assert (loss(a, near, 0.01) < 1e-3) == CLAIM_ALIGNED_LOSS_SMALL
    noisy = a + 3 * b
    local = np.mean([loss(a[i : i + 32], noisy[i : i + 32], 0.07) for i in range(0, 256, 32)])
    assert bool(abs(local - loss(a, noisy, 0.07)) < 0.05) == CLAIM_LOCAL_EQUALS_GLOBAL_NEGATIVES
    patches = lambda pixels: len(range(0, pixels, 14)) ** 2
    assert (patches(224), patches(336)) == (CLAIM_VIT_L14_TOKENS_224, CLAIM_VIT_L14_TOKENS_336)
    queries = np.zeros((32, 768))
    assert len(queries) == CLAIM_QFORMER_TOKENS and patches(336) / len(queries) == CLAIM_TOKEN_REDUCTION
    print(f"untrained loss {start:.2f} = ln 256; negatives of the local 32 only give {local:.2f} instead of "
          f"{loss(a, noisy, 0.07):.2f}; {patches(336)} patches against 32 queries")


if __name__ == "__main__":
    main()
