"""Bytes and FLOPs of attention (prefill, decode, GQA, MLA) and of GELU, and how far the tanh GELU is from the exact one."""

from math import erf, sqrt

import numpy as np

CLAIM_SCORES_MB_PER_HEAD = 33.6
CLAIM_UNFUSED_MB = 138.4
CLAIM_FUSED_HBM_MB = 4.2
CLAIM_UNFUSED_INTENSITY = 62
CLAIM_DECODE_MHA_INTENSITY = 1.0
CLAIM_DECODE_GQA8_INTENSITY = 8.0
CLAIM_DECODE_MLA_INTENSITY = 242
CLAIM_DECODE_INDEPENDENT_OF_LENGTH_AND_BATCH = True
CLAIM_RIDGE_DENSE = 295
CLAIM_RIDGE_SPARSE = 591
CLAIM_GELU_BYTES_PER_ELEMENT = 4
CLAIM_GELU_MB = 537
CLAIM_GELU_US = 160
CLAIM_FFN_GEMM_MS = 1.11
CLAIM_GELU_SHARE_PERCENT = 14
CLAIM_TANH_GELU_ERROR_1E4 = 4.7
CLAIM_PREFILL_BLOCKS = 1024
CLAIM_DECODE_BLOCKS = 32
CLAIM_DECODE_SM_SHARE = 24
CLAIM_SPLIT_8_BLOCKS = 256
CLAIM_TILED_ATTENTION_MATCHES = True


def flash(q, k, v, br, bc, size, traffic):
    """Tiled attention with an online softmax; counts what crosses the chip's edge if nothing is cached."""
    n, d = q.shape
    out = np.zeros_like(q)
    for i in range(0, n, br):
        traffic[0] += br * d * size
        m, s, o = np.full(br, -np.inf), np.zeros(br), np.zeros((br, d))
        for j in range(0, n, bc):
            traffic[0] += 2 * bc * d * size
            t = q[i : i + br] @ k[j : j + bc].T / sqrt(d)
            new = np.maximum(m, t.max(1))
            p, f = np.exp(t - new[:, None]), np.exp(m - new)
            s, o, m = s * f + p.sum(1), o * f[:, None] + p @ v[j : j + bc], new
        out[i : i + br] = o / s[:, None]
        traffic[0] += br * d * size
    return out


def decode_intensity(heads, kv_dim_read, qk_dim, v_dim, length, batch):
    flops = bytes_ = 0
    for _ in range(batch):
        flops += heads * length * 2 * (qk_dim + v_dim)
        bytes_ += length * kv_dim_read * 2
    return flops / bytes_


def main() -> None:
    n, d = 4096, 128
    scores = n * n * 2
    assert abs(scores / 1e6 - CLAIM_SCORES_MB_PER_HEAD) < 0.06
    qkvo = 4 * n * d * 2
    unfused = 4 * scores + qkvo  # S written, read by softmax, P written, read by PV
    assert abs(unfused / 1e6 - CLAIM_UNFUSED_MB) < 0.06
    assert abs(qkvo / 1e6 - CLAIM_FUSED_HBM_MB) < 0.06
    flops = 2 * 2 * n * n * d
    assert round(flops / unfused) == CLAIM_UNFUSED_INTENSITY
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((128, 16)) for _ in range(3))
    traffic = [0]
    got = flash(q, k, v, 32, 32, 2, traffic)
    s = q @ k.T / 4
    p = np.exp(s - s.max(1, keepdims=True))
    assert bool(np.allclose(got, p / p.sum(1, keepdims=True) @ v)) == CLAIM_TILED_ATTENTION_MATCHES
    assert traffic[0] == (2 * 128 + 128 // 32 * 2 * 128) * 16 * 2
    mha = decode_intensity(32, 2 * 128 * 32, 128, 128, 1000, 1)
    gqa = decode_intensity(64, 2 * 128 * 8, 128, 128, 1000, 1)
    mla = {decode_intensity(128, 576, 576, 512, length, b) for length in (100, 5000) for b in (1, 16)}
    assert mha == CLAIM_DECODE_MHA_INTENSITY and gqa == CLAIM_DECODE_GQA8_INTENSITY
    assert (len({round(x, 9) for x in mla}) == 1) == CLAIM_DECODE_INDEPENDENT_OF_LENGTH_AND_BATCH
    assert round(mla.pop()) == CLAIM_DECODE_MLA_INTENSITY
    assert round(989e12 / 3.35e12) == CLAIM_RIDGE_DENSE
    assert round(1979e12 / 3.35e12) == CLAIM_RIDGE_SPARSE
    elements = 8192 * 16384
    gelu = elements * (2 + 2)
    assert gelu / elements == CLAIM_GELU_BYTES_PER_ELEMENT
    assert round(gelu / 1e6) == CLAIM_GELU_MB
    us = gelu / 3.35e12 * 1e6
    assert round(us) == CLAIM_GELU_US
    ms = 2 * 8192 * 4096 * 16384 / 989e12 * 1e3
    assert abs(ms - CLAIM_FFN_GEMM_MS) < 0.005
    assert round(100 * us / 1e3 / ms) == CLAIM_GELU_SHARE_PERCENT
    xs = np.linspace(-6, 6, 4001)
    exact = np.array([0.5 * x * (1 + erf(x / sqrt(2))) for x in xs])
    approx = 0.5 * xs * (1 + np.tanh(sqrt(2 / np.pi) * (xs + 0.044715 * xs**3)))
    assert abs(np.abs(exact - approx).max() * 1e4 - CLAIM_TANH_GELU_ERROR_1E4) < 0.06
    assert n // 128 * 32 == CLAIM_PREFILL_BLOCKS
    assert CLAIM_DECODE_BLOCKS == -(-1 // 128) * 32
    assert round(100 * CLAIM_DECODE_BLOCKS / 132) == CLAIM_DECODE_SM_SHARE
    assert -(-1 // 128) * 32 * len(range(0, 8192, 1024)) == CLAIM_SPLIT_8_BLOCKS
    print(
        f"4096 tokens, d 128: {unfused / 1e6:.0f} MB unfused per head, {qkvo / 1e6:.1f} fused; decode 1, 8, 242 FLOP/B"
    )


if __name__ == "__main__":
    main()
