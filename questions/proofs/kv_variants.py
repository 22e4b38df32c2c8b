"""KV cache of MHA, GQA, MQA and MLA; GQA equals MHA with repeated heads; MLA's absorbed form equals the plain one."""

import numpy as np

CLAIM_MHA_KIB_PER_TOKEN = 512
CLAIM_GQA8_KIB_PER_TOKEN = 128
CLAIM_MQA_KIB_PER_TOKEN = 16
CLAIM_MLA_VALUES_PER_LAYER = 576
CLAIM_MHA_OVER_MLA = 57
CLAIM_GQA_IS_REPEATED_MHA = True
CLAIM_ABSORBED_EQUALS_PLAIN = True


def cache_bytes(layers: int, kv_heads: int, width: int, size: int = 2) -> int:
    k = np.zeros((layers, kv_heads, width), np.float16)
    assert k.itemsize == size
    return 2 * k.nbytes  # K and V


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    s = np.einsum("hd,nhd->hn", q, k)
    p = np.exp(s - s.max(1, keepdims=True))
    return np.einsum("hn,nhd->hd", p / p.sum(1, keepdims=True), v)


def main() -> None:
    kib = tuple(cache_bytes(32, h, 128) / 1024 for h in (32, 8, 1))
    assert kib == (CLAIM_MHA_KIB_PER_TOKEN, CLAIM_GQA8_KIB_PER_TOKEN, CLAIM_MQA_KIB_PER_TOKEN), kib
    latent, rope, heads = 512, 64, 128  # DeepSeek-V2/V3: 128 heads of width 128
    assert latent + rope == CLAIM_MLA_VALUES_PER_LAYER
    assert round(2 * heads * 128 / (latent + rope)) == CLAIM_MHA_OVER_MLA
    rng = np.random.default_rng(0)
    q, k, v = rng.standard_normal((8, 16)), rng.standard_normal((10, 2, 16)), rng.standard_normal((10, 2, 16))
    grouped = np.concatenate([attend(q[4 * g : 4 * g + 4], k[:, [g] * 4], v[:, [g] * 4]) for g in range(2)])
    assert bool(np.allclose(grouped, attend(q, k.repeat(4, 1), v.repeat(4, 1)))) == CLAIM_GQA_IS_REPEATED_MHA
    c, uk, uv = rng.standard_normal((10, 12)), rng.standard_normal((8, 12, 16)) / 4, rng.standard_normal((8, 12, 16))
    plain = attend(q, np.einsum("nc,hcd->nhd", c, uk), np.einsum("nc,hcd->nhd", c, uv))
    s = np.einsum("hd,hcd->hc", q, uk) @ c.T  # K's up-projection moved into the query: the cache stays latent
    p = np.exp(s - s.max(1, keepdims=True))
    absorbed = np.einsum("hc,hcd->hd", p / p.sum(1, keepdims=True) @ c, uv)
    assert bool(np.allclose(plain, absorbed)) == CLAIM_ABSORBED_EQUALS_PLAIN
    print(f"per token, 32 layers of 32 heads x 128 in FP16: MHA {kib[0]:.0f}, GQA-8 {kib[1]:.0f}, MQA {kib[2]:.0f} KiB; "
          f"MLA keeps {latent + rope} values a layer, {2 * heads * 128 / (latent + rope):.0f} times fewer than its MHA")


if __name__ == "__main__":
    main()
