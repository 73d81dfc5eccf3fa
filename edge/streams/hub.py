"""The hub: turns what the sequencer applied into messages, encoded once per channel."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from edge.api.context import Context
from edge.api.history.schemas import StreamTrade
from edge.http.addresses import address_text, parse_address
from edge.http.errors import ApiError
from edge.http.limits import (
    HEARTBEAT_S,
    RECENT_TRADES_MAX,
    SLOW_GRACE_S,
    SOCKETS_MAX,
    SOCKETS_PER_IP_MAX,
    UNSENT_BYTES_MAX,
)
from edge.http.middleware.counts import Counts
from edge.http.schema.inputs import TIME_END_S
from edge.store.tables import TradeRow
from edge.streams.channels import (
    Channel,
    MarketChannel,
    MarketsChannel,
    TradesChannel,
    UserChannel,
    recent_trades,
)
from edge.streams.dirty import mark
from edge.streams.frames import text_frame
from edge.streams.predictions import PREDICTIONS, BookChannel, PredictionsChannel
from edge.streams.socket import CLOSE_SLOW, Client
from engine.sequencer import Applied

log = logging.getLogger("acre.streams")

FLUSH_S = 0.02
PAUSE_TO_FLUSH = 3.0  # orders wait while sockets are written to: at most a quarter of the time
PAUSE_S_MAX = 0.5
SWEEP_S = 0.5
SNAPSHOT_AGE_S = 1.0  # the clock alone moves figures too
CLOSE_WAIT_S = 5.0
START_ATTEMPTS_MAX = 50
SOCKET = "socket"  # kind of count
USER = "user:"
_ALL = "trades"


@dataclass(slots=True)
class Entry:
    """A channel with subscribers."""

    channel: Channel
    sequence: int = 0
    clients: set[Client] = field(default_factory=set)
    snapshot: bytes | None = None  # encoded once for all sockets, until the channel changes
    snapshot_s: float = 0.0


class Hub:
    """Every open socket and every subscribed channel."""

    def __init__(
        self,
        counts: Counts | None = None,
        *,
        unsent_max: int = UNSENT_BYTES_MAX,
        slow_grace_s: float = SLOW_GRACE_S,
        heartbeat_s: float = HEARTBEAT_S,
        sweep_s: float = SWEEP_S,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.entries: dict[str, Entry] = {}
        self.dirty: set[str] = set()
        self.users: dict[bytes, str] = {}  # listened to, with the names of their channels
        self.books: dict[int, str] = {}
        self._lost: set[str] = set()  # channels that something may have been missed for
        self.clients: set[Client] = set()
        self.trades: dict[str, deque[StreamTrade]] = {}
        self.slow_count = 0  # sockets closed because the client read too slowly
        self._context: Context | None = None
        self._counts = counts or Counts()
        self._unsent_max = unsent_max
        self._slow_grace_s = slow_grace_s
        self._heartbeat_s = heartbeat_s
        self._sweep_s = sweep_s
        self._monotonic_s = monotonic_s
        self._flush_timer: asyncio.TimerHandle | None = None
        self._pause_s = FLUSH_S
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def context(self) -> Context:
        """The context of the application; set by `start`."""
        assert self._context is not None, "start comes first"
        return self._context

    async def start(self, context: Context) -> Callable[[], None]:
        """Read the newest trades and listen to the sequencer; returns what ends the listening."""
        self._context = context
        sequencer = context.sequencer
        for _ in range(START_ATTEMPTS_MAX):
            sequence = sequencer.sequence
            await context.projector.wait_for(sequence)
            await self._load_trades(context)
            if sequencer.sequence == sequence:
                break  # nothing was applied meanwhile, so nothing falls between
        return sequencer.subscribe(self.take)

    async def _load_trades(self, context: Context) -> None:
        newest = (2**63 - 1, 2**31 - 1)
        for market_id in (None, *context.exchange.market_ids()):
            values = (*newest, market_id, 0, 0, TIME_END_S, RECENT_TRADES_MAX)
            rows = await context.store.select(TradeRow, "history.trade_stream", *values)
            self.trades[self.trades_name(market_id)] = recent_trades(rows)

    @staticmethod
    def trades_name(market_id: int | None) -> str:
        """Return the channel of all trades or of one market's."""
        return _ALL if market_id is None else f"{_ALL}:{market_id}"

    def recent(self, name: str) -> "deque[StreamTrade]":
        """Return the newest trades of a trades channel."""
        return self.trades.setdefault(name, deque(maxlen=RECENT_TRADES_MAX))

    # from the sequencer

    def take(self, applied: Applied) -> None:
        """Note what a command changed; never blocks, never fails."""
        try:
            mark(self, applied)
        except Exception:
            log.exception("stream_update_failed", extra={"seq": applied.command.seq})
            self._lost.update(self.entries)
            self.dirty.update(self.entries)
        if self.dirty and self._flush_timer is None:
            self._flush_timer = asyncio.get_running_loop().call_later(self._pause_s, self.flush)

    def flush(self) -> None:
        """Send the pending difference of every channel that changed."""
        if self._flush_timer is not None:
            self._flush_timer.cancel()
        self._flush_timer = None
        begin_s = time.perf_counter()
        names, self.dirty = self.dirty, set()
        outbox: dict[Client, list[bytes]] = {}
        for name in sorted(names):
            frame = self._next_frame(name)
            if frame is not None:
                for client in self.entries[name].clients:
                    outbox.setdefault(client, []).append(frame)
        for client, frames in outbox.items():  # one write per socket
            client.deliver(frames[0] if len(frames) == 1 else b"".join(frames))
        took_s = time.perf_counter() - begin_s
        self._pause_s = min(max(FLUSH_S, took_s * PAUSE_TO_FLUSH), PAUSE_S_MAX)

    def _publish(self, name: str) -> None:
        """Tell a pending difference at once."""
        frame = self._next_frame(name)
        if frame is not None:
            for client in self.entries[name].clients:
                client.deliver(frame)

    def _next_frame(self, name: str) -> bytes | None:
        """Return the pending difference, or what takes its place; `None` when there is none."""
        entry = self.entries.get(name)
        if entry is None:
            return None
        entry.snapshot = None
        if name in self._lost:
            return self._begin_again(name, entry)
        try:
            data = entry.channel.delta()
            if data is None:
                return None
            frame = self._frame("delta", name, entry.sequence + 1, data)
        except Exception:
            log.exception("stream_delta_failed", extra={"channel": name})
            return self._begin_again(name, entry)
        entry.sequence += 1
        return frame

    def _begin_again(self, name: str, entry: Entry) -> bytes | None:
        """Fall back to a snapshot when a delta fails; otherwise close the channel."""
        self._lost.discard(name)
        try:
            entry.channel = self._channel(name)
            return self._snapshot(name, entry)
        except Exception:
            log.exception("stream_channel_failed", extra={"channel": name})
            for client in tuple(entry.clients):
                self._end(client, name)
            return None

    def _end(self, client: Client, name: str) -> None:
        self.unsubscribe(client, name)
        client.refuse(ApiError("INTERNAL"), name, None)

    def _frame(self, kind: str, name: str, sequence: int, data: object) -> bytes:
        return text_frame(
            {
                "type": kind,
                "channel": name,
                "sequence": sequence,
                "timestamp": self.context.now_s(),
                "data": data,
            }
        )

    # clients

    def enter(self, ip: str) -> bool:
        """Count a socket of this address, which then joins; False when there is no room."""
        has_room = len(self.clients) < SOCKETS_MAX
        return has_room and self._counts.enter(SOCKET, ip, SOCKETS_PER_IP_MAX)

    def join(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, ip: str
    ) -> Client:
        """Add a socket that was counted and greet it."""
        client = Client(
            socket, transport, ip, unsent_max=self._unsent_max, monotonic_s=self._monotonic_s
        )
        self.clients.add(client)
        context = self.context
        client.send(
            {
                "type": "hello",
                "env": context.gate.env,
                "version": context.gate.version,
                "clock": self._clock(),
            }
        )
        return client

    def leave(self, client: Client) -> None:
        """Forget a socket."""
        client.resume()
        for name in tuple(client.channels):
            self.unsubscribe(client, name)
        if client in self.clients:
            self.clients.remove(client)
            self._counts.leave(SOCKET, client.ip)

    def _clock(self) -> dict[str, int]:
        return {"now": self.context.now_s(), "rate": self.context.clock.rate}

    def subscribe(self, client: Client, name: str, echo: str | None) -> None:
        """Subscribe a socket: answer, then the snapshot; raise the channel's error."""
        if client not in self.clients:
            return
        self._check(client, name)
        entry = self._open(name)
        try:
            frame = self._snapshot(name, entry)
        except Exception:
            log.exception("stream_snapshot_failed", extra={"channel": name})
            self._drop_if_unused(name, entry)
            raise ApiError("INTERNAL") from None
        entry.clients.add(client)
        client.channels.add(name)
        client.send({"type": "subscribed", "channel": name} | ({"id": echo} if echo else {}))
        client.deliver(frame)

    def _open(self, name: str) -> Entry:
        """Return a channel after publishing its pending deltas."""
        if name in self.dirty:
            self.dirty.discard(name)
            self._publish(name)
        entry = self.entries.get(name)
        if entry is None:
            channel = self._channel(name)
            entry = self.entries[name] = Entry(channel)
            if isinstance(channel, UserChannel):
                self.users[channel.owner] = name
            elif isinstance(channel, BookChannel):
                self.books[channel.market_id] = name
        return entry

    def _snapshot(self, name: str, entry: Entry) -> bytes:
        now_s = self._monotonic_s()
        frame = entry.snapshot
        if frame is None or now_s - entry.snapshot_s > SNAPSHOT_AGE_S:
            frame = self._frame("snapshot", name, entry.sequence, entry.channel.snapshot())
            entry.snapshot, entry.snapshot_s = frame, now_s
        return frame

    def unsubscribe(self, client: Client, name: str) -> None:
        """End a subscription; unknown ones are no error."""
        client.channels.discard(name)
        entry = self.entries.get(name)
        if entry is not None:
            entry.clients.discard(client)
            self._drop_if_unused(name, entry)

    def _drop_if_unused(self, name: str, entry: Entry) -> None:
        if entry.clients:
            return
        del self.entries[name]
        self._lost.discard(name)
        channel = entry.channel
        if isinstance(channel, UserChannel):
            del self.users[channel.owner]
        elif isinstance(channel, BookChannel):
            del self.books[channel.market_id]

    def _check(self, client: Client, name: str) -> None:
        if name.startswith(USER):
            self._check_user(client, name)
        if not client.has_room(name):
            raise ApiError("TOO_MANY_SUBSCRIPTIONS")

    def _check_user(self, client: Client, name: str) -> None:
        context = self.context
        if client.bearer is None:
            raise ApiError("NO_TOKEN")
        if not client.is_authenticated(context.gate.wall_s(), context.sessions.is_revoked):
            raise ApiError("TOKEN_EXPIRED")
        if name.removeprefix(USER) != address_text(client.bearer.address):
            raise ApiError("WRONG_USER")

    def _channel(self, name: str) -> Channel:
        kind, _, key = name.partition(":")
        if name == "markets":
            return MarketsChannel(self.context)
        if name == _ALL:
            return TradesChannel(self.recent(name))
        if name == PREDICTIONS:
            return PredictionsChannel(self.context)
        if kind == "user":
            return UserChannel(self.context, parse_address(key, "channel"))
        if key.isascii() and key.isdigit() and len(key) < 10 and key == str(int(key)):
            channel = self._channel_of_market(kind, int(key), name)
            if channel is not None:
                return channel
        raise ApiError("UNKNOWN_CHANNEL")

    def _channel_of_market(self, kind: str, market_id: int, name: str) -> Channel | None:
        exchange = self.context.exchange
        if kind == "orderBook" and market_id in exchange.prediction_market_ids():
            return BookChannel(self.context, market_id)
        if kind == "market" and market_id in exchange.market_ids():
            return MarketChannel(self.context, market_id)
        if kind == _ALL and market_id in exchange.market_ids():
            return TradesChannel(self.recent(name))
        return None

    # by the clock

    async def run(self) -> None:
        """Send heartbeats and look after slow sockets and ended tokens, until cancelled."""
        next_beat_s = self._monotonic_s() + self._heartbeat_s
        while True:
            await asyncio.sleep(self._sweep_s)
            self.sweep()
            if self._monotonic_s() >= next_beat_s:
                next_beat_s += self._heartbeat_s
                self.beat()

    def beat(self) -> None:
        """Send one heartbeat to every socket that keeps up."""
        frame = text_frame({"type": "heartbeat", "clock": self._clock()})
        for client in self.clients:
            client.deliver(frame)

    def sweep(self) -> None:
        """Look after slow sockets and tokens that ended."""
        for client in tuple(self.clients):
            if client.slow_since_s is not None:
                self._look_at_slow(client)
            if any(name.startswith(USER) for name in client.channels):
                self._end_expired(client)

    def _look_at_slow(self, client: Client) -> None:
        assert client.slow_since_s is not None
        if not client.is_behind():
            names = sorted(client.channels)
            for name in self.dirty.intersection(
                names
            ):  # while it is not subscribed: no gap is reported
                self.dirty.discard(name)
                self._publish(name)
            client.resume()
            for name in names:
                self._send_snapshot(client, name)
        elif self._monotonic_s() - client.slow_since_s > self._slow_grace_s:
            self.slow_count += 1
            self.leave(client)
            self._close_later(client, CLOSE_SLOW, b"too slow")

    def _send_snapshot(self, client: Client, name: str) -> None:
        entry = self.entries.get(name)
        if entry is None or client not in entry.clients:
            return  # it ended during the broadcast
        try:
            client.deliver(self._snapshot(name, entry))
        except Exception:
            log.exception("stream_snapshot_failed", extra={"channel": name})
            self._end(client, name)

    def _end_expired(self, client: Client) -> None:
        context = self.context
        own = None
        if client.is_authenticated(context.gate.wall_s(), context.sessions.is_revoked):
            assert client.bearer is not None
            own = USER + address_text(client.bearer.address)
        names = [name for name in client.channels if name.startswith(USER) and name != own]
        for name in names:
            self.unsubscribe(client, name)
            client.refuse(ApiError("TOKEN_EXPIRED"), name, None)

    def _close_later(self, client: Client, code: int, reason: bytes) -> None:
        task = asyncio.create_task(_close(client, code, reason))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def close(self) -> None:
        """Tell every socket that the server stops, and end them."""
        if self._flush_timer is not None:
            self._flush_timer.cancel()
        for client in tuple(self.clients):
            self.leave(client)
            self._close_later(client, WSCloseCode.GOING_AWAY, b"server stopping")
        if self._closing:
            await asyncio.wait(self._closing)


async def _close(client: Client, code: int, reason: bytes) -> None:
    try:
        async with asyncio.timeout(CLOSE_WAIT_S):
            await client.socket.close(code=code, message=reason)
    except (TimeoutError, ConnectionError):
        log.info("socket_did_not_close", extra={"code": code})
    client.abort()
