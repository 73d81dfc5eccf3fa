"""What a waiting order would do: where it runs, now, and what waiting saves (API 3.5)."""

from chain.builders.builders import EXPIRY_SLOTS
from chain.commands.command import ChainOrigin
from edge.api.context import Context
from edge.api.orders.encode import text_or_none
from edge.api.orders.order_input import OrderTerms
from edge.api.orders.requests import PerpOrderBody
from edge.api.orders.schemas import AuctionCosts, PerpOrderQuote
from edge.api.quotes.encode import position_quote
from edge.api.quotes.schemas import PositionQuote
from edge.http.amounts import E12
from engine.core.generated import messages as m
from engine.core.views import MarketView, TradeQuote
from engine.schema.enums import PerpOrderKind, PriceSource
from engine.schema.errors import ErrorCode

E6 = 10**6
E8 = 10**8


def quote_order(
    context: Context,
    user: bytes,
    body: PerpOrderBody,
    terms: OrderTerms,
    held_e6: int,
    now_s: int,
) -> PerpOrderQuote:
    """Return the quote of an order; impossible input raises EngineError."""
    market = context.exchange.market_view(body.market_id, now_s)
    code = _placing_code(context, user, body, terms, now_s)
    size_e6 = _executable(terms, held_e6)
    account = (user, body.margin_account_id, body.market_id, size_e6, now_s, user)
    worst_e8 = terms.trigger_e8 if terms.kind is PerpOrderKind.LIMIT else terms.worst_e8
    at_trigger = now = None
    if size_e6:
        ask = context.exchange.quote_modify_position
        at_trigger = ask(*account, worst_e8, _index_at(market, terms))
        now = ask(*account)
    rules = context.exchange.exchange_view(now_s).parameters
    return PerpOrderQuote(
        is_placeable=code is ErrorCode.NONE,
        placing_reasons=[] if code is ErrorCode.NONE else [code.name],
        order_margin=str(0 if terms.is_reduce_only else rules["order_margin_e6"]),
        size=str(size_e6),
        trigger_price=text_or_none(terms.trigger_e8),
        acceptable_price=text_or_none(worst_e8),
        expires_at=terms.expires_at_s,
        at_trigger=_shown(context, user, at_trigger),
        now=_shown(context, user, now),
        auction=_auction(context, market, terms, now, account),
        loss_to_stop=_loss_to_stop(at_trigger, terms, market),
    )


def _shown(context: Context, user: bytes, quote: TradeQuote | None) -> PositionQuote | None:
    if quote is None:
        return None
    points = context.programmes.ledger.quote_trading(user, abs(quote.notional_delta_e6))
    return position_quote(quote, points)


def _executable(terms: OrderTerms, held_e6: int) -> int:
    """Return the size that would trade with the position of now; 0: nothing to reduce."""
    if terms.is_whole:
        return -held_e6
    if not terms.is_reduce_only:
        return terms.size_e6
    if held_e6 == 0 or (held_e6 > 0) == terms.is_buy:
        return 0
    size_e6 = min(abs(terms.size_e6), abs(held_e6))
    return size_e6 if terms.is_buy else -size_e6


def _index_at(market: MarketView, terms: OrderTerms) -> int:
    """Return the index when the order runs: of a market trigger at the skew of now."""
    is_market = terms.source is PriceSource.MARKET
    price_e8 = market.market_price_e8 if is_market else market.index_price_e8
    trigger_e8 = terms.trigger_e8
    if terms.kind is PerpOrderKind.TRAILING:
        rate_e6 = E6 + terms.trail_e6 if terms.is_buy else E6 - terms.trail_e6
        trigger_e8 = price_e8 * rate_e6 // E6
    if trigger_e8 == 0:
        return market.index_price_e8
    return trigger_e8 * market.index_price_e8 // price_e8 if is_market else trigger_e8


def _placing_code(
    context: Context, user: bytes, body: PerpOrderBody, terms: OrderTerms, now_s: int
) -> ErrorCode:
    """Return with which code the engine would refuse to place it now."""
    exchange = context.exchange
    slot = exchange.chain_cursor[0] + 1
    command = m.PlacePerpOrder(
        **ChainOrigin(user=user, slot=slot).as_fields(),
        time_s=now_s,
        nonce=exchange.user_view(user).nonce + 1,
        expires_slot=slot + EXPIRY_SLOTS,
        owner=user,
        account_id=body.margin_account_id,
        market_id=body.market_id,
        kind=terms.kind,
        source=terms.source,
        is_reduce_only=int(terms.is_reduce_only),
        is_whole=int(terms.is_whole),
        size_e6=terms.size_e6,
        trigger_e8=terms.trigger_e8,
        trail_e6=terms.trail_e6,
        worst_e8=terms.worst_e8,
        group=terms.group,
        expires_at_s=terms.expires_at_s,
        stop_e8=terms.stop_e8,
        target_e8=terms.target_e8,
    )
    return exchange.check(command)


def _cost_e6(quote: TradeQuote) -> int:
    """Return fee, surcharge and impact, the impact rounded against the trader."""
    worse_e8 = quote.fill_price_e8 - quote.index_price_e8
    impact_e6 = -(-quote.size_delta_e6 * worse_e8 // E8)
    return quote.trade_fee_e6 + quote.surcharge_e6 + impact_e6


def _auction(
    context: Context,
    market: MarketView,
    terms: OrderTerms,
    now: TradeQuote | None,
    account: tuple[bytes, int, int, int, int, bytes],
) -> AuctionCosts | None:
    """Return what the auction would cost at the index of now: matched whole, or not at all."""
    if not terms.is_auction_class or now is None:
        return None
    pooled = context.exchange.quote_modify_position(*account, 0, market.index_price_e8)
    notional_e6 = abs(now.size_delta_e6) * market.index_price_e8 // E8
    matched_e6 = -(-notional_e6 * market.parameters["maker_fee_rate_e12"] // E12)
    now_e6, pool_e6 = _cost_e6(now), _cost_e6(pooled)
    coming = context.auctions.of(market.market_id, account[4])
    return AuctionCosts(
        timestamp=coming.timestamp,
        locks_at=coming.locks_at,
        cost_now=str(now_e6),
        cost_matched=str(matched_e6),
        cost_with_pool=str(pool_e6),
        saving=str(now_e6 - pool_e6),
        saving_matched=str(now_e6 - matched_e6),
    )


def _loss_to_stop(quote: TradeQuote | None, terms: OrderTerms, market: MarketView) -> str | None:
    """Return what is lost from the fill to the stop of the bracket, with the fees of both."""
    if quote is None or terms.stop_e8 == 0:
        return None
    size_e6 = quote.size_delta_e6
    price_e6 = -(-size_e6 * (quote.fill_price_e8 - terms.stop_e8) // E8)
    notional_e6 = abs(size_e6) * terms.stop_e8 // E8
    exit_e6 = -(-notional_e6 * market.parameters["taker_fee_rate_e12"] // E12)
    return str(price_e6 + quote.trade_fee_e6 + quote.surcharge_e6 + exit_e6)
