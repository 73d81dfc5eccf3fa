"""Main base, transaction builders (contract 4.9): unsigned bytes that only the wallet can use."""

import base64
from collections.abc import Callable
from typing import Any

import msgspec

from chain.instructions import BuiltTransaction
from edge.addresses import parse_address
from edge.amounts import Limit, parse_amount, parse_positive
from edge.errors import ApiError, invalid
from edge.main.trades import (
    check_prices,
    close_size,
    limit_price,
    modify_size,
    require_executable,
)
from edge.routing.route import Base, Call, Handler, route
from edge.schemas.base import Nothing, Request
from edge.schemas.quote import Transaction
from edge.schemas.requests import (
    AccountBody,
    AddLiquidityBody,
    ClaimBody,
    CloseTransactionBody,
    CreateMarginAccountBody,
    DelegateBody,
    DepositMarginBody,
    ModifyPositionBody,
    ProcessBody,
    WithdrawMarginBody,
)

NAME_LENGTH_MAX = 32


def builder(name: str, body: type[Any]) -> Callable[[Handler[Any, Any]], Handler[Any, Any]]:
    """Register the builder of one command."""
    return route(
        Base.MAIN,
        "POST",
        f"/user/{{user}}/transaction/{name}",
        body=body,
        returns=Transaction,
        rate="building",
        cache=None,
        is_idempotent=True,
    )


def _built(transaction: BuiltTransaction) -> Transaction:
    return Transaction(
        tx=base64.b64encode(transaction.tx).decode(),
        blockhash=transaction.blockhash,
        last_valid_block_height=transaction.last_valid_block_height,
    )


def _refuse_high_risk(call: Call[Nothing, Any]) -> None:
    if call.user in call.context.high_risk:
        raise ApiError("HIGH_RISK_USER")


def _owner(body: Request) -> bytes | None:
    text: str | None = getattr(body, "owner", None)
    return parse_address(text, "owner") if text is not None else None


def _name(text: str | None) -> str | None:
    if text is None or text == "":
        return None
    is_plain = len(text) <= NAME_LENGTH_MAX and all(" " <= letter <= "~" for letter in text)
    if not is_plain or text != text.strip():
        raise invalid("name", "expected at most 32 printable ASCII characters")
    return text


@builder("create-margin-account", CreateMarginAccountBody)
async def build_create(call: Call[Nothing, CreateMarginAccountBody]) -> Transaction:
    """Build the transaction that opens a margin account."""
    _refuse_high_risk(call)
    body = call.body
    margin_e6 = None
    if body.margin is not None:
        margin_e6 = parse_amount(body.margin, "margin", Limit.COLLATERAL)
        if margin_e6 < 0:
            raise ApiError("INPUT_NOT_POSITIVE", details={"field": "margin"})
    return _built(
        await call.context.builders.create_margin_account(
            call.user, body.margin_account_id, margin_e6 or None, _name(body.name)
        )
    )


@builder("deposit-margin", DepositMarginBody)
async def build_deposit(call: Call[Nothing, DepositMarginBody]) -> Transaction:
    """Build the transaction that deposits margin."""
    _refuse_high_risk(call)
    margin_e6 = parse_positive(call.body.margin, "margin", Limit.COLLATERAL)
    return _built(
        await call.context.builders.deposit_margin(
            call.user, call.body.margin_account_id, margin_e6, _owner(call.body)
        )
    )


@builder("withdraw-margin", WithdrawMarginBody)
async def build_withdraw(call: Call[Nothing, WithdrawMarginBody]) -> Transaction:
    """Build the transaction that requests a withdrawal of margin."""
    margin_e6 = parse_positive(call.body.margin, "margin", Limit.COLLATERAL)
    tip_e6 = parse_amount(call.body.keeper_tip, "keeperTip", Limit.COLLATERAL)
    if tip_e6 < 0:
        raise ApiError("INPUT_NOT_POSITIVE", details={"field": "keeperTip"})
    return _built(
        await call.context.builders.withdraw_margin(
            call.user, call.body.margin_account_id, margin_e6, tip_e6
        )
    )


@builder("modify-position", ModifyPositionBody)
async def build_modify(call: Call[Nothing, ModifyPositionBody]) -> Transaction:
    """Build the transaction that changes a position."""
    body, context, user = call.body, call.context, call.user
    owner = _owner(body) or user
    check_prices(body)
    size_e6 = modify_size(context, body, call.now_s)
    quote = context.exchange.quote_modify_position(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    is_increase = abs(quote.new_size_e6) > abs(quote.new_size_e6 - size_e6)
    if is_increase:
        _refuse_high_risk(call)
    require_executable(quote, context.exchange.market_view(body.market_id, call.now_s))
    limit_e8 = limit_price(body, quote)
    return _built(
        await context.builders.modify_position(
            user, owner, body.margin_account_id, body.market_id, size_e6, limit_e8
        )
    )


@builder("close-position", CloseTransactionBody)
async def build_close(call: Call[Nothing, CloseTransactionBody]) -> Transaction:
    """Build the transaction that closes a position."""
    body, context, user = call.body, call.context, call.user
    owner = _owner(body) or user
    check_prices(body)
    size_e6 = close_size(context, body, call.now_s)
    quote = context.exchange.quote_close_position(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    require_executable(quote, context.exchange.market_view(body.market_id, call.now_s))
    limit_e8 = limit_price(body, quote)
    return _built(
        await context.builders.close_position(
            user, owner, body.margin_account_id, body.market_id, size_e6, limit_e8
        )
    )


@builder("close-margin-account", AccountBody)
async def build_close_account(call: Call[Nothing, AccountBody]) -> Transaction:
    """Build the transaction that closes an empty margin account."""
    return _built(
        await call.context.builders.close_margin_account(call.user, call.body.margin_account_id)
    )


@builder("add-liquidity", AddLiquidityBody)
async def build_add_liquidity(call: Call[Nothing, AddLiquidityBody]) -> Transaction:
    """Build the transaction that deposits into the pool."""
    _refuse_high_risk(call)
    amount_e6 = parse_positive(call.body.liquidity, "liquidity", Limit.COLLATERAL)
    return _built(await call.context.builders.add_liquidity(call.user, amount_e6))


@builder("process-settlement-requests", ProcessBody)
async def build_process(call: Call[Nothing, ProcessBody]) -> Transaction:
    """Build the transaction that processes mature settlement requests."""
    ids = tuple(dict.fromkeys(call.body.settlement_request_ids or ()))
    return _built(
        await call.context.builders.process_settlement_requests(call.user, _owner(call.body), ids)
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
    return _built(await call.context.builders.set_delegate(call.user, delegate))


@builder("claim-deposit", ClaimBody)
async def build_claim(call: Call[Nothing, ClaimBody]) -> Transaction:
    """Build the transaction that claims a quarantined deposit."""
    return _built(await call.context.builders.claim_deposit(call.user, call.body.deposit_id))
