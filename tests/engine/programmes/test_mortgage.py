import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.programmes.deals.mortgage import (
    MortgagePaid,
    mortgage_paid,
    mortgage_payment_ceil_e6,
)

E6 = 10**6
E12 = 10**12


def by_the_month(loan_e6, rate_e12, months):
    """Pay month by month: interest on what is owed, the rest of the payment repays."""
    monthly = Fraction(rate_e12, 12 * E12)
    payment = loan_e6 * monthly / (1 - 1 / (1 + monthly) ** 360)
    owed, interest = Fraction(loan_e6), Fraction(0)
    for _ in range(months):
        part = owed * monthly
        interest += part
        owed -= payment - part
    return MortgagePaid(math.ceil(interest), math.ceil(loan_e6 - owed))


@pytest.mark.parametrize("months", [0, 1, 6, 12, 24])
def test_paying_by_the_month_gives_the_same(months):
    found = mortgage_paid(240_000 * E6, 675 * E12 // 10_000, months)
    assert found == by_the_month(240_000 * E6, 675 * E12 // 10_000, months)


def test_the_published_payment_of_a_known_loan():
    # 100,000 at 6 %: 599.55 a month, 500.00 of it interest in the first.
    found = mortgage_paid(100_000 * E6, 6 * E12 // 100, 1)
    assert found.interest_e6 == 500 * E6
    assert found.principal_e6 == 99_550_526


def test_at_the_end_of_the_term_all_is_repaid():
    assert mortgage_paid(123 * E6, 5 * E12 // 100, 360).principal_e6 == 123 * E6


def test_without_interest_the_parts_are_equal():
    assert mortgage_paid(360 * E6, 0, 12) == MortgagePaid(0, 12 * E6)
    assert mortgage_paid(1, 0, 1) == MortgagePaid(0, 1)


def test_without_a_loan_nothing_is_paid():
    assert mortgage_paid(0, E12, 120) == MortgagePaid(0, 0)


@given(st.integers(1, 10**14), st.integers(1, E12), st.integers(0, 6))
def test_any_loan_and_rate(loan_e6, rate_e12, months):
    assert mortgage_paid(loan_e6, rate_e12, months) == by_the_month(loan_e6, rate_e12, months)


@pytest.mark.parametrize("rate_e12", [0, 1, 29 * 10**9, 6_750 * 10**7, 10**12])
@pytest.mark.parametrize("loan_e6", [0, 1, 359, 360, 120_000 * 10**6 + 1])
def test_a_payment_pays_the_loan_off_and_a_smaller_one_does_not(loan_e6, rate_e12):
    def left(payment: int) -> Fraction:
        debt = Fraction(loan_e6)
        for _ in range(360):
            debt += debt * Fraction(rate_e12, 12 * 10**12) - payment
        return debt

    payment_e6 = mortgage_payment_ceil_e6(loan_e6, rate_e12)
    assert left(payment_e6) <= 0
    assert payment_e6 == 0 or left(payment_e6 - 1) > 0
