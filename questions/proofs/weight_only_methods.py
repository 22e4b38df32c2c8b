"""Round to nearest, an AWQ-style scale search and GPTQ on one small layer with correlated inputs."""
import numpy as np

CLAIM_AWQ_BEATS_RTN_ON_OUTPUT = True
CLAIM_GPTQ_BEATS_RTN_ON_OUTPUT = True
CLAIM_GPTQ_WEIGHT_ERROR_LARGER_THAN_RTN = True
CLAIM_AWQ_ALPHA_ZERO_IS_RTN = True
CLAIM_NIBBLE_UNPACK_EXACT = True
CLAIM_DECODE_SPEEDUP_CEILING_GROUP_128 = 3.85
CLAIM_PREFILL_GETS_FASTER_BY_W4A16 = False


def rtn(w, group=32):
    g = w.reshape(w.shape[0], -1, group)                 # w: [out, in], groups along the input
    s = np.abs(g).max(2, keepdims=True) / 7
    return (np.clip(np.round(g / s), -8, 7) * s).reshape(w.shape)


def gptq(w, h, group=32):
    w = w.copy()
    u = np.linalg.cholesky(np.linalg.inv(h + 0.01 * np.diag(h).mean() * np.eye(len(h)))).T
    out = np.zeros_like(w)
    for j in range(w.shape[1]):
        if j % group == 0:
            s = np.abs(w[:, j:j + group]).max(1) / 7
        out[:, j] = np.clip(np.round(w[:, j] / s), -8, 7) * s
        e = (w[:, j] - out[:, j]) / u[j, j]
        w[:, j + 1:] -= np.outer(e, u[j, j + 1:])        # later columns make up for this one's error
    return out


def main() -> None:
    rng = np.random.default_rng(0)
    k, n = 128, 64
    x = rng.standard_normal((512, k)) @ (rng.standard_normal((k, k)) / 8 + np.eye(k))
    x[:, rng.choice(k, 4, replace=False)] *= 8           # four salient input channels
    w = rng.standard_normal((n, k))
    h = x.T @ x
    loss = lambda q: float(((x @ (q - w).T) ** 2).mean())
    a = np.abs(x).mean(0)

    def scaled(alpha):
        s = a ** alpha
        s = s / np.sqrt(s.max() * s.min())
        return rtn(w * s) / s

    awq = min((scaled(i / 20) for i in range(21)), key=loss)
    got = {"rtn": rtn(w), "awq": awq, "gptq": gptq(w, h)}
    assert (loss(got["awq"]) < 0.8 * loss(got["rtn"])) == CLAIM_AWQ_BEATS_RTN_ON_OUTPUT
    assert (loss(got["gptq"]) < 0.8 * loss(got["rtn"])) == CLAIM_GPTQ_BEATS_RTN_ON_OUTPUT
    far = {m: float(((got[m] - w) ** 2).mean()) for m in got}
    assert (far["gptq"] > far["rtn"]) == CLAIM_GPTQ_WEIGHT_ERROR_LARGER_THAN_RTN
    assert np.allclose(scaled(0), rtn(w)) == CLAIM_AWQ_ALPHA_ZERO_IS_RTN
    q = rng.integers(-8, 8, 4096)
    packed = ((q[0::2] + 8) | (q[1::2] + 8) << 4).astype(np.uint8)
    back = np.stack([packed & 15, packed >> 4], 1).reshape(-1).astype(int) - 8
    assert np.array_equal(back, q) == CLAIM_NIBBLE_UNPACK_EXACT
    bits = 4 + (16 + 4) / 128
    assert round(16 / bits, 2) == CLAIM_DECODE_SPEEDUP_CEILING_GROUP_128
    peak, bw, m = 989e12, 3.35e12, 4096                  # a prefill GEMM of 4096 tokens, 4096 x 4096, BF16 mma either way
    t = lambda wbits: max(2 * m * 4096 * 4096 / peak, (4096 * 4096 * wbits / 8 + 2 * 2 * m * 4096) / bw)
    assert (t(bits) < t(16)) == CLAIM_PREFILL_GETS_FASTER_BY_W4A16
    print("output error: " + ", ".join(f"{m} {loss(got[m]):.3f}" for m in got) + f"; decode ceiling {16 / bits:.2f} times")


if __name__ == "__main__":
    main()
