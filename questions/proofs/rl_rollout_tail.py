"""RL training: idle time from long answers, and the bias of stale samples with and without correction."""

import numpy as np

CLAIM_SYNC_UTILISATION = 0.18
CLAIM_REFILL_UTILISATION = 0.79
CLAIM_STALE_GRADIENT_BIASED = True
CLAIM_CORRECTED_GRADIENT_BIASED = False
CLAIM_CLIP_STOPS_GRADIENT = True


def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def policy_gradient(sampling, theta, reward, corrected):
    """Expected gradient of the logits, by enumeration, when actions come from another policy."""
    pi, total = softmax(theta), np.zeros_like(theta)
    for a in range(len(theta)):
        weight = pi[a] / sampling[a] if corrected else 1.0
        total += sampling[a] * weight * reward[a] * (np.eye(len(theta))[a] - pi)
    return total


def refill(lengths, slots):
    """Keep every slot busy from one queue, in random order."""
    clock = [0.0] * slots
    for n in lengths:
        i = clock.index(min(clock))
        clock[i] += n
    return sum(lengths) / (slots * max(clock))


def main() -> None:
    lengths = [2048] * 60 + [16384] * 4
    sync = sum(lengths) / (len(lengths) * max(lengths))
    assert abs(sync - CLAIM_SYNC_UTILISATION) < 0.005, sync
    rng = np.random.default_rng(4)
    stream = list(rng.permutation(lengths * 16))
    busy = refill(stream, 64)
    assert abs(busy - CLAIM_REFILL_UTILISATION) < 0.005, busy
    theta, old, reward = np.array([0.5, 0.0, -0.5]), np.array([0.0, 0.4, 0.0]), np.array([1.0, 0.0, 0.3])
    true = policy_gradient(softmax(theta), theta, reward, False)
    stale = policy_gradient(softmax(old), theta, reward, False)
    fixed = policy_gradient(softmax(old), theta, reward, True)
    assert (not np.allclose(stale, true)) == CLAIM_STALE_GRADIENT_BIASED
    assert (not np.allclose(fixed, true)) == CLAIM_CORRECTED_GRADIENT_BIASED
    objective = lambda ratio, adv: min(ratio * adv, np.clip(ratio, 0.8, 1.2) * adv)
    slope = (objective(1.5 + 1e-6, 1.0) - objective(1.5, 1.0)) / 1e-6
    assert (slope == 0) == CLAIM_CLIP_STOPS_GRADIENT
    print(f"4 of 64 answers eight times longer: {sync:.0%} busy in lock step, {busy:.0%} when slots are refilled")


if __name__ == "__main__":
    main()
