"""A warp whose lanes may run in any order: a reduction through shared memory with and without a warp barrier, and shuffles."""

import random

CLAIM_NO_SYNC_CAN_BE_WRONG = True
CLAIM_SYNC_ALWAYS_RIGHT = True
CLAIM_SHUFFLE_STEPS = 5
CLAIM_LANE0_DOWN = 496
CLAIM_LANES_RIGHT_DOWN = 1
CLAIM_LANES_RIGHT_XOR = 32
CLAIM_DIVERGED_EFFICIENCY = 50.0
CLAIM_EIGHT_WAY_SWITCH = 12.5
CLAIM_BLOCK_UNIFORM_BRANCH = 100.0


def warp_sum_shared(order_seed, sync):
    """Five halving steps s[i] += s[i + d]. Each lane is a coroutine; the scheduler picks any lane that may run.

    Each step is a read, then a write. With ``sync`` all lanes finish a half step before any starts the next.
    """
    rng = random.Random(order_seed)
    s = list(range(64))
    s[32:] = [0] * 32
    steps = [16, 8, 4, 2, 1]

    def lane(i):
        for d in steps:
            mine, other = s[i], s[i + d]
            yield
            s[i] = mine + other
            yield

    live = {i: lane(i) for i in range(32)}
    done_half = dict.fromkeys(range(32), 0)
    while live:
        floor = min(done_half[i] for i in live)
        able = [i for i in live if not sync or done_half[i] == floor]
        i = rng.choice(able)
        try:
            next(live[i])
            done_half[i] += 1
        except StopIteration:
            del live[i]
    return s[0]


def shuffle(kind):
    v = list(range(32))
    steps = 0
    for d in (16, 8, 4, 2, 1):
        if kind == "down":
            v = [v[i] + (v[i + d] if i + d < 32 else v[i]) for i in range(32)]
        else:
            v = [v[i] + v[i ^ d] for i in range(32)]
        steps += 1
    return v, steps


def efficiency(branch_of_lane):
    """Every distinct path of a warp is issued once with the other lanes masked off."""
    return 100 / len({branch_of_lane(i) for i in range(32)})


def main() -> None:
    right = sum(range(32))
    no_sync = [warp_sum_shared(seed, False) for seed in range(40)]
    sync = [warp_sum_shared(seed, True) for seed in range(40)]
    assert (any(x != right for x in no_sync)) == CLAIM_NO_SYNC_CAN_BE_WRONG
    assert all(x == right for x in sync) == CLAIM_SYNC_ALWAYS_RIGHT
    down, steps = shuffle("down")
    assert steps == CLAIM_SHUFFLE_STEPS
    assert down[0] == CLAIM_LANE0_DOWN == right
    assert sum(x == right for x in down) == CLAIM_LANES_RIGHT_DOWN
    xor, _ = shuffle("xor")
    assert sum(x == right for x in xor) == CLAIM_LANES_RIGHT_XOR
    assert efficiency(lambda i: i % 2) == CLAIM_DIVERGED_EFFICIENCY
    assert efficiency(lambda i: i % 8) == CLAIM_EIGHT_WAY_SWITCH
    assert efficiency(lambda i: 7) == CLAIM_BLOCK_UNIFORM_BRANCH
    wrong = sum(x != right for x in no_sync)
    print(f"32 lanes in any order: {wrong} of 40 sums wrong without a warp barrier, none with one; 5 shuffles give 496")


if __name__ == "__main__":
    main()
