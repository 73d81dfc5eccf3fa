"""Other people's decimals as whole 1e-8 units."""

import re
from typing import Final

E8_PLACES: Final = 8
_PLAIN: Final = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,8}))?")


def price_to_e8(mantissa: int, expo: int) -> int:
    """Return mantissa · 10^expo in units of 1e-8, rounded to the nearest, ties to the even one.

    Nearest, because a print is the price of both sides: neither direction favors a side.
    """
    places = expo + E8_PLACES
    if places >= 0:
        return int(mantissa * 10**places)
    return nearest_ratio(mantissa, 10**-places)


def confidence_to_e8(mantissa: int, expo: int) -> int:
    """Return mantissa · 10^expo in units of 1e-8, rounded up: never surer than the source."""
    places = expo + E8_PLACES
    if places >= 0:
        return int(mantissa * 10**places)
    return int(-(-mantissa // 10**-places))


def nearest_ratio(numerator: int, denominator: int) -> int:
    """Return numerator / denominator rounded to the nearest, ties to the even one."""
    assert denominator > 0
    whole, rest = divmod(numerator, denominator)
    is_up = 2 * rest > denominator or (2 * rest == denominator and whole % 2 == 1)
    return whole + is_up


def plain_to_e8(text: str) -> int | None:
    """Return a plain decimal such as 412.50 exactly; None: it is none, or has over 8 places."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    return int(match[1]) * 10**E8_PLACES + int((match[2] or "").ljust(E8_PLACES, "0"))
