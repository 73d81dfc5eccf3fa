"""Refusals of engine and chain in the words of the contract."""

from chain.follower.acceptance import IGNORED_COMMAND, NO_COMMAND, UNPARSED_TOKENS
from edge.http.errors import MESSAGE_OF, ApiError
from engine.schema.errors import ErrorCode

NO_SOL = "Not enough SOL in the wallet for the network fee"

# What the raw `detail` of an engine refusal means, by code; a code not named here has none.
_NUMBERS = {
    ErrorCode.STALE_PRICE: "publishedAt",
    ErrorCode.ENTRY_WINDOW: "possibleAt",
    ErrorCode.NONCE_TOO_LOW: "lastNonce",
    ErrorCode.COMMAND_EXPIRED: "expiresSlot",
    ErrorCode.TOO_MANY_MARGIN_ACCOUNTS: "maximum",
    ErrorCode.TOO_MANY_POSITIONS: "maximum",
    ErrorCode.TOO_MANY_LP_POSITIONS: "maximum",
    ErrorCode.TOO_MANY_SETTLEMENT_REQUESTS: "maximum",
    ErrorCode.STAKE_ACCOUNT_FULL: "maximum",
    ErrorCode.TOO_MANY_OPEN_ORDERS: "maximum",
    ErrorCode.BAD_EXPIRY: "latest",
    ErrorCode.LP_NOT_MATURE: "maturity",
    ErrorCode.DELEGATE_EXPIRED: "expiredAt",
    ErrorCode.DELEGATE_MARKET: "marketId",
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
    ErrorCode.UNSTAKE_EXCEEDS_STAKED: "maxUnstakeAmount",
    ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED: "maxWithdrawableAmount",
    ErrorCode.SHARES_EXCEED_REMOVABLE: "maxRemovableShares",
    ErrorCode.LP_POSITION_NOT_EMPTY: "shares",
    ErrorCode.DELEGATE_LIMIT: "remainingNotional",
    ErrorCode.TRIGGER_PASSED: "price",
}
# Codes whose figure is also sent when it is 0 (nothing is allowed).
_MAXIMA = {
    ErrorCode.KEEPER_TIP_TOO_HIGH,
    ErrorCode.WITHDRAW_EXCEEDS_MAX,
    ErrorCode.UNSTAKE_EXCEEDS_STAKED,
    ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED,
    ErrorCode.SHARES_EXCEED_REMOVABLE,
    ErrorCode.DELEGATE_LIMIT,
}


# Why a transaction with a memo of Acre was no command, by the follower's sentence.
_IGNORED = {
    "the transaction failed on chain": "TRANSACTION_FAILED",
    "more than one memo of Acre in the transaction": "SEVERAL_COMMANDS",
    "the memo must have one account, which signed": "NOT_SIGNED",
    "the transaction calls a program that Acre does not know": "UNKNOWN_PROGRAM",
    "more than one transfer to the vault": "SEVERAL_DEPOSITS",
    "the transfer to the vault is not a TransferChecked": "DEPOSIT_UNCHECKED",
    "the transfer is not from the memo's account": "DEPOSIT_OF_ANOTHER",
    "the transfer does not match the balance change of the vault": "DEPOSIT_MISMATCH",
    "memo is for another chain": "WRONG_CHAIN",
    "unknown or incomplete command": "UNKNOWN_COMMAND",
}
_QUARANTINED = {
    NO_COMMAND: "NO_COMMAND",
    IGNORED_COMMAND: "COMMAND_IGNORED",
    UNPARSED_TOKENS: "NOT_A_PLAIN_TRANSFER",
}


def ignored_code(reason: str) -> str:
    """Return the code of the follower's reason; what is wrong inside a memo is NOT_CANONICAL."""
    return _IGNORED.get(reason, "NOT_CANONICAL")


def quarantine_reason(reason: str) -> tuple[str, str]:
    """Return code and sentence of why tokens are in quarantine."""
    if reason in ErrorCode.__members__:  # they came with a command that the engine refused
        return reason, MESSAGE_OF.get(reason, reason)
    return _QUARANTINED.get(reason, "OTHER"), reason


def engine_details(code: ErrorCode, detail: int) -> dict[str, object]:
    """Return the `details` object of a refusal; empty where the code carries no figure."""
    if detail and code in _NUMBERS:
        return {_NUMBERS[code]: detail}
    if code in _AMOUNTS and (detail or code in _MAXIMA):
        return {_AMOUNTS[code]: str(detail)}
    return {}


def pool_details(code: ErrorCode, detail: int) -> dict[str, object]:
    """Return the `details` of a refusal of the pool, with the market of a held print."""
    if code is ErrorCode.PRICE_BAND:
        return {"marketId": detail}
    return engine_details(code, detail)


def from_engine(code: ErrorCode, detail: int) -> ApiError:
    """Return the error for a refusal of the engine."""
    return ApiError(code.name, details=engine_details(code, detail))


def from_chain(code: str, details: dict[str, object]) -> ApiError:
    """Return the error for a refusal on the way to the chain."""
    if code == "INSUFFICIENT_COLLATERAL" and details.get("asset") == "SOL":
        return ApiError(code, NO_SOL, details)
    return ApiError(code, details=details)
