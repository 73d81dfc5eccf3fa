"""`/rpc`: passes JSON-RPC over HTTP and websocket on to the chain node (contract 6)."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp import ClientWSTimeout, WSMsgType, web

from chain.node.limits import CLIENT_HEADER
from edge.context import CONTEXT, Context
from edge.errors import ApiError
from edge.limits import (
    PROXY_ANSWER_BYTES_MAX,
    PROXY_BATCH_MAX,
    PROXY_FRAME_BYTES_MAX,
    PROXY_SOCKETS_MAX,
    PROXY_TIMEOUT_S,
    SOCKETS_PER_IP_MAX,
)
from edge.middleware.outer import is_allowed_origin
from edge.network import client_of
from edge.routing.response import SERVER

PATH = "/rpc"
SEND_METHODS = frozenset({"sendTransaction", "sendRawTransaction", "requestAirdrop"})
CLOSE_TIMEOUT_S = 5.0
# What a refusal is called in JSON-RPC; 429 is what clients know from public nodes.
_ERROR_CODES = {"BAD_JSON": -32700, "VALIDATION": -32600, "RATE_LIMITED": 429}
SESSION: web.AppKey[aiohttp.ClientSession] = web.AppKey("rpc-session", aiohttp.ClientSession)


class OpenSockets:
    """The websockets that are joined to the node now, with the address of each client."""

    def __init__(self) -> None:
        self.clients: dict[web.WebSocketResponse, str] = {}

    def has_room(self, ip: str) -> bool:
        """Tell whether the address may open one more."""
        of_ip = sum(other == ip for other in self.clients.values())
        return of_ip < SOCKETS_PER_IP_MAX and len(self.clients) < PROXY_SOCKETS_MAX


SOCKETS: web.AppKey[OpenSockets] = web.AppKey("rpc-sockets", OpenSockets)


def decode_calls(raw: str | bytes) -> list[Any]:
    """Return the calls of a body or frame; raise BAD_JSON or, for too many, VALIDATION."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ApiError("BAD_JSON") from None
    calls = body if isinstance(body, list) else [body]
    if len(calls) > PROXY_BATCH_MAX:
        raise ApiError("VALIDATION", f"A batch holds at most {PROXY_BATCH_MAX} calls")
    return calls


def take_calls(context: Context, ip: str, calls: list[Any]) -> dict[str, str]:
    """Charge each call to its class and return the headers; raise RATE_LIMITED."""
    methods = [call.get("method") if isinstance(call, dict) else None for call in calls]
    sends = sum(isinstance(method, str) and method in SEND_METHODS for method in methods)
    others = len(calls) - sends
    headers: dict[str, str] = {}
    if others or not calls:
        headers = context.limiter.take("public", ip, max(1, others))
    if sends:
        headers = context.limiter.take("rpc-send", ip, sends)
    return headers


async def proxy_post(app: web.Application, request: web.Request) -> web.StreamResponse:
    """Pass one JSON-RPC request (or batch) on and give its answer back."""
    context = app[CONTEXT]
    if request.content_type != "application/json":
        raise ApiError("UNSUPPORTED_MEDIA_TYPE")
    raw = await request.read()
    headers = take_calls(context, client_of(context.proxies, request), decode_calls(raw))
    status, body = await _forward(app[SESSION], context, raw)
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
    body = bytearray()
    try:
        async with session.post(context.node_url, data=raw, headers=headers) as answer:
            async for part in answer.content.iter_any():
                body += part
                if len(body) > PROXY_ANSWER_BYTES_MAX:
                    raise ApiError("NODE_UNAVAILABLE", "The chain node's answer is too large")
            return answer.status, bytes(body)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error


async def proxy_socket(app: web.Application, request: web.Request) -> web.StreamResponse:
    """Join a client's websocket to one at the node."""
    context = app[CONTEXT]
    ip = client_of(context.proxies, request)
    origin = request.headers.get("Origin")
    if origin is not None and not is_allowed_origin(context, origin):
        raise ApiError("ORIGIN_NOT_ALLOWED")
    context.limiter.take("ws-connect", ip)
    # Not compressed: two tasks write to it, and a compressor has but one state.
    client = web.WebSocketResponse(max_msg_size=64 * 1024, timeout=CLOSE_TIMEOUT_S, compress=False)
    client.headers["Server"] = SERVER
    if not client.can_prepare(request):
        raise ApiError("METHOD_NOT_ALLOWED", headers={"Allow": "POST"})
    sockets = app[SOCKETS]
    if not sockets.has_room(ip):
        raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
    sockets.clients[client] = ip
    try:
        node = await _connect(app[SESSION], context, ip)
        try:
            await client.prepare(request)
            await _join(client, node, context, ip)
        finally:
            await node.close()
    finally:
        del sockets.clients[client]
    return client


async def _connect(
    session: aiohttp.ClientSession, context: Context, ip: str
) -> aiohttp.ClientWebSocketResponse:
    # The embedded node counts per client; a provider elsewhere does not learn who the clients are.
    is_own = urlsplit(context.node_ws_url).hostname == "127.0.0.1"
    try:
        return await session.ws_connect(
            context.node_ws_url,
            headers={CLIENT_HEADER: ip} if is_own else None,
            max_msg_size=PROXY_FRAME_BYTES_MAX,
            timeout=ClientWSTimeout(ws_close=CLOSE_TIMEOUT_S),
        )
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error


async def _join(
    client: web.WebSocketResponse,
    node: aiohttp.ClientWebSocketResponse,
    context: Context,
    ip: str,
) -> None:
    ways = {
        asyncio.create_task(_to_node(client, node, context, ip)),
        asyncio.create_task(_to_client(node, client)),
    }
    _, others = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in others:
        way.cancel()
    await asyncio.gather(*ways, return_exceptions=True)
    # Code 1000 would mean that all is said; clients come again only after another one.
    await client.close(code=aiohttp.WSCloseCode.GOING_AWAY)


async def _to_node(
    client: web.WebSocketResponse,
    node: aiohttp.ClientWebSocketResponse,
    context: Context,
    ip: str,
) -> None:
    """Pass frames on while the client keeps to its rates; answer the others here."""
    async for message in client:
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            continue
        refusal = _refusal(context, ip, message.data)
        if refusal is not None:
            if refusal:
                await client.send_str(refusal)
        elif message.type is WSMsgType.TEXT:
            await node.send_str(message.data)
        else:
            await node.send_bytes(message.data)


async def _to_client(node: aiohttp.ClientWebSocketResponse, client: web.WebSocketResponse) -> None:
    async for message in node:
        if message.type is WSMsgType.TEXT:
            await client.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await client.send_bytes(message.data)


def _refusal(context: Context, ip: str, frame: str | bytes) -> str | None:
    """Return the error that answers a frame ("" for a notification), None when it may pass."""
    calls: list[Any] = []
    try:
        try:
            calls = decode_calls(frame)
        finally:  # what is no call has its price as well
            take_calls(context, ip, calls)
    except ApiError as error:
        call = calls[0] if len(calls) == 1 else None
        if isinstance(call, dict) and "id" not in call:
            return ""
        call_id = call["id"] if isinstance(call, dict) else None
        code = _ERROR_CODES[error.code]
        body = {"code": code, "message": error.message}
        return msgspec.json.encode({"jsonrpc": "2.0", "error": body, "id": call_id}).decode()
    return None


async def rpc_session(app: web.Application) -> Any:  # noqa: ANN401 - a cleanup context
    """Hold the connection to the node as long as the application runs."""
    timeout = aiohttp.ClientTimeout(total=PROXY_TIMEOUT_S)
    app[SOCKETS] = OpenSockets()
    app[SESSION] = aiohttp.ClientSession(timeout=timeout)
    yield
    for socket in tuple(app[SOCKETS].clients):
        if socket.prepared:
            await socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)
    await app[SESSION].close()
