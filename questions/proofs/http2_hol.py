"""Six responses over one lossy link: one TCP connection in order, one TCP with multiplexed streams, independent streams."""

CLAIM_BLOCKED_STREAMS_HTTP2 = 6
CLAIM_BLOCKED_STREAMS_INDEPENDENT = 1
CLAIM_STREAMS_DONE_AT_20_HTTP2 = 0
CLAIM_STREAMS_DONE_AT_20_INDEPENDENT = 5
CLAIM_SLOW_FIRST_FINISH_SMALL_HTTP1 = 101
CLAIM_SLOW_FIRST_FINISH_SMALL_HTTP2 = 2


def deliver(lost: int, retransmit_at: int, per_stream: bool) -> dict:
    """Packets 0..17, round robin over six streams, one a tick; one is lost and arrives again later."""
    arrive = {p: p for p in range(18)}
    arrive[lost] = retransmit_at
    ready = {}
    for p in range(18):
        before = [q for q in range(p + 1) if not per_stream or q % 6 == p % 6]
        ready[p] = max(arrive[q] for q in before)
    return {s: max(ready[p] for p in range(18) if p % 6 == s) for s in range(6)}


def small_after_slow(multiplexed: bool) -> int:
    """A response of 100 frames was requested before one of a single frame."""
    queue = {"slow": 100, "small": 1}
    tick = 0
    while queue["small"]:
        names = ["slow", "small"] if multiplexed else (["slow"] if queue["slow"] else ["small"])
        for n in names:
            if queue[n]:
                queue[n] -= 1
                tick += 1
    return tick


def main() -> None:
    clean = {s: 12 + s for s in range(6)}
    tcp, quic = deliver(3, 40, False), deliver(3, 40, True)
    assert sum(tcp[s] > clean[s] for s in range(6)) == CLAIM_BLOCKED_STREAMS_HTTP2
    assert sum(quic[s] > clean[s] for s in range(6)) == CLAIM_BLOCKED_STREAMS_INDEPENDENT
    assert sum(t <= 20 for t in tcp.values()) == CLAIM_STREAMS_DONE_AT_20_HTTP2
    assert sum(t <= 20 for t in quic.values()) == CLAIM_STREAMS_DONE_AT_20_INDEPENDENT
    assert small_after_slow(False) == CLAIM_SLOW_FIRST_FINISH_SMALL_HTTP1
    assert small_after_slow(True) == CLAIM_SLOW_FIRST_FINISH_SMALL_HTTP2
    print("one lost packet delays all 6 multiplexed streams on one TCP connection, and 1 of 6 when streams are independent")


if __name__ == "__main__":
    main()
