"""Live data: one websocket that comes back by itself, and order books that stay true."""

import asyncio
import contextlib
from dataclasses import dataclass
from types import TracebackType

import aiohttp
import msgspec

from acre_sdk.deadline import TimedOut, timeout
from acre_sdk.errors import AcreError, ClientClosed
from acre_sdk.login import Login
from acre_sdk.models import BookDelta, Clock, Model, OrderBook, convert
from acre_sdk.pacing import Backoff
from acre_sdk.replica import OrderBookReplica
from acre_sdk.transport import Transport

SILENCE_MAX_S = 25.0
RECONNECT_FIRST_S = 0.5
RECONNECT_MAX_S = 30.0
CONNECT_MAX_S = 10.0
CLOSE_MAX_S = 2.0
SNAPSHOT_MAX_S = 10.0
MESSAGES_WAITING_MAX = 10_000
RENEWALS_MAX = 3  # of the token on one connection
_TOKEN_CODES = ("NO_TOKEN", "INVALID_TOKEN", "TOKEN_EXPIRED")


@dataclass(frozen=True, slots=True)
class StreamMessage:
    """Something that happened.

    `kind` is `snapshot`, `delta` or `error` of a channel, or `disconnected`: what was received
    so far may be out of date until the next snapshot.

    Attributes:
        kind: `snapshot`, `delta`, `error` or `disconnected`.
        channel: Channel that it is of, by its name.
        data: Its fields, named as on the wire.
    """

    kind: str
    channel: str
    data: dict[str, object]


class _Frame(Model):
    type: str
    channel: str | None = None
    sequence: int | None = None
    data: dict[str, object] = msgspec.field(default_factory=dict)
    clock: Clock | None = None
    code: str = ""
    message: str = ""


class _Snapshot(Model):
    order_book: OrderBook


class _Gone(Exception):
    """The connection is of no more use."""


@dataclass(slots=True)
class _Channel:
    last: int | None = None  # the number of the newest message; none while a snapshot is awaited
    asked_s: float = 0.0
    replica: OrderBookReplica | None = None


class Stream:
    """A connection with its subscriptions; iterate over it for the messages."""

    def __init__(self, transport: Transport, login: Login) -> None:
        self._transport = transport
        self._timer = transport.timer
        self._login = login
        self._channels: dict[str, _Channel] = {}
        self._messages: asyncio.Queue[StreamMessage | None] = asyncio.Queue()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._backoff = Backoff(RECONNECT_FIRST_S, RECONNECT_MAX_S)
        self._task: asyncio.Task[None] | None = None
        self._token: str | None = None  # what this connection is authenticated with
        self._renewals = 0
        self._is_flooded = False

    async def __aenter__(self) -> "Stream":
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(lambda _task: self._messages.put_nowait(None))
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def __aiter__(self) -> "Stream":
        return self

    async def __anext__(self) -> StreamMessage:
        message = await self._messages.get()
        if message is not None:
            return message
        self._messages.put_nowait(None)
        if self._task is not None and not self._task.cancelled():
            self._task.result()
        raise StopAsyncIteration

    async def subscribe(self, *names: str) -> None:
        """Listen to channels: `orderBook:7`, `predictions`, `user:{address}`, … (API 5.8)."""
        fresh = {name: _Channel() for name in names if name not in self._channels}
        await self._add(fresh)

    async def subscribe_book(self, market_id: int) -> OrderBookReplica:
        """Listen to an order book and return its copy, which this stream keeps true."""
        name = f"orderBook:{market_id}"
        if name not in self._channels:
            await self._add({name: _Channel(replica=OrderBookReplica(market_id))})
        replica = self._channels[name].replica
        if replica is None:
            raise ValueError(f"{name} is subscribed to without a copy of the book")
        return replica

    async def unsubscribe(self, *names: str) -> None:
        """End listening to channels."""
        known = [name for name in names if self._channels.pop(name, None) is not None]
        if self._socket is not None and known:
            with contextlib.suppress(ConnectionError):
                await self._socket.send_json({"op": "unsubscribe", "channels": known})

    async def _add(self, fresh: dict[str, _Channel]) -> None:
        self._channels |= fresh
        if self._socket is not None and fresh:
            with contextlib.suppress(ConnectionError, AcreError):  # it will subscribe again
                await self._ask(self._socket, list(fresh))

    # the connection

    async def _run(self) -> None:
        while not self._transport.http.closed:
            try:
                await self._connect()
            except (aiohttp.ClientError, AcreError, _Gone, OSError, TimedOut) as error:
                reason = str(error) or type(error).__name__
            else:
                reason = "closed"
            self._socket = None
            for channel in self._channels.values():
                channel.last = None
                if channel.replica is not None:
                    channel.replica.is_current = False
            self._tell(StreamMessage("disconnected", "", {"reason": reason}))
            await self._timer.sleep(self._backoff.next_s())
        raise ClientClosed

    async def _connect(self) -> None:
        url = "ws" + self._transport.url.removeprefix("http") + "/ws"
        self._token, self._renewals, self._is_flooded = None, 0, False
        async with timeout(CONNECT_MAX_S):
            bounds = aiohttp.ClientWSTimeout(ws_close=CLOSE_MAX_S)
            socket = await self._transport.http.ws_connect(url, timeout=bounds)
        async with socket:
            self._socket = socket
            await self._ask(socket, list(self._channels))
            while True:
                message = await socket.receive(timeout=SILENCE_MAX_S)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise _Gone(f"closed by the server with {socket.close_code}")
                await self._take(socket, message.data)
                if self._is_flooded:
                    raise _Gone("messages were not read in time")

    async def _ask(self, socket: aiohttp.ClientWebSocketResponse, names: list[str]) -> None:
        if not names:
            return
        if any(name.startswith("user:") for name in names):
            await self._authenticate(socket)
        for name in names:
            self._channels[name].last = None
            self._channels[name].asked_s = self._timer.now_s()
        await socket.send_json({"op": "subscribe", "channels": names})

    async def _authenticate(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        token = await self._login.token()
        if token != self._token:
            self._token = token
            await socket.send_json({"op": "auth", "token": token})

    # messages

    async def _take(self, socket: aiohttp.ClientWebSocketResponse, text: str) -> None:
        try:
            frame = msgspec.json.decode(text, type=_Frame)
        except (msgspec.DecodeError, RecursionError) as error:
            raise _Gone(f"not a message of the contract: {error}") from error
        if frame.type in ("snapshot", "delta"):
            await self._take_data(socket, frame)
        elif frame.type == "error":
            await self._take_error(socket, frame)
        elif frame.type == "heartbeat":
            await self._look_after(socket)

    async def _take_data(self, socket: aiohttp.ClientWebSocketResponse, frame: _Frame) -> None:
        name = frame.channel or ""
        channel = self._channels.get(name)
        if channel is None:
            return  # unsubscribed meanwhile
        is_snapshot = frame.type == "snapshot"
        if channel.last is None and not is_snapshot:
            return  # still of the earlier subscription
        is_next = is_snapshot or frame.sequence == (channel.last or 0) + 1
        if not (is_next and _apply(channel.replica, frame)):
            await self._subscribe_again(socket, name, channel)
            return
        channel.last = frame.sequence or 0
        if is_snapshot:
            self._backoff.reset()
        self._tell(StreamMessage(frame.type, name, frame.data))

    async def _subscribe_again(
        self, socket: aiohttp.ClientWebSocketResponse, name: str, channel: _Channel
    ) -> None:
        if channel.replica is not None:
            channel.replica.is_current = False
        await socket.send_json({"op": "unsubscribe", "channels": [name]})
        await self._ask(socket, [name])

    async def _take_error(self, socket: aiohttp.ClientWebSocketResponse, frame: _Frame) -> None:
        name = frame.channel
        if frame.code == "RATE_LIMITED":
            raise _Gone("the server has not taken a message")
        if name is None or name not in self._channels:
            return
        if frame.code in _TOKEN_CODES and self._renewals < RENEWALS_MAX:
            self._renewals += 1
            if self._token is not None:
                await self._login.renew(self._token)
            await self._ask(socket, [name])
            return
        del self._channels[name]
        self._tell(StreamMessage("error", name, {"code": frame.code, "message": frame.message}))

    async def _look_after(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        if self._token is not None:
            await self._authenticate(socket)  # before the token of the user channels ends
        oldest_s = self._timer.now_s() - SNAPSHOT_MAX_S
        for name, channel in self._channels.items():
            if channel.last is None and channel.asked_s < oldest_s:
                raise _Gone(f"no snapshot of {name}")

    def _tell(self, message: StreamMessage) -> None:
        if self._messages.qsize() >= MESSAGES_WAITING_MAX:
            # no reader: begin with fresh snapshots instead of keeping all of it
            while not self._messages.empty():
                self._messages.get_nowait()
            self._is_flooded = True
        self._messages.put_nowait(message)


def _apply(replica: OrderBookReplica | None, frame: _Frame) -> bool:
    if replica is None:
        return True
    try:
        if frame.type == "delta":
            return replica.apply_delta(convert(frame.data, BookDelta))
        replica.apply_snapshot(convert(frame.data, _Snapshot).order_book)
    except msgspec.ValidationError as error:
        raise _Gone(f"not a book: {error}") from error
    return True
