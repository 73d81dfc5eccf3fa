"""Divisions of unbounded integers with their rounding in the name, for models on paper.

Accounts and pools use the checked arithmetic of the core; these serve sums that no account holds.
"""


def div_floor(value: int, divisor: int) -> int:
    """Return value / divisor rounded toward minus infinity."""
    assert divisor > 0
    return value // divisor


def div_ceil(value: int, divisor: int) -> int:
    """Return value / divisor rounded toward plus infinity."""
    assert divisor > 0
    return -(-value // divisor)
