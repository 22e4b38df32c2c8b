"""Static-shape compilation: programs and padding under exact shapes, powers of two and multiples of 64."""

import numpy as np

CLAIM_EXACT_PROGRAMS = 3541
CLAIM_POW2_PROGRAMS = 8
CLAIM_POW2_WASTE = 0.25
CLAIM_POW2_WORST = 2.0
CLAIM_STEP64_PROGRAMS = 64
CLAIM_STEP64_WASTE = 0.015
CLAIM_PADDED_MASKED_EQUAL = True
CLAIM_PADDED_UNMASKED_EQUAL = False


def main() -> None:
    rng = np.random.default_rng(0)
    lengths = rng.integers(1, 4097, 8000)
    pow2 = np.maximum(32, 2 ** np.ceil(np.log2(lengths)).astype(int))
    step = -(-lengths // 64) * 64
    waste = lambda padded: float(1 - lengths.sum() / padded.sum())
    assert len(np.unique(lengths)) == CLAIM_EXACT_PROGRAMS, len(np.unique(lengths))
    assert (len(np.unique(pow2)), len(np.unique(step))) == (CLAIM_POW2_PROGRAMS, CLAIM_STEP64_PROGRAMS)
    assert round(waste(pow2), 2) == CLAIM_POW2_WASTE, waste(pow2)
    assert round(waste(step), 3) == CLAIM_STEP64_WASTE, waste(step)
    long = lengths > 32
    assert round(float((pow2[long] / lengths[long]).max()), 1) == CLAIM_POW2_WORST
    scores = rng.standard_normal(10)
    padded = np.concatenate([scores, np.zeros(6)])
    soft = lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum()
    masked = soft(np.where(np.arange(16) < 10, padded, -np.inf))[:10]
    assert bool(np.allclose(masked, soft(scores))) == CLAIM_PADDED_MASKED_EQUAL
    assert bool(np.allclose(soft(padded)[:10], soft(scores))) == CLAIM_PADDED_UNMASKED_EQUAL
    print(f"8000 lengths up to 4096: {len(np.unique(lengths))} programs exact; powers of two {len(np.unique(pow2))} programs and "
          f"{waste(pow2):.0%} padding; multiples of 64: {len(np.unique(step))} programs, {waste(step):.1%}")


if __name__ == "__main__":
    main()
