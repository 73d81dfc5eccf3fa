"""Main base, transaction builders (API 4.9): unsigned bytes that only the wallet can use."""

from collections.abc import Callable

from edge.api.context import Call
from edge.api.quotes.schemas import Transaction
from edge.api.quotes.trade_input import (
    PriceLimit,
    basket_sizes,
    close_size,
    leg_limits,
    modify_size,
    optional_price,
    price_limit,
    require_basket,
    require_executable,
)
from edge.api.transactions.commands import (
    ROWS,
    TRANSACTION,
    built,
    declare,
    owner_of,
    refuse_high_risk,
)
from edge.api.transactions.delegation import delegate_of, terms_of, top_up_of
from edge.api.transactions.requests import (
    CloseTransactionBody,
    DelegateBody,
    ModifyPositionBody,
    ModifyPositionsBody,
)
from edge.http.codes import BRACKET, BUILDING, TRADE
from edge.http.route import Base, Collect, route
from edge.http.schema.base import Nothing, Request
from engine.core.views import TradeQuote


def builder(name: str, body: type[Request], *codes: str) -> Collect:
    """Register the builder of one command."""
    return route(
        Base.MAIN,
        "POST",
        TRANSACTION + name,
        body=body,
        returns=Transaction,
        rate="building",
        cache=None,
        is_idempotent=True,
        codes=(*BUILDING, *codes),
    )


for row in ROWS:
    declare(row)


@builder("modify-position", ModifyPositionBody, *TRADE, *BRACKET, "HIGH_RISK_USER")
async def build_modify(call: Call[Nothing, ModifyPositionBody]) -> Transaction:
    """Build the transaction that changes a position."""
    limit = price_limit(call.body)
    size_e6 = modify_size(call.context, call.body, call.now_s)
    ask = call.context.exchange.quote_modify_position
    bracket = {
        "stop": optional_price(call.body.stop_price, "stopPrice"),
        "target": optional_price(call.body.target_price, "targetPrice"),
    }
    return await _build_order(call, "modify-position", size_e6, limit, ask, **bracket)


@builder("modify-positions", ModifyPositionsBody, *TRADE, "HIGH_RISK_USER")
async def build_basket(call: Call[Nothing, ModifyPositionsBody]) -> Transaction:
    """Build the transaction that changes several positions in one order, all or none."""
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    limits = leg_limits(body.legs)
    legs = basket_sizes(context, body.legs, call.now_s)
    quote = context.exchange.quote_basket(
        owner, body.margin_account_id, legs, call.now_s, user, [one.given_e8 for one in limits]
    )
    if any(_adds_exposure(leg) for leg in quote.legs):
        refuse_high_risk(call, owner)
    markets = [context.exchange.market_view(market_id, call.now_s) for market_id, _ in legs]
    require_basket(quote, limits, markets, call.now_s)
    lines = [
        (market_id, size_e6, limit.of(leg))
        for (market_id, size_e6), limit, leg in zip(legs, limits, quote.legs, strict=True)
    ]
    build = context.builders.build_quoted
    account = body.margin_account_id
    return built(
        await build(user, "modify-positions", owner=owner, account=account, leg=tuple(lines))
    )


@builder("close-position", CloseTransactionBody, *TRADE)
async def build_close(call: Call[Nothing, CloseTransactionBody]) -> Transaction:
    """Build the transaction that closes a position."""
    limit = price_limit(call.body)
    size_e6 = close_size(call.context, call.body, call.now_s)
    ask = call.context.exchange.quote_close_position
    return await _build_order(call, "close-position", size_e6, limit, ask)


def _adds_exposure(quote: TradeQuote) -> bool:
    return abs(quote.new_size_e6) > abs(quote.new_size_e6 - quote.size_delta_e6)


async def _build_order(
    call: Call[Nothing, ModifyPositionBody | CloseTransactionBody],
    name: str,
    size_e6: int,
    limit: PriceLimit,
    ask: Callable[..., TradeQuote],
    **bracket: int,
) -> Transaction:
    """Quote an order as its sender and build it: the quote is the check of its rule.

    A quote knows no bracket, so with one the engine checks the command again.
    """
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    quote = ask(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s, user, limit.given_e8
    )
    if _adds_exposure(quote):
        refuse_high_risk(call, owner)
    market = context.exchange.market_view(body.market_id, call.now_s)
    require_executable(quote, limit, market, call.now_s)
    build = context.builders.build if any(bracket.values()) else context.builders.build_quoted
    return built(
        await build(
            user,
            name,
            owner=owner,
            account=body.margin_account_id,
            market=body.market_id,
            size=size_e6,
            limit=limit.of(quote),
            **bracket,
        )
    )


@builder(
    "set-delegate", DelegateBody, "AMOUNT_OUT_OF_RANGE", "INPUT_NOT_POSITIVE", "MARKET_NOT_FOUND"
)
async def build_set_delegate(call: Call[Nothing, DelegateBody]) -> Transaction:
    """Build the transaction that names, or with null removes, the delegate and its limits.

    `delegateTopUp` moves so many lamports to the delegate for its fees.
    """
    body = call.body
    delegate = delegate_of(body, call.user)
    terms = terms_of(body, call.now_s)
    lamports = top_up_of(body, delegate)
    build = call.context.builders.build_delegation
    return built(await build(call.user, lamports, delegate=delegate, **terms))
