"""Integers as decimal text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.numbers.decimals import decimal


@pytest.mark.parametrize(
    ("raw", "decimals", "text"),
    [
        (0, 12, "0"),
        (1, 12, "0.000000000001"),
        (-1, 12, "-0.000000000001"),
        (10**12, 12, "1"),
        (-15 * 10**11, 12, "-1.5"),
        (100, 1, "10"),
        (100, 0, "100"),
        (-(10**59 - 1), 0, "-" + "9" * 59),
        (2**63 - 1, 6, "9223372036854.775807"),
        (-(2**63), 0, "-9223372036854775808"),
        (-(2**63) - 1, 18, "-9.223372036854775809"),
        (10**60 - 1, 58, "99." + "9" * 58),
    ],
)
def test_the_text_has_every_digit_and_no_zero_at_its_end(raw, decimals, text):
    assert decimal(raw, decimals) == text


@given(st.integers(1 - 10**59, 10**60 - 1), st.integers(0, 58))
def test_the_text_is_the_number(raw, decimals):
    text = decimal(raw, decimals)
    assert Fraction(text) == Fraction(raw, 10**decimals)
    assert "." not in text or not text.endswith(("0", "."))


@pytest.mark.parametrize(("raw", "decimals"), [(10**60, 0), (-(10**59), 0), (1, 59), (1, -1)])
def test_too_many_digits_are_refused(raw, decimals):
    with pytest.raises(OverflowError):
        decimal(raw, decimals)
