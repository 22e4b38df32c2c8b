"""Min-max, percentile, MSE and KL thresholds on the same heavy-tailed activations, at 8 and 4 bits."""
import numpy as np

CLAIM_MINMAX_CLIPS_PERCENT = 0
CLAIM_ORDER_AT_8_BITS = ("mse", "minmax")
CLAIM_MSE_BEATS_MINMAX_AT_4_BITS = True
CLAIM_BEST_THRESHOLD_SHRINKS_WITH_FEWER_BITS = True
CLAIM_ONE_OUTLIER_MULTIPLIES_MINMAX_STEP_BY = 10
CLAIM_PERCENTILE_99_9_MOVES_BELOW_TEN_PERCENT = True
CLAIM_KL_CLIPS_AT_4_BITS = True
CLAIM_BEST_THRESHOLD_OVER_MAX_8_AND_4_BITS = (0.95, 0.34)
CLAIM_STREAMED_PERCENTILE_WITHIN_ONE_BIN = True
CLAIM_STREAMED_COUNTS_LOST = 0


def quant(x, t, bits):
    top = 2 ** (bits - 1) - 1
    s = t / top
    return np.clip(np.round(x / s), -top, top) * s


def mse_threshold(x, bits):
    m = np.abs(x).max()
    c = np.linspace(0.05, 1, 96) * m
    return float(c[int(np.argmin([((quant(x, t, bits) - x) ** 2).mean() for t in c]))])


def kl_threshold(x, levels=128, bins=1024):
    h, edge = np.histogram(np.abs(x), bins)
    best = (np.inf, bins)
    for i in range(levels, bins + 1, 16):
        p = h[:i].astype(float)
        p[-1] += h[i:].sum()
        idx = np.arange(i) * levels // i
        tot = np.bincount(idx, h[:i], levels)
        live = np.bincount(idx, h[:i] > 0, levels)
        q = np.where(h[:i] > 0, tot[idx] / np.maximum(live[idx], 1), 0)
        ok = (p > 0) & (q > 0)
        p, q = p / p.sum(), q / max(q.sum(), 1)
        lost = p[~ok].sum()
        d = float((p[ok] * np.log(p[ok] / q[ok])).sum() + lost * 10)
        best = min(best, (d, i))
    return float(edge[best[1]])


def streamed(batches, share, bins=2048):
    """A histogram of fixed size whose range doubles when a larger value comes; returns threshold, bin width, count."""
    count, top = np.zeros(bins, np.int64), 0.0
    for a in map(np.abs, batches):
        top = top or float(a.max())
        while top < a.max():
            merged = count.reshape(-1, 2).sum(1)
            count, top = np.concatenate([merged, np.zeros_like(merged)]), 2 * top
        count += np.bincount(np.minimum((a / top * bins).astype(int), bins - 1), minlength=bins)
    k = int(np.searchsorted(np.cumsum(count) / count.sum(), share))
    return (k + 1) * top / bins, top / bins, int(count.sum())


def main() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_t(4, 20000)
    t = {"minmax": float(np.abs(x).max()), "mse": mse_threshold(x, 8)}
    clipped = lambda v: 100 * np.mean(np.abs(x) > v)
    assert clipped(t["minmax"]) == CLAIM_MINMAX_CLIPS_PERCENT
    e8 = {k: ((quant(x, v, 8) - x) ** 2).mean() for k, v in t.items()}
    assert tuple(sorted(e8, key=e8.get)) == CLAIM_ORDER_AT_8_BITS
    t4 = mse_threshold(x, 4)
    e4 = [((quant(x, v, 4) - x) ** 2).mean() for v in (t4, t["minmax"])]
    assert (e4[0] * 3 < e4[1]) == CLAIM_MSE_BEATS_MINMAX_AT_4_BITS
    assert (t4 < t["mse"]) == CLAIM_BEST_THRESHOLD_SHRINKS_WITH_FEWER_BITS
    both = tuple(round(v / t["minmax"], 2) for v in (t["mse"], t4))
    assert both == CLAIM_BEST_THRESHOLD_OVER_MAX_8_AND_4_BITS, both
    edge, width, seen = streamed(np.split(x, 20), 0.999)
    whole = np.sort(np.abs(x))[int(0.999 * x.size) - 1]
    assert (0 <= edge - whole <= width) == CLAIM_STREAMED_PERCENTILE_WITHIN_ONE_BIN, (edge, whole, width)
    assert x.size - seen == CLAIM_STREAMED_COUNTS_LOST
    y = np.append(x, 10 * t["minmax"])                   # one more sample, ten times the old maximum
    assert round(np.abs(y).max() / np.abs(x).max()) == CLAIM_ONE_OUTLIER_MULTIPLIES_MINMAX_STEP_BY
    p = [np.percentile(np.abs(v), 99.9) for v in (x, y)]
    assert (abs(p[1] / p[0] - 1) < 0.1) == CLAIM_PERCENTILE_99_9_MOVES_BELOW_TEN_PERCENT, p
    kl = kl_threshold(x, levels=8)
    assert (kl < 0.95 * t["minmax"]) == CLAIM_KL_CLIPS_AT_4_BITS, (kl, t)
    print(f"max {t['minmax']:.1f}; MSE threshold {t['mse']:.1f} at 8 bits, {t4:.1f} at 4; KL at 4 bits {kl:.1f}; 99.9 % {p[0]:.1f}")


if __name__ == "__main__":
    main()
