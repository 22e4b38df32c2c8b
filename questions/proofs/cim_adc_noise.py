"""An analog crossbar column: the converter bits an exact sum needs, and the error of fewer bits and of cell noise."""

import math

import numpy as np

CLAIM_ADC_BITS_FOR_EXACT_128_ROWS_BINARY = 8
CLAIM_ADC_BITS_FOR_EXACT_1024_ROWS_BINARY = 11
CLAIM_CONVERSIONS_PER_8X8BIT_COLUMN = 64
CLAIM_FIVE_BITS_MUCH_WORSE_THAN_EIGHT = True
CLAIM_EIGHT_BITS_EXACT = True
CLAIM_RMS_PERCENT_OF_CELL_NOISE_5 = 5.0
CLAIM_ERROR_GROWS_WITH_ROOT_ROWS = True


def adc(x: np.ndarray, bits: int, full: float) -> np.ndarray:
    step = full / (2 ** bits - 1)
    return np.clip(np.round(x / step), 0, 2 ** bits - 1) * step


def main() -> None:
    for rows, claim in ((128, CLAIM_ADC_BITS_FOR_EXACT_128_ROWS_BINARY), (1024, CLAIM_ADC_BITS_FOR_EXACT_1024_ROWS_BINARY)):
        assert math.ceil(math.log2(rows + 1)) == claim  # sums 0..rows are rows+1 levels
    # 8-bit inputs fed bit by bit, 8-bit weights in one-bit cells: every pair of bit planes is converted
    assert sum(1 for _i in range(8) for _w in range(8)) == CLAIM_CONVERSIONS_PER_8X8BIT_COLUMN
    rng = np.random.default_rng(0)
    x = rng.integers(0, 2, (2000, 128))
    w = rng.integers(0, 2, 128)
    exact = x @ w
    e8 = np.abs(adc(exact, 8, 255.0) - exact).mean()
    e5 = np.abs(adc(exact, 5, 128.0) - exact).mean()
    assert bool(e8 == 0.0) == CLAIM_EIGHT_BITS_EXACT
    assert bool(e5 > 0.5) == CLAIM_FIVE_BITS_MUCH_WORSE_THAN_EIGHT, e5
    # each programmed cell is off by 5 % (one standard deviation)
    def rms(rows: int) -> tuple[float, float]:
        xs = np.ones(rows)
        g = 1 + 0.05 * rng.standard_normal((4000, rows // 2 * 2))
        s = g @ xs
        err = float(np.sqrt(((s - rows) ** 2).mean()))
        return err, err / rows * 100
    small, large = rms(64)[0], rms(256)[0]
    assert (1.8 < large / small < 2.2) == CLAIM_ERROR_GROWS_WITH_ROOT_ROWS
    y = rng.standard_normal((200, 256))
    v = rng.standard_normal((256, 64))
    noisy = v * (1 + 0.05 * rng.standard_normal(v.shape))
    rel = 100 * np.linalg.norm(y @ noisy - y @ v) / np.linalg.norm(y @ v)
    assert round(rel, 1) == CLAIM_RMS_PERCENT_OF_CELL_NOISE_5, rel
    print(f"128 binary rows need an 8-bit converter, 64 conversions per 8x8-bit output; 5 % cell noise gives {rel:.1f} % output error")


if __name__ == "__main__":
    main()
