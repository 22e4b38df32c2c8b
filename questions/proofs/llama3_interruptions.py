"""The Llama 3 interruption table: which percentages fit which counts, and what they mean for one card."""

CLAIM_GPU_SHARE = 0.353
CLAIM_COPIED_SHARE_IS_CONSISTENT = False
CLAIM_OTHER_ROWS_USE_419 = True
CLAIM_HOURS_BETWEEN_UNEXPECTED = 3.09
CLAIM_CARD_YEARS_BETWEEN = 5.8
CLAIM_HOURS_AT_1024_CARDS = 49.5
CLAIM_UNEXPECTED = 419


def main() -> None:
    total, planned, days, cards = 466, 47, 54, 16384
    unexpected = total - planned
    assert unexpected == CLAIM_UNEXPECTED
    rows = {72: 17.2, 35: 8.4, 19: 4.5, 17: 4.1}
    assert all(round(100 * n / unexpected, 1) == pct for n, pct in rows.items()) == CLAIM_OTHER_ROWS_USE_419
    assert abs(148 / unexpected - CLAIM_GPU_SHARE) < 0.0005
    assert any(round(100 * 148 / base, 1) == 30.1 for base in (unexpected, total)) == CLAIM_COPIED_SHARE_IS_CONSISTENT
    hours = days * 24 / unexpected
    assert abs(hours - CLAIM_HOURS_BETWEEN_UNEXPECTED) < 0.005, hours
    years = hours * cards / 24 / 365
    assert abs(years - CLAIM_CARD_YEARS_BETWEEN) < 0.05, years
    assert abs(hours * cards / 1024 - CLAIM_HOURS_AT_1024_CARDS) < 0.05, hours * cards / 1024
    print(f"{unexpected} unexpected stops in 54 days: one in {hours:.2f} h, GPU row {148 / unexpected:.1%}, not 30.1 %")


if __name__ == "__main__":
    main()
