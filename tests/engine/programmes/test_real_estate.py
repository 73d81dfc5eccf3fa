from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.programmes.deals.real_estate import (
    absorption_rate_floor_e12,
    gross_rental_yield_floor_e12,
    months_of_supply_floor_e12,
    price_to_rent_floor_e12,
)

E6 = 10**6
E12 = 10**12


def test_absorption_is_sales_over_active_listings():
    assert absorption_rate_floor_e12(25, 100) == E12 // 4
    assert months_of_supply_floor_e12(25, 100) == 4 * E12


def test_months_of_supply_come_from_the_counts_not_from_a_rounded_rate():
    assert absorption_rate_floor_e12(3, 9) == 333_333_333_333
    assert months_of_supply_floor_e12(3, 9) == 3 * E12


def test_unknown_figures_stay_unknown():
    assert absorption_rate_floor_e12(None, 100) is None
    assert absorption_rate_floor_e12(5, None) is None
    assert absorption_rate_floor_e12(5, 0) is None
    assert absorption_rate_floor_e12(0, 5) == 0
    assert months_of_supply_floor_e12(0, 100) is None
    assert months_of_supply_floor_e12(None, 100) is None
    assert months_of_supply_floor_e12(5, None) is None
    assert months_of_supply_floor_e12(5, 0) == 0
    assert gross_rental_yield_floor_e12(None, 5) is None
    assert gross_rental_yield_floor_e12(5, None) is None
    assert gross_rental_yield_floor_e12(5, 0) is None
    assert price_to_rent_floor_e12(0, 5) is None
    assert price_to_rent_floor_e12(None, 5) is None
    assert price_to_rent_floor_e12(5, None) is None


def test_yield_and_price_to_rent():
    assert gross_rental_yield_floor_e12(2_000 * E6, 300_000 * E6) == 8 * E12 // 100
    assert price_to_rent_floor_e12(2_000 * E6, 300_000 * E6) == 125 * E12 // 10


@given(st.integers(1, 10**12), st.integers(1, 10**12))
def test_the_ratios_are_inverse_to_the_last_unit(one, two):
    for ratio, inverse in (
        (absorption_rate_floor_e12(one, two), months_of_supply_floor_e12(one, two)),
        (gross_rental_yield_floor_e12(one, two), price_to_rent_floor_e12(one, two)),
    ):
        assert Fraction(ratio, E12) * Fraction(inverse, E12) <= 1
        assert Fraction(ratio + 1, E12) * Fraction(inverse + 1, E12) > 1
