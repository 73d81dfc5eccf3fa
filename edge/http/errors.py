"""The error catalog of API 9: status and default text by code."""

from typing import Any

from edge.http.limits import ALERTS_MAX

MISSING_USER = "Missing user address: address is required"
INVALID_USER = "Invalid user address"
TOO_MANY_IDS = "Too many acre ids supplied. Max amount is 10"
MODIFY_NOT_POSITIVE = "Modify position input must be greater than 0"
CLOSE_NOT_POSITIVE = "Close position input must be greater than 0"
SIGNATURE_LENGTH = "Signature must be 64 bytes long"

_BY_STATUS: dict[int, dict[str, str]] = {
    400: {
        "BAD_JSON": "The body is not valid JSON",
        "VALIDATION": "The request is not valid",
        "BAD_CURSOR": "The cursor belongs to another query",
        "BAD_RANGE": "`from` must not be after `to`",
        "BAD_WINDOW": "The window must be one of 1d, 1w, 1m, 3m, 6m, ytd, 1y, 3y, 5y, all",
        "BAD_TIMEFRAME": "The timeframe must be one of 1m, 3m, 6m, 1y, 2y, 3y, 5y, 10y",
        "BAD_LEVERAGE": "The leverage must be a number from 1 to the market's maximum",
        "AMOUNT_OUT_OF_RANGE": "The amount is out of range",
        "AMOUNT_TOO_SMALL": "The amount is too small",
        "INPUT_NOT_POSITIVE": "The input must be greater than 0",
        "INVALID_ADDRESS": INVALID_USER,
        "MISSING_ADDRESS": MISSING_USER,
        "TOO_MANY_IDS": TOO_MANY_IDS,
        "BAD_PRICE": "The price is not valid",
        "BAD_CONTRACTS": "The number of contracts must be a whole number from 1 to 100,000",
        "BAD_EXPIRY": "expiresAt must be after now and not too far ahead",
        "BAD_SIGNATURE_LENGTH": SIGNATURE_LENGTH,
        "TERMS_NOT_ACCEPTED": "The terms must be accepted",
        "REFERRAL_CODE_TOO_LONG": "Referral codes cannot be longer than 20 characters",
        "INVALID_REFERRAL_CODE": (
            "A referral code has 3 to 20 characters of A-Z, a-z, 0-9, - and _"
        ),
        "HARDWARE_TX_NOT_MEMO_ONLY": (
            "A hardware wallet's login transaction may only hold the login message as a memo"
        ),
    },
    401: {
        "NO_TOKEN": "Unauthorized: no token provided",
        "INVALID_TOKEN": "Unauthorized: invalid token",
        "TOKEN_EXPIRED": "Unauthorized: token expired",
        "REFRESH_FAILED": "Unauthorized: failed to refresh token, please login again",
        "INVALID_SIGNATURE": "Unauthorized: invalid signature",
        "MESSAGE_NOT_ISSUED": "Unauthorized: login message was not issued for this address",
        "MESSAGE_EXPIRED": "Unauthorized: login message has expired, please request a new one",
        "HARDWARE_TX_NOT_SIGNED": "User did not sign tx for hardware wallet login",
    },
    403: {
        "WRONG_USER": "Forbidden: token does not belong to this user",
        "HIGH_RISK_USER": "This wallet can only reduce positions and withdraw",
        "NOT_OWNER": "Only the owner can do this",
        "ORIGIN_NOT_ALLOWED": "This origin is not allowed",
    },
    404: {
        "NOT_FOUND": "Nothing exists at this path",
        "UNKNOWN_VERSION": "This API version does not exist",
        "EXCHANGE_NOT_FOUND": "This exchange does not exist",
        "MARKET_NOT_FOUND": "This market does not exist",
        "ACRE_NOT_FOUND": "This acre id does not exist",
        "COLLECTION_NOT_FOUND": "This collection does not exist",
        "MARGIN_ACCOUNT_NOT_FOUND": "This margin account does not exist",
        "LP_POSITION_NOT_FOUND": "This LP position does not exist",
        "PREDICTION_MARKET_NOT_FOUND": "This prediction market does not exist",
        "ORDER_NOT_FOUND": "This order does not exist",
        "DEPOSIT_NOT_FOUND": "This deposit does not exist",
        "CONTEST_NOT_FOUND": "This contest does not exist",
        "REFERRAL_CODE_NOT_FOUND": "Unknown referral code",
        "UNKNOWN_CHANNEL": "This channel does not exist",
    },
    405: {"METHOD_NOT_ALLOWED": "This path does not accept this method"},
    409: {
        "PRINT_REJECTED": "The price update was rejected",
        "OUTFLOW_LIMIT": "The outflow limit is reached",
        "OUTFLOW_FROZEN": "Outflows are frozen",
        "LIQUIDATION_CAPACITY": "The liquidation capacity is used up",
        "EXCHANGE_PAUSED": "The exchange is paused",
        "EXCHANGE_HALTED": "The exchange is halted",
        "MARKET_PAUSED": "The market is paused",
        "STALE_PRICE": "The index price is too old",
        "SLIPPAGE_EXCEEDED": "The fill would be worse than the limit price",
        "INSUFFICIENT_MARGIN": "Not enough margin",
        "MAX_SIDE_SIZE": "This side of the market is full",
        "POOL_CAPACITY": "The pool cannot support more open interest",
        "POSITION_TOO_SMALL": "The trade is below the minimum size",
        "TOO_MANY_POSITIONS": "The account holds the maximum number of positions",
        "IN_LIQUIDATION": "The account is in liquidation",
        "AUCTION_ONLY": (
            "Prices of this market move too much to fill now; an order can wait for the next "
            "price update"
        ),
        "ENTRY_WINDOW": "Positions cannot be increased around a price update",
        "PRICE_BAND": "A large price change is being confirmed",
        "NET_EXPOSURE_CAP": "The pool's net exposure is at its limit",
        "DELEGATE_EXPIRED": "The delegation has ended",
        "DELEGATE_MARKET": "The delegate may not trade this market",
        "DELEGATE_LIMIT": "The delegate's notional limit of the day is reached",
        "NO_POSITION": "There is no position to close",
        "CLOSE_EXCEEDS_POSITION": "The amount is larger than the position",
        "INSUFFICIENT_COLLATERAL": "Not enough USD in the wallet",
        "WITHDRAW_EXCEEDS_MAX": "The amount is more than can be withdrawn",
        "TOO_MANY_MARGIN_ACCOUNTS": "The wallet holds the maximum number of margin accounts",
        "MARGIN_ACCOUNT_EXISTS": "The margin account already exists",
        "MARGIN_ACCOUNT_NOT_EMPTY": "The margin account is not empty",
        "NOT_LIQUIDATABLE": "The account cannot be liquidated",
        "NONCE_TOO_LOW": "The nonce was already used",
        "COMMAND_EXPIRED": "The command has expired",
        "DEPOSIT_MISMATCH": "The tokens do not match the command",
        "TOO_MANY_LP_POSITIONS": "The wallet holds the maximum number of open LP positions",
        "TOO_MANY_SETTLEMENT_REQUESTS": "The wallet has the maximum number of open requests",
        "LP_NOT_MATURE": "This deposit is still locked",
        "SHARES_EXCEED_REMOVABLE": "More shares than can be removed now",
        "LP_POSITION_NOT_EMPTY": "The LP position still holds shares",
        "CANNOT_UPGRADE": "Nothing to upgrade",
        "KEEPER_TIP_TOO_HIGH": "The keeper tip is too high",
        "NOTHING_TO_SETTLE": "Nothing to process yet: not due, or waiting for a price update",
        "POOL_INSOLVENT": "The pool has no equity",
        "STAKE_ACCOUNT_EXISTS": "The stake account already exists",
        "STAKE_ACCOUNT_MISSING": "The wallet has no stake account",
        "STAKE_ACCOUNT_FULL": "The stake account holds the maximum number of stakes",
        "INSUFFICIENT_TOKEN": "Not enough ACRE in the wallet",
        "UNSTAKE_EXCEEDS_STAKED": "The amount is more than is staked",
        "WITHDRAW_EXCEEDS_UNLOCKED": "The amount is more than is unlocked and vested",
        "CONTEST_CLOSED": "The contest is over",
        "SEASON_NOT_FINAL": "The season has no final leaderboard yet",
        "REFERRAL_CODE_TAKEN": "This referral code is taken",
        "REFERRAL_CODE_EXISTS": "This wallet already has a referral code",
        "SELF_REFERRAL": "A wallet cannot use its own referral code",
        "REFERRAL_ALREADY_USED": "This wallet has already used a referral code",
        "REFERRAL_CYCLE": "This wallet referred the owner of this code",
        "REFERRAL_WINDOW_CLOSED": "Referral codes can only be used within 7 days of joining",
        "SEASON_CLOSED": "This season cannot be joined",
        "NOT_PARTICIPATING": "This wallet has not joined",
        "USERNAME_TAKEN": "This username is taken",
        "TOO_MANY_ALERTS": f"A wallet can have at most {ALERTS_MAX} alerts; remove one first",
        "MARKET_NOT_OPEN": "The market is not open",
        "MARKET_NOT_CLOSED": "The market is not closed, or already resolved",
        "INSUFFICIENT_POINTS": "Not enough points",
        "POST_ONLY_WOULD_CROSS": "Post only: the order would trade immediately",
        "NO_LIQUIDITY": "No orders on the other side of the book",
        "FOK_NOT_FILLED": "The order cannot be filled completely",
        "TOO_MANY_OPEN_ORDERS": "The wallet holds the maximum number of open orders",
        "TRIGGER_PASSED": "The price is already beyond the trigger",
        "ORDER_LOCKED": "The order takes part in the price update that is due; wait for it",
        "SELF_MATCH": "Another order of this account takes part in the auction",
        "DUPLICATE_CLIENT_ORDER_ID": "The client order id was already used",
        "INSUFFICIENT_HISTORY": "The index history is shorter than the timeframe",
        "IDEMPOTENCY_MISMATCH": "This idempotency key was used with another body",
    },
    413: {"PAYLOAD_TOO_LARGE": "The body is larger than 64 KiB"},
    415: {"UNSUPPORTED_MEDIA_TYPE": "The body must be application/json"},
    429: {
        "RATE_LIMITED": "Too many requests",
        "TOO_MANY_SUBSCRIPTIONS": "Too many subscriptions on this socket",
    },
    500: {"INTERNAL": "Something went wrong on our side"},
    502: {"NODE_UNAVAILABLE": "The Solana node is not responding"},
    503: {"MAINTENANCE": "Under maintenance"},
}

STATUS_OF: dict[str, int] = {code: status for status, table in _BY_STATUS.items() for code in table}
MESSAGE_OF: dict[str, str] = {
    code: text for table in _BY_STATUS.values() for code, text in table.items()
}


class ApiError(Exception):
    """A refusal of the service: a code of the catalogue, with its text and details."""

    def __init__(
        self,
        code: str,
        message: str | None = None,
        details: dict[str, Any] | None = None,
        *,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = STATUS_OF.get(code, 409)
        self.message = message if message is not None else MESSAGE_OF.get(code, code)
        self.details = details if details is not None else {}
        self.headers = headers if headers is not None else {}


def invalid(field: str, text: str) -> ApiError:
    """Return the 400 VALIDATION that names `field`."""
    return ApiError("VALIDATION", f"{field}: {text}", {"field": field})
