"""`/rpc`: passes JSON-RPC over HTTP and websocket on to the chain node (contract 6)."""

import asyncio
from typing import Any

import aiohttp
import msgspec
from aiohttp import ClientWSTimeout, WSMsgType, web

from edge.context import CONTEXT, Context
from edge.errors import ApiError
from edge.limits import (
    PROXY_ANSWER_BYTES_MAX,
    PROXY_FRAME_BYTES_MAX,
    PROXY_SOCKETS_MAX,
    PROXY_TIMEOUT_S,
)
from edge.middleware.outer import is_allowed_origin

PATH = "/rpc"
SEND_METHODS = frozenset({"sendTransaction", "sendRawTransaction", "requestAirdrop"})
CLOSE_TIMEOUT_S = 5.0
SESSION: web.AppKey[aiohttp.ClientSession] = web.AppKey("rpc-session", aiohttp.ClientSession)


class OpenSockets:
    """The websockets that are joined to the node now."""

    def __init__(self) -> None:
        self.clients: set[web.WebSocketResponse] = set()


SOCKETS: web.AppKey[OpenSockets] = web.AppKey("rpc-sockets", OpenSockets)


def count_sends(raw: bytes) -> int:
    """Return how many calls of a body send a transaction; raise BAD_JSON for what is no JSON."""
    try:
        calls = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ApiError("BAD_JSON") from None
    many = calls if isinstance(calls, list) else [calls]
    return sum(isinstance(call, dict) and call.get("method") in SEND_METHODS for call in many)


async def proxy_post(request: web.Request) -> web.StreamResponse:
    """Pass one JSON-RPC request (or batch) on and give its answer back."""
    context = request.app[CONTEXT]
    if request.content_type != "application/json":
        raise ApiError("UNSUPPORTED_MEDIA_TYPE")
    raw = await request.read()
    sends = count_sends(raw)
    ip = request.remote or ""
    headers = context.limiter.take("public", ip)
    if sends:
        headers = context.limiter.take("rpc-send", ip, sends)
    status, body = await _forward(request.app[SESSION], context, raw)
    return web.Response(
        status=status,
        body=body,
        content_type="application/json",
        headers={**headers, "Cache-Control": "no-store"},
    )


async def _forward(
    session: aiohttp.ClientSession, context: Context, raw: bytes
) -> tuple[int, bytes]:
    headers = {"Content-Type": "application/json"}
    try:
        async with session.post(context.node_url, data=raw, headers=headers) as answer:
            body = await answer.content.read(PROXY_ANSWER_BYTES_MAX)
            if not answer.content.at_eof():
                raise ApiError("NODE_UNAVAILABLE", "The chain node's answer is too large")
            return answer.status, body
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error


async def proxy_socket(request: web.Request) -> web.StreamResponse:
    """Join a client's websocket to one at the node."""
    context = request.app[CONTEXT]
    origin = request.headers.get("Origin")
    if origin is not None and not is_allowed_origin(context, origin):
        raise ApiError("ORIGIN_NOT_ALLOWED")
    context.limiter.take("ws-connect", request.remote or "")
    client = web.WebSocketResponse(max_msg_size=64 * 1024, timeout=CLOSE_TIMEOUT_S)
    if not client.can_prepare(request):
        raise ApiError("METHOD_NOT_ALLOWED", headers={"Allow": "POST"})
    open_sockets = request.app[SOCKETS].clients
    if len(open_sockets) >= PROXY_SOCKETS_MAX:
        raise ApiError("RATE_LIMITED")
    try:
        node = await request.app[SESSION].ws_connect(
            context.node_ws_url,
            max_msg_size=PROXY_FRAME_BYTES_MAX,
            timeout=ClientWSTimeout(ws_close=CLOSE_TIMEOUT_S),
        )
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error
    open_sockets.add(client)
    try:
        await client.prepare(request)
        await _join(client, node)
    finally:
        open_sockets.discard(client)
        await node.close()
    return client


async def _join(client: web.WebSocketResponse, node: aiohttp.ClientWebSocketResponse) -> None:
    ways = {asyncio.create_task(_copy(client, node)), asyncio.create_task(_copy(node, client))}
    _, others = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in others:
        way.cancel()
    await asyncio.gather(*ways, return_exceptions=True)
    await client.close()


async def _copy(source: Any, target: Any) -> None:  # noqa: ANN401 - either end of a websocket
    async for message in source:
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)


async def rpc_session(app: web.Application) -> Any:  # noqa: ANN401 - a cleanup context
    """Hold the connection to the node as long as the application runs."""
    timeout = aiohttp.ClientTimeout(total=PROXY_TIMEOUT_S)
    app[SOCKETS] = OpenSockets()
    app[SESSION] = aiohttp.ClientSession(timeout=timeout)
    yield
    for socket in tuple(app[SOCKETS].clients):
        await socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)
    await app[SESSION].close()
