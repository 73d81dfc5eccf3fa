"""Main base, quotes (contract 4.6): canonical below the user, and the alias paths."""

from collections.abc import Callable
from typing import Any

from edge.amounts import Limit, parse_positive
from edge.encode import quote as encode
from edge.errors import ApiError, invalid
from edge.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.main.trades import close_size, modify_size
from edge.routing.route import Base, Call, Handler, route
from edge.schemas.base import Nothing
from edge.schemas.quote import (
    AddLiquidityQuote,
    ModificationLimits,
    PositionQuote,
    RemoveLiquidityQuote,
    WithdrawMarginQuote,
)
from edge.schemas.requests import (
    AliasQuery,
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

CANONICAL = "/user/{user}/quote"
ALIAS = "/quote"


def quote_route(
    name: str,
    returns: Any,  # noqa: ANN401 - any type that msgspec can describe
    *,
    query: type[Any] = Nothing,
    alias: type[Any] = AliasQuery,
    body: type[Any] | None = None,
) -> Callable[[Handler[Any, Any]], Handler[Any, Any]]:
    """Register a quote at both paths; only the alias asks for the user."""

    def collect(handler: Handler[Any, Any]) -> Handler[Any, Any]:
        for lead, asked in ((CANONICAL, query), (ALIAS, alias)):
            route(
                Base.MAIN,
                "GET" if body is None else "POST",
                f"{lead}/{name}",
                query=asked,
                body=body,
                returns=returns,
                rate="quotes",
                cache="markets" if body is None else None,
            )(handler)
        return handler

    return collect


@quote_route(
    "add-liquidity", AddLiquidityQuote, query=LiquidityQuoteQuery, alias=LiquidityAliasQuery
)
async def quote_add_liquidity(call: Call[Any, Nothing]) -> AddLiquidityQuote:
    """Return the shares a deposit into the pool would mint now."""
    assert len(call.user) == 32
    amount_e6 = parse_positive(call.query.liquidity, "liquidity", Limit.COLLATERAL)
    quote = call.context.exchange.quote_add_liquidity(amount_e6, call.now_s)
    if quote.reasons:
        raise ApiError(quote.reasons[0].name)
    return AddLiquidityQuote(
        shares=str(quote.shares_e6),
        maturity=quote.maturity_s,
        points_quote=encode.lp_points(amount_e6),
    )


@quote_route(
    "remove-liquidity", RemoveLiquidityQuote, query=RemovalQuoteQuery, alias=RemovalAliasQuery
)
async def quote_remove_liquidity(call: Call[Any, Nothing]) -> RemoveLiquidityQuote:
    """Return what shares of an LP position would pay at the exit price now."""
    exchange, position_id = call.context.exchange, call.query.lp_position_id
    shares_e6 = parse_positive(call.query.shares, "shares", Limit.COLLATERAL)
    quote = exchange.quote_remove_liquidity(call.user, position_id, shares_e6, call.now_s)
    if quote.reasons:
        most = {"maxRemovableShares": str(quote.max_removable_shares_e6)}
        raise ApiError(quote.reasons[0].name, details=most)
    return RemoveLiquidityQuote(
        liquidity=str(quote.liquidity_e6),
        shares=str(quote.shares_e6),
        share_price=str(quote.share_price_e8),
        points_quote=encode.lp_points(quote.liquidity_e6),
    )


@quote_route(
    "withdraw-margin", WithdrawMarginQuote, query=WithdrawQuoteQuery, alias=WithdrawAliasQuery
)
async def quote_withdraw_margin(call: Call[Any, Nothing]) -> WithdrawMarginQuote:
    """Return what can be withdrawn from a margin account now."""
    view = call.context.exchange.margin_account_view(
        call.user, call.query.margin_account_id, call.now_s
    )
    return WithdrawMarginQuote(max_withdrawable_amount=str(view.max_withdrawable_e6))


@quote_route("modify-position", PositionQuote, body=PositionBody)
async def quote_modify_position(call: Call[Any, PositionBody]) -> PositionQuote:
    """Return what changing a position would do now."""
    body, user = call.body, call.user
    size_e6 = modify_size(call.context, body, call.now_s)
    quote = call.context.exchange.quote_modify_position(
        user, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    return encode.position_quote(quote)


@quote_route("close-position", PositionQuote, body=ClosePositionBody)
async def quote_close_position(call: Call[Any, ClosePositionBody]) -> PositionQuote:
    """Return what closing a position would do now."""
    body, user = call.body, call.user
    size_e6 = close_size(call.context, body, call.now_s)
    quote = call.context.exchange.quote_close_position(
        user, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    return encode.position_quote(quote)


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


@quote_route("position-modification-limits", list[ModificationLimits], body=LimitsBody)
async def quote_limits(call: Call[Any, LimitsBody]) -> list[ModificationLimits]:
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
