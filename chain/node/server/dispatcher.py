"""JSON-RPC 2.0 over bytes: parse, call one method, encode."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable

import orjson

from chain.node.encoding import base58
from chain.node.encoding.meta import Json
from chain.node.encoding.wire import verify_signatures
from chain.node.errors import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
    invalid_params,
)
from chain.node.faults import Faults
from chain.node.limits import BATCH_ANSWER_BYTES_MAX, BATCH_REQUESTS_MAX
from chain.node.methods import accounts as account_methods
from chain.node.methods import blocks as block_methods
from chain.node.methods import cluster as cluster_methods
from chain.node.methods import holders as holder_methods
from chain.node.methods import sending as sending_methods
from chain.node.methods import validators as validator_methods
from chain.node.methods.params import Params
from chain.node.methods.sending import read_transaction
from chain.node.server.turns import Turn
from chain.node.state.ledger import Ledger

log = logging.getLogger(__name__)

Method = Callable[[Ledger, Params], object]
Call = Callable[[str, Params], object]

METHODS: dict[str, Method] = {
    **account_methods.METHODS,
    **block_methods.METHODS,
    **cluster_methods.METHODS,
    **holder_methods.METHODS,
    **sending_methods.METHODS,
    **validator_methods.METHODS,
}


class Dispatcher:
    """Find and call methods for one ledger; `faults` is None unless they were switched on."""

    def __init__(self, ledger: Ledger, faults: Faults | None) -> None:
        self._ledger = ledger
        self.faults = faults

    def call(self, method: str, params: Params) -> object:
        """Call a method by name; raises RpcError."""
        if self.faults is not None:
            if method == "acreFault":
                return self.faults.answer(params)
            if method == "sendTransaction" and self.faults.takes_send():
                decoded = read_transaction(params, params.config(1))
                verify_signatures(decoded)
                return base58.encode(decoded.signature)
        handler = METHODS.get(method)
        if handler is None:
            raise RpcError(METHOD_NOT_FOUND, "Method not found")
        return handler(self._ledger, params)


async def answer_body(body: bytes, call: Call, turn: Turn) -> bytes | None:
    """Answer one request or a batch; None when nothing in it wants an answer."""
    try:
        return await _answer_body(body, call, turn)
    finally:
        turn.end()


async def _answer_body(body: bytes, call: Call, turn: Turn) -> bytes | None:
    try:
        request = orjson.loads(body)
    except orjson.JSONDecodeError:
        return orjson.dumps(_failure(None, RpcError(PARSE_ERROR, "Parse error")))
    if not isinstance(request, list):
        answer = await answer_request(request, call, turn)
        return None if answer is None else orjson.dumps(answer)
    if not 0 < len(request) <= BATCH_REQUESTS_MAX:
        refusal = RpcError(INVALID_REQUEST, f"A batch holds 1 to {BATCH_REQUESTS_MAX} requests")
        return orjson.dumps(_failure(None, refusal))
    wanted: list[bytes] = []
    size = 0
    for item in request:
        try:
            await turn.pause()
        except RpcError:
            call = _refuse_call
        answer = await answer_request(
            item, call if size <= BATCH_ANSWER_BYTES_MAX else _refuse_call, turn
        )
        if answer is not None:
            wanted.append(orjson.dumps(answer))
            size += len(wanted[-1])
    return b"[" + b",".join(wanted) + b"]" if wanted else None


async def answer_request(request: object, call: Call, turn: Turn) -> Json | None:
    """Answer one request object; None for a notification."""
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _failure(None, RpcError(INVALID_REQUEST, "Invalid request"))
    request_id = request.get("id")
    if isinstance(request_id, dict | list):  # it would be written back, however deep it is
        return _failure(None, RpcError(INVALID_REQUEST, "Invalid request"))
    try:
        params = request.get("params")
        if params is not None and not isinstance(params, list):
            raise invalid_params("params must be a list")
        result = await turn.finish(call(request["method"], Params(params or [])))
    except BaseException as error:  # a panic of the native code is no Exception
        answer = failed(request, error)
    else:
        answer = succeeded(request, result)
    return answer if "id" in request else None


def succeeded(request: Json, result: object) -> Json:
    """Return the answer of a well-formed call with its result."""
    return {"jsonrpc": "2.0", "result": result, "id": request.get("id")}


def failed(request: Json, error: BaseException) -> Json:
    """Return the answer of a well-formed call that raised this; an end of the process is raised."""
    if isinstance(error, RpcError):
        refusal = error
    elif isinstance(error, sqlite3.Error):
        log.critical("chain_store_unreadable", extra={"reason": str(error)})
        refusal = RpcError(INTERNAL_ERROR, f"Internal error: the store cannot be read ({error})")
    elif isinstance(error, KeyboardInterrupt | SystemExit | asyncio.CancelledError):
        raise error
    else:
        # The edge of the process: one bad call must not take the node down.
        log.error("rpc_method_failed", exc_info=error, extra={"method": request["method"]})
        refusal = RpcError(INTERNAL_ERROR, "Internal error")
    return _failure(request.get("id"), refusal)


def _failure(request_id: object, error: RpcError) -> Json:
    return {"jsonrpc": "2.0", "error": error.to_json(), "id": request_id}


def _refuse_call(_method: str, _params: Params) -> object:
    raise RpcError(
        INVALID_REQUEST, "The answers of this batch are too large or take too long; ask for fewer"
    )
