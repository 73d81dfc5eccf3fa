"""Amounts: exact decimals outside, integers in the smallest unit inside, one spelling in memos."""

import re
from datetime import datetime, timezone
from decimal import Decimal
from typing import Final

Amount = Decimal | int | str

COLLATERAL: Final = 6  # digits after the point
SIZE: Final = 6
PRICE: Final = 8
SOL: Final = 9
RATE: Final = 12
I64_MAX: Final = 2**63 - 1
TIME_MAX: Final = 253_402_300_799  # the end of the year 9999
_TEXT: Final = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?", re.ASCII)
_MAGNITUDE_MAX: Final = 20


def raw(name: str, value: Amount, digits: int, *, is_zero_ok: bool = False) -> int:
    """Return an amount in its smallest unit; floats, signs and digits beyond the unit are errors.

    A float raises TypeError, as a truth value does; any other amount that cannot be, ValueError.
    """
    if isinstance(value, bool) or not isinstance(value, (Decimal, int, str)):
        raise TypeError(f"{name} must be a Decimal, an int or a text, not {value!r}")
    if isinstance(value, str) and _TEXT.fullmatch(value) is None:
        raise ValueError(f"{name} must be a plain decimal number, not {value!r}")
    number = Decimal(value)
    if not number.is_finite() or abs(number.adjusted()) > _MAGNITUDE_MAX:
        raise ValueError(f"{name} is out of range")
    sign, numerals, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    units, shift = int("".join(map(str, numerals))), exponent + digits
    if shift >= 0:
        units *= int(10**shift)
    else:
        units, rest = divmod(units, int(10**-shift))
        if rest:
            raise ValueError(f"{name} has more than {digits} digits after the point")
    if sign and units:
        raise ValueError(f"{name} must not be negative")
    if units == 0 and not is_zero_ok:
        raise ValueError(f"{name} must be above zero")
    if units > I64_MAX:
        raise ValueError(f"{name} is out of range")
    return units


def decimal_of(units: int, digits: int) -> Decimal:
    """Return an amount in whole units, exactly."""
    return Decimal((int(units < 0), tuple(map(int, str(abs(units)))), -digits))


def text_of(units: int, digits: int) -> str:
    """Return the spelling of an amount in a memo."""
    whole, fraction = divmod(units, 10**digits)
    return f"{whole}.{fraction:0{digits}d}"


def size_text(units: int) -> str:
    """Return the spelling of a signed size in a memo."""
    return ("-" if units < 0 else "+") + text_of(abs(units), SIZE)


def time_text(time_s: int) -> str:
    """Return the spelling of a time in a memo."""
    if not 1 <= time_s <= TIME_MAX:
        raise ValueError("the time is out of range")
    moment = datetime.fromtimestamp(time_s, timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"
