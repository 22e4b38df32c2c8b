"""Static against continuous batching, and a long prefill with and without chunks, step by step."""
import numpy as np

CLAIM_STATIC_SLOT_USE_PERCENT = 55
CLAIM_CONTINUOUS_SLOT_USE_PERCENT = 97
CLAIM_WORST_GAP_MS_WHOLE_PREFILL = 1139
CLAIM_WORST_GAP_MS_CHUNK_512 = 43
CLAIM_CHUNKING_FINISHES_THE_PROMPT_LATER = True
CLAIM_CHUNKS_READ_KV_AGAIN = True


def static(lengths, slots):
    steps = sum(max(lengths[i:i + slots]) for i in range(0, len(lengths), slots))
    return sum(lengths) / (steps * slots)


def continuous(lengths, slots):
    queue, running, steps = list(lengths), [], 0
    while queue or running:
        while queue and len(running) < slots:
            running.append(queue.pop(0))
        steps += 1
        running = [r - 1 for r in running if r > 1]
    return sum(lengths) / (steps * slots)


def main() -> None:
    rng = np.random.default_rng(0)
    lengths = [int(v) for v in rng.integers(10, 1000, 512)]
    s, c = 100 * static(lengths, 16), 100 * continuous(lengths, 16)
    assert (round(s), round(c)) == (CLAIM_STATIC_SLOT_USE_PERCENT, CLAIM_CONTINUOUS_SLOT_USE_PERCENT), (s, c)
    base, per_token, prompt = 15.0, 0.0549, 20480         # ms a step that reads the weights; ms a prefill token

    def serve(chunk):
        left, gaps = prompt, []
        while left > 0:
            n = min(chunk, left)
            left -= n
            gaps.append(base + per_token * n)             # every running request waits for this step
        return max(gaps), sum(gaps)

    whole, cut = serve(prompt), serve(512)
    assert round(whole[0]) == CLAIM_WORST_GAP_MS_WHOLE_PREFILL, whole
    assert round(cut[0]) == CLAIM_WORST_GAP_MS_CHUNK_512, cut
    assert (cut[1] > whole[1]) == CLAIM_CHUNKING_FINISHES_THE_PROMPT_LATER
    reread = sum(range(0, prompt, 512))                   # keys of earlier chunks, read again by each later one
    assert (reread > 0) == CLAIM_CHUNKS_READ_KV_AGAIN
    print(f"slots used: static {s:.0f} %, continuous {c:.0f} %; worst gap {whole[0]:.0f} ms whole, {cut[0]:.0f} ms in chunks of 512")


if __name__ == "__main__":
    main()
