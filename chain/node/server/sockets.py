"""Websocket connections: one reader and one bounded outgoing queue each."""

import asyncio
import logging
from collections import Counter

import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from chain.node.errors import PARSE_ERROR, RpcError
from chain.node.limits import (
    ALL_QUEUES_BYTES_MAX,
    CLIENT_HEADER,
    SOCKET_MESSAGE_BYTES_MAX,
    SOCKET_QUEUE_BYTES_MAX,
    SOCKET_QUEUE_MAX,
    SOCKET_WRITE_S,
    SOCKETS_MAX,
    SOCKETS_PER_CLIENT_MAX,
)
from chain.node.methods.params import Params
from chain.node.server.dispatcher import Dispatcher, answer_request
from chain.node.server.subscriptions import SubscriptionHub
from chain.node.server.turns import Turns

log = logging.getLogger(__name__)

_CLIENT_CHARACTERS_MAX = 64
_HEARTBEAT_S = 30.0
_CLOSE_S = 1.0


class Socket:
    """One connection. A client that does not read fast enough is disconnected."""

    def __init__(
        self,
        response: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        client: str,
        server: "SocketServer",
    ) -> None:
        self.client = client
        self.waiting = 0  # characters, nearly all of them ASCII, that are not sent yet
        self._response = response
        self._transport = transport
        self._server = server
        self._is_ended = False
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(SOCKET_QUEUE_MAX)

    def send(self, text: str) -> None:
        """Queue a message; a full queue ends the connection, one large message does not."""
        if self._is_ended:
            return
        is_full = self._queue.full() or self.waiting + len(text) > SOCKET_QUEUE_BYTES_MAX
        if is_full and self.waiting:
            self.cut()
            return
        self.waiting += len(text)
        self._queue.put_nowait(text)
        self._server.count_waiting(len(text))

    def cut(self) -> None:
        """End the connection and its subscriptions."""
        self.end()
        self._server.forget(self)

    def end(self) -> None:
        """Close the connection as soon as its writer gets to it, dropping what is queued."""
        self._is_ended = True
        while not self._queue.empty():
            self._sent(len(self._queue.get_nowait() or ""))
        self._queue.put_nowait(None)

    def lose(self) -> None:
        """Cut the connection without a word, as a broken network does."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send queued messages until the end, or until the reader takes nothing any more."""
        try:
            while (text := await self._queue.get()) is not None:
                try:
                    async with asyncio.timeout(SOCKET_WRITE_S):
                        await self._response.send_str(text)
                finally:
                    self._sent(len(text))
            # Code 1000 would mean that all is said; clients come again only after another one.
            await self._response.close(code=WSCloseCode.GOING_AWAY)
        except TimeoutError:
            log.info("socket_too_slow", extra={"client": self.client})
            self.lose()
        except ConnectionError:
            pass
        self.cut()

    def _sent(self, count: int) -> None:
        self.waiting -= count
        self._server.count_waiting(-count)


class SocketServer:
    """Accept websockets and answer their calls."""

    def __init__(self, dispatcher: Dispatcher, hub: SubscriptionHub, turns: Turns) -> None:
        self._dispatcher = dispatcher
        self._hub = hub
        self._turns = turns
        self._sockets: set[Socket] = set()
        self._of_client: Counter[str] = Counter()
        self._waiting = 0

    @property
    def count(self) -> int:
        """Number of open connections."""
        return len(self._sockets)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Run one connection until either side closes it."""
        client = client_of(request)
        if len(self._sockets) >= SOCKETS_MAX or self._of_client[client] >= SOCKETS_PER_CLIENT_MAX:
            return web.Response(status=503, text="too many websockets\n")
        # Not compressed: a large notification would be, once for each of its listeners.
        response = web.WebSocketResponse(
            heartbeat=_HEARTBEAT_S,
            timeout=_CLOSE_S,
            max_msg_size=SOCKET_MESSAGE_BYTES_MAX,
            compress=False,
        )
        socket = Socket(response, request.transport, client, self)
        self._sockets.add(socket)
        self._of_client[client] += 1
        writer: asyncio.Task[None] | None = None
        try:
            await response.prepare(request)
            writer = asyncio.create_task(socket.write())
            async for message in response:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._answer(socket, message.data)
        finally:
            self._sockets.discard(socket)
            self._of_client[client] -= 1
            if not self._of_client[client]:
                del self._of_client[client]
            socket.cut()
            if writer is not None:
                await writer
        return response

    def forget(self, socket: Socket) -> None:
        """End the subscriptions of a socket."""
        self._hub.drop(socket)

    def count_waiting(self, count: int) -> None:
        """Count what waits for all readers; beyond the bound the slowest of them is cut."""
        self._waiting += count
        if count > 0 and self._waiting > ALL_QUEUES_BYTES_MAX:
            slowest = max(self._sockets, key=lambda socket: socket.waiting, default=None)
            if slowest is not None:
                log.warning("socket_too_slow", extra={"client": slowest.client})
                slowest.cut()

    def close_all(self) -> None:
        """Disconnect every client."""
        for socket in list(self._sockets):
            socket.end()

    def lose_all(self) -> None:
        """Cut all connections (fault injection)."""
        for socket in list(self._sockets):
            socket.lose()

    async def _answer(self, socket: Socket, body: str | bytes) -> None:
        try:
            request = orjson.loads(body)
        except orjson.JSONDecodeError:
            error = RpcError(PARSE_ERROR, "Parse error").to_json()
            socket.send(orjson.dumps({"jsonrpc": "2.0", "error": error, "id": None}).decode())
            return

        def call(method: str, params: Params) -> object:
            if not method.endswith(("Subscribe", "Unsubscribe")):
                return self._dispatcher.call(method, params)
            return self._hub.call(socket, method, params)

        turn = self._turns.take(socket.client)
        try:
            answer = await answer_request(request, call, turn)
        finally:
            turn.end()
        if answer is not None:
            socket.send(orjson.dumps(answer).decode())


def client_of(request: web.Request) -> str:
    """Return the client that bounds are counted for: named by the edge, else the peer's address.

    A direct connection is another client than one of the same address behind the edge.
    """
    named = request.headers.get(CLIENT_HEADER)
    return (f"direct {request.remote}" if named is None else named)[:_CLIENT_CHARACTERS_MAX]
