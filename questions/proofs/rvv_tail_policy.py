"""A dot product on a simulated vector unit: what a tail-agnostic accumulator costs."""

import numpy as np

CLAIM_UNDISTURBED_IS_RIGHT = True
CLAIM_AGNOSTIC_MAY_GIVE_NAN = True
CLAIM_LOST_IF_REDUCED_WITH_LAST_VL = 93.0  # of 99: 33 products of 3, VLMAX 32
CLAIM_ALL_ONES_IS_NAN = True
CLAIM_GROUPS_AT_LMUL8 = 4


def dot(x, y, top: int, agnostic: bool, reduce_vl: str) -> float:
    acc = np.zeros(top, np.float32)
    at, vl = 0, 0
    while at < len(x):
        vl = min(top, len(x) - at)
        acc[:vl] += x[at:at + vl] * y[at:at + vl]
        if agnostic and vl < top:
            acc.view(np.uint32)[vl:] = 0xFFFFFFFF  # the spec lets hardware write all ones here
        at += vl
    n = top if reduce_vl == "vlmax" else vl
    return float(acc[:n].sum())


def main() -> None:
    rng = np.random.default_rng(5)
    x = rng.integers(-8, 8, 100).astype(np.float32)
    y = rng.integers(-8, 8, 100).astype(np.float32)
    want = float((x * y).sum())
    right = all(dot(x, y, top, False, "vlmax") == want for top in (4, 8, 16, 32, 128))
    assert right == CLAIM_UNDISTURBED_IS_RIGHT
    assert bool(np.isnan(dot(x, y, 8, True, "vlmax"))) == CLAIM_AGNOSTIC_MAY_GIVE_NAN
    ones = np.frombuffer(np.uint32(0xFFFFFFFF).tobytes(), np.float32)[0]
    assert bool(np.isnan(ones)) == CLAIM_ALL_ONES_IS_NAN
    # 33 products of 3 with VLMAX 32: the last pass has vl 1, and lane 0 alone holds two of the products
    t = np.full(33, 3.0, np.float32)
    o = np.ones(33, np.float32)
    lost = dot(t, o, 32, False, "vlmax") - dot(t, o, 32, False, "last")
    assert lost == CLAIM_LOST_IF_REDUCED_WITH_LAST_VL, lost
    groups = len([r for r in range(32) if r % 8 == 0])
    assert groups == CLAIM_GROUPS_AT_LMUL8
    print(f"tail undisturbed gives {want}, tail agnostic may give NaN; reducing with the last vl loses {lost} of 99")


if __name__ == "__main__":
    main()
