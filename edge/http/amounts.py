"""Text and raw integers: the one place where amounts enter and leave.

An amount is a raw integer in a string (`-?[0-9]+`) or a JSON integer below 2^53; never a float.
A rate, ratio or leverage is a decimal string with at most twelve fraction digits. A number has one
spelling: no leading zeros, and no minus sign before a zero.
"""

from enum import IntEnum

from edge.http.errors import ApiError, invalid
from engine.core.numbers.decimals import decimal as decimal  # the other way, from here as well

JSON_INTEGER_MAX = 2**53 - 1
E10 = 10**10
E12 = 10**12
_TEXT_MAX = 40


class Limit(IntEnum):
    """Largest magnitude of each kind of amount (rules/numbers.md)."""

    COLLATERAL = 9 * 10**18
    SIZE = 10**13
    PRICE = 10**13
    RATE = 10**15


def parse_amount(value: str | int, field: str, limit: Limit) -> int:
    """Return the raw integer of `value`; refuse anything that is not exactly one."""
    if isinstance(value, int):
        if abs(value) > JSON_INTEGER_MAX:
            raise invalid(field, "a JSON integer must be below 2^53; send a string")
        raw = value
    else:
        digits = value[1:] if value.startswith("-") else value
        if not (digits.isascii() and digits.isdigit()):
            raise invalid(field, "expected a raw integer in a string")
        if digits[0] == "0" and value != "0":
            raise invalid(field, "no zero in front, and none with a minus sign")
        if len(value) > _TEXT_MAX:
            raise ApiError("AMOUNT_OUT_OF_RANGE", details={"field": field})
        raw = int(value)
    if abs(raw) > limit:
        raise ApiError("AMOUNT_OUT_OF_RANGE", details={"field": field})
    return raw


def parse_positive(value: str | int, field: str, limit: Limit) -> int:
    """Return the raw integer of `value`, which must be greater than zero."""
    raw = parse_amount(value, field, limit)
    if raw <= 0:
        raise ApiError("INPUT_NOT_POSITIVE", f"{field} must be greater than 0", {"field": field})
    return raw


def parse_rate(value: str | int, field: str) -> int:
    """Return a decimal string as e12; at most twelve fraction digits, no exponent."""
    text = str(value)
    body = text[1:] if text.startswith("-") else text
    whole, dot, fraction = body.partition(".")
    is_number = whole.isascii() and whole.isdigit() and len(whole) <= _TEXT_MAX
    if dot:
        is_number = is_number and fraction.isascii() and fraction.isdigit()
    if not is_number or len(fraction) > 12:
        raise invalid(field, "expected a decimal with at most 12 fraction digits")
    raw = int(whole) * E12 + int(fraction.ljust(12, "0"))
    if (whole[0] == "0" and whole != "0") or (raw == 0 and text != body):
        raise invalid(field, "no zero in front, and none with a minus sign")
    if raw > Limit.RATE:
        raise ApiError("AMOUNT_OUT_OF_RANGE", details={"field": field})
    return -raw if text.startswith("-") else raw


def rate(raw_e12: int) -> str:
    """Return an e12 rate as the contract's decimal string."""
    return decimal(raw_e12, 12)


def ratio_floor(numerator: int, denominator: int) -> str:
    """Return numerator / denominator as a decimal string, rounded toward minus infinity."""
    if denominator == 0:
        return "0"
    return rate(numerator * E12 // denominator)
