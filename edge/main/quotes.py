"""Main base, quotes (contract 4.6): canonical below the user, and the alias paths."""

from edge.amounts import Limit, parse_positive
from edge.encode import quote as encode
from edge.errors import ApiError, invalid
from edge.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.main.trades import close_size, modify_size
from edge.routing.route import Base, Call, route
from edge.schemas.base import Nothing
from edge.schemas.quote import (
    AddLiquidityQuote,
    ModificationLimits,
    PositionQuote,
    WithdrawMarginQuote,
)
from edge.schemas.requests import (
    ClosePositionBody,
    LimitsBody,
    LiquidityQuoteQuery,
    PositionBody,
    WithdrawQuoteQuery,
)

CANONICAL = "/user/{user}/quote"
ALIAS = "/quote"


@route(
    Base.MAIN,
    "GET",
    f"{CANONICAL}/add-liquidity",
    query=LiquidityQuoteQuery,
    returns=AddLiquidityQuote,
    rate="quotes",
    cache="markets",
)
@route(
    Base.MAIN,
    "GET",
    f"{ALIAS}/add-liquidity",
    query=LiquidityQuoteQuery,
    returns=AddLiquidityQuote,
    rate="quotes",
    cache="markets",
)
async def quote_add_liquidity(call: Call[LiquidityQuoteQuery, Nothing]) -> AddLiquidityQuote:
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


@route(
    Base.MAIN,
    "GET",
    f"{CANONICAL}/withdraw-margin",
    query=WithdrawQuoteQuery,
    returns=WithdrawMarginQuote,
    rate="quotes",
    cache="markets",
)
@route(
    Base.MAIN,
    "GET",
    f"{ALIAS}/withdraw-margin",
    query=WithdrawQuoteQuery,
    returns=WithdrawMarginQuote,
    rate="quotes",
    cache="markets",
)
async def quote_withdraw_margin(call: Call[WithdrawQuoteQuery, Nothing]) -> WithdrawMarginQuote:
    """Return what can be withdrawn from a margin account now."""
    view = call.context.exchange.margin_account_view(
        call.user, call.query.margin_account_id, call.now_s
    )
    return WithdrawMarginQuote(max_withdrawable_amount=str(view.max_withdrawable_e6))


@route(
    Base.MAIN,
    "POST",
    f"{CANONICAL}/modify-position",
    body=PositionBody,
    returns=PositionQuote,
    rate="quotes",
    cache=None,
)
@route(
    Base.MAIN,
    "POST",
    f"{ALIAS}/modify-position",
    body=PositionBody,
    returns=PositionQuote,
    rate="quotes",
    cache=None,
)
async def quote_modify_position(call: Call[Nothing, PositionBody]) -> PositionQuote:
    """Return what changing a position would do now."""
    body, user = call.body, call.user
    size_e6 = modify_size(call.context, body, call.now_s)
    quote = call.context.exchange.quote_modify_position(
        user, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    return encode.position_quote(quote)


@route(
    Base.MAIN,
    "POST",
    f"{CANONICAL}/close-position",
    body=ClosePositionBody,
    returns=PositionQuote,
    rate="quotes",
    cache=None,
)
@route(
    Base.MAIN,
    "POST",
    f"{ALIAS}/close-position",
    body=ClosePositionBody,
    returns=PositionQuote,
    rate="quotes",
    cache=None,
)
async def quote_close_position(call: Call[Nothing, ClosePositionBody]) -> PositionQuote:
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


@route(
    Base.MAIN,
    "POST",
    f"{CANONICAL}/position-modification-limits",
    body=LimitsBody,
    returns=list[ModificationLimits],
    rate="quotes",
    cache=None,
)
@route(
    Base.MAIN,
    "POST",
    f"{ALIAS}/position-modification-limits",
    body=LimitsBody,
    returns=list[ModificationLimits],
    rate="quotes",
    cache=None,
)
async def quote_limits(call: Call[Nothing, LimitsBody]) -> list[ModificationLimits]:
    """Return the largest and smallest modification of each market that executes now."""
    body, user = call.body, call.user
    sides = {"long": (True,), "short": (False,), None: (True, False)}[body.side]
    exchange = call.context.exchange
    return [
        encode.limits(
            exchange.quote_limits(user, body.margin_account_id, market_id, is_long, call.now_s)
        )
        for market_id in _market_ids(body)
        for is_long in sides
    ]
