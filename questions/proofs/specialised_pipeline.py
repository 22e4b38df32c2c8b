"""Producer and consumer with a ring of buffers: time per tile with no overlap, with stages, and with the barriers removed."""

import random

CLAIM_SERIAL = 1600
CLAIM_ONE_STAGE = 1600
CLAIM_TWO_STAGES = 1006
CLAIM_JITTER_TWO_STAGES_WORSE_THAN_FOUR = True
CLAIM_RIGHT_WITH_FULL_EMPTY = True
CLAIM_WRONG_WITHOUT_EMPTY = True
CLAIM_WRONG_WITHOUT_FULL = True
CLAIM_PINGPONG_BUSY = 100
CLAIM_ONE_GROUP_BUSY = 67
CLAIM_REGISTERS_AFTER_SETMAXNREG = 64512
CLAIM_REGISTERS_LIMIT_168 = 168


def pipeline(tiles, stages, load, math):
    """Loads go one after another into ``stages`` buffers; a buffer is free again when its math is done."""
    ready, done = [], []
    for i in range(tiles):
        start = ready[-1] if ready else 0
        if i >= stages:
            start = max(start, done[i - stages])
        ready.append(start + load(i))
        done.append(max(ready[-1], done[-1] if done else 0) + math(i))
    return done[-1]


def ring(steps, stages, seed, full=True, empty=True):
    """Interleave the two sides at random; the consumer must see 0, 1, 2, ..."""
    rng = random.Random(seed)
    buf, put, got, seen = [None] * stages, 0, 0, []
    while got < steps:
        if rng.random() < 0.6 and put < steps:
            if not empty or put - got < stages:
                buf[put % stages] = put
                put += 1
        elif not full or put > got:
            seen.append(buf[got % stages])
            got += 1
    return seen == list(range(steps))


def pingpong(tiles, groups, mma, epilogue):
    """Each group runs mma (the Tensor Core is one resource) then its epilogue; groups alternate."""
    core, free, busy = 0, [0] * groups, 0
    for i in range(tiles):
        g = i % groups
        start = max(core, free[g])
        core = start + mma
        busy += mma
        free[g] = core + epilogue
    return 100 * busy / core


def main() -> None:
    n = 100
    serial = n * (6 + 10)
    assert serial == CLAIM_SERIAL
    assert pipeline(n, 1, lambda i: 6, lambda i: 10) == CLAIM_ONE_STAGE
    two = pipeline(n, 2, lambda i: 6, lambda i: 10)
    assert two == CLAIM_TWO_STAGES, two
    rng = random.Random(1)
    jitter = [rng.choice((2, 2, 2, 22)) for _ in range(n)]
    j2, j4 = (pipeline(n, s, lambda i: jitter[i], lambda i: 10) for s in (2, 4))
    assert (j2 > 1.05 * j4) == CLAIM_JITTER_TWO_STAGES_WORSE_THAN_FOUR, (j2, j4)
    assert all(ring(40, 3, s) for s in range(20)) == CLAIM_RIGHT_WITH_FULL_EMPTY
    assert (not all(ring(40, 3, s, empty=False) for s in range(20))) == CLAIM_WRONG_WITHOUT_EMPTY
    assert (not all(ring(40, 3, s, full=False) for s in range(20))) == CLAIM_WRONG_WITHOUT_FULL
    assert round(pingpong(1000, 1, 10, 5)) == CLAIM_ONE_GROUP_BUSY
    assert round(pingpong(100, 2, 10, 5)) == CLAIM_PINGPONG_BUSY
    # three warpgroups of 128 threads: 1 producer at 24, 2 consumers at 240
    assert 128 * (24 + 2 * 240) == CLAIM_REGISTERS_AFTER_SETMAXNREG <= 65536
    most = max(r for r in range(8, 256, 8) if 384 * r <= 65536)
    assert most == CLAIM_REGISTERS_LIMIT_168
    print(
        f"load 6, math 10: {serial} without overlap, {two} with two stages; one group keeps the core 67 % busy, two groups 100 %"
    )


if __name__ == "__main__":
    main()
