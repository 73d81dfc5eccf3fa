"""Main base, transaction builders (API 4.9): unsigned bytes that only the wallet can use."""

from typing import Any

import msgspec

from edge.api.context import Call
from edge.api.quotes.schemas import Transaction
from edge.api.quotes.trade_input import (
    check_prices,
    close_size,
    limit_price,
    modify_size,
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
from edge.api.transactions.requests import (
    CloseTransactionBody,
    DelegateBody,
    ModifyPositionBody,
)
from edge.http.addresses import parse_address
from edge.http.codes import BUILDING, TRADE
from edge.http.errors import invalid
from edge.http.route import Base, Collect, route
from edge.http.schema.base import Nothing


def builder(name: str, body: type[Any], *codes: str) -> Collect:
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


@builder("modify-position", ModifyPositionBody, *TRADE, "HIGH_RISK_USER")
async def build_modify(call: Call[Nothing, ModifyPositionBody]) -> Transaction:
    """Build the transaction that changes a position."""
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    check_prices(body)
    size_e6 = modify_size(context, body, call.now_s)
    quote = context.exchange.quote_modify_position(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    is_increase = abs(quote.new_size_e6) > abs(quote.new_size_e6 - size_e6)
    if is_increase:
        refuse_high_risk(call, owner)
    market = context.exchange.market_view(body.market_id, call.now_s)
    require_executable(quote, market, call.now_s)
    limit_e8 = limit_price(body, quote)
    return built(
        await context.builders.build(
            user,
            "modify-position",
            owner=owner,
            account=body.margin_account_id,
            market=body.market_id,
            size=size_e6,
            limit=limit_e8,
        )
    )


@builder("close-position", CloseTransactionBody, *TRADE)
async def build_close(call: Call[Nothing, CloseTransactionBody]) -> Transaction:
    """Build the transaction that closes a position."""
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    check_prices(body)
    size_e6 = close_size(context, body, call.now_s)
    quote = context.exchange.quote_close_position(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    market = context.exchange.market_view(body.market_id, call.now_s)
    require_executable(quote, market, call.now_s)
    limit_e8 = limit_price(body, quote)
    return built(
        await context.builders.build(
            user,
            "close-position",
            owner=owner,
            account=body.margin_account_id,
            market=body.market_id,
            size=size_e6,
            limit=limit_e8,
        )
    )


@builder("set-delegate", DelegateBody)
async def build_set_delegate(call: Call[Nothing, DelegateBody]) -> Transaction:
    """Build the transaction that names, or with null removes, the delegate."""
    text = call.body.delegate
    if text is msgspec.UNSET:
        raise invalid("delegate", "is required")
    delegate = parse_address(text, "delegate") if isinstance(text, str) else None
    if delegate == call.user:
        raise invalid("delegate", "a wallet is not its own delegate")
    return built(await call.context.builders.build(call.user, "set-delegate", delegate=delegate))
