"""Main base, transaction builders (API 4.9): unsigned bytes that only the wallet can use."""

import base64
from collections.abc import Callable
from typing import Any

import msgspec

from chain.client.instructions import BuiltTransaction
from edge.api.context import Call
from edge.api.quotes.schemas import Transaction
from edge.api.quotes.trade_input import (
    check_prices,
    close_size,
    limit_price,
    modify_size,
    require_executable,
)
from edge.api.transactions.requests import (
    AccountBody,
    AddLiquidityBody,
    ClaimBody,
    CloseTransactionBody,
    CreateMarginAccountBody,
    DelegateBody,
    DepositMarginBody,
    LiquidateBody,
    LpPositionBody,
    ModifyPositionBody,
    ProcessBody,
    RemoveLiquidityBody,
    WithdrawMarginBody,
)
from edge.http.addresses import parse_address
from edge.http.amounts import Limit, parse_amount, parse_positive
from edge.http.codes import ACCOUNT, BUILDING, EXPOSURE, POOL_PRICES, TRADE
from edge.http.errors import ApiError, invalid
from edge.http.route import Base, Handler, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.inputs import NoBody

NAME_LENGTH_MAX = 32


def builder(
    name: str, body: type[Any], *codes: str
) -> Callable[[Handler[Any, Any]], Handler[Any, Any]]:
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
        codes=(*BUILDING, *codes),
    )


def built(transaction: BuiltTransaction) -> Transaction:
    """Return the bytes as the contract answers them."""
    return Transaction(
        tx=base64.b64encode(transaction.tx).decode(),
        blockhash=transaction.blockhash,
        last_valid_block_height=transaction.last_valid_block_height,
    )


def refuse_high_risk(call: Call[Nothing, Any], owner: bytes | None = None) -> None:
    """Refuse whom the risk screening names; for commands that add exposure.

    Of a command for somebody else's account neither side may be high risk.
    """
    users = {call.user, owner or call.user}
    if any(call.context.is_high_risk(user) for user in users):
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


def _tip(raw: str | int) -> int:
    tip_e6 = parse_amount(raw, "keeperTip", Limit.COLLATERAL)
    if tip_e6 < 0:
        raise ApiError("INPUT_NOT_POSITIVE", details={"field": "keeperTip"})
    return tip_e6


@builder(
    "create-margin-account",
    CreateMarginAccountBody,
    *EXPOSURE,
    "MARGIN_ACCOUNT_EXISTS",
    "TOO_MANY_MARGIN_ACCOUNTS",
)
async def build_create(call: Call[Nothing, CreateMarginAccountBody]) -> Transaction:
    """Build the transaction that opens a margin account."""
    refuse_high_risk(call)
    body = call.body
    margin_e6 = None
    if body.margin is not None:
        margin_e6 = parse_amount(body.margin, "margin", Limit.COLLATERAL)
        if margin_e6 < 0:
            raise ApiError("INPUT_NOT_POSITIVE", details={"field": "margin"})
    return built(
        await call.context.builders.create_margin_account(
            call.user, body.margin_account_id, margin_e6 or None, _name(body.name)
        )
    )


@builder("deposit-margin", DepositMarginBody, *EXPOSURE, ACCOUNT, "AMOUNT_TOO_SMALL")
async def build_deposit(call: Call[Nothing, DepositMarginBody]) -> Transaction:
    """Build the transaction that deposits margin."""
    owner = _owner(call.body)
    refuse_high_risk(call, owner)
    margin_e6 = parse_positive(call.body.margin, "margin", Limit.COLLATERAL)
    return built(
        await call.context.builders.deposit_margin(
            call.user, call.body.margin_account_id, margin_e6, owner
        )
    )


@builder(
    "withdraw-margin",
    WithdrawMarginBody,
    ACCOUNT,
    "AMOUNT_TOO_SMALL",
    "IN_LIQUIDATION",
    "KEEPER_TIP_TOO_HIGH",
    "TOO_MANY_SETTLEMENT_REQUESTS",
    "WITHDRAW_EXCEEDS_MAX",
)
async def build_withdraw(call: Call[Nothing, WithdrawMarginBody]) -> Transaction:
    """Build the transaction that requests a withdrawal of margin."""
    margin_e6 = parse_positive(call.body.margin, "margin", Limit.COLLATERAL)
    tip_e6 = _tip(call.body.keeper_tip)
    return built(
        await call.context.builders.withdraw_margin(
            call.user, call.body.margin_account_id, margin_e6, tip_e6
        )
    )


@builder("modify-position", ModifyPositionBody, *TRADE, "HIGH_RISK_USER")
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
        refuse_high_risk(call, owner)
    market = context.exchange.market_view(body.market_id, call.now_s)
    require_executable(quote, market, call.now_s)
    limit_e8 = limit_price(body, quote)
    return built(
        await context.builders.modify_position(
            user, owner, body.margin_account_id, body.market_id, size_e6, limit_e8
        )
    )


@builder("close-position", CloseTransactionBody, *TRADE)
async def build_close(call: Call[Nothing, CloseTransactionBody]) -> Transaction:
    """Build the transaction that closes a position."""
    body, context, user = call.body, call.context, call.user
    owner = _owner(body) or user
    check_prices(body)
    size_e6 = close_size(context, body, call.now_s)
    quote = context.exchange.quote_close_position(
        owner, body.margin_account_id, body.market_id, size_e6, call.now_s
    )
    market = context.exchange.market_view(body.market_id, call.now_s)
    require_executable(quote, market, call.now_s)
    limit_e8 = limit_price(body, quote)
    return built(
        await context.builders.close_position(
            user, owner, body.margin_account_id, body.market_id, size_e6, limit_e8
        )
    )


@builder("close-margin-account", AccountBody, ACCOUNT, "MARGIN_ACCOUNT_NOT_EMPTY")
async def build_close_account(call: Call[Nothing, AccountBody]) -> Transaction:
    """Build the transaction that closes an empty margin account."""
    return built(
        await call.context.builders.close_margin_account(call.user, call.body.margin_account_id)
    )


@builder(
    "add-liquidity",
    AddLiquidityBody,
    *EXPOSURE,
    *POOL_PRICES,
    "AMOUNT_TOO_SMALL",
    "POOL_INSOLVENT",
    "TOO_MANY_LP_POSITIONS",
)
async def build_add_liquidity(call: Call[Nothing, AddLiquidityBody]) -> Transaction:
    """Build the transaction that deposits into the pool."""
    refuse_high_risk(call)
    amount_e6 = parse_positive(call.body.liquidity, "liquidity", Limit.COLLATERAL)
    return built(await call.context.builders.add_liquidity(call.user, amount_e6))


@builder(
    "remove-liquidity",
    RemoveLiquidityBody,
    *POOL_PRICES,
    "AMOUNT_TOO_SMALL",
    "KEEPER_TIP_TOO_HIGH",
    "LP_NOT_MATURE",
    "LP_POSITION_NOT_FOUND",
    "SHARES_EXCEED_REMOVABLE",
    "TOO_MANY_SETTLEMENT_REQUESTS",
)
async def build_remove_liquidity(call: Call[Nothing, RemoveLiquidityBody]) -> Transaction:
    """Build the transaction that requests the worth of shares of the pool."""
    shares_e6 = parse_positive(call.body.shares, "shares", Limit.COLLATERAL)
    tip_e6 = _tip(call.body.keeper_tip)
    return built(
        await call.context.builders.remove_liquidity(
            call.user, call.body.lp_position_id, shares_e6, tip_e6
        )
    )


@builder("close-lp-position", LpPositionBody, "LP_POSITION_NOT_EMPTY", "LP_POSITION_NOT_FOUND")
async def build_close_lp_position(call: Call[Nothing, LpPositionBody]) -> Transaction:
    """Build the transaction that closes a drained LP position."""
    return built(await call.context.builders.close_lp_position(call.user, call.body.lp_position_id))


@builder("upgrade-lp-account", NoBody, *EXPOSURE, "CANNOT_UPGRADE", "TOO_MANY_LP_POSITIONS")
async def build_upgrade_lp_account(call: Call[Nothing, NoBody]) -> Transaction:
    """Build the transaction that turns the legacy LP account into a position."""
    refuse_high_risk(call)
    return built(await call.context.builders.upgrade_lp_account(call.user))


@builder(
    "liquidate",
    LiquidateBody,
    ACCOUNT,
    "LIQUIDATION_CAPACITY",
    "NOT_LIQUIDATABLE",
    "PRICE_BAND",
    "STALE_PRICE",
)
async def build_liquidate(call: Call[Nothing, LiquidateBody]) -> Transaction:
    """Build the transaction that liquidates a margin account of anybody."""
    body = call.body
    owner = parse_address(body.owner, "owner")
    return built(
        await call.context.builders.liquidate(
            call.user, owner, body.margin_account_id, body.fee_margin_account_id
        )
    )


@builder("process-settlement-requests", ProcessBody, "NOTHING_TO_SETTLE")
async def build_process(call: Call[Nothing, ProcessBody]) -> Transaction:
    """Build the transaction that processes mature settlement requests."""
    ids = tuple(dict.fromkeys(call.body.settlement_request_ids or ()))
    return built(
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
    return built(await call.context.builders.set_delegate(call.user, delegate))


@builder("claim-deposit", ClaimBody, "DEPOSIT_NOT_FOUND", "TOO_MANY_SETTLEMENT_REQUESTS")
async def build_claim(call: Call[Nothing, ClaimBody]) -> Transaction:
    """Build the transaction that claims a quarantined deposit."""
    return built(await call.context.builders.claim_deposit(call.user, call.body.deposit_id))
