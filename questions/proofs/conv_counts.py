"""Convolution: output side, multiply-adds and weights counted by running the loops; depthwise separable savings."""

CLAIM_RESNET_STEM_SIDE = 112
CLAIM_RESNET_STEM_GFLOP = 0.236
CLAIM_DEPTHWISE_SAVING_256 = 8.7
CLAIM_BIAS_WEIGHTS_3X3 = 36928


def side(h: int, k: int, s: int, p: int, d: int = 1) -> int:
    """Count the windows that lie wholly inside the padded input."""
    count = start = 0
    while start + d * (k - 1) < h + 2 * p:
        count += 1
        start += s
    return count


def macs(h: int, cin: int, cout: int, k: int, s: int, p: int, groups: int = 1) -> int:
    out, total = side(h, k, s, p), 0
    for _ in range(out):
        for _ in range(out):
            total += cout * (cin // groups) * k * k
    return total


def main() -> None:
    for h in range(5, 40):  # the closed form is the count
        for k in (1, 3, 5):
            for s in (1, 2, 3):
                for p in (0, 1, 2):
                    assert side(h, k, s, p) == (h + 2 * p - k) // s + 1
    assert side(224, 7, 2, 3) == CLAIM_RESNET_STEM_SIDE
    stem = 2 * macs(224, 3, 64, 7, 2, 3) / 1e9
    assert round(stem, 3) == CLAIM_RESNET_STEM_GFLOP, stem
    full = macs(28, 256, 256, 3, 1, 1)
    separable = macs(28, 256, 256, 3, 1, 1, groups=256) + macs(28, 256, 256, 1, 1, 0)
    assert round(full / separable, 1) == CLAIM_DEPTHWISE_SAVING_256, full / separable
    assert sum(64 * 9 + 1 for _ in range(64)) == CLAIM_BIAS_WEIGHTS_3X3
    print(f"7x7 stride 2 on 224: side {side(224, 7, 2, 3)}, {stem:.3f} GFLOP; depthwise separable saves {full / separable:.1f}x")


if __name__ == "__main__":
    main()
