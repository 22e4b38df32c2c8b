"""The block reduction as CUDA would run it: grid-stride loads, shuffles in a warp, one slot per warp, one atomic a block."""

import numpy as np

CLAIM_SUM_MATCHES = True
CLAIM_SHUFFLES_PER_WARP = 5
CLAIM_BARRIERS = 1
CLAIM_SLOTS = 8
CLAIM_ATOMICS = 16
CLAIM_WRONG_IF_IDLE_LANES_KEEP_VALUES = True
CLAIM_FP32_PAIRWISE_BEATS_SERIAL = True
CLAIM_EXACT_INTEGER_SUM = 500500


class Block:
    def __init__(self, index, blocks, threads):
        self.index, self.blocks, self.threads = index, blocks, threads
        self.shuffles = self.barriers = 0

    def warp_sum(self, lanes):
        lanes = list(lanes)
        steps = 0
        for d in (16, 8, 4, 2, 1):
            lanes = [lanes[i] + (lanes[i + d] if i + d < 32 else lanes[i]) for i in range(32)]
            steps += 1
        self.shuffles = steps
        return lanes[0]

    def run(self, x, zero_idle=True):
        n, stride = len(x), self.blocks * self.threads
        own = []
        for t in range(self.threads):
            v = x.dtype.type(0)
            for i in range(self.index * self.threads + t, n, stride):
                v = v + x[i]
            own.append(v)
        warps = self.threads // 32
        part = [self.warp_sum(own[w * 32 : w * 32 + 32]) for w in range(warps)]
        self.barriers += 1
        first = [part[i] if i < warps else (0 if zero_idle else own[i]) for i in range(32)]
        self.slots = warps
        return self.warp_sum(first)


def grid(x, blocks, threads, zero_idle=True):
    total, atomics = x.dtype.type(0), 0
    made = [Block(b, blocks, threads) for b in range(blocks)]
    for b in made:
        total = total + b.run(x, zero_idle)
        atomics += 1
    return total, atomics, made[0]


def main() -> None:
    x = np.arange(1, 1001, dtype=np.int64)
    for blocks, threads in ((1, 32), (3, 64), (16, 256), (4, 128)):
        assert (grid(x, blocks, threads)[0] == CLAIM_EXACT_INTEGER_SUM) == CLAIM_SUM_MATCHES
    total, atomics, b = grid(x, 16, 256)
    assert atomics == CLAIM_ATOMICS
    assert b.shuffles == CLAIM_SHUFFLES_PER_WARP and b.barriers == CLAIM_BARRIERS and b.slots == CLAIM_SLOTS
    assert (grid(x, 16, 256, zero_idle=False)[0] != total) == CLAIM_WRONG_IF_IDLE_LANES_KEEP_VALUES
    y = np.full(20000, 0.1, dtype=np.float32)
    exact = float(np.sum(y.astype(np.float64)))
    serial = np.float32(0)
    for v in y:
        serial = serial + v
    tree = grid(y, 4, 128)[0]
    assert (abs(float(tree) - exact) < abs(float(serial) - exact)) == CLAIM_FP32_PAIRWISE_BEATS_SERIAL
    print(f"1..1000 over 16 blocks of 256: sum {total}, 5 shuffles a warp, 1 barrier, 8 slots, {atomics} atomics")


if __name__ == "__main__":
    main()
