"""The body of a waiting order as the terms of its command (API 4.6, 4.9)."""

from dataclasses import dataclass

from edge.api.context import Context
from edge.api.orders.encode import SOURCES, TYPES
from edge.api.orders.requests import AmendPerpOrderBody, PerpOrderBody
from edge.api.quotes.encode import worst_price
from edge.api.quotes.trade_input import input_size, optional_price
from edge.http.amounts import E12, Limit, parse_rate
from edge.http.errors import MODIFY_NOT_POSITIVE, ApiError, invalid
from engine.core.orders.order_views import PerpOrderView
from engine.core.views import MarketView
from engine.schema.enums import PerpOrderKind, PriceSource

E6 = 10**6
EXPIRY_S = 30 * 86_400  # without `expiresAt`
_KINDS = {name: kind for kind, name in TYPES.items()}
_SOURCES = {name: source for source, name in SOURCES.items()}
_WITH_TRIGGER = {PerpOrderKind.LIMIT, PerpOrderKind.STOP, PerpOrderKind.TAKE_PROFIT}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTerms:
    """A waiting order by the names of its command's fields."""

    kind: PerpOrderKind
    source: PriceSource
    is_reduce_only: bool
    is_whole: bool
    is_buy: bool
    size_e6: int  # 0 of a whole position
    trigger_e8: int
    trail_e6: int
    worst_e8: int
    group: int
    expires_at_s: int
    stop_e8: int
    target_e8: int

    @property
    def is_auction_class(self) -> bool:
        """Return whether it fills in the call auction of a price update."""
        is_limit = self.kind is PerpOrderKind.LIMIT and self.source is PriceSource.INDEX
        return self.kind is PerpOrderKind.AUCTION or is_limit


def held_size(context: Context, owner: bytes, account_id: int, market_id: int, now_s: int) -> int:
    """Return the signed size of a position, 0 without one; the account must exist."""
    view = context.exchange.margin_account_view(owner, account_id, now_s)
    found = (each for each in view.positions if each.market_id == market_id)
    position = next(found, None)
    if position is None:
        return 0
    return position.size_e6


def terms_of(
    context: Context, owner: bytes, body: PerpOrderBody, now_s: int
) -> tuple[OrderTerms, int]:
    """Parse the body of an order, its form first; also return the position that it may close."""
    kind, source = _KINDS[body.order_type], _SOURCES[body.trigger_by]
    if kind is PerpOrderKind.AUCTION and source is PriceSource.MARKET:
        raise invalid("triggerBy", "an auction has no market price")
    trigger_e8 = _trigger(body, kind)
    trail_e6 = _trail(body.trail_rate, kind)
    _check_size_form(body)
    market = context.exchange.market_view(body.market_id, now_s)
    held_e6 = held_size(context, owner, body.margin_account_id, body.market_id, now_s)
    base_e8 = trigger_e8 or market.index_price_e8
    size_e6 = 0
    if not body.whole_position:
        size_e6 = input_size(body.input, body.input_kind, base_e8, is_long=body.side == "long")
    is_buy = held_e6 < 0 if body.whole_position else size_e6 > 0
    is_reduce_only = body.reduce_only or body.whole_position
    stop_e8 = optional_price(body.stop_price, "stopPrice")
    target_e8 = optional_price(body.target_price, "targetPrice")
    _check_bracket(stop_e8, target_e8, base_e8, is_buy=is_buy, is_reduce_only=is_reduce_only)
    terms = OrderTerms(
        kind=kind,
        source=source,
        is_reduce_only=is_reduce_only,
        is_whole=body.whole_position,
        is_buy=is_buy,
        size_e6=size_e6,
        trigger_e8=trigger_e8,
        trail_e6=trail_e6,
        worst_e8=_worst(body, kind, _reference(market, trigger_e8, trail_e6, source, is_buy)),
        group=body.group,
        expires_at_s=now_s + EXPIRY_S if body.expires_at is None else body.expires_at,
        stop_e8=stop_e8,
        target_e8=target_e8,
    )
    return terms, held_e6


def _trigger(body: PerpOrderBody, kind: PerpOrderKind) -> int:
    if (body.trigger_price is not None) != (kind in _WITH_TRIGGER):
        is_lacking = kind in _WITH_TRIGGER
        raise invalid("triggerPrice", "is required" if is_lacking else "this type has none")
    return optional_price(body.trigger_price, "triggerPrice")


def _trail(text: str | None, kind: PerpOrderKind) -> int:
    if (text is not None) != (kind is PerpOrderKind.TRAILING):
        is_lacking = kind is PerpOrderKind.TRAILING
        raise invalid("trailRate", "is required" if is_lacking else "this type has none")
    return 0 if text is None else _rate_e6(text)


def _rate_e6(text: str) -> int:
    rate_e12 = parse_rate(text, "trailRate")
    if not 0 < rate_e12 < E12 or rate_e12 % E6:
        raise invalid("trailRate", "above 0 and below 1, with at most 6 fraction digits")
    return rate_e12 // E6


def _check_size_form(body: PerpOrderBody) -> None:
    if not body.whole_position:
        if body.side is None:
            raise invalid("side", "is required")
        if body.input is None:
            raise ApiError("INPUT_NOT_POSITIVE", MODIFY_NOT_POSITIVE, {"field": "input"})
        return
    for name, value in (("input", body.input), ("side", body.side)):
        if value is not None:
            raise invalid(name, "is left out with wholePosition")


def _check_bracket(
    stop_e8: int, target_e8: int, base_e8: int, *, is_buy: bool, is_reduce_only: bool
) -> None:
    for name, price_e8, is_below in (
        ("stopPrice", stop_e8, is_buy),
        ("targetPrice", target_e8, not is_buy),
    ):
        if price_e8 == 0:
            continue
        if is_reduce_only:
            raise invalid(name, "only of an order that may open a position")
        if price_e8 == base_e8 or (price_e8 < base_e8) != is_below:
            raise invalid(name, f"must be {'below' if is_below else 'above'} the order's price")


def _reference(
    market: MarketView, trigger_e8: int, trail_e6: int, source: PriceSource, is_buy: bool
) -> int:
    """Return the price that the slippage counts from: trigger, where it trails to now, index."""
    if trigger_e8:
        return trigger_e8
    is_market = source is PriceSource.MARKET
    price_e8 = market.market_price_e8 if is_market else market.index_price_e8
    return price_e8 * (E6 + trail_e6 if is_buy else E6 - trail_e6) // E6


def _worst(body: PerpOrderBody, kind: PerpOrderKind, reference_e8: int) -> int:
    """Return the worst fill: as given, none of what reduces, else by the slippage."""
    slippage_e12 = parse_rate(body.slippage_rate, "slippageRate")
    if not 0 <= slippage_e12 < E12:
        raise invalid("slippageRate", "must be at least 0 and below 1")
    if kind is PerpOrderKind.LIMIT:
        if body.acceptable_price is not None:
            raise invalid("acceptablePrice", "is the trigger of a limit order")
        return 0
    if body.acceptable_price is not None:
        return optional_price(body.acceptable_price, "acceptablePrice")
    if body.reduce_only or body.whole_position:
        return 0
    worst_e8 = worst_price(reference_e8, slippage_e12, body.side == "long")
    return min(worst_e8, int(Limit.PRICE))


def amended(body: AmendPerpOrderBody, order: PerpOrderView) -> dict[str, int]:
    """Return the lines of an amendment: what the body leaves out is that of the order."""
    kind = PerpOrderKind(order.kind)
    is_long = order.is_buy if body.side is None else body.side == "long"
    trigger_e8 = order.trigger_e8 if kind in _WITH_TRIGGER else 0
    if body.trigger_price is not None:
        if kind not in _WITH_TRIGGER:
            raise invalid("triggerPrice", "this type has none")
        trigger_e8 = optional_price(body.trigger_price, "triggerPrice")
    trail_e6 = order.trail_e6
    if body.trail_rate is not None:
        trail_e6 = _trail(body.trail_rate, kind)
    size_e6 = abs(order.size_e6) if is_long else -abs(order.size_e6)
    if body.input is not None:
        if order.is_whole:
            raise invalid("input", "the order closes the whole position")
        base_e8 = trigger_e8 or order.trigger_e8
        if base_e8 == 0 and body.input_kind == "notionalDelta":
            raise invalid("inputKind", "an auction order is amended by its size")
        size_e6 = input_size(body.input, body.input_kind, base_e8, is_long=is_long)
    worst_e8 = 0 if kind is PerpOrderKind.LIMIT else order.worst_e8
    if body.acceptable_price is not None:
        if kind is PerpOrderKind.LIMIT:
            raise invalid("acceptablePrice", "is the trigger of a limit order")
        worst_e8 = optional_price(body.acceptable_price, "acceptablePrice")
    return {
        "size": size_e6,
        "trigger": trigger_e8,
        "trail": trail_e6,
        "worst_price": worst_e8,
        "until": order.expires_at_s if body.expires_at is None else body.expires_at,
    }
