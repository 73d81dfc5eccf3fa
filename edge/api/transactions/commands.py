"""Transaction builders of both bases (API 4.9, 5.6): one row for each command of a wallet.

A row is a body, whose fields are lines of the memo, and the refusals. Orders and the delegate ask
for more than that: `edge.api.transactions.routes`.
"""

import base64
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from chain.client.instructions import BuiltTransaction
from chain.commands.lines import FieldValue
from chain.commands.spec import WALLET_COMMANDS, FieldKind, Line, UserCommand
from edge.api.context import Call
from edge.api.quotes.schemas import Transaction
from edge.http.addresses import parse_address
from edge.http.amounts import Limit, parse_amount, parse_positive
from edge.http.codes import ACCOUNT, ACTING, BUILDING, EXPOSURE, POOL_PRICES, STAKE
from edge.http.errors import ApiError, invalid
from edge.http.route import Base, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.examples import OTHER_WALLET, WALLET, example
from edge.http.schema.inputs import NameInput
from edge.http.schema.units import (
    AddressInput,
    AmountInput,
    AmountOrZero,
    Count32,
    Count64,
)
from engine.core.generated import messages as m

NAME_LENGTH_MAX = 32
TRANSACTION = "/user/{user}/transaction/"
STAKING = "/staking/{user}/"
# Fields of bodies that the memo has another word for.
LINES = {
    "deposit_id": "deposit",
    "fee_margin_account_id": "fee-account",
    "market_id": "market",
    "order_id": "order",
    "keeper_tip": "tip",
    "liquidity": "amount",
    "lp_position_id": "position",
    "margin": "amount",
    "margin_account_id": "account",
    "settlement_request_ids": "requests",
    "create_account": "create-account",
}


@example(margin="100000000", name="Main")
class CreateMarginAccountBody(Request):
    """Create a margin account."""

    margin_account_id: Count32 | None = None
    margin: AmountOrZero | None = None
    name: NameInput | None = None


@example(marginAccountId=0, margin="100000000")
class DepositMarginBody(Request):
    """Deposit margin."""

    margin_account_id: Count32
    margin: AmountInput
    owner: AddressInput | None = None


@example(marginAccountId=0, margin="100000000")
class WithdrawMarginBody(Request):
    """Withdraw margin."""

    margin_account_id: Count32
    margin: AmountInput
    keeper_tip: AmountOrZero = "0"


@example(marginAccountId=0)
class AccountBody(Request):
    """One margin account."""

    margin_account_id: Count32


@example(liquidity="1000000000")
class AddLiquidityBody(Request):
    """Deposit into the pool."""

    liquidity: AmountInput


@example(lpPositionId=1, shares="1000000")
class RemoveLiquidityBody(Request):
    """Remove shares of a position from the pool."""

    lp_position_id: Count64
    shares: AmountInput
    keeper_tip: AmountOrZero = "0"


@example(lpPositionId=1)
class LpPositionBody(Request):
    """One LP position."""

    lp_position_id: Count64


@example(owner=OTHER_WALLET, marginAccountId=0)
class LiquidateBody(Request):
    """Liquidate a margin account; the fee goes to the wallet or to an own margin account."""

    owner: AddressInput
    margin_account_id: Count32
    fee_margin_account_id: Count32 | None = None


@example(owner=WALLET)
class ProcessBody(Request):
    """Process mature settlement requests."""

    owner: AddressInput | None = None
    settlement_request_ids: Annotated[list[Count64], Meta(max_length=8)] | None = None


@example(depositId=1)
class ClaimBody(Request):
    """A quarantined deposit."""

    deposit_id: Count64


@example(amount="1000000", createAccount=True)
class StakeBody(Request):
    """Stake ACRE tokens."""

    amount: AmountInput
    create_account: bool = False


@example(amount="1000000")
class StakeAmountBody(Request):
    """An amount of stake."""

    amount: AmountInput


@example(marginAccountId=0, orderId=1)
class CancelPerpOrderBody(Request):
    """One waiting order."""

    margin_account_id: Count32
    order_id: Count64
    owner: AddressInput | None = None


@example(marginAccountId=0, marketId=1)
class CancelPerpOrdersBody(Request):
    """The waiting orders of an account, or those of one market."""

    margin_account_id: Count32
    market_id: Count32 | None = None
    owner: AddressInput | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The route of one command; `what` ends the sentence "Build the transaction that …"."""

    command: type[UserCommand]
    body: type[Request] | None = None
    what: str
    codes: tuple[str, ...] = ()
    adds_exposure: bool = False
    base: Base = Base.MAIN
    path: str = ""  # "": of the command below TRANSACTION


ROWS = (
    Row(
        command=m.CancelPerpOrder,
        body=CancelPerpOrderBody,
        what="cancels a waiting order",
        codes=(*ACTING, "ORDER_LOCKED", "ORDER_NOT_FOUND"),
    ),
    Row(
        command=m.CancelPerpOrders,
        body=CancelPerpOrdersBody,
        what="cancels the waiting orders of an account, or those of one market",
        codes=(*ACTING, "MARKET_NOT_FOUND"),
    ),
    Row(
        command=m.CreateMarginAccount,
        body=CreateMarginAccountBody,
        what="opens a margin account",
        codes=(*EXPOSURE, "MARGIN_ACCOUNT_EXISTS", "TOO_MANY_MARGIN_ACCOUNTS"),
        adds_exposure=True,
    ),
    Row(
        command=m.DepositMargin,
        body=DepositMarginBody,
        what="deposits margin",
        codes=(*EXPOSURE, ACCOUNT, "AMOUNT_TOO_SMALL"),
        adds_exposure=True,
    ),
    Row(
        command=m.WithdrawMargin,
        body=WithdrawMarginBody,
        what="requests a withdrawal of margin",
        codes=(
            ACCOUNT,
            "AMOUNT_TOO_SMALL",
            "IN_LIQUIDATION",
            "KEEPER_TIP_TOO_HIGH",
            "TOO_MANY_SETTLEMENT_REQUESTS",
            "WITHDRAW_EXCEEDS_MAX",
        ),
    ),
    Row(
        command=m.CloseMarginAccount,
        body=AccountBody,
        what="closes an empty margin account",
        codes=(ACCOUNT, "MARGIN_ACCOUNT_NOT_EMPTY"),
    ),
    Row(
        command=m.AddLiquidity,
        body=AddLiquidityBody,
        what="deposits into the pool",
        codes=(
            *EXPOSURE,
            *POOL_PRICES,
            "AMOUNT_TOO_SMALL",
            "POOL_INSOLVENT",
            "TOO_MANY_LP_POSITIONS",
        ),
        adds_exposure=True,
    ),
    Row(
        command=m.RemoveLiquidity,
        body=RemoveLiquidityBody,
        what="requests the worth of shares of the pool",
        codes=(
            *POOL_PRICES,
            "AMOUNT_TOO_SMALL",
            "KEEPER_TIP_TOO_HIGH",
            "LP_NOT_MATURE",
            "LP_POSITION_NOT_FOUND",
            "SHARES_EXCEED_REMOVABLE",
            "TOO_MANY_SETTLEMENT_REQUESTS",
        ),
    ),
    Row(
        command=m.CloseLpPosition,
        body=LpPositionBody,
        what="closes a drained LP position",
        codes=("LP_POSITION_NOT_EMPTY", "LP_POSITION_NOT_FOUND"),
    ),
    Row(
        command=m.UpgradeLpAccount,
        what="turns the legacy LP account into a position",
        codes=(*EXPOSURE, "CANNOT_UPGRADE", "TOO_MANY_LP_POSITIONS"),
        adds_exposure=True,
    ),
    Row(
        command=m.Liquidate,
        body=LiquidateBody,
        what="liquidates another wallet's margin account",
        codes=(ACCOUNT, "LIQUIDATION_CAPACITY", "NOT_LIQUIDATABLE", "PRICE_BAND", "STALE_PRICE"),
    ),
    Row(
        command=m.ProcessSettlementRequests,
        body=ProcessBody,
        what="processes mature settlement requests",
        codes=("NOTHING_TO_SETTLE",),
    ),
    Row(
        command=m.ClaimDeposit,
        body=ClaimBody,
        what="claims a quarantined deposit",
        codes=("DEPOSIT_NOT_FOUND", "TOO_MANY_SETTLEMENT_REQUESTS"),
    ),
)
STAKING_ROWS = (
    Row(
        command=m.CreateStakeAccount,
        what="opens the wallet's stake account",
        codes=("STAKE_ACCOUNT_EXISTS",),
        base=Base.EXPRESS,
        path=STAKING + "create-account",
    ),
    Row(
        command=m.Stake,
        body=StakeBody,
        what="stakes ACRE tokens",
        codes=(*STAKE, "HIGH_RISK_USER", "STAKE_ACCOUNT_EXISTS"),
        adds_exposure=True,
        base=Base.EXPRESS,
        path=STAKING + "stake",
    ),
    Row(
        command=m.Unstake,
        body=StakeAmountBody,
        what="takes back or starts to unlock an amount of stake",
        codes=(*STAKE, "UNSTAKE_EXCEEDS_STAKED"),
        base=Base.EXPRESS,
        path=STAKING + "unstake",
    ),
    Row(
        command=m.WithdrawStake,
        body=StakeAmountBody,
        what="requests unlocked tokens",
        codes=(*STAKE, "TOO_MANY_SETTLEMENT_REQUESTS", "WITHDRAW_EXCEEDS_UNLOCKED"),
        base=Base.EXPRESS,
        path=STAKING + "withdraw",
    ),
)


def built(transaction: BuiltTransaction) -> Transaction:
    """Return the bytes as the contract answers them."""
    return Transaction(
        tx=base64.b64encode(transaction.tx).decode(),
        blockhash=transaction.blockhash,
        last_valid_block_height=transaction.last_valid_block_height,
    )


def refuse_high_risk(call: Call[Nothing, Request], owner: bytes | None = None) -> None:
    """Refuse whom the risk screening names; for commands that add exposure.

    For a command on another wallet's account, neither wallet may be high risk.
    """
    users = {call.user, owner or call.user}
    if any(call.context.is_high_risk(user) for user in users):
        raise ApiError("HIGH_RISK_USER")


def owner_of(body: Request) -> bytes | None:
    """Return the owner that a body names."""
    text: str | None = getattr(body, "owner", None)
    return parse_address(text, "owner") if text is not None else None


def _name(text: str | None) -> str | None:
    if text is None or text == "":
        return None
    is_plain = len(text) <= NAME_LENGTH_MAX and all(" " <= letter <= "~" for letter in text)
    if not is_plain or text != text.strip():
        raise invalid("name", "expected at most 32 printable ASCII characters")
    return text


def _not_negative(raw: str | int, name: str) -> int:
    amount_e6 = parse_amount(raw, name, Limit.COLLATERAL)
    if amount_e6 < 0:
        raise ApiError("INPUT_NOT_POSITIVE", details={"field": name})
    return amount_e6


def _value(line: Line, raw: Any, name: str) -> FieldValue | None:  # noqa: ANN401 - of any body
    """Return the value of a memo line for the field of a body; raise the contract's error."""
    if line.kind is FieldKind.AMOUNT and not line.is_optional:
        return parse_positive(raw, name, Limit.COLLATERAL)
    if raw is None:
        return None
    match line.kind:
        case FieldKind.AMOUNT:
            return _not_negative(raw, name)
        case FieldKind.ADDRESS:
            return parse_address(raw, name)
        case FieldKind.NAME:
            return _name(raw)
        case FieldKind.IDS:
            return tuple(dict.fromkeys(raw))
        case _:
            return int(raw)


def declare(row: Row) -> None:
    """Put the builder of one command into the table of routes."""
    name = row.command.WIRE
    lines = {line.name: line for line in WALLET_COMMANDS[name].lines}
    fields = [
        (field.name, field.encode_name, lines[LINES.get(field.name, field.name)])
        for field in (msgspec.structs.fields(row.body) if row.body is not None else ())
    ]

    async def build(call: Call[Nothing, Request]) -> Transaction:
        if row.adds_exposure:
            refuse_high_risk(call, owner_of(call.body))
        values = {
            line.name: _value(line, getattr(call.body, field), shown)
            for field, shown, line in fields
        }
        return built(await call.context.builders.build(call.user, name, **values))

    build.__doc__ = f"Build the transaction that {row.what}."
    route(
        row.base,
        "POST",
        row.path or TRANSACTION + name,
        body=row.body,
        returns=Transaction,
        rate="building",
        cache=None,
        is_idempotent=True,
        codes=(*BUILDING, *row.codes),
    )(build)
