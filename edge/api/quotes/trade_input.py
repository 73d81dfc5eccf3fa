"""Form input into sizes and limits: what quotes and builders share (API 4.6, 4.9)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from chain.builders.waits import wait_details
from edge.api.context import Context
from edge.api.quotes.encode import least_notional, size_of_notional, worst_price
from edge.api.quotes.requests import ClosePositionBody, LegBody, PositionBody
from edge.api.transactions.requests import (
    CloseTransactionBody,
    LegTransactionBody,
    ModifyPositionBody,
)
from edge.http.amounts import E12, Limit, parse_amount, parse_rate
from edge.http.errors import CLOSE_NOT_POSITIVE, MODIFY_NOT_POSITIVE, ApiError, invalid
from engine.core.views import BasketQuote, MarketView, TradeQuote
from engine.schema.errors import ErrorCode


def _positive_input(value: str | int | None, kind: str, message: str) -> int:
    if value is None:
        raise ApiError("INPUT_NOT_POSITIVE", message, {"field": "input"})
    limit = Limit.SIZE if kind == "sizeDelta" else Limit.COLLATERAL
    try:
        raw = parse_amount(value, "input", limit)
    except ApiError as error:
        if error.code == "AMOUNT_OUT_OF_RANGE" and str(value).startswith("-"):
            raise ApiError("INPUT_NOT_POSITIVE", message, {"field": "input"}) from None
        raise
    if raw <= 0:
        raise ApiError("INPUT_NOT_POSITIVE", message, {"field": "input"})
    return raw


def _size(context: Context, market_id: int, raw: int, kind: str, now_s: int) -> int:
    if kind == "sizeDelta":
        return raw
    return _size_at(raw, context.exchange.market_view(market_id, now_s).index_price_e8)


def input_size(value: str | int | None, kind: str, price_e8: int, *, is_long: bool) -> int:
    """Return the signed size of an input, a notional counted at this price."""
    raw = _positive_input(value, kind, MODIFY_NOT_POSITIVE)
    size_e6 = raw if kind == "sizeDelta" else _size_at(raw, price_e8)
    return size_e6 if is_long else -size_e6


def _size_at(raw: int, index_e8: int) -> int:
    size_e6 = size_of_notional(raw, index_e8)
    if size_e6 == 0:
        error = invalid("input", "is below one unit of size at the index price")
        error.details["minimum"] = str(least_notional(index_e8))
        raise error
    if size_e6 > Limit.SIZE:
        raise ApiError("AMOUNT_OUT_OF_RANGE", details={"field": "input"})
    return size_e6


def modify_size(context: Context, body: PositionBody | LegBody, now_s: int) -> int:
    """Return the signed size of a modification."""
    raw = _positive_input(body.input, body.input_kind, MODIFY_NOT_POSITIVE)
    size_e6 = _size(context, body.market_id, raw, body.input_kind, now_s)
    return size_e6 if body.side == "long" else -size_e6


@contextmanager
def in_leg(place: int) -> Iterator[None]:
    """Name the leg of a basket, from 1, in what is refused inside."""
    try:
        yield
    except ApiError as error:
        error.details["leg"] = place
        raise


def basket_sizes(context: Context, legs: Sequence[LegBody], now_s: int) -> list[tuple[int, int]]:
    """Return market id and signed size of each leg; each market once."""
    ids = [leg.market_id for leg in legs]
    if len(set(ids)) < len(ids):
        raise invalid("legs", "each market once")
    sizes = []
    for place, leg in enumerate(legs, 1):
        with in_leg(place):
            sizes.append((leg.market_id, modify_size(context, leg, now_s)))
    return sizes


def close_size(context: Context, body: ClosePositionBody, now_s: int) -> int:
    """Return the size to close, 0 for all of it."""
    if body.input is None:
        return 0
    raw = _positive_input(body.input, body.input_kind, CLOSE_NOT_POSITIVE)
    return _size(context, body.market_id, raw, body.input_kind, now_s)


@dataclass(frozen=True, slots=True)
class PriceLimit:
    """The worst acceptable fill of an order: a price, or 0 for the slippage from the quote."""

    given_e8: int
    slippage_e12: int

    def of(self, quote: TradeQuote) -> int:
        """Return the limit price of an order with this quote."""
        if self.given_e8:
            return self.given_e8
        worst_e8 = worst_price(quote.fill_price_e8, self.slippage_e12, quote.size_delta_e6 > 0)
        return min(worst_e8, int(Limit.PRICE))


def optional_price(value: str | int | None, field: str) -> int:
    """Parse a price that may be left out, 0 without one; raise BAD_PRICE."""
    if value is None:
        return 0
    price_e8 = parse_amount(value, field, Limit.PRICE)
    if price_e8 <= 0:
        raise ApiError("BAD_PRICE", details={"field": field})
    return price_e8


def price_limit(
    body: ModifyPositionBody | CloseTransactionBody | LegTransactionBody,
) -> PriceLimit:
    """Parse acceptable price and slippage, a rate from 0 up to but not including 1."""
    slippage_e12 = parse_rate(body.slippage_rate, "slippageRate")
    if not 0 <= slippage_e12 < E12:
        raise invalid("slippageRate", "must be at least 0 and below 1")
    return PriceLimit(optional_price(body.acceptable_price, "acceptablePrice"), slippage_e12)


def leg_limits(legs: Sequence[LegTransactionBody]) -> list[PriceLimit]:
    """Parse price or slippage of each leg."""
    limits = []
    for place, leg in enumerate(legs, 1):
        with in_leg(place):
            limits.append(price_limit(leg))
    return limits


def require_executable(
    quote: TradeQuote, limit: PriceLimit, market: MarketView, now_s: int
) -> None:
    """Refuse a quote that could not execute, with its first reason and when it will be possible."""
    if quote.is_executable:
        return
    assert quote.reasons, "a quote that cannot execute says why"
    code = quote.reasons[0]
    if code is ErrorCode.SLIPPAGE_EXCEEDED:
        fill = {"fillPrice": str(quote.fill_price_e8), "limit": str(limit.given_e8)}
        raise ApiError(code.name, details=fill)
    details: dict[str, object] = {"reasons": [reason.name for reason in quote.reasons]}
    details |= wait_details(code, [market], now_s)
    raise ApiError(code.name, details=details)


def require_basket(
    quote: BasketQuote, limits: Sequence[PriceLimit], markets: Sequence[MarketView], now_s: int
) -> None:
    """Refuse a basket that could not execute: the first leg's reason, or that of all together."""
    for place, leg in enumerate(quote.legs):
        with in_leg(place + 1):
            require_executable(leg, limits[place], markets[place], now_s)
    if not quote.is_executable:
        code = quote.reasons[0]
        raise ApiError(code.name, details={"reasons": [reason.name for reason in quote.reasons]})
