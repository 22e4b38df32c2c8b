"""Runs a thread pool's worker loop under random schedules: does every accepted task run once, and does shutdown end?"""

import random

CLAIM_DRAINING_LOSES = 0
CLAIM_STOP_FIRST_LOSES_SOME = True
CLAIM_STOP_OUTSIDE_LOCK_HANGS = True
CLAIM_STOP_UNDER_LOCK_HANGS = False
CLAIM_NOTIFY_ONE_AT_STOP_HANGS = True


def run(seed: int, drain: bool, locked_stop: bool, notify_all: bool) -> tuple[int, bool]:
    """Each step is one critical section, except that an unlocked stop may fall between a check and a sleep."""
    rng = random.Random(seed)
    queue, ran, stop = [], [], False
    workers = [{"state": "check", "awake": True} for _ in range(3)]
    to_submit, accepted, told = 8, 0, False

    def may_leave():
        return stop and (not queue or not drain)

    for _ in range(400):
        choices = [w for w in workers if w["state"] in ("check", "going")] + ["main"]
        pick = rng.choice(choices)
        if pick == "main":
            if accepted < to_submit:
                queue.append(accepted)
                accepted += 1
                asleep = [w for w in workers if w["state"] == "sleep"]
                if asleep:
                    rng.choice(asleep)["state"] = "check"
            elif not told:
                if not locked_stop or not any(w["state"] == "going" for w in workers):
                    stop = told = True
                    asleep = [w for w in workers if w["state"] == "sleep"]
                    for w in asleep if notify_all else asleep[:1]:
                        w["state"] = "check"
            continue
        if pick["state"] == "going":
            pick["state"] = "sleep"
        elif may_leave():
            pick["state"] = "left"
        elif queue:
            ran.append(queue.pop(0))
        else:
            # With the lock held, the check and the sleep are one step.
            pick["state"] = "sleep" if locked_stop else "going"
    assert len(ran) == len(set(ran))
    return accepted - len(ran), any(w["state"] == "sleep" for w in workers) and told


def main() -> None:
    seeds = range(60)
    good = [run(seed, drain=True, locked_stop=True, notify_all=True) for seed in seeds]
    assert max(lost for lost, _ in good) == CLAIM_DRAINING_LOSES
    assert any(hung for _, hung in good) == CLAIM_STOP_UNDER_LOCK_HANGS
    dropping = [run(seed, drain=False, locked_stop=True, notify_all=True) for seed in seeds]
    assert any(lost for lost, _ in dropping) == CLAIM_STOP_FIRST_LOSES_SOME
    unlocked = [run(seed, drain=True, locked_stop=False, notify_all=True) for seed in seeds]
    assert any(hung for _, hung in unlocked) == CLAIM_STOP_OUTSIDE_LOCK_HANGS
    one = [run(seed, drain=True, locked_stop=True, notify_all=False) for seed in seeds]
    assert any(hung for _, hung in one) == CLAIM_NOTIFY_ONE_AT_STOP_HANGS
    print("stop under the lock with notify_all: no task lost, no worker left asleep; each shortcut fails in some schedule")


if __name__ == "__main__":
    main()
