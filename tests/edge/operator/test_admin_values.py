"""What an operator types: exact numbers, times and texts, and sentences for all the rest."""

import pytest

from chain.client.addresses import to_base58
from edge.operator.admin.values import (
    InputError,
    decimal_text,
    read_address,
    read_decimal,
    read_duration,
    read_number,
    read_parameter_value,
    read_positive,
    read_text,
    read_time,
    time_text,
)

E6, E8, E12 = 10**6, 10**8, 10**12
NOW_S = 1_300_000_000


@pytest.mark.parametrize(
    ("text", "scale", "raw"),
    [
        ("412.50", E8, 41_250_000_000),
        ("0.00000001", E8, 1),
        ("0.1", E6, 100_000),
        ("0.10000000000000", E6, 100_000),
        ("0", E6, 0),
        ("007", E6, 7_000_000),
        ("9223372036854.775807", E6, 2**63 - 1),
        ("0.3", E12, 300_000_000_000),
        ("5", 1, 5),
    ],
)
def test_decimals_are_read_exactly(text, scale, raw):
    assert read_decimal(text, scale) == raw


@pytest.mark.parametrize(
    ("text", "scale", "sentence"),
    [
        ("0.000000001", E8, "0.000000001 has more than 8 digits after the point"),
        ("1.5", 1, "1.5 has more than 0 digits after the point"),
        ("9223372036854.775808", E6, "9223372036854.775808 is too large"),
        ("9" * 5_000, E6, "is too large"),
        *(
            (text, E6, "must be a number such as 412.50, without sign or spaces")
            for text in ("", ".", "1.", ".5", "-1", "+1", "1e3", "1_000", "1,000", " 1", "1 ",
                         "nan", "inf", "0x10", "١٢", "1.2.3", "½")
        ),
    ],
)  # fmt: skip
def test_an_inexact_decimal_is_refused(text, scale, sentence):
    with pytest.raises(InputError) as refusal:
        read_decimal(text, scale)
    assert sentence in str(refusal.value)


def test_a_price_must_be_above_zero():
    assert read_positive("0.00000001", E8) == 1
    with pytest.raises(InputError, match="must be greater than 0"):
        read_positive("0.0", E8)


@pytest.mark.parametrize("text", ["0", "4294967296", "-1", "1.0", "", "x", "٣", "9" * 5_000])
def test_an_invalid_id_is_refused(text):
    assert read_number("4294967295", 2**32 - 1) == 2**32 - 1
    with pytest.raises(InputError, match="must be"):
        read_number(text, 2**32 - 1)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3d", 259_200), ("12h", 43_200), ("90m", 5_400), ("30s", 30), ("1d12h", 129_600), ("0d", 0)],
)
def test_durations(text, seconds):
    assert read_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "3", "d", "3w", "3 d", "-3d", "3D", "12h1d", "1.5d", "9999999d"]
)
def test_an_invalid_duration_is_refused(text):
    with pytest.raises(InputError, match="must be a time such as 3d"):
        read_duration(text)


@pytest.mark.parametrize(
    ("text", "time_s"),
    [
        ("1970-01-01", 0),
        ("2011-03-13T07:06:40Z", NOW_S),
        ("2011-03-13T07:06:40", NOW_S),
        ("2011-03-13T07:06Z", NOW_S - 40),
        ("2012-02-29", 1_330_473_600),
        ("+0s", NOW_S),
        ("+3d", NOW_S + 259_200),
        ("+1d12h", NOW_S + 129_600),
    ],
)
def test_times_are_utc_or_from_engine_time(text, time_s):
    assert read_time(text, lambda: NOW_S) == time_s


@pytest.mark.parametrize(
    "text",
    ["", "now", "1300000000", "2011-02-29", "2011-3-13", "13.03.2011", "2011-03-13 07:06:40",
     "2011-03-13T07:06:40+01:00", "2011-03-13T07:06:40.5Z", "2011-03-13T25:00Z", "-3d", "+", "+3",
     "٢٠١١-03-13", "Z"],
)  # fmt: skip
def test_an_invalid_time_is_refused(text):
    with pytest.raises(InputError, match="must be"):
        read_time(text, lambda: NOW_S)


def test_engine_time_is_asked_for_only_when_it_is_needed():
    def now_s():
        raise AssertionError("not needed")

    assert read_time("2012-02-29", now_s) == 1_330_473_600


def test_texts_are_plain_and_fit():
    assert read_text("Will it rain?", 80) == "Will it rain?"
    assert read_text("x" * 80, 80) == "x" * 80
    for text, sentence in (
        ("x" * 81, "has 81 characters, at most 80 are possible"),
        ("Zürich", "letter 2 is 'ü'"),
        ("two\nlines", "letter 4 is '\\n'"),
        ("zero\0", "letter 5 is '\\x00'"),
        ("", "must not be empty"),
        ("  ", "must not be empty"),
    ):
        with pytest.raises(InputError) as refusal:
            read_text(text, 80)
        assert sentence in str(refusal.value)


def test_addresses():
    assert read_address(to_base58(b"\x07" * 32)) == b"\x07" * 32
    for text in ("", "none", "1" * 32, "0" * 32, "abc", to_base58(b"\x07" * 32) + "1"):
        with pytest.raises(InputError, match="must be the base58 address"):
            read_address(text)


def test_values_of_parameters_have_the_unit_that_the_name_ends_in():
    assert read_parameter_value("0.0002", "maker_fee_rate_e12", 0, 5 * 10**10) == 200_000_000
    assert read_parameter_value("30d", "funding_decay_s", 0, 10**8) == 2_592_000
    assert read_parameter_value("86400", "funding_decay_s", 0, 10**8) == 86_400
    assert read_parameter_value("5", "level_n", 0, 365) == 5
    with pytest.raises(InputError, match=r"must be from 0 to 0\.05, not 0\.06"):
        read_parameter_value("0.06", "maker_fee_rate_e12", 0, 5 * 10**10)
    with pytest.raises(InputError, match="more than 0 digits"):
        read_parameter_value("5.5", "level_n", 0, 365)


def test_figures_are_written_as_they_are_read():
    assert decimal_text(41_250_000_000, E8) == "412.5"
    assert decimal_text(-1, E6) == "-0.000001"
    assert decimal_text(100, 1) == "100"
    assert time_text(NOW_S) == "2011-03-13T07:06:40Z"
    assert time_text(2**62) == f"{2**62} s"
