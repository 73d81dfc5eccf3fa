"""Exact multiply-and-divide against Python's integers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.numbers import arithmetic

WIDE = st.integers(-(2**126), 2**126)
DIVISOR = st.integers(1, 2**126)
NARROW = st.integers(-(2**63), 2**63 - 1)


def floor_of(n: int, d: int) -> int:
    return n // d


def ceil_of(n: int, d: int) -> int:
    return -(-n // d)


def trunc_of(n: int, d: int) -> int:
    return n // d if n >= 0 else -(-n // d)


ROUNDINGS = [
    (arithmetic.wide_mul_div_floor, arithmetic.mul_div_floor, floor_of),
    (arithmetic.wide_mul_div_ceil, arithmetic.mul_div_ceil, ceil_of),
    (arithmetic.wide_mul_div_trunc, arithmetic.mul_div_trunc, trunc_of),
]


@pytest.mark.parametrize(("wide", "narrow", "exact"), ROUNDINGS)
@given(a=WIDE, b=WIDE, d=DIVISOR)
def test_wide_results_are_exact_or_refused(wide, narrow, exact, a, b, d):
    expected = exact(a * b, d)
    if abs(expected) < 2**127:
        assert wide(a, b, d) == expected
    else:
        with pytest.raises(OverflowError):
            wide(a, b, d)


@pytest.mark.parametrize(("wide", "narrow", "exact"), ROUNDINGS)
@given(a=NARROW, b=NARROW, d=st.integers(1, 2**63 - 1))
def test_narrow_results_are_exact_or_refused(wide, narrow, exact, a, b, d):
    expected = exact(a * b, d)
    if -(2**63) <= expected < 2**63:
        assert narrow(a, b, d) == expected
    else:
        with pytest.raises(OverflowError):
            narrow(a, b, d)


@pytest.mark.parametrize(
    ("a", "d", "floor", "ceil", "trunc"),
    [
        (7, 2, 3, 4, 3),
        (-7, 2, -4, -3, -3),
        (8, 2, 4, 4, 4),
        (0, 5, 0, 0, 0),
        (-1, 10**18, -1, 0, 0),
    ],
)
def test_directions(a, d, floor, ceil, trunc):
    assert arithmetic.mul_div_floor(a, 1, d) == floor
    assert arithmetic.mul_div_ceil(a, 1, d) == ceil
    assert arithmetic.mul_div_trunc(a, 1, d) == trunc


def test_limits_of_int64():
    top, bottom = 2**63 - 1, -(2**63)
    assert arithmetic.mul_div_floor(top, 1, 1) == top
    assert arithmetic.mul_div_floor(bottom, 1, 1) == bottom
    for value in (top + 1, bottom - 1):
        with pytest.raises(OverflowError):
            arithmetic.mul_div_floor(value, 1, 1)


def test_a_quotient_of_128_ones_that_rounds_up_is_refused():
    ones, d = 2**128 - 1, 2**100 + 7
    a = 2 * d + 1
    b = ones * d // a + 1
    assert b < 2**127
    assert a * b // d == ones
    assert a * b % d
    with pytest.raises(OverflowError):
        arithmetic.mul_div_ceil(a, b, d)
    with pytest.raises(OverflowError):
        arithmetic.mul_div_floor(-a, b, d)


@pytest.mark.parametrize("d", [0, -1])
def test_a_divisor_must_be_positive(d):
    with pytest.raises(OverflowError):
        arithmetic.mul_div_floor(1, 1, d)


def test_sums_stop_at_the_amount_limit():
    limit = 9 * 10**18
    assert arithmetic.checked_add(limit, 0) == limit
    assert arithmetic.checked_sub(-limit, 0) == -limit
    assert arithmetic.checked_neg(limit) == -limit
    for call in (
        lambda: arithmetic.checked_add(limit, 1),
        lambda: arithmetic.checked_sub(-limit, 1),
        lambda: arithmetic.checked_neg(limit + 1),
    ):
        with pytest.raises(OverflowError):
            call()
