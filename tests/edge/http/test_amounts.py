"""Text into raw integers and back: exact, or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.api.quotes.encode import size_of_notional, worst_price
from edge.http.amounts import Limit, decimal, parse_amount, parse_positive, parse_rate, rate
from edge.http.errors import ApiError

SIZE_MAX = int(Limit.SIZE)


@pytest.mark.parametrize(
    ("value", "raw"),
    [("0", 0), ("-5", -5), ("700", 700), (12, 12), (2**53 - 1, 2**53 - 1), (-3, -3)],
)
def test_raw_integers_are_read_exactly(value, raw):
    assert parse_amount(value, "x", Limit.COLLATERAL) == raw


@pytest.mark.parametrize(
    "value",
    [
        "",
        "-",
        "+5",
        "1.5",
        "1e3",
        " 1",
        "1 ",
        "1,000",
        "0x10",
        "--1",
        "\u0661",
        "²",
        "1_000",
        "007",
        "00",
        "-0",
        "-01",
        2**53,
    ],
)
def test_anything_else_is_refused(value):
    with pytest.raises(ApiError) as refused:
        parse_amount(value, "margin", Limit.COLLATERAL)
    assert (refused.value.code, refused.value.details) == ("VALIDATION", {"field": "margin"})


@pytest.mark.parametrize("value", [str(SIZE_MAX + 1), "-" + str(SIZE_MAX + 1), "9" * 5_000])
def test_beyond_the_limit_is_out_of_range(value):
    with pytest.raises(ApiError) as refused:
        parse_amount(value, "x", Limit.SIZE)
    assert refused.value.code == "AMOUNT_OUT_OF_RANGE"
    assert parse_amount(str(SIZE_MAX), "x", Limit.SIZE) == SIZE_MAX


@pytest.mark.parametrize("value", ["0", "-1"])
def test_a_positive_amount_is_above_zero(value):
    with pytest.raises(ApiError) as refused:
        parse_positive(value, "x", Limit.SIZE)
    assert refused.value.code == "INPUT_NOT_POSITIVE"


@given(st.integers(-(10**15), 10**15))
def test_a_rate_survives_text(raw):
    assert parse_rate(rate(raw), "x") == raw


@pytest.mark.parametrize(
    "text",
    ["", ".", "1.", ".5", "1e-3", "0.0000000000001", "1.2.3", "-", "٣", "00", "01.5", "-0", "-0.0"],
)
def test_malformed_rates_are_refused(text):
    with pytest.raises(ApiError):
        parse_rate(text, "x")


@given(st.integers(-(10**30), 10**30), st.sampled_from([6, 8, 9, 12, 18]))
def test_decimals_are_exact_and_short(raw, decimals):
    text = decimal(raw, decimals)
    whole, _, fraction = text.removeprefix("-").partition(".")
    assert int(whole) * 10**decimals + int(fraction.ljust(decimals, "0")) == abs(raw)
    assert text.startswith("-") == (raw < 0)
    assert not fraction.endswith("0")


@given(st.integers(1, 10**13), st.integers(0, 10**12 - 1))
def test_the_limit_is_rounded_toward_the_fill(fill, slippage):
    highest, lowest = worst_price(fill, slippage, True), worst_price(fill, slippage, False)
    assert fill * (10**12 + slippage) - highest * 10**12 in range(10**12)
    assert lowest * 10**12 - fill * (10**12 - slippage) in range(10**12)
    assert 1 <= lowest <= fill <= highest


def test_a_notional_buys_size_rounded_down():
    assert size_of_notional(1, 300 * 10**8) == 0
    assert size_of_notional(299, 300 * 10**8) == 0
    assert size_of_notional(300, 300 * 10**8) == 1
