"""Traffic of a tiled product, counted by walking the tiles."""

CLAIM_GB_128 = 4.29


def main() -> None:
    n, tile = 4096, 128
    read = sum(2 * n * tile * 4 for _ in range((n // tile) ** 2))
    assert round(read / 1e9, 2) == CLAIM_GB_128, read
    print(f"{read / 1e9:.2f} GB read with {tile} x {tile} tiles")


if __name__ == "__main__":
    main()
