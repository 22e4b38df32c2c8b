"""A camera pipeline on one SoC: frames on a fixed schedule, one accelerator shared by priorities, one DRAM shared by all."""

CLAIM_CAMERA_GBS_8X8MP_YUV420 = 2.99
CLAIM_WORST_FIFO_MS = 60
CLAIM_WORST_PRIORITY_WHOLE_TASKS_MS = 45
CLAIM_WORST_PRIORITY_SLICES_5MS_MS = 30
CLAIM_FRAME_PERIOD_MS = 33.3
CLAIM_ONLY_SLICED_MEETS_33MS = True
CLAIM_METRES_AT_120_KMH_IN_100MS = 3.3


def worst(own: int, others: list[int], policy: str, slice_ms: int = 0) -> int:
    """Longest response of the urgent task over every arrival moment during one round of the others."""
    total = sum(others)
    result = 0
    for arrive in range(total):
        at, start = 0, None
        for job in others:
            step = slice_ms or job
            pos = at
            while pos < at + job:
                end = min(pos + step, at + job)
                if policy == "priority" and pos <= arrive < end:
                    start = end
                    break
                pos = end
            if start is not None:
                break
            at += job
        if policy == "fifo":
            start = total
        result = max(result, start - arrive + own)
    return result


def main() -> None:
    cams = sum(3840 * 2160 * 3 // 2 for _c in range(8)) * 30 / 1e9
    assert round(cams, 2) == CLAIM_CAMERA_GBS_8X8MP_YUV420, cams
    fifo = worst(25, [20, 15], "fifo")
    whole = worst(25, [20, 15], "priority")
    cut = worst(25, [20, 15], "priority", 5)
    assert fifo == CLAIM_WORST_FIFO_MS, fifo
    assert whole == CLAIM_WORST_PRIORITY_WHOLE_TASKS_MS, whole
    assert cut == CLAIM_WORST_PRIORITY_SLICES_5MS_MS, cut
    period = round(1000 / 30, 1)
    assert period == CLAIM_FRAME_PERIOD_MS
    assert (cut < period < min(whole, fifo)) == CLAIM_ONLY_SLICED_MEETS_33MS
    assert round(120 / 3.6 * 0.1, 1) == CLAIM_METRES_AT_120_KMH_IN_100MS
    print(f"urgent task of 25 ms: {fifo} ms worst in FIFO, {whole} by priority between tasks, {cut} with 5 ms slices")


if __name__ == "__main__":
    main()
