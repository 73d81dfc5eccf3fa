"""The error classes of CCXT by name and rank, and which of them a code of Acre is."""

from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from acre_sdk.errors import (
    ANSWER_LOST,
    BAD_ANSWER,
    LOGIN_REFUSED,
    NOT_CONNECTED,
    OUTCOME_UNKNOWN,
    UNSAFE_TRANSACTION,
    AcreError,
)

P = ParamSpec("P")
R = TypeVar("R")


class BaseError(Exception):
    """Any error; the `AcreError` behind it, if there is one, is its `__cause__`."""


class ExchangeError(BaseError):
    """The exchange has answered, and refused: the same call would be refused again."""


class AuthenticationError(ExchangeError):
    """There is no key, or it does not sign in."""


class PermissionDenied(AuthenticationError):
    """The wallet may not do this."""


class ArgumentsRequired(ExchangeError):
    """An argument is missing."""


class BadRequest(ExchangeError):
    """An argument cannot be."""


class BadSymbol(BadRequest):
    """There is no such market."""


class OperationRejected(ExchangeError):
    """The state of the exchange forbids it now."""


class MarketClosed(OperationRejected):
    """The market or the exchange is paused or halted."""


class InsufficientFunds(ExchangeError):
    """The wallet or its margin account has too little."""


class InvalidOrder(ExchangeError):
    """The order cannot be placed like this."""


class OrderNotFound(InvalidOrder):
    """There is no such order, or it has ended."""


class DuplicateOrderId(InvalidOrder):
    """Another order has this client id."""


class NotSupported(ExchangeError):
    """Acre or this adapter has no such thing."""


class OperationFailed(BaseError):
    """It did not work this time, or its outcome is not known."""


class NetworkError(OperationFailed):
    """There was no answer."""


class RateLimitExceeded(NetworkError):
    """Too many requests."""


class ExchangeNotAvailable(NetworkError):
    """The exchange does not answer."""


class OnMaintenance(ExchangeNotAvailable):
    """The exchange is under maintenance."""


class RequestTimeout(NetworkError):
    """No answer came; a command may have been executed: look before sending it again."""


class BadResponse(OperationFailed):
    """The answer is not what it should be; nothing was signed because of it."""


_BY_CODE: Final[Mapping[str, type[BaseError]]] = {
    ANSWER_LOST: RequestTimeout,
    OUTCOME_UNKNOWN: RequestTimeout,
    NOT_CONNECTED: ExchangeNotAvailable,
    BAD_ANSWER: BadResponse,
    UNSAFE_TRANSACTION: BadResponse,
    LOGIN_REFUSED: AuthenticationError,
    "AMOUNT_OUT_OF_RANGE": InvalidOrder,
    "AMOUNT_TOO_SMALL": InvalidOrder,
    "BAD_CONTRACTS": InvalidOrder,
    "BAD_EXPIRY": InvalidOrder,
    "BAD_PRICE": InvalidOrder,
    "CLOSE_EXCEEDS_POSITION": InvalidOrder,
    "DELEGATE_EXPIRED": PermissionDenied,
    "DELEGATE_LIMIT": PermissionDenied,
    "DELEGATE_MARKET": PermissionDenied,
    "DUPLICATE_CLIENT_ORDER_ID": DuplicateOrderId,
    "EXCHANGE_HALTED": MarketClosed,
    "EXCHANGE_PAUSED": MarketClosed,
    "INPUT_NOT_POSITIVE": InvalidOrder,
    "INSUFFICIENT_COLLATERAL": InsufficientFunds,
    "INSUFFICIENT_MARGIN": InsufficientFunds,
    "INSUFFICIENT_POINTS": InsufficientFunds,
    "MARGIN_ACCOUNT_NOT_FOUND": InsufficientFunds,  # none is open: there is no margin
    "MARKET_NOT_FOUND": BadSymbol,
    "MARKET_NOT_OPEN": MarketClosed,
    "MARKET_PAUSED": MarketClosed,
    "NO_POSITION": InvalidOrder,
    "ORDER_NOT_FOUND": OrderNotFound,
    "POSITION_TOO_SMALL": InvalidOrder,
    "PREDICTION_MARKET_NOT_FOUND": BadSymbol,
    "SLIPPAGE_EXCEEDED": InvalidOrder,
    "TRIGGER_PASSED": InvalidOrder,
}
_BY_STATUS: Final[Mapping[int, type[BaseError]]] = {
    400: BadRequest,
    401: AuthenticationError,
    403: PermissionDenied,
    404: BadRequest,
    409: OperationRejected,
    413: BadRequest,
    429: RateLimitExceeded,
    503: OnMaintenance,
}


def unified(error: AcreError) -> BaseError:
    """Return an error of Acre as the one of CCXT that says most of it."""
    kind = _BY_CODE.get(error.code) or _BY_STATUS.get(error.status)
    if kind is None:
        kind = ExchangeNotAvailable if error.status >= 500 else ExchangeError
    return kind(f"acre {error}")


def with_unified_errors(
    call: Callable[P, Coroutine[Any, Any, R]],
) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return a call whose errors are those of CCXT."""

    @wraps(call)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return await call(*args, **kwargs)
        except AcreError as error:
            raise unified(error) from error
        except ValueError as error:  # of an amount that cannot be
            raise BadRequest(f"acre: {error}") from error

    return answer
