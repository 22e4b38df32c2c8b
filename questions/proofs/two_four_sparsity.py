"""2:4 sparsity: bytes with metadata, what is lost against free pruning, and the ceiling of the gain."""
import numpy as np

CLAIM_FP16_BYTES_LEFT_PERCENT = 56.25
CLAIM_INT8_BYTES_LEFT_PERCENT = 62.5
CLAIM_UNSTRUCTURED_CSR_BYTES_PERCENT_AT_HALF = 100
CLAIM_ENERGY_KEPT_UNSTRUCTURED_BEATS_2_4 = True
CLAIM_2_4_BEATS_WHOLE_CHANNELS = True
CLAIM_PRODUCT_FROM_COMPRESSED_EXACT = True
CLAIM_NET_SPEEDUP_IF_GEMM_IS_60_PERCENT = 1.43


def main() -> None:
    rng = np.random.default_rng(0)
    m, k = 64, 128
    w = rng.standard_normal((m, k))
    g = w.reshape(m, -1, 4)
    idx = np.sort(np.argsort(-np.abs(g), 2)[:, :, :2], 2)          # the two largest of each four
    val = np.take_along_axis(g, idx, 2)
    meta_bits = idx.size * 2                                       # 2 bits a kept value
    assert 100 * (val.size * 16 + meta_bits) / (w.size * 16) == CLAIM_FP16_BYTES_LEFT_PERCENT
    assert 100 * (val.size * 8 + meta_bits) / (w.size * 8) == CLAIM_INT8_BYTES_LEFT_PERCENT
    csr = val.size * (16 + 16) / (w.size * 16)                     # FP16 value and a 16-bit column index each
    assert 100 * csr == CLAIM_UNSTRUCTURED_CSR_BYTES_PERCENT_AT_HALF
    x = rng.standard_normal((k, 8))
    dense = np.zeros_like(g)
    np.put_along_axis(dense, idx, val, 2)
    pick = x.reshape(-1, 4, 8)                                     # the metadata chooses rows of the dense operand
    got = sum(val[:, j, t, None] * pick[j][idx[:, j, t]] for j in range(k // 4) for t in range(2))
    assert np.allclose(got, dense.reshape(m, k) @ x) == CLAIM_PRODUCT_FROM_COMPRESSED_EXACT
    e = (w ** 2).sum()
    free = np.sort(np.abs(w).ravel())[::-1][: w.size // 2]
    rows = np.sort((w ** 2).sum(1))[::-1][: m // 2].sum()
    kept = {"free": (free ** 2).sum() / e, "2:4": (val ** 2).sum() / e, "channels": rows / e}
    assert (kept["free"] > kept["2:4"]) == CLAIM_ENERGY_KEPT_UNSTRUCTURED_BEATS_2_4
    assert (kept["2:4"] > kept["channels"]) == CLAIM_2_4_BEATS_WHOLE_CHANNELS
    assert round(1 / (0.4 + 0.6 / 2), 2) == CLAIM_NET_SPEEDUP_IF_GEMM_IS_60_PERCENT
    print("energy kept at one half: " + ", ".join(f"{a} {b:.1%}" for a, b in kept.items()) + "; FP16 2:4 stores 56.25 %")


if __name__ == "__main__":
    main()
