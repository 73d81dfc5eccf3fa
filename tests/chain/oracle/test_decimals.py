from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chain.oracle.decimals import confidence_to_e8, nearest_ratio, plain_to_e8, price_to_e8

MANTISSAS = st.integers(min_value=0, max_value=2**64 - 1)
EXPONENTS = st.integers(min_value=-18, max_value=18)


@pytest.mark.parametrize(
    ("mantissa", "expo", "price_e8", "confidence_e8"),
    [
        (41_250, -2, 412_50000000, 412_50000000),
        (2920679499999, -8, 2920679499999, 2920679499999),
        (7, 0, 7_00000000, 7_00000000),
        (7, 2, 700_00000000, 700_00000000),
        (12_345, -9, 1_234, 1_235),  # 1234.5: the even neighbour, and up
        (12_355, -9, 1_236, 1_236),  # 1235.5
        (12_344, -9, 1_234, 1_235),
        (12_346, -9, 1_235, 1_235),
        (12_350, -9, 1_235, 1_235),
        (1, -18, 0, 1),
        (0, -18, 0, 0),
    ],
)
def test_examples(mantissa, expo, price_e8, confidence_e8):
    assert price_to_e8(mantissa, expo) == price_e8
    assert confidence_to_e8(mantissa, expo) == confidence_e8


@given(MANTISSAS, EXPONENTS)
def test_a_price_is_the_nearest_whole_unit_and_a_confidence_the_next(mantissa, expo):
    exact = Fraction(mantissa) * Fraction(10) ** (expo + 8)
    assert price_to_e8(mantissa, expo) == round(exact)  # Fraction rounds half to even
    assert confidence_to_e8(mantissa, expo) == ceil(exact)


@given(st.integers(), st.integers(min_value=1))
def test_a_ratio_is_the_nearest_whole_number(numerator, denominator):
    assert nearest_ratio(numerator, denominator) == round(Fraction(numerator, denominator))


@pytest.mark.parametrize(
    ("text", "value_e8"),
    [
        ("412.5", 412_50000000),
        ("412.50000001", 412_50000001),
        ("0", 0),
        ("007.10", 7_10000000),
        ("412.500000001", None),
        ("-1", None),
        ("+1", None),
        ("1e3", None),
        (".5", None),
        ("5.", None),
        ("", None),
        ("1,5", None),
        ("1 000", None),
        ("٤", None),
        ("nan", None),
        ("1234567890123", None),
    ],
)
def test_a_plain_decimal_is_read_exactly_or_not_at_all(text, value_e8):
    assert plain_to_e8(text) == value_e8
