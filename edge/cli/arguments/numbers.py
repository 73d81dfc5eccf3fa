"""Numbers on the command line; amounts of money are read exactly."""

import argparse
import re

_DECIMAL = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]+))?")


def number_within(text: str, high: float) -> float:
    """Return a number from 0 to `high`; anything else is an error of the argument."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= high:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {high:g}, not {text!r}")
    return value


def is_whole(text: str) -> bool:
    """Return whether the text is a whole number of at most nine digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def whole_within(text: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`."""
    if not is_whole(text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {low} to {high:,}, not {text!r}"
        )
    return int(text)


def decimal_argument(text: str, decimals: int) -> int:
    """Return a decimal as a raw integer, exactly."""
    match = _DECIMAL.fullmatch(text)
    if match is None or len(match[3] or "") > decimals:
        raise argparse.ArgumentTypeError(
            f"must be a decimal with at most {decimals} digits after the point, not {text!r}"
        )
    raw = int(match[2] + (match[3] or "").ljust(decimals, "0"))
    return -raw if match[1] else raw


def positive_argument(text: str, decimals: int) -> int:
    """Return a decimal above 0 as a raw integer, exactly."""
    raw = decimal_argument(text, decimals)
    if raw <= 0:
        raise argparse.ArgumentTypeError(f"must be above 0, not {text!r}")
    return raw
