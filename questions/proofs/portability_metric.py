"""Performance portability as a harmonic mean, and one tile size tried on three devices."""

CLAIM_HARMONIC = 0.45
CLAIM_ARITHMETIC = 0.63
CLAIM_WITH_ONE_UNSUPPORTED = 0.0
CLAIM_TILE_128_FITS_ON = 2
CLAIM_TILE_64_FITS_ON = 3
CLAIM_TILE_128_BYTES = 32768
CLAIM_TILE_64_BYTES = 16384
CLAIM_WORST_SHARE_OF_FIXED_TILE = 0.5

LOCAL = {"gpu-a": 100 * 1024, "gpu-b": 64 * 1024, "phone": 32 * 1024}


def harmonic(eff: list[float]) -> float:
    """Zero when the code does not run somewhere, else the harmonic mean over the platforms."""
    return 0.0 if min(eff) == 0 else len(eff) / sum(1 / e for e in eff)


def tile_bytes(bm: int, bn: int, bk: int, stages: int) -> int:
    return stages * 2 * (bm * bk + bk * bn)


def fits(bm: int, bn: int, bk: int, stages: int) -> int:
    need = tile_bytes(bm, bn, bk, stages)
    return sum(1 for size in LOCAL.values() if need < size)


def main() -> None:
    eff = [0.90, 0.75, 0.24]  # share of each platform's best known implementation
    assert round(harmonic(eff), 2) == CLAIM_HARMONIC, harmonic(eff)
    assert round(sum(eff) / 3, 2) == CLAIM_ARITHMETIC
    assert harmonic([0.9, 0.75, 0.0]) == CLAIM_WITH_ONE_UNSUPPORTED
    assert tile_bytes(128, 128, 32, 2) == CLAIM_TILE_128_BYTES
    assert tile_bytes(64, 64, 32, 2) == CLAIM_TILE_64_BYTES
    assert fits(128, 128, 32, 2) == CLAIM_TILE_128_FITS_ON
    assert fits(64, 64, 32, 2) == CLAIM_TILE_64_FITS_ON
    # one fixed 64x64 tile where 128x128 fits: element reads per output are 2K/64 against 2K/128
    reads = lambda b: sum(2 for _k in range(4096)) / b
    assert reads(128) / reads(64) == CLAIM_WORST_SHARE_OF_FIXED_TILE
    print(f"efficiencies {eff}: harmonic {harmonic(eff):.2f}, arithmetic {sum(eff) / 3:.2f}")


if __name__ == "__main__":
    main()
