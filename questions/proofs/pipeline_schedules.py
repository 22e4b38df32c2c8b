"""Pipeline schedules, run event by event: bubble, live activations, messages."""

CLAIM_BUBBLE_GPIPE_P4_M8 = 0.375
CLAIM_BUBBLE_1F1B_P4_M8 = 0.375
CLAIM_BUBBLE_INTERLEAVED_P4_M8_V2 = 0.1875
CLAIM_LIVE_GPIPE_P4_M8 = 8
CLAIM_LIVE_1F1B_P4_M8 = 4
CLAIM_MESSAGES_GROW_WITH_V = 2.33
CLAIM_IDLE_SHARE_P4_M8 = 0.273
CLAIM_ORDER_STAGE_0_P4_M5 = "F0 F1 F2 F3 B0 F4 B1 B2 B3 B4"


def gpipe(p, m, rank, v=1):
    return [("F", i, 0) for i in range(m)] + [("B", i, 0) for i in range(m)]


def one_f_one_b(p, m, rank, v=1):
    warm = min(p - rank - 1, m)
    order = [("F", i, 0) for i in range(warm)]
    for i in range(m - warm):
        order += [("F", warm + i, 0), ("B", i, 0)]
    return order + [("B", i, 0) for i in range(m - warm, m)]


def interleaved(p, m, rank, v):
    total = m * v

    def unit(k, forward):
        chunk = k % (p * v) // p
        return k // (p * v) * p + k % p, chunk if forward else v - 1 - chunk

    warm = min(total, 2 * (p - rank - 1) + (v - 1) * p)
    order = [("F", *unit(k, True)) for k in range(warm)]
    for k in range(total - warm):
        order += [("F", *unit(warm + k, True)), ("B", *unit(k, False))]
    return order + [("B", *unit(k, False)) for k in range(total - warm, total)]


def run(schedule, p, m, v=1, forward=1.0, backward=2.0):
    todo = [schedule(p, m, r, v) for r in range(p)]
    done, clock, live, peak, at = {}, [0.0] * p, [0] * p, [0] * p, [0] * p
    last = p * v - 1
    while any(at[r] < len(todo[r]) for r in range(p)):
        moved = False
        for r in range(p):
            while at[r] < len(todo[r]):
                kind, mb, chunk = todo[r][at[r]]
                stage = chunk * p + r
                if kind == "F":
                    need = [("F", mb, stage - 1)] if stage else []
                else:
                    need = [("F", mb, stage)] + ([("B", mb, stage + 1)] if stage < last else [])
                if any(n not in done for n in need):
                    break
                start = max([clock[r]] + [done[n] for n in need])
                clock[r] = start + (forward if kind == "F" else backward) / v
                done[(kind, mb, stage)] = clock[r]
                live[r] += 1 if kind == "F" else -1
                peak[r] = max(peak[r], live[r])
                at[r] += 1
                moved = True
        assert moved, "deadlock"
    ideal = m * (forward + backward)
    messages = sum(1 for kind, _, s in done if (s < last if kind == "F" else s > 0))
    return (max(clock) - ideal) / ideal, max(peak) / v, messages, max(clock)


def main() -> None:
    p, m = 4, 8
    bubble_g, live_g, msg_g, _ = run(gpipe, p, m)
    bubble_1, live_1, msg_1, end = run(one_f_one_b, p, m)
    bubble_i, _, msg_i, _ = run(interleaved, p, m, 2)
    assert abs(bubble_g - CLAIM_BUBBLE_GPIPE_P4_M8) < 1e-9
    assert abs(bubble_1 - CLAIM_BUBBLE_1F1B_P4_M8) < 1e-9
    assert abs(bubble_i - CLAIM_BUBBLE_INTERLEAVED_P4_M8_V2) < 1e-9, bubble_i
    assert (live_g, live_1) == (CLAIM_LIVE_GPIPE_P4_M8, CLAIM_LIVE_1F1B_P4_M8)
    assert abs(msg_i / msg_1 - CLAIM_MESSAGES_GROW_WITH_V) < 0.005, msg_i / msg_1
    assert abs(1 - m * 3 / end - CLAIM_IDLE_SHARE_P4_M8) < 0.0005
    for p2, m2, v2 in ((2, 4, 2), (4, 16, 2), (8, 16, 4)):
        assert abs(run(one_f_one_b, p2, m2)[0] - (p2 - 1) / m2) < 1e-9
        assert abs(run(interleaved, p2, m2, v2)[0] - (p2 - 1) / (v2 * m2)) < 1e-9
    text = " ".join(f"{k}{i}" for k, i, _ in one_f_one_b(4, 5, 0))
    assert text == CLAIM_ORDER_STAGE_0_P4_M5, text
    print(f"p=4, m=8: bubble {bubble_g} for GPipe and {bubble_1} for 1F1B, {bubble_i} interleaved by 2; live {live_g} and {live_1}")


if __name__ == "__main__":
    main()
