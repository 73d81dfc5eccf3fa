"""The only place where errors become HTTP: the contract's body for each of them."""

import logging

import asyncpg  # type: ignore[import-untyped]
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from msgspec.json import encode

from chain.client.errors import ChainError
from chain.client.rpc import RpcError
from chain.client.wallet import TransactionFailed
from edge.http.errors import ApiError
from edge.http.failures import from_chain, from_engine
from edge.http.response import WholeResponse
from engine.journal import JournalArchiveError
from engine.schema.errors import EngineError
from engine.sequencer import (
    SequencerClosedError,
    SequencerFullError,
    SequencerOverloadedError,
)

log = logging.getLogger("acre.edge")

JSON = "application/json"
RETRY_AFTER_S = "2"
JOURNAL_FULL = (
    "The exchange takes no commands at the moment; this one was not recorded. Reading continues"
)
# The database is not there, starts, stops, is full, or has too many sessions.
_DATABASE_AWAY = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    ConnectionError,
    FileNotFoundError,  # the unix socket is gone
    TimeoutError,
)
_HTTP_CODES = {
    400: "VALIDATION",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "PAYLOAD_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
}


def error_body(error: ApiError, request_id: str) -> dict[str, object]:
    """Return the body of API 1.4."""
    body: dict[str, object] = {
        "message": error.message,
        "code": error.code,
        "details": error.details,
        "requestId": request_id,
    }
    if error.status == 401:
        body["expiredToken"] = error.code == "TOKEN_EXPIRED"
    return body


def error_response(error: ApiError, request_id: str) -> WholeResponse:
    """Return the answer to a refused request."""
    headers = {**error.headers, "Cache-Control": "no-store", "Content-Type": JSON}
    return WholeResponse(error.status, encode(error_body(error, request_id)), headers)


def api_error(error: Exception, path: str) -> ApiError:
    """Turn any exception of a handler into an error of the catalogue."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, EngineError):
        return from_engine(error.code, error.detail)
    if isinstance(error, ChainError):
        return from_chain(error.code, error.details)
    if isinstance(error, web.HTTPException):
        return _from_http(error, path)
    if isinstance(error, web.RequestPayloadError | HttpProcessingError):
        return ApiError("BAD_JSON", "The body is incomplete or not encoded as its headers say")
    if isinstance(error, RpcError | TransactionFailed):
        log.warning("node_refused", exc_info=error)
        return ApiError("NODE_UNAVAILABLE")
    away = _away(error)
    if away is not None:
        return away
    log.error("request_failed", exc_info=error, extra={"path": path})
    return ApiError("INTERNAL")


def _away(error: Exception) -> ApiError | None:
    """Return the answer while a part of the exchange is away, None for any other error."""
    if isinstance(error, SequencerFullError):  # which is logged where it happens
        return ApiError("MAINTENANCE", JOURNAL_FULL, headers={"Retry-After": RETRY_AFTER_S})
    if isinstance(error, SequencerOverloadedError | SequencerClosedError):
        log.warning("sequencer_busy", exc_info=error)
    elif isinstance(error, JournalArchiveError):  # the request is about archived commands
        log.error("archive_away", extra={"error": str(error)})
    elif isinstance(error, _DATABASE_AWAY):
        log.warning("database_away", extra={"error": repr(error)})
    else:
        return None
    return ApiError("MAINTENANCE", headers={"Retry-After": RETRY_AFTER_S})


def _from_http(error: web.HTTPException, path: str) -> ApiError:
    headers = {name: error.headers[name] for name in ("Allow",) if name in error.headers}
    code = _HTTP_CODES.get(error.status, "INTERNAL" if error.status >= 500 else "VALIDATION")
    parts = path.split("/")
    is_base = len(parts) > 2 and parts[1] in {"api", "express"}
    if code == "NOT_FOUND" and is_base and parts[2] != "v1":
        code = "UNKNOWN_VERSION"
    return ApiError(code, headers=headers)
