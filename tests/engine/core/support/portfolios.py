"""Exchanges with any positions in markets under odd rules."""

from functools import cache

import numpy as np

from bench._portfolio import POSITION, with_market, with_portfolios
from engine.core.exchange import Exchange
from tests.engine.core.support.world import E6, E8, E12, World, wallet

POSITION_MAX = PRICE_MAX = 10**13
FUNDING_MAX = 10**24
PRICES = (1, 7, 10**5, 399 * E8 + 1, 400 * E8, 10**12, PRICE_MAX - 1, PRICE_MAX)
# Ordinary, without slope, steep, odd in every digit, and with a proportion of many digits.
RULES = (
    {},
    {"skew_scale_e6": 0},
    {"skew_scale_e6": 1, "initial_margin_ratio_e12": 100 * E12},
    {
        "skew_scale_e6": 66_666_666_666_667,
        "initial_margin_ratio_e12": 1_999_999_999_999,
        "min_initial_margin_ratio_e12": 123_456_789_123,
        "maintenance_margin_proportion_e12": 60 * E12 // 100,
        "liquidation_fee_rate_e12": 4_999_999_999,
    },
    {  # ratio * proportion is 1 beyond a multiple of 10**12
        "skew_scale_e6": 0,
        "min_initial_margin_ratio_e12": 697_831_648_191,
        "maintenance_margin_proportion_e12": 512_345_678_911,
    },
    {"liquidation_fee_rate_e12": 0, "min_position_margin_e6": 0, "initial_margin_ratio_e12": 0},
    {
        "skew_scale_e6": 10**17,
        "initial_margin_ratio_e12": 1,
        "maintenance_margin_proportion_e12": 95 * E12 // 100,
        "min_initial_margin_ratio_e12": E12,
        "min_position_margin_e6": 10**12,
    },
)


@cache
def base() -> bytes:
    """A snapshot of one market of each of the rules and an empty account."""
    world = World()
    for number, rules in enumerate(RULES):
        world.market(symbol=f"M{number}", **rules)
    world.account(1, 1, E6)
    return world.exchange.snapshot()


def made(
    prices: list[int],
    fundings: list[int],
    accounts: list[tuple[int, list[tuple[int, ...]]]],
    holding: int = 0,
) -> Exchange:
    """An exchange of accounts: collateral, and (market, size, entry price, entry index) of each.

    All markets have charged `holding` until now.
    """
    exchange = Exchange.restore(base())
    for number, (price, funding) in enumerate(zip(prices, fundings, strict=True)):
        exchange = with_market(exchange, number, price, funding, holding)
    held = [position for _, positions in accounts for position in positions]
    rows = np.zeros(len(held), POSITION)
    for row, (market, size, entry, funding) in zip(rows, held, strict=True):
        row["market"], row["size_e6"], row["entry_price_e8"] = market, size, entry
        row["funding_low"], row["funding_high"] = funding % 2**64, funding >> 64
    collateral = np.array([amount for amount, _ in accounts])
    counts = np.array([len(positions) for _, positions in accounts])
    return with_portfolios(exchange, collateral, counts, rows)


def owner_of(place: int) -> bytes:
    """The address of a made account."""
    return wallet(place + 2**32)
