"""Hierarchical all-reduce over nodes, simulated with rails; hash collisions of few large flows."""

import math

import numpy as np

CLAIM_NIC_SENT_OF_DATA = 0.234375
CLAIM_MS_EIGHT_RAILS = 4.7
CLAIM_MS_ONE_NIC = 37.5
CLAIM_NVLINK_SENT_OF_DATA = 1.75
CLAIM_MS_NVLINK_PART = 3.9
CLAIM_NO_COLLISION_8_FLOWS = 0.0024
CLAIM_USED_LINKS_8_FLOWS = 5.25


def hierarchical(data):
    """data[node][gpu]: reduce-scatter inside, all-reduce one shard per rail, all-gather inside."""
    nodes, gpus, size = len(data), len(data[0]), data[0][0].size
    shard = size // gpus
    nic = np.zeros((nodes, gpus))
    inside = np.zeros((nodes, gpus))
    part = [[None] * gpus for _ in range(nodes)]
    for k in range(nodes):
        for g in range(gpus):
            part[k][g] = sum(data[k][q].reshape(gpus, shard)[g] for q in range(gpus))
            inside[k][g] += (gpus - 1) * shard
    for g in range(gpus):
        x = [part[k][g].reshape(nodes, -1).copy() for k in range(nodes)]
        for phase in range(2):
            for s in range(nodes - 1):
                for k in range(nodes):
                    c = (k - s + phase) % nodes
                    d = (k + 1) % nodes
                    x[d][c] = x[d][c] + x[k][c] if phase == 0 else x[k][c].copy()
                    nic[k][g] += x[k][c].size
        for k in range(nodes):
            part[k][g] = x[k].ravel()
    out = []
    for k in range(nodes):
        inside[k] += (gpus - 1) * shard
        out.append(np.concatenate(part[k]))
    return out, nic / size, inside / size


def main() -> None:
    nodes, gpus, size = 16, 8, 256
    rng = np.random.default_rng(9)
    data = [[rng.integers(0, 9, size).astype(float) for _ in range(gpus)] for _ in range(nodes)]
    want = sum(d for node in data for d in node)
    out, nic, inside = hierarchical(data)
    assert all(np.array_equal(o, want) for o in out)
    assert nic.max() == CLAIM_NIC_SENT_OF_DATA and inside.max() == CLAIM_NVLINK_SENT_OF_DATA
    assert abs(nic.max() * 1e9 / 50e9 * 1e3 - CLAIM_MS_EIGHT_RAILS) < 0.05
    assert abs(nic.sum(1).max() * 1e9 / 50e9 * 1e3 - CLAIM_MS_ONE_NIC) < 0.05
    assert abs(inside.max() * 1e9 / 450e9 * 1e3 - CLAIM_MS_NVLINK_PART) < 0.05
    state = {0: 1.0}
    for _ in range(8):
        nxt = {}
        for used, pr in state.items():
            nxt[used] = nxt.get(used, 0) + pr * used / 8
            nxt[used + 1] = nxt.get(used + 1, 0) + pr * (8 - used) / 8
        state = nxt
    assert math.isclose(state[8], math.factorial(8) / 8**8)
    assert abs(state[8] - CLAIM_NO_COLLISION_8_FLOWS) < 0.00005, state[8]
    used = sum(k * pr for k, pr in state.items())
    assert abs(used - CLAIM_USED_LINKS_8_FLOWS) < 0.005, used
    print(f"16 nodes of 8: a NIC sends {nic.max()} of the data; 8 hashed flows use {used:.2f} of 8 links")


if __name__ == "__main__":
    main()
