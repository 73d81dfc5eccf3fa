"""Exact rounding for the slow reference: Fractions in, one rounding, integers out."""

from fractions import Fraction
from math import ceil, floor

E6, E8, E12, E18, DAY = 10**6, 10**8, 10**12, 10**18, 86_400


def down(value: Fraction | int) -> int:
    return floor(value)


def up(value: Fraction | int) -> int:
    return ceil(value)


def trunc(value: Fraction | int) -> int:
    return floor(value) if value >= 0 else ceil(value)


def clamp(value: int, bound: int) -> int:
    return max(-bound, min(bound, value))


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def q(numerator: int, denominator: int) -> Fraction:
    return Fraction(numerator, denominator)
