"""End of a price-related refusal (API 7.1)."""

from typing import Any

from engine.core.exchange import Exchange
from engine.core.views import MarketView
from engine.schema.errors import ErrorCode


def wait_details(code: ErrorCode, markets: list[MarketView], now_s: int) -> dict[str, Any]:
    """Return `possibleAt`, unix seconds, of a refusal for the prices of `markets`; else nothing.

    An entry window has its end; a print that is missing or held is followed by the next one.
    """
    times: list[int] = []
    if code is ErrorCode.ENTRY_WINDOW:
        ends = (market.increase_blocked_until_s for market in markets)
        times = [end_s for end_s in ends if end_s is not None]
    elif code is ErrorCode.STALE_PRICE:
        times = [market.next_print_at_s for market in markets if _is_stale(market, now_s)]
    elif code is ErrorCode.PRICE_BAND:
        times = [market.next_print_at_s for market in markets if market.held_print is not None]
    return {"possibleAt": max(times)} if times else {}


def _is_stale(market: MarketView, now_s: int) -> bool:
    return now_s - market.index_price_at_s > market.parameters["oracle_max_age_s"]


def pool_wait_details(exchange: Exchange, code: ErrorCode, now_s: int) -> dict[str, Any]:
    """Return `possibleAt` of a refusal of the pool, which waits for all markets in use."""
    markets = (exchange.market_view(market_id, now_s) for market_id in exchange.market_ids())
    used = [market for market in markets if market.open_interest_size_e6]
    return wait_details(code, used, now_s)
