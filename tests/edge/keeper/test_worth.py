"""What an act should earn: exact figures of the estimate, and amounts as text."""

from decimal import Decimal
from types import SimpleNamespace

import pytest

from acre_sdk.generated.models import Margins
from edge.keeper.worth import cost_e6, liquidation_fee_e6, text_of

USD = 10**6
RULES = SimpleNamespace(
    min_liquidation_fee=5 * USD,
    max_liquidation_fee=2_500 * USD,
    liquidation_target_health=Decimal("1.25"),
)


def account(available, required, fee_margin, paid=0) -> Margins:
    return Margins(
        available_margin=available,
        total_required_margin=required,
        total_required_margin_ratio=None,
        required_initial_margin=0,
        required_maintenance_margin=0,
        required_liquidation_fee_margin=fee_margin,
        accumulated_liquidation_fees=paid,
    )


@pytest.mark.parametrize(
    ("margins", "fee_e6"),
    [
        # of 1,250 wanted 350 are missing: 350 / 1,150 of the fee margin
        ((900 * USD, 1_000 * USD, 100 * USD), 30_434_782),
        ((1_000 * USD, 1_000 * USD, 100 * USD), 0),  # not liquidatable
        ((20 * USD, 1_000 * USD, 100 * USD), 20 * USD),  # everything closes, 20 are left
        ((0, 1_000 * USD, 100 * USD), 0),
        ((-1, 1_000 * USD, 100 * USD), 0),
        ((90 * USD, 100 * USD, 5 * USD), 5 * USD),  # at least the minimum
        ((90_000 * USD, 100_000 * USD, 20_000 * USD), 2_500 * USD),  # at most the maximum
        ((900 * USD, 1_000 * USD, 100 * USD, 5 * USD), 25_434_782),  # 5 were paid before
        ((900 * USD, 1_000 * USD, 100 * USD, 6 * USD), 30_434_782),  # 6 were paid for a part
        ((900 * USD, 1_000 * USD, 10 * USD, 5 * USD), 0),  # 2.82: the minimum covers it
        ((0, 0, 0), 0),
    ],
)
def test_the_fee_of_a_liquidation(margins, fee_e6):
    assert liquidation_fee_e6(account(*margins), RULES) == fee_e6


@pytest.mark.parametrize(
    ("fee_e9", "price_e6", "cost"),
    [(5_000, 200 * USD, 1_000), (5_001, 200 * USD, 1_001), (1, 1, 1), (0, 200 * USD, 0)],
)
def test_fee_costs_are_rounded_up(fee_e9, price_e6, cost):
    assert cost_e6(fee_e9, price_e6) == cost


def test_amounts_are_written_whole():
    assert text_of(5_000, 9) == "0.000005000"
    assert text_of(-1_500_000, 6) == "-1.500000"
    assert text_of(0, 6) == "0.000000"
