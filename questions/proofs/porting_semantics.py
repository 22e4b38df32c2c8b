"""Same name, other numbers: pooling, padding, batch norm and layouts across frameworks, computed by hand."""

import math

import numpy as np

CLAIM_CAFFE_POOL_112 = 56
CLAIM_TORCH_POOL_112 = 55
CLAIM_CAFFE_POOL_CLIPPED = True
CLAIM_TF_SAME_PADS = (0, 1)
CLAIM_TORCH_PADS = (1, 1)
CLAIM_SAME_SIZE_BUT_EQUAL = False
CLAIM_PADDLE_MOMENTUM_FOR_TORCH_01 = 0.9
CLAIM_MOMENTUM_COPIED_EQUAL = False
CLAIM_CAFFE_FACTOR_NEEDED = True
CLAIM_LINEAR_AFTER_FLATTEN_NEEDS_PERMUTE = True


def caffe_pool(h: int, k: int, s: int, p: int) -> int:
    out = math.ceil((h + 2 * p - k) / s) + 1
    return out - 1 if p and (out - 1) * s >= h + p else out


def conv1d(x: np.ndarray, w: np.ndarray, s: int, left: int, right: int) -> np.ndarray:
    x = np.concatenate([np.zeros(left), x, np.zeros(right)])
    return np.array([x[i : i + len(w)] @ w for i in range(0, len(x) - len(w) + 1, s)])


def main() -> None:
    torch_pool = lambda h, k, s, p: (h + 2 * p - k) // s + 1
    assert caffe_pool(112, 3, 2, 0) == CLAIM_CAFFE_POOL_112 and torch_pool(112, 3, 2, 0) == CLAIM_TORCH_POOL_112
    raw = math.ceil((3 + 2 * 1 - 2) / 2) + 1  # input 3, kernel 2, stride 2, padding 1: the third window is padding only
    assert (caffe_pool(3, 2, 2, 1) == raw - 1) == CLAIM_CAFFE_POOL_CLIPPED
    h, k, s = 8, 3, 2
    total = max((math.ceil(h / s) - 1) * s + k - h, 0)
    same = (total // 2, total - total // 2)
    assert same == CLAIM_TF_SAME_PADS, same
    assert (k // 2, k // 2) == CLAIM_TORCH_PADS
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal(h), rng.standard_normal(k)
    tf, torch = conv1d(x, w, s, *same), conv1d(x, w, s, 1, 1)
    assert len(tf) == len(torch) and bool(np.allclose(tf, torch)) == CLAIM_SAME_SIZE_BUT_EQUAL
    m_torch, m_paddle, copied = 0.0, 0.0, 0.0
    for mean in rng.standard_normal(20):
        m_torch = (1 - 0.1) * m_torch + 0.1 * mean
        m_paddle = CLAIM_PADDLE_MOMENTUM_FOR_TORCH_01 * m_paddle + (1 - CLAIM_PADDLE_MOMENTUM_FOR_TORCH_01) * mean
        copied = 0.1 * copied + (1 - 0.1) * mean
    assert math.isclose(m_torch, m_paddle), (m_torch, m_paddle)
    assert math.isclose(m_torch, copied) == CLAIM_MOMENTUM_COPIED_EQUAL
    blob, factor = 0.0, 0.0
    for _ in range(5):  # Caffe stores a decayed sum and a decayed count; the mean is their quotient
        blob, factor = 0.999 * blob + 2.0, 0.999 * factor + 1.0
    assert (not math.isclose(blob, 2.0) and math.isclose(blob / factor, 2.0)) == CLAIM_CAFFE_FACTOR_NEEDED
    nchw = rng.standard_normal((1, 3, 2, 2))
    fc = rng.standard_normal((12, 5))  # weights made for NCHW order
    nhwc = nchw.transpose(0, 2, 3, 1)
    wrong = nhwc.reshape(1, -1) @ fc
    right = nhwc.reshape(1, -1) @ fc.reshape(3, 2, 2, 5).transpose(1, 2, 0, 3).reshape(12, 5)
    ref = nchw.reshape(1, -1) @ fc
    assert bool(np.allclose(right, ref) and not np.allclose(wrong, ref)) == CLAIM_LINEAR_AFTER_FLATTEN_NEEDS_PERMUTE
    print(f"pool of 112 by 3/2: Caffe {caffe_pool(112, 3, 2, 0)}, PyTorch {torch_pool(112, 3, 2, 0)}; SAME pads {same}, "
          f"same size as (1, 1) and other values; BN momentum is complementary; flatten needs permuted weights")


if __name__ == "__main__":
    main()
