"""Bytes a transformer layer keeps for backward, by allocating what each operator saves."""

import numpy as np

CLAIM_PER_SBH_FIXED = 34.0
CLAIM_QUADRATIC_TERM_GPT3 = 80.0
CLAIM_GIB_PER_LAYER_GPT3 = 2.67
CLAIM_GIB_PER_LAYER_GPT3_FUSED_ATTENTION = 0.8
CLAIM_TP8_WITHOUT_SP_FIXED = 13.0
CLAIM_TP8_WITH_SP_FIXED = 4.25


def saved(s, b, h, a, fused=False, tp=1, sp=False):
    """Bytes: 16-bit tensors, 1-byte dropout masks. Outside the TP region only SP divides."""
    half = lambda *shape: np.zeros(shape, np.float16).nbytes
    mask = lambda *shape: np.zeros(shape, np.uint8).nbytes
    inside = {
        "q": half(s, b, h), "k": half(s, b, h), "v": half(s, b, h), "projection input": half(s, b, h),
        "gelu input": half(s, b, 4 * h), "second linear input": half(s, b, 4 * h),
    }
    if not fused:
        inside.update({"softmax output": half(a, b, s, s), "softmax dropout mask": mask(a, b, s, s),
                       "dropped softmax": half(a, b, s, s)})
    outside = {
        "norm 1 input": half(s, b, h), "qkv input": half(s, b, h), "attention dropout mask": mask(s, b, h),
        "norm 2 input": half(s, b, h), "first linear input": half(s, b, h), "mlp dropout mask": mask(s, b, h),
    }
    return sum(inside.values()) / tp + sum(outside.values()) / (tp if sp else 1)


def main() -> None:
    s, b, h, a = 32, 1, 64, 8
    unit = s * b * h
    assert saved(s, b, h, a, fused=True) / unit == CLAIM_PER_SBH_FIXED
    extra = (saved(s, b, h, a) - saved(s, b, h, a, fused=True)) / unit
    assert extra == 5 * a * s / h
    scale = extra / (a * s / h)
    gpt3 = scale * 96 * 2048 / 12288
    assert gpt3 == CLAIM_QUADRATIC_TERM_GPT3
    sbh = 2048 * 12288
    assert abs(sbh * (CLAIM_PER_SBH_FIXED + gpt3) / 2**30 - CLAIM_GIB_PER_LAYER_GPT3) < 0.005
    assert abs(sbh * CLAIM_PER_SBH_FIXED / 2**30 - CLAIM_GIB_PER_LAYER_GPT3_FUSED_ATTENTION) < 0.005
    assert saved(s, b, h, a, True, 8, False) / unit == CLAIM_TP8_WITHOUT_SP_FIXED
    assert saved(s, b, h, a, True, 8, True) / unit == CLAIM_TP8_WITH_SP_FIXED
    print(f"34 bytes per s*b*h and a quadratic term of {gpt3} for GPT-3: {sbh * 114 / 2**30:.2f} GiB a layer at b=1")


if __name__ == "__main__":
    main()
