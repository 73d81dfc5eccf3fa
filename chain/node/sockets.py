"""Websocket connections: one reader and one bounded outgoing queue each."""

import asyncio
import contextlib
from collections.abc import Callable

import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from chain.node.dispatcher import Dispatcher, answer_request
from chain.node.errors import PARSE_ERROR, RpcError
from chain.node.limits import (
    SOCKET_MESSAGE_BYTES_MAX,
    SOCKET_QUEUE_BYTES_MAX,
    SOCKET_QUEUE_MAX,
    SOCKETS_MAX,
)
from chain.node.params import Params
from chain.node.subscriptions import SubscriptionHub

_HEARTBEAT_S = 30.0
_CLOSE_S = 1.0


class Socket:
    """One connection. A client that does not read fast enough is disconnected."""

    def __init__(
        self,
        response: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        give_up: Callable[["Socket"], None],
    ) -> None:
        self._response = response
        self._transport = transport
        self._give_up = give_up
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(SOCKET_QUEUE_MAX)
        self._waiting = 0  # characters, nearly all of them ASCII, that are not sent yet

    def send(self, text: str) -> None:
        """Queue a message; a full queue ends the connection, one large message does not."""
        is_full = self._queue.full() or self._waiting + len(text) > SOCKET_QUEUE_BYTES_MAX
        if is_full and self._waiting:
            self.end()
            self._give_up(self)
            return
        self._waiting += len(text)
        self._queue.put_nowait(text)

    def end(self) -> None:
        """Close the connection as soon as its writer gets to it, dropping what is queued."""
        while not self._queue.empty():
            self._waiting -= len(self._queue.get_nowait() or "")
        self._queue.put_nowait(None)

    def lose(self) -> None:
        """Cut the connection without a word, as a broken network does."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send queued messages until the end."""
        with contextlib.suppress(ConnectionError):
            while (text := await self._queue.get()) is not None:
                await self._response.send_str(text)
                self._waiting -= len(text)
        # Code 1000 would mean that all is said; clients come again only after another one.
        await self._response.close(code=WSCloseCode.GOING_AWAY)


class SocketServer:
    """Accept websockets and answer their calls."""

    def __init__(self, dispatcher: Dispatcher, hub: SubscriptionHub) -> None:
        self._dispatcher = dispatcher
        self._hub = hub
        self._sockets: set[Socket] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Run one connection until either side closes it."""
        if len(self._sockets) >= SOCKETS_MAX:
            return web.Response(status=503, text="too many websockets\n")
        response = web.WebSocketResponse(
            heartbeat=_HEARTBEAT_S, timeout=_CLOSE_S, max_msg_size=SOCKET_MESSAGE_BYTES_MAX
        )
        await response.prepare(request)
        socket = Socket(response, request.transport, self._hub.drop)
        self._sockets.add(socket)
        writer = asyncio.create_task(socket.write())
        try:
            async for message in response:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._answer(socket, message.data)
        finally:
            self._sockets.discard(socket)
            self._hub.drop(socket)
            socket.end()
            await writer
        return response

    def close_all(self) -> None:
        """Disconnect everybody."""
        for socket in list(self._sockets):
            socket.end()

    def lose_all(self) -> None:
        """Cut all connections (fault injection)."""
        for socket in list(self._sockets):
            socket.lose()

    def _answer(self, socket: Socket, body: str | bytes) -> None:
        try:
            request = orjson.loads(body)
        except orjson.JSONDecodeError:
            error = RpcError(PARSE_ERROR, "Parse error").to_json()
            socket.send(orjson.dumps({"jsonrpc": "2.0", "error": error, "id": None}).decode())
            return
        subscribed: list[int] = []

        def call(method: str, params: Params) -> object:
            if not method.endswith(("Subscribe", "Unsubscribe")):
                return self._dispatcher.call(method, params)
            result = self._hub.call(socket, method, params)
            if method == "signatureSubscribe" and isinstance(result, int):
                subscribed.append(result)
            return result

        answer = answer_request(request, call)
        if answer is not None:
            socket.send(orjson.dumps(answer).decode())
        for subscription_id in subscribed:
            self._hub.catch_up(subscription_id)
