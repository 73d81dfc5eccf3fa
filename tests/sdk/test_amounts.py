"""Amounts of the client: exact, and spelled as memos spell them."""

import random
from decimal import Decimal

import pytest

from acre_sdk.amounts import I64_MAX, decimal_of, raw, size_text, text_of, time_text
from acre_sdk.trading.venue import chain_of
from chain.client import cluster
from chain.commands.lines import write_value
from chain.commands.spec import FieldKind


@pytest.mark.parametrize(
    ("value", "units"),
    [
        (1, 1_000_000), ("1", 1_000_000), ("0.000001", 1), (Decimal("2.5"), 2_500_000),
        (Decimal("1E+2"), 100_000_000), (Decimal("1.50000000000"), 1_500_000),
        ("9223372036854.775807", I64_MAX),
    ],
)  # fmt: skip
def test_amounts_are_exact(value, units):
    assert raw("amount", value, 6) == units


@pytest.mark.parametrize(
    "value",
    [
        "1.0000001", Decimal("0.0000001"), 0, "0", "-1", -1, Decimal(-1), "1e3", "+1", " 1", "1_0",
        "NaN", Decimal("NaN"), Decimal("Infinity"), Decimal("1E+400000"), Decimal("1E-400000"),
        "9223372036854.775808", "", ".5", "5.", "٣", "1" * 21,
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused(value):
    with pytest.raises(ValueError, match="amount"):
        raw("amount", value, 6)


@pytest.mark.parametrize("value", [0.5, 1.0, True, None, b"1", [1]])
def test_floats_and_other_types_are_refused(value):
    with pytest.raises(TypeError, match="amount"):
        raw("amount", value, 6)


def test_zero_only_where_it_means_something():
    assert raw("tip", 0, 6, is_zero_ok=True) == 0
    assert raw("tip", Decimal("-0"), 6, is_zero_ok=True) == 0


def test_amounts_are_spelled_as_memos_spell_them():
    rolls = random.Random(3)
    for _ in range(2_000):
        units = rolls.randrange(1, 10 ** rolls.randint(1, 18))
        assert text_of(units, 6) == write_value(FieldKind.AMOUNT, units)
        assert text_of(units, 8) == write_value(FieldKind.PRICE, units)
        sign = rolls.choice((1, -1))
        assert size_text(sign * units) == write_value(FieldKind.SIZE, sign * units)
        assert raw("amount", decimal_of(units, 8), 8) == units
        assert raw("amount", text_of(units, 8), 8) == units
        assert decimal_of(-units, 6) == -Decimal(units) / 10**6
        time_s = rolls.randrange(1, 253_402_300_799)
        assert time_text(time_s) == write_value(FieldKind.TIME, time_s)
    with pytest.raises(ValueError, match="out of range"):
        time_text(253_402_300_800)


def test_the_chain_of_an_address_is_that_of_the_project():
    for url in (
        "http://127.0.0.1:8080/rpc", "http://localhost:1", "https://api.devnet.solana.com",
        "https://testnet.example", "https://rpc.example",
    ):  # fmt: skip
        assert chain_of(url) == cluster.chain_of(url)
