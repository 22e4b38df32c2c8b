"""A service's workload model on two chips: time by phase, fleet size, cost of a million tokens, payback of a port."""
import math

CLAIM_TIME_RATIO_DECODE_HEAVY = 0.903
CLAIM_TIME_RATIO_PREFILL_HEAVY = 1.3
CLAIM_SAME_CHIP_WINS_BOTH = False
CLAIM_CARDS_OLD_FOR_PEAK = 125
CLAIM_CARDS_NEW_FOR_PEAK = 113
CLAIM_CARDS_OLD_IF_SIZED_BY_MEAN = 50
CLAIM_CNY_A_MILLION_TOKENS_OLD_AND_NEW = (2.63, 1.58)
CLAIM_SAVING_MILLION_CNY_A_YEAR = 3.31
CLAIM_PAYBACK_MONTHS_FOR_4_MILLION = 14.5
CLAIM_DEPRECIATION_SHARE_PERCENT = 90.4
CLAIM_SAVED_PERCENT_BY_20_PERCENT_GOODPUT_AND_PRICE = (16.7, 18.1)
CLAIM_PRICE_WINS_ABOVE_SHARE_PERCENT = 83.3
CLAIM_END_TO_END_GAIN_IF_MODEL_IS_60_PERCENT_OF_LATENCY = 1.06


def main() -> None:
    compute, bandwidth = 0.5, 1.2                         # new chip over old: dense peak, memory bandwidth
    shares = {"decode": (0.06, 0.94), "prefill": (0.4, 0.6)}   # prefill and decode shares of card time on the old chip
    ratio = {k: p / compute + d / bandwidth for k, (p, d) in shares.items()}
    assert round(ratio["decode"], 3) == CLAIM_TIME_RATIO_DECODE_HEAVY and round(ratio["prefill"], 3) == CLAIM_TIME_RATIO_PREFILL_HEAVY
    assert ((ratio["decode"] < 1) == (ratio["prefill"] < 1)) == CLAIM_SAME_CHIP_WINS_BOTH
    peak, mean, goodput, headroom = 250_000, 100_000, 2500, 0.8     # tokens a second of the service; of a card within the SLO
    cards = lambda load, r: math.ceil(load / (goodput * headroom / r))
    old, new = cards(peak, 1), cards(peak, ratio["decode"])
    assert (old, new) == (CLAIM_CARDS_OLD_FOR_PEAK, CLAIM_CARDS_NEW_FOR_PEAK)
    assert cards(mean, 1) == CLAIM_CARDS_OLD_IF_SIZED_BY_MEAN
    hour = lambda price, kw: price / (3 * 8760) + kw * 1.3 * 0.8    # three years; PUE 1.3; 0.8 CNY a kWh
    million = lambda n, price, kw: n * hour(price, kw) / (mean * 3600 / 1e6)
    a, b = million(old, 180_000, 0.7), million(new, 120_000, 0.45)
    assert (round(a, 2), round(b, 2)) == CLAIM_CNY_A_MILLION_TOKENS_OLD_AND_NEW, (a, b)
    saving = (a - b) * mean * 3600 * 8760 / 1e6 / 1e6
    assert round(saving, 2) == CLAIM_SAVING_MILLION_CNY_A_YEAR, saving
    assert round(4 / saving * 12, 1) == CLAIM_PAYBACK_MONTHS_FOR_4_MILLION
    assert round(1 / (0.4 + 0.6 * ratio["decode"]), 2) == CLAIM_END_TO_END_GAIN_IF_MODEL_IS_60_PERCENT_OF_LATENCY
    now, cheaper = hour(180_000, 0.7), hour(0.8 * 180_000, 0.7)
    by_goodput, by_price = 100 * (1 - 1 / 1.2), 100 * (1 - cheaper / now)
    assert (round(by_goodput, 1), round(by_price, 1)) == CLAIM_SAVED_PERCENT_BY_20_PERCENT_GOODPUT_AND_PRICE, (by_goodput, by_price)
    assert round(100 * hour(180_000, 0) / now, 1) == CLAIM_DEPRECIATION_SHARE_PERCENT
    assert round(by_goodput / 0.2, 1) == CLAIM_PRICE_WINS_ABOVE_SHARE_PERCENT
    print(f"decode-heavy {ratio['decode']:.3f}, prefill-heavy {ratio['prefill']:.3f} of the old time; {old} and {new} cards; {a:.2f} and {b:.2f} CNY a million tokens")


if __name__ == "__main__":
    main()
