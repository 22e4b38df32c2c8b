"""Why the scores are divided by sqrt(d): their variance, the saturation of softmax, and what it is not for."""

import numpy as np

CLAIM_VARIANCE_D64 = 64
CLAIM_VARIANCE_SCALED = 1.0
CLAIM_TOP_WEIGHT_UNSCALED = 0.75
CLAIM_TOP_WEIGHT_SCALED = 0.04
CLAIM_GRADIENT_LOSS = 3
CLAIM_UNSCALED_OVERFLOWS = False


def softmax(scores: np.ndarray) -> np.ndarray:
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def main() -> None:
    rng = np.random.default_rng(0)
    d, keys, rows = 64, 256, 400
    q, k = rng.standard_normal((rows, d)), rng.standard_normal((rows, keys, d))
    raw = np.einsum("rd,rkd->rk", q, k)
    assert round(float(raw.var())) == CLAIM_VARIANCE_D64, raw.var()
    assert round(float((raw / np.sqrt(d)).var()), 1) == CLAIM_VARIANCE_SCALED
    sharp, soft = softmax(raw), softmax(raw / np.sqrt(d))
    top_sharp, top_soft = float(sharp.max(1).mean()), float(soft.max(1).mean())
    assert round(top_sharp, 2) == CLAIM_TOP_WEIGHT_UNSCALED, top_sharp
    assert round(top_soft, 2) == CLAIM_TOP_WEIGHT_SCALED, top_soft
    # trace of the softmax Jacobian diag(p) - p p^T: how much gradient passes
    jac_sharp, jac_soft = (float((p * (1 - p)).sum(1).mean()) for p in (sharp, soft))
    assert round(jac_soft / jac_sharp) == CLAIM_GRADIENT_LOSS, jac_soft / jac_sharp
    huge = softmax(raw * 1000.0)
    assert (not bool(np.isfinite(huge).all())) == CLAIM_UNSCALED_OVERFLOWS
    print(f"variance {raw.var():.1f} for d=64; top weight {top_sharp:.2f} unscaled, {top_soft:.2f} scaled; "
          f"Jacobian trace {jac_soft / jac_sharp:.1f}x larger with the scale; no overflow either way")


if __name__ == "__main__":
    main()
