"""History rows (API 3.6, 4.9)."""

from typing import Annotated, Any

from edge.api.markets.schemas import SignedAmounts
from edge.http.schema.base import Entity
from edge.http.schema.units import (
    AddressText,
    Collateral,
    Price,
    Side,
    SignedCollateral,
    SignedSize,
    Size,
    Timestamp,
    Token,
    one_of,
)


class HistoryEntity(Entity):
    """Common fields of history rows."""

    timestamp: Timestamp
    exchange_id: int
    signature: str | None
    slot: int
    user: AddressText


class StreamTrade(HistoryEntity):
    """The public view of a trade (API 5.3)."""

    market_id: int
    trade_kind: Annotated[str, one_of("open", "increase", "decrease", "close", "flip")]
    side: Side
    fill_price: Price
    index_price: Price
    open_interest_delta: SignedAmounts
    new_open_interest: SignedAmounts
    trade_fee: Collateral
    surcharge: Collateral
    pnl: SignedCollateral
    price_performance: SignedCollateral
    funding_performance: SignedCollateral


class Trade(StreamTrade):
    """A trade with its margin account, and the waiting order that made it."""

    margin_account_id: int
    order_id: int | None


class LpEvent(HistoryEntity):
    """A deposit into or a removal from the pool."""

    modify_liquidity_kind: Annotated[str, one_of("add", "remove", "upgrade")]
    liquidity: Collateral
    shares: Token
    share_price: Price
    new_liquidity_amount: Collateral
    new_shares_amount: Token
    lp_position_id: int | None
    maturity: Timestamp | None


class MarginTransfer(HistoryEntity):
    """A deposit into or a withdrawal from a margin account."""

    margin_transfer_kind: Annotated[str, one_of("deposit", "withdraw")]
    margin_account_id: int
    margin: Collateral
    settlement_request_maturity: Timestamp | None


class Liquidation(HistoryEntity):
    """A piece of a position that a liquidation closed."""

    margin_account_id: int
    liquidator: AddressText
    liquidated_margin: Collateral
    liquidation_started_at: Timestamp
    max_liquidation_fee: Collateral
    liquidation_fee: Collateral
    market_id: int
    amount_liquidated: Size
    amount_liquidated_notional: Collateral
    new_position_size: SignedSize
    index_price: Price


class CommandRow(Entity):
    """The outcome of a command that a wallet put on the chain."""

    signature: str | None
    slot: int
    name: str | None
    nonce: int | None
    status: Annotated[str, one_of("applied", "rejected", "ignored")]
    code: str | None
    details: dict[str, Any]
    timestamp: Timestamp
