"""Buffer accesses of one matrix product under three stationary choices, counted by running the loop nests."""

CLAIM_WEIGHT_STATIONARY = (4096, 32768, 32768)     # reads of W, reads of A, partial sums moved
CLAIM_OUTPUT_STATIONARY = (32768, 32768, 4096)
CLAIM_INPUT_STATIONARY = (32768, 4096, 32768)
CLAIM_BEST_WHEN_M_IS_4096 = "weight"
CLAIM_BEST_WHEN_K_IS_4096 = "output"
CLAIM_BEST_WHEN_N_IS_4096 = "input"


def count(m: int, k: int, n: int, stay: str, t: int = 8) -> tuple[int, int, int]:
    """A t x t array; what stays is fetched once per tile, what streams is fetched for every tile it meets."""
    mt, kt, nt = -(-m // t), -(-k // t), -(-n // t)
    w = a = p = 0
    order = {"weight": (kt, nt, mt), "output": (mt, nt, kt), "input": (mt, kt, nt)}[stay]
    for _x in range(order[0]):
        for _y in range(order[1]):
            if stay == "weight":
                w += t * t
            elif stay == "input":
                a += t * t
            else:
                p += t * t
            inner = order[2]
            if stay != "weight":
                w += inner * t * t
            if stay != "input":
                a += inner * t * t
            if stay != "output":
                p += inner * t * t
    return w, a, p


def best(m: int, k: int, n: int) -> str:
    return min(("weight", "output", "input"), key=lambda s: sum(count(m, k, n, s)))


def main() -> None:
    assert count(64, 64, 64, "weight") == CLAIM_WEIGHT_STATIONARY, count(64, 64, 64, "weight")
    assert count(64, 64, 64, "output") == CLAIM_OUTPUT_STATIONARY, count(64, 64, 64, "output")
    assert count(64, 64, 64, "input") == CLAIM_INPUT_STATIONARY
    assert best(4096, 64, 64) == CLAIM_BEST_WHEN_M_IS_4096
    assert best(64, 4096, 64) == CLAIM_BEST_WHEN_K_IS_4096
    assert best(64, 64, 4096) == CLAIM_BEST_WHEN_N_IS_4096
    print(f"64^3 on an 8x8 array (W, A, partial sums): weight {count(64, 64, 64, 'weight')}, output {count(64, 64, 64, 'output')}")


if __name__ == "__main__":
    main()
