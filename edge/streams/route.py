"""The websocket of the express base (API 5.8)."""

import asyncio

from aiohttp import WSCloseCode, WSMsgType, web

from edge.http.addresses import address_text
from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.limits import FRAME_BYTES_MAX, SUBSCRIPTIONS_PER_SOCKET_MAX
from edge.http.middleware.request_handler import is_allowed_origin
from edge.http.network import client_of
from edge.http.pipeline import RATE_HEADERS
from edge.http.response import SERVER
from edge.streams.hub import Hub
from edge.streams.socket import (
    CLOSE_MALFORMED,
    CLOSE_TOO_MANY,
    Client,
    ClientMessage,
    echo_of,
    parse_message,
)

HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
PATH = "/express/v1/ws"
CLOSE_TIMEOUT_S = 5.0


async def open_stream(app: web.Application, request: web.Request) -> web.StreamResponse:
    """Serve one socket until it ends."""
    gate, hub = app[GATE], app[HUB]
    ip = client_of(gate.proxies, request)
    origin = request.headers.get("Origin")
    if origin is not None and not is_allowed_origin(gate, origin):
        request[RATE_HEADERS] = gate.limiter.take("ws-connect", ip)
        raise ApiError("ORIGIN_NOT_ALLOWED")
    socket = web.WebSocketResponse(
        max_msg_size=FRAME_BYTES_MAX + 1,  # the library refuses from this size on
        compress=False,
        timeout=CLOSE_TIMEOUT_S,
        autoping=False,  # a ping counts as a message
    )
    if not socket.can_prepare(request):
        request[RATE_HEADERS] = gate.limiter.take("public", ip)
        raise ApiError("VALIDATION", "This path is a websocket; ask for an upgrade")
    request[RATE_HEADERS] = gate.limiter.take("ws-connect", ip)
    socket.headers["Server"] = SERVER
    await socket.prepare(request)
    if not hub.enter(ip):
        await socket.close(code=CLOSE_TOO_MANY, message=b"too many sockets")
        return socket
    client = hub.join(socket, request.transport, ip)
    try:
        await _serve(hub, socket, client)
    finally:
        hub.leave(client)
    return socket


async def _serve(hub: Hub, socket: web.WebSocketResponse, client: Client) -> None:
    async for frame in socket:
        if frame.type is WSMsgType.BINARY:
            await socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"text frames only")
            return
        is_control = frame.type in (WSMsgType.PING, WSMsgType.PONG)
        if frame.type is not WSMsgType.TEXT and not is_control:
            return
        if not client.may_send():
            client.refuse(
                ApiError("RATE_LIMITED"), None, None if is_control else echo_of(frame.data)
            )
            await asyncio.sleep(0)  # the library hands over what it has without a pause
            if client.count_refused():
                await socket.close(code=CLOSE_TOO_MANY, message=b"too many messages")
                return
            continue
        if is_control:
            if frame.type is WSMsgType.PING:
                await socket.pong(frame.data)
            continue
        try:
            message = parse_message(frame.data)
        except ApiError as error:
            client.refuse(error, None, echo_of(frame.data))
            if client.count_malformed():
                await socket.close(code=CLOSE_MALFORMED, message=b"malformed messages")
                return
            continue
        await _answer(hub, client, message)


async def _answer(hub: Hub, client: Client, message: ClientMessage) -> None:
    echo, names = message.id, message.names()
    if len(names) > SUBSCRIPTIONS_PER_SOCKET_MAX:
        client.refuse(ApiError("TOO_MANY_SUBSCRIPTIONS"), None, echo)
        return
    await asyncio.sleep(client.pause_s(len(names)))
    await client.keep_up()
    match message.op:
        case "ping":
            _send(client, {"type": "pong", "serverTime": int(hub.context.gate.wall_s())}, echo)
        case "auth":
            _authenticate(hub, client, message)
        case "subscribe":
            for name in names:
                await client.keep_up()
                try:
                    hub.subscribe(client, name, echo)
                except ApiError as error:
                    client.refuse(error, name, echo)
        case "unsubscribe":
            for name in names:
                hub.unsubscribe(client, name)
                _send(client, {"type": "unsubscribed", "channel": name}, echo)


def _send(client: Client, message: dict[str, object], echo: str | None) -> None:
    client.send(message if echo is None else message | {"id": echo})


def _authenticate(hub: Hub, client: Client, message: ClientMessage) -> None:
    try:
        if not message.token:
            raise ApiError("NO_TOKEN")
        client.bearer = hub.context.sessions.check(message.token)
    except ApiError as error:
        client.refuse(error, None, message.id)
        return
    answer = {
        "type": "authenticated",
        "address": address_text(client.bearer.address),
        "expiresAt": client.bearer.expires_at_s,
    }
    _send(client, answer, message.id)
