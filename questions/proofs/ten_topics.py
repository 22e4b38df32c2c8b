"""k-means over TF-IDF finds ten planted topics in synthetic texts; raw counts with stop words do not."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

CLAIM_TOPICS = 10
CLAIM_NMI_TFIDF = 1.0
CLAIM_NMI_COUNTS = 0.09
CLAIM_PURITY_TFIDF = 1.0
CLAIM_TOP_WORDS_RIGHT = 50
CLAIM_BEST_K = 10


def corpus(rng: np.random.Generator, docs: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """75 % of every text are 40 stop words, the rest come from the topic (30 words each) or from any topic."""
    labels = rng.integers(0, 10, docs)
    counts = np.zeros((docs, 340))
    stop = 1 / np.arange(1, 41)
    for i, topic in enumerate(labels):
        length = rng.integers(60, 200)
        n_stop = rng.binomial(length, 0.75)
        n_any = rng.binomial(length - n_stop, 0.3)
        np.add.at(counts[i], rng.choice(40, n_stop, p=stop / stop.sum()), 1)
        np.add.at(counts[i], 40 + rng.integers(0, 300, n_any), 1)
        np.add.at(counts[i], 40 + 30 * topic + rng.integers(0, 30, length - n_stop - n_any), 1)
    return counts, labels


def kmeans(x: np.ndarray, k: int, rng: np.random.Generator, tries: int = 5) -> np.ndarray:
    best, found = np.inf, np.zeros(len(x), int)
    for _ in range(tries):
        c = x[[rng.integers(len(x))]]
        while len(c) < k:  # k-means++
            d = np.maximum(((x**2).sum(1)[:, None] - 2 * x @ c.T + (c**2).sum(1)).min(1), 0)
            c = np.vstack([c, x[rng.choice(len(x), p=d / d.sum())]])
        for _ in range(8):
            a = ((c**2).sum(1) - 2 * x @ c.T).argmin(1)
            hot = np.eye(k)[a]
            c = np.where(hot.sum(0)[:, None] > 0, hot.T @ x / np.maximum(hot.sum(0)[:, None], 1), c)
        loss = ((x - c[a]) ** 2).sum()
        if loss < best:
            best, found = loss, a
    return found


def nmi(a: np.ndarray, b: np.ndarray) -> float:
    joint = np.histogram2d(a, b, (a.max() + 1, b.max() + 1))[0] / len(a)
    pa, pb = joint.sum(1), joint.sum(0)
    keep = joint > 0
    info = (joint[keep] * np.log(joint[keep] / np.outer(pa, pb)[keep])).sum()
    ent = [-(p[p > 0] * np.log(p[p > 0])).sum() for p in (pa, pb)]
    return float(2 * info / (ent[0] + ent[1]))


def silhouette(x: np.ndarray, a: np.ndarray) -> float:
    """Cosine silhouette by class means (texts have length one)."""
    hot = np.eye(a.max() + 1)[a]
    hot = hot[:, hot.sum(0) > 1]
    own = hot.argmax(1)
    size = hot.sum(0)
    dist = 1 - x @ (x.T @ hot) / size
    inner = dist[np.arange(len(x)), own] * size[own] / (size[own] - 1)
    dist[np.arange(len(x)), own] = np.inf
    outer = dist.min(1)
    return float(((outer - inner) / np.maximum(outer, inner)).mean())


def main() -> None:
    rng = np.random.default_rng(1)
    counts, labels = corpus(rng)
    idf = np.log(len(counts) / np.maximum((counts > 0).sum(0), 1))
    tfidf = counts * idf
    tfidf /= np.linalg.norm(tfidf, axis=1, keepdims=True)
    plain = counts / np.linalg.norm(counts, axis=1, keepdims=True)
    good, bad = kmeans(tfidf, 10, rng), kmeans(plain, 10, rng)
    assert round(nmi(good, labels), 2) == CLAIM_NMI_TFIDF, nmi(good, labels)
    assert round(nmi(bad, labels), 2) == CLAIM_NMI_COUNTS, nmi(bad, labels)
    purity = sum(np.bincount(labels[good == c]).max() for c in range(10) if (good == c).any()) / len(labels)
    assert round(float(purity), 2) == CLAIM_PURITY_TFIDF, purity
    right, seen = 0, set()
    for c in range(10):
        topic = int(np.bincount(labels[good == c]).argmax())
        seen.add(topic)
        right += int((((tfidf[good == c].mean(0).argsort()[::-1][:5]) - 40) // 30 == topic).sum())
    assert (len(seen), right) == (CLAIM_TOPICS, CLAIM_TOP_WORDS_RIGHT), (len(seen), right)
    scores = {k: silhouette(tfidf, kmeans(tfidf, k, rng, 2)) for k in (4, 7, 10, 14)}
    assert max(scores, key=scores.get) == CLAIM_BEST_K, scores
    print(f"NMI {nmi(good, labels):.2f}, purity {purity:.2f} with TF-IDF, NMI {nmi(bad, labels):.2f} with raw counts; "
          f"{right} of 50 top words belong to their topic; the silhouette picks k={max(scores, key=scores.get)}")


if __name__ == "__main__":
    main()
