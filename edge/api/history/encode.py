"""Stored rows and engine events into the contract's history rows."""

from collections.abc import Mapping
from typing import Any

from edge.api.history.schemas import (
    CommandRow,
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
from engine.schema.errors import ErrorCode

# The contract shows an auto-deleveraging as a decrease and a settlement as a close.
TRADE_KINDS = ("open", "increase", "decrease", "close", "flip", "decrease", "close")
LP_KINDS = ("add", "remove", "upgrade")
Row = Mapping[str, Any]


def _common(row: Row) -> dict[str, Any]:
    return {
        "timestamp": row["at_s"],
        "exchange_id": EXCHANGE_ID,
        "signature": signature_text(row["signature"]),
        "slot": row["slot"],
        "user": address_text(row["owner"]),
    }


def _trade_fields(row: Row) -> dict[str, Any]:
    return {
        **_common(row),
        "market_id": row["market_id"],
        "trade_kind": TRADE_KINDS[row["trade_kind"]],
        "side": "long" if row["size_delta_e6"] > 0 else "short",
        "fill_price": str(row["fill_price_e8"]),
        "index_price": str(row["index_price_e8"]),
        "open_interest_delta": SignedAmounts(
            size=str(row["size_delta_e6"]), notional=str(row["notional_delta_e6"])
        ),
        "new_open_interest": SignedAmounts(
            size=str(row["new_size_e6"]), notional=str(row["new_notional_e6"])
        ),
        "trade_fee": str(row["trade_fee_e6"]),
        "surcharge": str(row["surcharge_e6"]),
        "pnl": str(row["pnl_e6"]),
        "price_performance": str(row["price_performance_e6"]),
        "funding_performance": str(row["funding_performance_e6"]),
    }


def trade(row: Row) -> Trade:
    """Return a trade as its owner sees it."""
    return Trade(**_trade_fields(row), margin_account_id=row["account_id"])


def stream_trade(row: Row) -> StreamTrade:
    """Return the public view of a trade."""
    return StreamTrade(**_trade_fields(row))


def lp_event(row: Row) -> LpEvent:
    """Return a change of the pool's deposits."""
    return LpEvent(
        **_common(row),
        modify_liquidity_kind=LP_KINDS[row["kind"]],
        liquidity=str(row["liquidity_e6"]),
        shares=str(row["shares_e6"]),
        share_price=str(row["share_price_e8"]),
        new_liquidity_amount=str(row["new_liquidity_e6"]),
        new_shares_amount=str(row["new_shares_e6"]),
        lp_position_id=row["lp_position_id"] or None,  # 0: the legacy account
        maturity=row["maturity_s"] or None,
    )


def margin_transfer(row: Row) -> MarginTransfer:
    """Return a deposit or a withdrawal of margin."""
    return MarginTransfer(
        **_common(row),
        margin_transfer_kind="withdraw" if row["is_withdraw"] else "deposit",
        margin_account_id=row["account_id"],
        margin=str(row["margin_e6"]),
        settlement_request_maturity=row["maturity_s"] or None,
    )


def liquidation(row: Row) -> Liquidation:
    """Return a piece that a liquidation closed."""
    return Liquidation(
        **_common(row),
        margin_account_id=row["account_id"],
        liquidator=address_text(row["liquidator"]),
        liquidated_margin=str(row["liquidated_margin_e6"]),
        liquidation_started_at=row["started_at_s"],
        max_liquidation_fee=str(row["max_liquidation_fee_e6"]),
        liquidation_fee=str(row["liquidation_fee_e6"]),
        market_id=row["market_id"],
        amount_liquidated=str(row["size_e6"]),
        amount_liquidated_notional=str(row["notional_e6"]),
        new_position_size=str(row["new_size_e6"]),
        index_price=str(row["index_price_e8"]),
    )


POOL_COMMANDS = {"add-liquidity", "remove-liquidity"}


def command_row(row: Row) -> CommandRow:
    """Return what became of a command (API 4.9)."""
    code = row["code"]
    details: dict[str, Any] = {}
    if row["status"] == "rejected":
        told = pool_details if row["name"] in POOL_COMMANDS else engine_details
        details = told(ErrorCode[code], row["detail"])
    if row["status"] == "ignored":
        code, details = ignored_code(code), {"reason": code}
    return CommandRow(
        signature=signature_text(row["signature"]),
        slot=row["slot"],
        name=row["name"],
        nonce=row["nonce"],
        status=row["status"],
        code=code,
        details=details,
        timestamp=row["at_s"],
    )
