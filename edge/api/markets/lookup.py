"""The market or exchange that a request names, and every market at once."""

from chain.client import addresses
from edge.api.context import Context
from edge.api.markets.encode import STATUSES
from edge.http.errors import ApiError
from edge.http.slices import in_slices
from engine.core.views import MarketView


def exchange_status(context: Context) -> str:
    """Return active, paused or halted."""
    return STATUSES[context.exchange.exchange_view(context.now_s()).status]


def check_exchange_id(exchange_id: int) -> None:
    """Refuse every exchange but the only one."""
    if exchange_id != 0:
        raise ApiError("EXCHANGE_NOT_FOUND")


def market_id_of(context: Context, text: str) -> int:
    """Return the id of a market named by id, address or symbol; raise MARKET_NOT_FOUND."""
    exchange = context.exchange
    ids = exchange.market_ids()
    if text.isascii() and text.isdigit() and len(text) < 11 and int(text) in ids:
        return int(text)
    found = exchange.market_id_of(text.upper()) if _is_symbol(text) else None
    if found is not None:
        return found
    for market_id in ids:
        address = addresses.market(context.facts.exchange, market_id)
        if addresses.to_base58(address) == text:
            return market_id
    raise ApiError("MARKET_NOT_FOUND")


def market_of_symbol(context: Context, symbol: str) -> MarketView:
    """Return the market of a symbol in any case; raise MARKET_NOT_FOUND."""
    found = context.exchange.market_id_of(symbol.upper()) if _is_symbol(symbol) else None
    if found is None:
        raise ApiError("MARKET_NOT_FOUND")
    return context.exchange.market_view(found, context.now_s())


def _is_symbol(text: str) -> bool:
    return text.isascii() and 2 <= len(text) <= 12 and text.replace("-", "0").isalnum()


def market_views_at_once(context: Context, now_s: int) -> list[MarketView]:
    """Return every market by id, as all of them are at one moment."""
    return [context.exchange.market_view(i, now_s) for i in sorted(context.exchange.market_ids())]


async def market_views(context: Context, now_s: int) -> list[MarketView]:
    """Return every market by id, in slices: other requests are answered in between."""
    exchange = context.exchange
    return await in_slices(sorted(exchange.market_ids()), lambda i: exchange.market_view(i, now_s))
