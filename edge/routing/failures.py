"""Refusals of engine and chain in the words of the contract."""

from typing import Any

from edge.errors import ApiError
from engine.core.errors import ErrorCode

# What the raw `detail` of an engine refusal means, by code; a code not named here has none.
_NUMBERS = {
    ErrorCode.STALE_PRICE: "publishedAt",
    ErrorCode.ENTRY_WINDOW: "possibleAt",
    ErrorCode.NONCE_TOO_LOW: "lastNonce",
    ErrorCode.COMMAND_EXPIRED: "expiresSlot",
    ErrorCode.TOO_MANY_MARGIN_ACCOUNTS: "maximum",
    ErrorCode.TOO_MANY_POSITIONS: "maximum",
}
_AMOUNTS = {
    ErrorCode.PRICE_BAND: "heldPrice",
    ErrorCode.SLIPPAGE_EXCEEDED: "fillPrice",
    ErrorCode.INSUFFICIENT_MARGIN: "required",
    ErrorCode.CLOSE_EXCEEDS_POSITION: "positionSize",
    ErrorCode.POSITION_TOO_SMALL: "minTradeNotional",
    ErrorCode.AMOUNT_TOO_SMALL: "minimum",
    ErrorCode.KEEPER_TIP_TOO_HIGH: "maxKeeperTip",
    ErrorCode.WITHDRAW_EXCEEDS_MAX: "maxWithdrawableAmount",
    ErrorCode.DEPOSIT_MISMATCH: "attached",
}


def engine_details(code: ErrorCode, detail: int) -> dict[str, Any]:
    """Return the `details` object of a refusal; empty where the code carries no figure."""
    if detail and code in _NUMBERS:
        return {_NUMBERS[code]: detail}
    if detail and code in _AMOUNTS:
        return {_AMOUNTS[code]: str(detail)}
    return {}


def from_engine(code: ErrorCode, detail: int) -> ApiError:
    """Return the error for a refusal of the engine."""
    return ApiError(code.name, details=engine_details(code, detail))


def from_chain(code: str, details: dict[str, Any]) -> ApiError:
    """Return the error for a refusal on the way to the chain."""
    return ApiError(code, details=details)
