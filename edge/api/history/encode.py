"""Stored rows and engine events into the contract's history rows."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypedDict

from edge.api.history.schemas import (
    CommandRow,
    HistoryEntity,
    Liquidation,
    LpEvent,
    MarginTransfer,
    StreamTrade,
    Trade,
)
from edge.api.markets.encode import EXCHANGE_ID
from edge.api.markets.schemas import SignedAmounts
from edge.http.addresses import address_text, signature_text
from edge.http.failures import engine_details, ignored_code, pool_details
from edge.store.tables import (
    EventRow,
    LiquidationRow,
    LpEventRow,
    MarginTransferRow,
    TradeRow,
    UserCommandRow,
)
from engine.schema.errors import ErrorCode

# The contract shows an auto-deleveraging as a decrease and a settlement as a close.
TRADE_KINDS = ("open", "increase", "decrease", "close", "flip", "decrease", "close")
LP_KINDS = ("add", "remove", "upgrade")
POOL_COMMANDS = {"add-liquidity", "remove-liquidity"}
_UNITS = ("_e6", "_e8")


class _Common(TypedDict):
    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str


def common_fields(row: EventRow) -> _Common:
    """Return the fields that every row of a history begins with."""
    return {
        "timestamp": row.at_s,
        "exchange_id": EXCHANGE_ID,
        "signature": signature_text(row.signature),
        "slot": row.slot,
        "user": address_text(row.owner),
    }


def _amounts(row: EventRow, entity: type[HistoryEntity]) -> dict[str, str]:
    """Return the amounts whose column has the name of the field and a unit: `pnl`, `pnl_e6`."""
    names, read = _same_columns(type(row), entity)
    return dict(zip(names, map(str, read(row)), strict=False))


@cache
def _same_columns(
    row: type[EventRow], entity: type[HistoryEntity]
) -> tuple[tuple[str, ...], Callable[[EventRow], tuple[int, ...]]]:
    names = [(name, name + unit) for name in entity.__struct_fields__ for unit in _UNITS]
    same = {name: column for name, column in names if column in row.__struct_fields__}
    return tuple(same), attrgetter(*same.values(), "seq")  # of one name it makes no tuple


def _trade_fields(row: TradeRow) -> dict[str, Any]:
    return {
        **common_fields(row),
        "market_id": row.market_id,
        "trade_kind": TRADE_KINDS[row.trade_kind],
        "side": "long" if row.size_delta_e6 > 0 else "short",
        "open_interest_delta": SignedAmounts(
            size=str(row.size_delta_e6), notional=str(row.notional_delta_e6)
        ),
        "new_open_interest": SignedAmounts(
            size=str(row.new_size_e6), notional=str(row.new_notional_e6)
        ),
        **_amounts(row, StreamTrade),
    }


def stream_trade(row: TradeRow) -> StreamTrade:
    """Return the public view of a trade."""
    return StreamTrade(**_trade_fields(row))


def trade(row: TradeRow) -> Trade:
    """Return a trade as its owner sees it."""
    fields = _trade_fields(row)
    return Trade(margin_account_id=row.account_id, order_id=row.order_id or None, **fields)


def lp_event(row: LpEventRow) -> LpEvent:
    """Return a change of the pool's deposits."""
    return LpEvent(
        **common_fields(row),
        modify_liquidity_kind=LP_KINDS[row.kind],
        new_liquidity_amount=str(row.new_liquidity_e6),
        new_shares_amount=str(row.new_shares_e6),
        lp_position_id=row.lp_position_id or None,  # 0: the legacy account
        maturity=row.maturity_s or None,
        **_amounts(row, LpEvent),
    )


def margin_transfer(row: MarginTransferRow) -> MarginTransfer:
    """Return a deposit or a withdrawal of margin."""
    return MarginTransfer(
        **common_fields(row),
        margin_transfer_kind="withdraw" if row.is_withdraw else "deposit",
        margin_account_id=row.account_id,
        settlement_request_maturity=row.maturity_s or None,
        **_amounts(row, MarginTransfer),
    )


def liquidation(row: LiquidationRow) -> Liquidation:
    """Return a piece that a liquidation closed."""
    return Liquidation(
        **common_fields(row),
        margin_account_id=row.account_id,
        liquidator=address_text(row.liquidator),
        liquidation_started_at=row.started_at_s,
        market_id=row.market_id,
        amount_liquidated=str(row.size_e6),
        amount_liquidated_notional=str(row.notional_e6),
        new_position_size=str(row.new_size_e6),
        **_amounts(row, Liquidation),
    )


def command_row(row: UserCommandRow) -> CommandRow:
    """Return the outcome of a command (API 4.9)."""
    code = row.code
    details: dict[str, Any] = {}
    if row.status == "rejected" and code is not None:
        of_engine = pool_details if row.name in POOL_COMMANDS else engine_details
        details = of_engine(ErrorCode[code], row.detail)
    if row.status == "ignored" and code is not None:
        code, details = ignored_code(code), {"reason": code}
    return CommandRow(
        signature=signature_text(row.signature),
        slot=row.slot,
        name=row.name,
        nonce=row.nonce,
        status=row.status,
        code=code,
        details=details,
        timestamp=row.at_s,
    )
