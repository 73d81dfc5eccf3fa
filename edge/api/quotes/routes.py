"""Main base, quotes (API 4.6): canonical below the user, and the alias paths."""

from collections.abc import Callable
from datetime import date
from typing import Unpack

from chain.builders.waits import pool_wait_details
from edge.api.context import Call, Context
from edge.api.quotes import encode
from edge.api.quotes.requests import (
    AliasQuery,
    BasketBody,
    ClosePositionBody,
    LimitsBody,
    LiquidityAliasQuery,
    LiquidityQuoteQuery,
    PositionBody,
    RemovalAliasQuery,
    RemovalQuoteQuery,
    WithdrawAliasQuery,
    WithdrawQuoteQuery,
)
from edge.api.quotes.schemas import (
    AddLiquidityQuote,
    BasketQuote,
    ModificationLimits,
    PositionQuote,
    RemoveLiquidityQuote,
    WithdrawMarginQuote,
)
from edge.api.quotes.trade_input import basket_sizes, close_size, modify_size
from edge.http import costs
from edge.http.amounts import Limit, parse_positive
from edge.http.codes import ACCOUNT, POOL_PRICES, QUOTED_TRADE
from edge.http.errors import ApiError, invalid
from edge.http.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.http.route import (
    Answer,
    AnyHandler,
    Base,
    Collect,
    RouteOptions,
    ShortHandler,
    route,
)
from edge.http.schema.base import Nothing, Request
from edge.http.schema.deprecation import Deprecation
from engine.core.perps.figures import TradeFigures
from engine.programmes.points_rows import PointsQuote
from engine.schema.errors import ErrorCode

CANONICAL = "/user/{user}/quote"
ALIAS = "/quote"
ALIAS_DEPRECATED, ALIAS_SUNSET = date(2026, 11, 28), date(2027, 12, 1)


def quote_route(
    name: str,
    returns: Answer,
    *,
    query: type[Request] = Nothing,
    alias: type[Request] = AliasQuery,
    body: type[Request] | None = None,
    **options: Unpack[RouteOptions],
) -> Collect:
    """Register a quote at both paths; only the alias asks for the user, and it is deprecated."""
    method, cache = ("GET", "markets") if body is None else ("POST", None)
    options = {"rate": "quotes", "cache": cache, **options}
    ends = Deprecation(since=ALIAS_DEPRECATED, sunset=ALIAS_SUNSET, successor=f"{CANONICAL}/{name}")

    def collect(handler: AnyHandler) -> AnyHandler:
        for lead, asked, mark in ((CANONICAL, query, None), (ALIAS, alias, ends)):
            options["deprecated"] = mark
            path = f"{lead}/{name}"
            route(Base.MAIN, method, path, query=asked, body=body, returns=returns, **options)(
                handler
            )
        return handler

    return collect


@quote_route(
    "add-liquidity",
    AddLiquidityQuote,
    query=LiquidityQuoteQuery,
    alias=LiquidityAliasQuery,
    codes=(
        *POOL_PRICES,
        "AMOUNT_TOO_SMALL",
        "EXCHANGE_HALTED",
        "EXCHANGE_PAUSED",
        "POOL_INSOLVENT",
    ),
)
async def quote_add_liquidity(call: Call[LiquidityQuoteQuery, Nothing]) -> AddLiquidityQuote:
    """Return the shares a deposit into the pool would mint now."""
    user, ledger = call.user, call.context.programmes.ledger
    amount_e6 = parse_positive(call.query.liquidity, "liquidity", Limit.COLLATERAL)
    quote = call.context.exchange.quote_add_liquidity(amount_e6, call.now_s)
    if quote.reasons:
        raise _pool_refusal(call, quote.reasons[0], {})
    return AddLiquidityQuote(
        shares=str(quote.shares_e6),
        maturity=quote.maturity_s,
        points_quote=encode.points_quote(ledger.quote_liquidity(user, amount_e6)),
    )


@quote_route(
    "remove-liquidity",
    RemoveLiquidityQuote,
    query=RemovalQuoteQuery,
    alias=RemovalAliasQuery,
    codes=(
        *POOL_PRICES,
        "AMOUNT_TOO_SMALL",
        "EXCHANGE_HALTED",
        "LP_NOT_MATURE",
        "LP_POSITION_NOT_FOUND",
        "SHARES_EXCEED_REMOVABLE",
    ),
)
async def quote_remove_liquidity(call: Call[RemovalQuoteQuery, Nothing]) -> RemoveLiquidityQuote:
    """Return the current payout of shares of an LP position at the exit price."""
    exchange, position_id = call.context.exchange, call.query.lp_position_id
    shares_e6 = parse_positive(call.query.shares, "shares", Limit.COLLATERAL)
    user = call.user
    quote = exchange.quote_remove_liquidity(user, position_id, shares_e6, call.now_s)
    if quote.reasons:
        most = {"maxRemovableShares": str(quote.max_removable_shares_e6)}
        raise _pool_refusal(call, quote.reasons[0], most)
    return RemoveLiquidityQuote(
        liquidity=str(quote.liquidity_e6),
        shares=str(quote.shares_e6),
        share_price=str(quote.share_price_e8),
        points_quote=encode.points_quote(_points_lost(call, user, quote.shares_e6)),
    )


def _pool_refusal(
    call: Call[Request, Nothing], code: ErrorCode, details: dict[str, str]
) -> ApiError:
    wait = pool_wait_details(call.context.exchange, code, call.now_s)
    return ApiError(code.name, details={**details, **wait})


def _points_lost(
    call: Call[RemovalQuoteQuery, Nothing], user: bytes, shares_e6: int
) -> PointsQuote:
    """Return the daily points of the deposit behind shares of an LP position."""
    position = call.context.exchange.lp_position(user, call.query.lp_position_id, call.now_s)
    assert position is not None
    liquidity_e6 = position.liquidity_e6 * shares_e6 // position.shares_e6
    return call.context.programmes.ledger.quote_liquidity(user, liquidity_e6)


@quote_route(
    "withdraw-margin",
    WithdrawMarginQuote,
    query=WithdrawQuoteQuery,
    alias=WithdrawAliasQuery,
    codes=(ACCOUNT,),
)
async def quote_withdraw_margin(call: Call[WithdrawQuoteQuery, Nothing]) -> WithdrawMarginQuote:
    """Return the withdrawable amount of a margin account."""
    view = call.context.exchange.margin_account_view(
        call.user, call.query.margin_account_id, call.now_s
    )
    return WithdrawMarginQuote(max_withdrawable_amount=str(view.max_withdrawable_e6))


def _text(context: Context, user: bytes, quote: TradeFigures) -> bytes:
    """Return a quote with the daily points of the open interest that it adds or removes."""
    ledger = context.programmes.ledger
    points = ledger.quote_trading(user, abs(quote.notional_delta_e6))
    return encode.POSITION_QUOTE.fill(quote, points)


def short_quote_route(name: str, body: type[Request]) -> Callable[[ShortHandler], ShortHandler]:
    """Register the quote of a position, whose text is a plain function of what is asked."""

    def collect(short: ShortHandler) -> ShortHandler:
        async def handler(call: Call[Request, Request]) -> bytes:
            return short(call.context, call.user, call.body, call.now_s)

        handler.__doc__ = short.__doc__
        quote_route(
            name, PositionQuote, is_direct=True, short=short, body=body, codes=QUOTED_TRADE
        )(handler)
        return short

    return collect


@short_quote_route("modify-position", PositionBody)
def quote_modify_position(context: Context, user: bytes, body: PositionBody, now_s: int) -> bytes:
    """Return a quote for changing a position."""
    size_e6 = modify_size(context, body, now_s)
    quote = context.exchange.trade_figures(
        user, body.margin_account_id, body.market_id, size_e6, now_s, False
    )
    return _text(context, user, quote)


@quote_route("modify-positions", BasketQuote, body=BasketBody, codes=QUOTED_TRADE, cost=costs.LEGS)
async def quote_modify_positions(call: Call[Request, BasketBody]) -> BasketQuote:
    """Return a quote for changing several positions in one order."""
    body, user, ledger = call.body, call.user, call.context.programmes.ledger
    legs = basket_sizes(call.context, body.legs, call.now_s)
    quote = call.context.exchange.quote_basket(user, body.margin_account_id, legs, call.now_s)
    notionals = [abs(leg.notional_delta_e6) for leg in quote.legs]
    points = [ledger.quote_trading(user, amount) for amount in (*notionals, sum(notionals))]
    return encode.basket(quote, [market_id for market_id, _ in legs], points)


@short_quote_route("close-position", ClosePositionBody)
def quote_close_position(
    context: Context, user: bytes, body: ClosePositionBody, now_s: int
) -> bytes:
    """Return a quote for closing a position."""
    size_e6 = close_size(context, body, now_s)
    quote = context.exchange.trade_figures(
        user, body.margin_account_id, body.market_id, size_e6, now_s, True
    )
    return _text(context, user, quote)


def _market_ids(body: LimitsBody) -> list[int]:
    ids = body.market_ids
    if ids is None:
        if body.market_id is None:
            raise invalid("marketIds", "is required")
        return [body.market_id]
    if len(ids) > IDS_PER_LIMITS_QUOTE_MAX:
        raise ApiError("TOO_MANY_IDS")
    if not ids:
        raise invalid("marketIds", "at least one id")
    return sorted(set(ids))


@quote_route(
    "position-modification-limits",
    list[ModificationLimits],
    body=LimitsBody,
    codes=(ACCOUNT, "MARKET_NOT_FOUND", "TOO_MANY_IDS"),
    cost=costs.SOME_IDS,
)
async def quote_limits(call: Call[Request, LimitsBody]) -> list[ModificationLimits]:
    """Return the largest and smallest modification of each market that executes now."""
    body, user = call.body, call.user
    sides = {"long": (True,), "short": (False,), None: (True, False)}[body.side]
    exchange = call.context.exchange
    wanted = _market_ids(body)
    unknown = sorted(set(wanted) - set(exchange.market_ids()))
    if unknown:
        raise ApiError("MARKET_NOT_FOUND", details={"marketIds": unknown})
    return [
        encode.limits(
            exchange.quote_limits(user, body.margin_account_id, market_id, is_long, call.now_s)
        )
        for market_id in wanted
        for is_long in sides
    ]
