"""The connection with the NATS servers, shared by what one process sends and hears."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from engine.feed.bus.limits import (
    CONNECT_S,
    ENVELOPE_BYTES,
    PENDING_BYTES_MAX,
    PENDING_MESSAGES_MAX,
    UNSENT_BYTES_MAX,
)

log = logging.getLogger(__name__)

Hear = Callable[[bytes], None]
RECONNECT_S = 0.2
PING_S = 1
PINGS_MAX = 2  # without an answer a server is taken for gone
AWAY_MAX_S = 5.0  # without a server a client is given up and another one is made


class Bus:
    """Messages at most once; `publish` never waits. Used from one event loop."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = list(urls)
        self._client = Client()
        self._unsent: deque[tuple[str, bytes]] = deque()
        self._unsent_bytes = 0
        self._has_unsent = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._subjects: dict[object, tuple[str, Hear]] = {}  # what is heard, by its subscriber
        self._subscriptions: dict[object, Subscription] = {}
        self._on_cut: list[Callable[[], None]] = []

    async def open(self) -> None:
        """Connect, and keep connecting for ever; does not wait for the first connection."""
        self._tasks = [
            asyncio.create_task(self._keep_client(), name="bus"),
            asyncio.create_task(self._send(), name="bus-send"),
        ]

    async def close(self) -> None:
        """End the connection; idempotent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await _closed(self._client)

    @property
    def is_connected(self) -> bool:
        """Whether there is a server now."""
        return bool(self._client.is_connected)

    @property
    def frame_bytes_max(self) -> int:
        """How long the frames of a message can be."""
        return int(self._client.max_payload) - ENVELOPE_BYTES

    def publish(self, subject: str, data: bytes) -> None:
        """Send a message; it is thrown away where too much waits, or without a server."""
        if not self.is_connected or self._unsent_bytes > UNSENT_BYTES_MAX:
            return
        self._unsent.append((subject, data))
        self._unsent_bytes += len(data)
        self._has_unsent.set()

    @asynccontextmanager
    async def hearing(self, subject: str, hear: Hear) -> AsyncIterator[None]:
        """Call back with each message of a subject; OSError where there is no server."""
        subscriber = object()
        self._subjects[subscriber] = subject, hear
        try:
            await self._subscribe(subscriber)
            yield
        finally:
            del self._subjects[subscriber]
            subscription = self._subscriptions.pop(subscriber, None)
            if subscription is not None:
                with suppress(NatsError, OSError, TimeoutError):
                    await subscription.unsubscribe()

    async def _subscribe(self, subscriber: object) -> None:
        subject, hear = self._subjects[subscriber]

        async def take(message: Msg) -> None:
            hear(message.data)

        try:
            self._subscriptions[subscriber] = await self._client.subscribe(
                subject,
                cb=take,
                pending_msgs_limit=PENDING_MESSAGES_MAX,
                pending_bytes_limit=PENDING_BYTES_MAX,
            )
            await self._client.flush(int(CONNECT_S))
        except NatsError as error:
            raise ConnectionError(f"the bus: {error!r}") from error

    def on_cut(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when the server is lost: messages may be; return the end of it."""
        self._on_cut.append(callback)
        return lambda: self._on_cut.remove(callback) if callback in self._on_cut else None

    async def connected(self) -> None:
        """Return when there is a server; OSError when there is none in time."""
        async with asyncio.timeout(CONNECT_S):
            while not self.is_connected:  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(RECONNECT_S / 4)

    async def _send(self) -> None:
        while True:
            await self._has_unsent.wait()
            self._has_unsent.clear()
            while self._unsent:
                subject, data = self._unsent.popleft()
                self._unsent_bytes -= len(data)
                try:
                    await self._client.publish(subject, data)
                except NatsError as error:
                    log.warning("bus_message_lost", extra={"error": repr(error)})

    async def _keep_client(self) -> None:
        """Make a client, and another one where it stays without a server: it may hang."""
        is_first = True
        while True:
            try:
                async with asyncio.timeout(AWAY_MAX_S):
                    self._client = await self._connected()
                for subscriber in tuple(self._subjects):
                    await self._subscribe(subscriber)
                is_first = True
                log.info("bus_connected")
                await self._watch()
            except (NatsError, OSError, TimeoutError) as error:
                if is_first:
                    log.warning("bus_unreachable", extra={"error": repr(error)})
                is_first = False
            await _closed(self._client)
            await asyncio.sleep(RECONNECT_S)

    async def _connected(self) -> Client:
        return await nats.connect(
            self._urls,
            error_cb=self._failed,
            disconnected_cb=self._cut,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=RECONNECT_S,
            connect_timeout=int(CONNECT_S),
            ping_interval=PING_S,
            max_outstanding_pings=PINGS_MAX,
        )

    async def _watch(self) -> None:
        """Return when the client has had no server for too long."""
        seen_at_s = monotonic()
        while monotonic() - seen_at_s < AWAY_MAX_S:
            await asyncio.sleep(RECONNECT_S)
            if self.is_connected:
                seen_at_s = monotonic()

    async def _failed(self, error: Exception) -> None:
        log.info("bus_error", extra={"error": repr(error)})

    async def _cut(self) -> None:
        log.info("bus_cut")
        for callback in tuple(self._on_cut):
            callback()


async def _closed(client: Client) -> None:
    with suppress(NatsError, OSError, TimeoutError):
        async with asyncio.timeout(CONNECT_S):
            await client.close()
