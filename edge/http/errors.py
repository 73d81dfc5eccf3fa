"""The error catalog of API 9: status and default text by code."""

from typing import Any

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
        "BAD_CURSOR": "The cursor does not belong to this query",
        "BAD_RANGE": "`from` must not be after `to`",
        "BAD_WINDOW": "The window must be one of 1d, 1w, 1m, 3m, 6m, ytd, 1y, 3y, 5y, all",
        "BAD_TIMEFRAME": "The timeframe must be one of 1m, 3m, 6m, 1y, 2y, 3y, 5y, 10y",
        "BAD_LEVERAGE": "The leverage must be a number from 1 to the market's largest",
        "AMOUNT_OUT_OF_RANGE": "The amount is out of range",
        "AMOUNT_TOO_SMALL": "The amount is too small",
        "INPUT_NOT_POSITIVE": "The input must be greater than 0",
        "INVALID_ADDRESS": INVALID_USER,
        "MISSING_ADDRESS": MISSING_USER,
        "TOO_MANY_IDS": TOO_MANY_IDS,
        "BAD_PRICE": "The price is not valid",
        "BAD_CONTRACTS": "The number of contracts must be a whole number from 1 to 100,000",
        "BAD_EXPIRY": "expiresAt must be after now and not after the market closes",
        "BAD_SIGNATURE_LENGTH": SIGNATURE_LENGTH,
        "TERMS_NOT_ACCEPTED": "The terms must be accepted",
        "REFERRAL_CODE_TOO_LONG": "Referral codes cannot be longer than 20 characters",
        "INVALID_REFERRAL_CODE": (
            "A referral code has 3 to 20 characters of A-Z, a-z, 0-9, - and _"
        ),
        "HARDWARE_TX_NOT_MEMO_ONLY": (
            "The transaction of a hardware wallet login must hold the login message as its"
            " only memo and nothing else"
        ),
    },
    401: {
        "NO_TOKEN": "Unauthorized: no token provided",
        "INVALID_TOKEN": "Unauthorized: invalid token",
        "TOKEN_EXPIRED": "Unauthorized: token expired",
        "REFRESH_FAILED": "Unauthorized: failed to refresh token, please login again",
        "INVALID_SIGNATURE": "Unauthorized: invalid signature",
        "MESSAGE_NOT_ISSUED": "Unauthorized: login message was not issued for this address",
        "MESSAGE_EXPIRED": ("Unauthorized: login message has expired, please request a new one"),
        "HARDWARE_TX_NOT_SIGNED": "User did not sign tx for hardware wallet login",
    },
    403: {
        "WRONG_USER": "Forbidden: token does not belong to this user",
        "HIGH_RISK_USER": "This wallet may not add exposure",
        "NOT_OWNER": "Only the owner may do this",
        "ORIGIN_NOT_ALLOWED": "This origin is not allowed",
    },
    404: {
        "NOT_FOUND": "There is nothing at this path",
        "UNKNOWN_VERSION": "This version of the API does not exist",
        "EXCHANGE_NOT_FOUND": "There is no such exchange",
        "MARKET_NOT_FOUND": "There is no such market",
        "ACRE_NOT_FOUND": "There is no such acre id",
        "COLLECTION_NOT_FOUND": "There is no such collection",
        "MARGIN_ACCOUNT_NOT_FOUND": "There is no such margin account",
        "LP_POSITION_NOT_FOUND": "There is no such LP position",
        "PREDICTION_MARKET_NOT_FOUND": "There is no such prediction market",
        "ORDER_NOT_FOUND": "There is no such order",
        "DEPOSIT_NOT_FOUND": "There is no such deposit",
        "CONTEST_NOT_FOUND": "There is no such contest",
        "REFERRAL_CODE_NOT_FOUND": "There is no such referral code",
        "UNKNOWN_CHANNEL": "There is no such channel",
    },
    405: {"METHOD_NOT_ALLOWED": "This path does not answer this method"},
    409: {
        "PRINT_REJECTED": "The price update was rejected",
        "OUTFLOW_LIMIT": "The outflow limit is reached",
        "OUTFLOW_FROZEN": "Outflows are frozen",
        "LIQUIDATION_CAPACITY": "The liquidation capacity is used up",
        "EXCHANGE_PAUSED": "The exchange is paused",
        "EXCHANGE_HALTED": "The exchange is halted",
        "MARKET_PAUSED": "The market is paused",
        "STALE_PRICE": "The index price is too old for this",
        "SLIPPAGE_EXCEEDED": "The fill would be worse than the limit price",
        "INSUFFICIENT_MARGIN": "The account's margin does not suffice",
        "MAX_SIDE_SIZE": "This side of the market is full",
        "POOL_CAPACITY": "The pool cannot carry more open interest",
        "POSITION_TOO_SMALL": "The trade is below the minimum notional",
        "TOO_MANY_POSITIONS": "The account holds the maximum number of positions",
        "IN_LIQUIDATION": "The account is in liquidation",
        "ENTRY_WINDOW": "Positions cannot be increased around the scheduled price update",
        "PRICE_BAND": "A price update awaits confirmation",
        "NET_EXPOSURE_CAP": "The pool's net exposure cap is reached",
        "NO_POSITION": "There is no position to close",
        "CLOSE_EXCEEDS_POSITION": "The input is larger than the position",
        "INSUFFICIENT_COLLATERAL": "The wallet's collateral does not suffice",
        "WITHDRAW_EXCEEDS_MAX": "The amount is more than can be withdrawn",
        "TOO_MANY_MARGIN_ACCOUNTS": "The wallet holds the maximum number of margin accounts",
        "MARGIN_ACCOUNT_EXISTS": "The margin account exists already",
        "MARGIN_ACCOUNT_NOT_EMPTY": "The margin account is not empty",
        "NOT_LIQUIDATABLE": "The account cannot be liquidated",
        "NONCE_TOO_LOW": "The nonce was used already",
        "COMMAND_EXPIRED": "The command has expired",
        "DEPOSIT_MISMATCH": "The tokens do not match the command",
        "TOO_MANY_LP_POSITIONS": "The wallet holds the maximum number of open LP positions",
        "TOO_MANY_SETTLEMENT_REQUESTS": "The wallet has the maximum number of open requests",
        "LP_NOT_MATURE": "The LP position is not mature",
        "SHARES_EXCEED_REMOVABLE": "More shares than can be removed now",
        "LP_POSITION_NOT_EMPTY": "The LP position still holds shares",
        "CANNOT_UPGRADE": "There is nothing to upgrade",
        "KEEPER_TIP_TOO_HIGH": "The keeper tip is too high",
        "NOTHING_TO_SETTLE": "No settlement request is mature, or removals wait for a price update",
        "POOL_INSOLVENT": "The pool has no equity",
        "STAKE_ACCOUNT_EXISTS": "The stake account exists already",
        "STAKE_ACCOUNT_MISSING": "The wallet has no stake account",
        "STAKE_ACCOUNT_FULL": "The stake account holds the maximum number of stakes",
        "INSUFFICIENT_TOKEN": "The wallet's ACRE tokens do not suffice",
        "UNSTAKE_EXCEEDS_STAKED": "The amount is more than what is staked",
        "WITHDRAW_EXCEEDS_UNLOCKED": "The amount is more than what is unlocked",
        "CONTEST_CLOSED": "The contest is over",
        "SEASON_NOT_FINAL": "The season has no final leaderboard yet",
        "REFERRAL_CODE_TAKEN": "This referral code is taken",
        "REFERRAL_CODE_EXISTS": "The wallet has a referral code already",
        "SELF_REFERRAL": "A wallet cannot use its own referral code",
        "REFERRAL_ALREADY_USED": "The wallet has used a referral code already",
        "REFERRAL_CYCLE": "The owner of this code was referred by this wallet",
        "REFERRAL_WINDOW_CLOSED": "A referral code can be used in the first 7 days only",
        "SEASON_CLOSED": "This season does not accept participants",
        "NOT_PARTICIPATING": "The wallet takes part in no season and not in the programme",
        "USERNAME_TAKEN": "This username is taken",
        "MARKET_NOT_OPEN": "The market is not open",
        "MARKET_NOT_CLOSED": "The market is not closed, or it is over",
        "INSUFFICIENT_POINTS": "The wallet's points do not suffice",
        "POST_ONLY_WOULD_CROSS": "The order would match at once, and it is post-only",
        "NO_LIQUIDITY": "There is nothing on the other side of the book",
        "FOK_NOT_FILLED": "The order cannot be filled at once",
        "TOO_MANY_OPEN_ORDERS": "The wallet holds the maximum number of open orders",
        "DUPLICATE_CLIENT_ORDER_ID": "The client order id was used already",
        "INSUFFICIENT_HISTORY": "The index is younger than the timeframe",
        "IDEMPOTENCY_MISMATCH": "This idempotency key was used with another body",
    },
    413: {"PAYLOAD_TOO_LARGE": "The body is larger than 64 KiB"},
    415: {"UNSUPPORTED_MEDIA_TYPE": "The body must be application/json"},
    429: {
        "RATE_LIMITED": "Too many requests",
        "TOO_MANY_SUBSCRIPTIONS": "Too many subscriptions on this socket",
    },
    500: {"INTERNAL": "Something went wrong on our side"},
    502: {"NODE_UNAVAILABLE": "The chain node does not answer"},
    503: {"MAINTENANCE": "The service is under maintenance"},
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
