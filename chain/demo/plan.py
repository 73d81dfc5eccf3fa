"""The plan of the demo's past: who sent which command when, before the first day.

It follows from the catalogue alone, so that an interrupted start goes on with the same plan. An act
is known by its nonce, which is its place in the plan.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.client.facts import MINT_COLLATERAL, MINT_NONE, MINT_TOKEN
from chain.commands.lines import FieldValue
from chain.demo.strategies import (
    DAY_S,
    E6,
    E8,
    HALF_DAY_S,
    Seen,
    crowd_of,
    published,
    targets_e6,
)
from chain.demo.trader import Trader

PAST_S: Final = 34 * DAY_S + DAY_S // 2  # no other exchange begins at noon of that day
ACCOUNT_ID: Final = 1
MARGIN_E6: Final = 50_000 * E6
LIQUIDITY_E6: Final = 25_000 * E6
STAKE_E6: Final = 1_000 * E6
HOURS_S: Final = (18 * 3_600, 20 * 3_600, 22 * 3_600)  # of the day; 23:30 is too near a print
TURN_DAYS: Final = 7  # a market's turn comes every so many days
TRADE_MIN_E6: Final = 100 * E6
SLIPPAGE_PERCENT: Final = 5  # from the print; the price also has the forecast in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One command of the past: a memo's name and lines, and the tokens that come along."""

    time_s: int
    trader: Trader
    name: str
    fields: Mapping[str, FieldValue]
    deposit_e6: int = 0
    mint: int = MINT_NONE


def plan_past(
    catalogue: Catalogue, traders: Sequence[Trader], side_e6: Mapping[str, int]
) -> list[Act]:
    """Return the acts of the traders up to the catalogue's first day, in order.

    `side_e6` has the markets there are, with the size that a side of each takes.
    """
    from_s = catalogue.start_s - PAST_S
    acts = [act for trader in traders for act in _setting_up(trader, from_s)]
    held: dict[int, dict[str, int]] = {trader.number: {} for trader in traders}
    first_day, last_day = from_s // DAY_S + 1, catalogue.start_s // DAY_S - 1
    for day in range(first_day, last_day + 1):
        for hour, hour_s in enumerate(HOURS_S):
            now_s = day * DAY_S + hour_s
            seen = _seen(catalogue, side_e6, now_s)
            for trader in traders[hour :: len(HOURS_S)]:
                others = crowd_of(held[one] for one in held if one != trader.number)
                known = Seen(seen.symbols, seen.prices, others, seen.half_day)
                is_edge = day in (first_day, last_day)
                mine = held[trader.number]
                acts += _trades(trader, known, mine, side_e6, now_s, is_edge=is_edge)
    return acts


def _setting_up(trader: Trader, time_s: int) -> Iterator[Act]:
    fields: dict[str, FieldValue] = {"account": ACCOUNT_ID, "name": "Demo", "amount": MARGIN_E6}
    yield Act(
        time_s=time_s,
        trader=trader,
        name="create-margin-account",
        fields=fields,
        deposit_e6=MARGIN_E6,
        mint=MINT_COLLATERAL,
    )
    if trader.provides:
        yield Act(
            time_s=time_s,
            trader=trader,
            name="add-liquidity",
            fields={"amount": LIQUIDITY_E6},
            deposit_e6=LIQUIDITY_E6,
            mint=MINT_COLLATERAL,
        )
    if trader.stakes:
        yield Act(
            time_s=time_s,
            trader=trader,
            name="stake",
            fields={"amount": STAKE_E6, "create-account": True},
            deposit_e6=STAKE_E6,
            mint=MINT_TOKEN,
        )


def _seen(catalogue: Catalogue, side_e6: Mapping[str, int], now_s: int) -> Seen:
    markets = [market for market in catalogue.markets if market.symbol in side_e6]
    prices = {market.symbol: published(catalogue, market.acre_id, now_s) for market in markets}
    return Seen(list(prices), prices, {}, now_s // HALF_DAY_S)


def _trades(
    trader: Trader,
    seen: Seen,
    held: dict[str, int],
    side_e6: Mapping[str, int],
    now_s: int,
    *,
    is_edge: bool,
) -> Iterator[Act]:
    """Yield the trades of a turn and note them in `held`; all markets have theirs on edge days."""
    wanted = targets_e6(trader.number, seen, side_e6)
    is_patient = trader.strategy.is_patient
    for place, symbol in enumerate(seen.symbols):
        if not is_edge and (is_patient or (place + seen.half_day // 2) % TURN_DAYS):
            continue
        price_e8 = int(seen.prices[symbol][-1])
        least_e6 = TRADE_MIN_E6 * E8 // price_e8
        change_e6 = wanted.get(symbol, 0) - held.get(symbol, 0)
        if abs(change_e6) < least_e6:
            if not (is_edge and wanted.get(symbol)):
                continue
            change_e6 = least_e6 if wanted[symbol] > 0 else -least_e6
        held[symbol] = held.get(symbol, 0) + change_e6
        yield _trade(trader, symbol, change_e6, price_e8, now_s)


def _trade(trader: Trader, symbol: str, size_e6: int, price_e8: int, now_s: int) -> Act:
    percent = SLIPPAGE_PERCENT if size_e6 > 0 else -SLIPPAGE_PERCENT
    return Act(
        time_s=now_s,
        trader=trader,
        name="modify-position",
        fields={
            "account": ACCOUNT_ID,
            "market": symbol,
            "size": size_e6,
            "limit": price_e8 * (100 + percent) // 100,
        },
    )
