"""Group baselines: an unbiased gradient with less variance, no signal from a group without differences."""

import numpy as np

CLAIM_SAME_MEAN_GRADIENT = True
CLAIM_VARIANCE_RATIO = 0.015
CLAIM_EQUAL_REWARDS_GIVE_NO_SIGNAL = True
CLAIM_DEAD_GROUPS_P90_G8 = 0.43
CLAIM_MODELS_PPO = 4
CLAIM_MODELS_GRPO = 3


def main() -> None:
    rng = np.random.default_rng(0)
    p, g, groups = 0.5, 16, 20000  # a coin policy: action 1 with probability p; reward 2 for it and 1 otherwise
    a = rng.random((groups, g)) < p
    reward = 1.0 + a
    score = a - p  # d log pi / d logit
    plain = (reward * score).mean(1)
    # leave-one-out mean of the group: independent of the sample's own action, so unbiased
    base = (reward.sum(1, keepdims=True) - reward) / (g - 1)
    group = ((reward - base) * score).mean(1)
    exact = p * (1 - p)
    assert bool(abs(plain.mean() - exact) < 0.003 and abs(group.mean() - exact) < 0.003) == CLAIM_SAME_MEAN_GRADIENT
    ratio = float(group.var() / plain.var())
    assert round(ratio, 3) == CLAIM_VARIANCE_RATIO, ratio
    same = np.ones(8)
    advantage = (same - same.mean()) / (same.std() + 1e-6)
    assert (float(np.abs(advantage).max()) == 0.0) == CLAIM_EQUAL_REWARDS_GIVE_NO_SIGNAL
    dead = 0.9**8 + 0.1**8  # eight answers, each right with probability 0.9: all right or all wrong
    drawn = rng.random((20000, 8)) < 0.9
    assert abs(float((drawn.all(1) | ~drawn.any(1)).mean()) - dead) < 0.02
    assert round(dead, 2) == CLAIM_DEAD_GROUPS_P90_G8, dead
    ppo = {"policy", "reference", "reward", "critic"}
    assert (len(ppo), len(ppo - {"critic"})) == (CLAIM_MODELS_PPO, CLAIM_MODELS_GRPO)
    print(f"same mean gradient, variance x{ratio:.3f} with a group baseline; {dead:.0%} of groups of 8 carry no signal at 90 % accuracy")


if __name__ == "__main__":
    main()
