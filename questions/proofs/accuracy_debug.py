"""Finding the layer that loses accuracy: cumulative comparison, one layer at a time, and how error grows."""
import numpy as np

CLAIM_CULPRIT_LAYER = 3
CLAIM_ONE_AT_A_TIME_FINDS_IT = True
CLAIM_CUMULATIVE_ERROR_LARGEST_AT_CULPRIT = False
CLAIM_RESTORING_ONE_LAYER_REMOVES_PERCENT_ABOVE_80 = True
CLAIM_COSINE_HIDES_A_WRONG_SCALE = True


def q8(v):
    s = np.abs(v).max() / 127
    return np.round(v / s) * s


def main() -> None:
    rng = np.random.default_rng(0)
    layers, d = 8, 96
    ws = [np.linalg.qr(rng.standard_normal((d, d)))[0] * 1.3 for _ in range(layers)]
    ws[3] = ws[3].copy()
    ws[3][5, 9] = 60.0                                   # one outlier weight ruins a per-tensor scale
    x = rng.standard_normal((64, d))

    def run(quantised):
        h, seen = x, []
        for i, w in enumerate(ws):
            h = np.tanh(h @ (q8(w) if i in quantised else w)) * 2
            seen.append(h)
        return seen

    ref, both = run(set()), run(set(range(layers)))
    rel = lambda a, b: float(np.linalg.norm(a - b) / np.linalg.norm(b))
    cumulative = [rel(a, b) for a, b in zip(both, ref)]
    alone = [rel(run({i})[-1], ref[-1]) for i in range(layers)]
    found = int(np.argmax(alone))
    assert found == CLAIM_CULPRIT_LAYER and (alone[found] > 3 * sorted(alone)[-2]) == CLAIM_ONE_AT_A_TIME_FINDS_IT
    assert (int(np.argmax(cumulative)) == found) == CLAIM_CUMULATIVE_ERROR_LARGEST_AT_CULPRIT
    left = rel(run(set(range(layers)) - {found})[-1], ref[-1])
    assert (left < 0.2 * cumulative[-1]) == CLAIM_RESTORING_ONE_LAYER_REMOVES_PERCENT_ABOVE_80, (left, cumulative[-1])
    v = ref[-1].ravel()
    cos = float(v @ (1.3 * v) / np.linalg.norm(v) / np.linalg.norm(1.3 * v))
    assert (cos > 0.9999 and rel(1.3 * v, v) > 0.29) == CLAIM_COSINE_HIDES_A_WRONG_SCALE
    print(f"alone: layer {found} costs {alone[found]:.3f}, the next {sorted(alone)[-2]:.4f}; kept in float: {cumulative[-1]:.3f} -> {left:.3f}")


if __name__ == "__main__":
    main()
