"""Ranges of values and what they lead to: the words in which expectations are written."""

from dataclasses import dataclass, field
from typing import Any

from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    OPERATOR,
    wallet,
)

I64_MIN, I64_MAX = -(2**63), 2**63 - 1
U8_MAX, U16_MAX, U32_MAX, U64_MAX = 2**8 - 1, 2**16 - 1, 2**32 - 1, 2**64 - 1
AMOUNT_MAX = 9 * 10**18
SIZE_MAX = PRICE_MAX = 10**13
TIME_MAX = 2**40
MIN_PAYOUT = 10_000  # minSettlementAmount, 0.01

# From a lowest to a highest value, both inclusive: the refusal. What lies between two ranges is
# not looked at, but every edge of the field's kind must lie in one.
Range = tuple[int, int, E]
Value = tuple[Any, E]


@dataclass(frozen=True)
class Row:
    """One command: a good case, its fields, and the global states that refuse the good case."""

    good: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, list[Range] | list[Value]] = field(default_factory=dict)
    states: dict[str, E] = field(default_factory=dict)
    user: int = 1
    mint: int = 0  # of the tokens that must come along with amount_e6


OK = E.NONE
ANY_ADDRESS: list[Value] = [
    (address, OK) for address in (bytes(32), wallet(1), wallet(77), OPERATOR, b"\xff" * 32)
]
BAD_TEXTS = ("tab\t", "\x7f", "line\n")


def flag(code: E = E.VALIDATION) -> list[Range]:
    return [(0, 1, OK), (2, U8_MAX, code)]


def every(high: int, low: int = 0) -> list[Range]:
    return [(low, high, OK)]


def only(value: int, high: int, code: E) -> list[Range]:
    """One id that is there; each other one is unknown."""
    return [(0, value - 1, code), (value, value, OK), (value + 1, high, code)]


def market_ids(count: int, high: int = U32_MAX) -> list[Range]:
    return [(0, 0, E.MARKET_NOT_FOUND), (1, count, OK), (count + 1, high, E.MARKET_NOT_FOUND)]


def texts(is_needed: bool, *good: str) -> list[Value]:
    bad: list[Value] = [(text, E.VALIDATION) for text in BAD_TEXTS]
    return [("", E.VALIDATION if is_needed else OK), *bad, *((text, OK) for text in good)]


def tokens(room: int, least: int = 1) -> list[Range]:
    """An amount that comes along: positive, not too small, and the vault can count it."""
    small: list[Range] = [(1, least - 1, E.AMOUNT_TOO_SMALL)] if least > 1 else []
    return [
        (I64_MIN, 0, E.INPUT_NOT_POSITIVE),
        *small,
        (least, room, OK),
        (room + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
    ]


def tip(most: int) -> list[Range]:
    return [
        (I64_MIN, -1, E.VALIDATION),
        (0, most, OK),
        (most + 1, I64_MAX, E.KEEPER_TIP_TOO_HIGH),
    ]


# Parameters that must go together with another one: their range beside the others' values.
MARKET_BOUNDS = {
    "print_band_e12": (0, 50 * 10**10 - 1),  # below printBandPause
    "print_band_pause_e12": (49 * 10**10 + 1, 50 * 10**10),  # above printBand
    "oracle_max_age_s": (60, 604_800),
    "oracle_max_age_decrease_s": (604_800, 31_536_000),  # not below oracleMaxAge
}
EXCHANGE_BOUNDS = {
    "min_liquidation_fee_e6": (0, 2_500 * E6),  # not above maxLiquidationFee
    "max_liquidation_fee_e6": (5 * E6, 10**13),
}


def parameter_ranges(parameter: Parameter, bounds: dict[str, tuple[int, int]]) -> list[Range]:
    """Within its range a parameter is taken, outside it refused (rules/parameters.md)."""
    low, high = bounds.get(parameter.name, (parameter.low, parameter.high))
    good: list[Range] = [(low, high, OK)]
    if parameter.name == "funding_decay_s":
        good = [(0, 0, OK), (1, DAY_S - 1, E.VALIDATION), (DAY_S, high, OK)]
    return [(I64_MIN, low - 1, E.VALIDATION), *good, (high + 1, I64_MAX, E.VALIDATION)]


def market_parameter_ranges() -> dict[str, list[Range]]:
    return {p.name: parameter_ranges(p, MARKET_BOUNDS) for p in MARKET_PARAMETERS}


def exchange_parameter_ranges() -> dict[str, list[Range]]:
    return {p.name: parameter_ranges(p, EXCHANGE_BOUNDS) for p in EXCHANGE_PARAMETERS}


NO_INCREASE = {
    "paused": E.EXCHANGE_PAUSED,
    "market paused": E.MARKET_PAUSED,
    "held": E.PRICE_BAND,
    "stale": E.STALE_PRICE,
    "window": E.ENTRY_WINDOW,
}
NO_POOL_MOVE = {"held": E.PRICE_BAND, "stale": E.STALE_PRICE, "window": E.ENTRY_WINDOW}
WHEN_HALTED = {"halted": E.EXCHANGE_HALTED}
