"""An int8 dot product moved from NEON to MIPS MSA: width of the partial sums, instruction counts, and lane order by endianness."""

import struct

import numpy as np

CLAIM_LANES_INT8 = 16
CLAIM_FULL_RANGE_PAIR_IN_INT16 = -32768
CLAIM_SYMMETRIC_PAIR_IN_INT16 = 32258
CLAIM_SHORT_FORM_EXACT_FOR_127 = True
CLAIM_SHORT_FORM_EXACT_FOR_128 = False
CLAIM_WIDENED_FORM_EXACT_FOR_128 = True
CLAIM_SHORT_FORM_INSTRUCTIONS = 2
CLAIM_WIDENED_FORM_INSTRUCTIONS = 8
CLAIM_BYTES_AFTER_WORD_LOAD_BIG = (3, 2, 1, 0)
CLAIM_BYTES_AFTER_WORD_LOAD_LITTLE = (0, 1, 2, 3)
CLAIM_DELAY_SLOT_RUNS_WHEN_TAKEN = True
CLAIM_COMPACT_SLOT_RUNS_WHEN_TAKEN = False


class Counter:
    used = 0


def op(value: np.ndarray) -> np.ndarray:
    Counter.used += 1
    return value


def dotp_s(a: np.ndarray, b: np.ndarray, wide: type) -> np.ndarray:
    """Adjacent products added in a lane twice as wide, which wraps as the hardware lane does."""
    p = a.astype(np.int64) * b.astype(np.int64)
    return op((p[0::2] + p[1::2]).astype(wide))


def dpadd_s(acc: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    p = a.astype(np.int64) * b.astype(np.int64)
    return op((acc.astype(np.int64) + p[0::2] + p[1::2]).astype(np.int32))


def short_form(acc: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return dpadd_s(acc, dotp_s(a, b, np.int16), np.ones(8, np.int16))


def halves(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sign-extend by interleaving each byte with its sign mask: one compare, two interleaves."""
    mask = op((x < 0).astype(np.int8) * np.int8(-1))
    pairs = np.stack([x.view(np.uint8), mask.view(np.uint8)], axis=1).reshape(-1)
    wide = pairs.view("<i2").astype(np.int16)
    return op(wide[:8]), op(wide[8:])


def widened_form(acc: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    (a0, a1), (b0, b1) = halves(a), halves(b)
    return dpadd_s(dpadd_s(acc, a0, b0), a1, b1)


def exact(form, low: int, high: int) -> tuple[bool, int]:
    rng = np.random.default_rng(5)
    same = True
    for trial in range(40):
        a = rng.integers(low, high + 1, 16).astype(np.int8)
        b = rng.integers(low, high + 1, 16).astype(np.int8)
        if trial == 0:
            a[:], b[:] = low, low
        Counter.used = 0
        got = int(form(np.zeros(4, np.int32), a, b).sum())
        same &= got == int(a.astype(np.int64) @ b.astype(np.int64))
    return same, Counter.used


def byte_lanes_after_word_load(order: str) -> tuple[int, ...]:
    """Lane 0 of a word load, seen as byte lanes: byte lane i is bits 8i to 8i+7 of the register."""
    value = struct.unpack(order + "I", bytes([0, 1, 2, 3]))[0]
    return tuple(value >> 8 * i & 255 for i in range(4))


def runs_next_when_taken(delay_slot: bool) -> bool:
    trace: list[str] = []
    program = ["branch 3", "next", "skipped", "target"]
    at, pending = 0, -1
    while at < len(program):
        step, jump = program[at], pending
        trace.append(step)
        pending = -1
        at += 1
        if jump >= 0:
            at = jump
        if step.startswith("branch"):
            if delay_slot:
                pending = int(step.split()[1])
            else:
                at = int(step.split()[1])
    assert "skipped" not in trace and trace[-1] == "target"
    return "next" in trace


def main() -> None:
    assert 128 // 8 == CLAIM_LANES_INT8
    low = np.full(16, -128, np.int8)
    assert dotp_s(low, low, np.int16)[0] == CLAIM_FULL_RANGE_PAIR_IN_INT16
    edge = np.full(CLAIM_LANES_INT8, -127, np.int8)
    assert dotp_s(edge, edge, np.int16)[0] == CLAIM_SYMMETRIC_PAIR_IN_INT16
    fine, short = exact(short_form, -127, 127)
    assert fine == CLAIM_SHORT_FORM_EXACT_FOR_127 and short == CLAIM_SHORT_FORM_INSTRUCTIONS
    assert exact(short_form, -128, 127)[0] == CLAIM_SHORT_FORM_EXACT_FOR_128
    fine, widened = exact(widened_form, -128, 127)
    assert fine == CLAIM_WIDENED_FORM_EXACT_FOR_128 and widened == CLAIM_WIDENED_FORM_INSTRUCTIONS
    assert byte_lanes_after_word_load(">") == CLAIM_BYTES_AFTER_WORD_LOAD_BIG
    assert byte_lanes_after_word_load("<") == CLAIM_BYTES_AFTER_WORD_LOAD_LITTLE
    assert runs_next_when_taken(True) == CLAIM_DELAY_SLOT_RUNS_WHEN_TAKEN
    assert runs_next_when_taken(False) == CLAIM_COMPACT_SLOT_RUNS_WHEN_TAKEN
    print(f"16 int8 multiply-adds: {short} MSA instructions for values to 127, {widened} when -128 occurs")


if __name__ == "__main__":
    main()
