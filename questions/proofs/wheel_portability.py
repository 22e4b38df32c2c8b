"""Which host accepts a binary: the loader's symbol versions, the installer's tag, and the GPU code inside, tried host by host."""

CLAIM_NEEDS_GLIBC = "2.34"
CLAIM_HOSTS_THAT_LOAD = ("2.34", "2.39")
CLAIM_TEXT_ORDER_ACCEPTS_2_5_FOR_2_17 = True
CLAIM_NUMBER_ORDER_ACCEPTS_2_5_FOR_2_17 = False
CLAIM_CUBIN_ONLY_RUNS_ON = ("8.0", "8.6", "8.9")
CLAIM_WITH_PTX_RUNS_ON = ("8.0", "8.6", "8.9", "9.0", "10.0")
CLAIM_JIT_ON = ("9.0", "10.0")
CLAIM_WHEELS_FOR_FIVE_PYTHONS = 5
CLAIM_STABLE_ABI_WHEELS = 1

SYMBOLS = {"memcpy": (2, 14), "pthread_create": (2, 34), "clock_gettime": (2, 17), "malloc": (2, 2, 5)}
HOSTS = ("2.17", "2.28", "2.31", "2.34", "2.39")
DEVICES = ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0")


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def loads(host: str) -> bool:
    """The dynamic loader: each version a binary names must be among those the libc of the host defines."""
    defined = {(2, 2, 5)} | {(2, minor) for minor in range(3, numbers(host)[1] + 1)}
    return all(version in defined for version in SYMBOLS.values())


def run_how(device: str, cubins: list[str], ptx: list[str]) -> str:
    major, minor = numbers(device)
    for have in cubins:
        at = numbers(have)
        if at[0] == major and at[1] <= minor:
            return "cubin"
    return "jit" if any(numbers(have) <= (major, minor) for have in ptx) else "no kernel image"


def wheels(pythons: list[str], floor: "str | None") -> int:
    """One binary an interpreter version, or one for all from the floor on where only the limited API is used."""
    tags = {f"cp{p.replace('.', '')}" if floor is None or numbers(p) < numbers(floor) else "abi3" for p in pythons}
    return len(tags)


def main() -> None:
    need = ".".join(map(str, max(SYMBOLS.values())))
    assert need == CLAIM_NEEDS_GLIBC
    assert tuple(host for host in HOSTS if loads(host)) == CLAIM_HOSTS_THAT_LOAD
    assert all(loads(host) == (numbers(host) >= numbers(need)) for host in HOSTS)
    assert ("2.5" >= "2.17") == CLAIM_TEXT_ORDER_ACCEPTS_2_5_FOR_2_17
    assert (numbers("2.5") >= numbers("2.17")) == CLAIM_NUMBER_ORDER_ACCEPTS_2_5_FOR_2_17
    only = tuple(d for d in DEVICES if run_how(d, ["8.0"], []) != "no kernel image")
    both = {d: run_how(d, ["8.0"], ["8.0"]) for d in DEVICES}
    assert only == CLAIM_CUBIN_ONLY_RUNS_ON
    assert tuple(d for d, how in both.items() if how != "no kernel image") == CLAIM_WITH_PTX_RUNS_ON
    assert tuple(d for d, how in both.items() if how == "jit") == CLAIM_JIT_ON
    pythons = ["3.10", "3.11", "3.12", "3.13", "3.14"]
    assert wheels(pythons, None) == CLAIM_WHEELS_FOR_FIVE_PYTHONS and wheels(pythons, "3.10") == CLAIM_STABLE_ABI_WHEELS
    print(f"one symbol of glibc {need} shuts out {len(HOSTS) - 2} of {len(HOSTS)} hosts; sm_80 alone runs on {', '.join(only)}")


if __name__ == "__main__":
    main()
