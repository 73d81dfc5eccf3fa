"""A Hermes server on this machine: the shapes of its v2 API over HTTP, and faults on demand.

Shapes after pyth-network/pyth-crosschain, apps/hermes/server/src/api: `types.rs` (PriceUpdate),
`rest.rs` (errors), `rest/v2/latest_price_updates.rs` and `rest/v2/sse.rs` (24 h limit, comments,
error events).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import orjson
from aiohttp import web

AUSTIN = "e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43"
DALLAS = "ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace"
UNKNOWN_FEED = "00" * 32
KEY = "a-key-that-must-not-be-seen"
KEEP_ALIVE = b":\n\n"
END = None

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Feed:
    price: str
    conf: str
    expo: int
    publish_time: int


def parsed(feed_id: str, feed: Feed) -> dict:
    """One entry of `parsed`."""
    price = {
        "price": feed.price,
        "conf": feed.conf,
        "expo": feed.expo,
        "publish_time": feed.publish_time,
    }
    return {
        "id": feed_id,
        "price": price,
        "ema_price": {**price, "price": "1"},
        "metadata": {
            "slot": 138881186,
            "proof_available_time": feed.publish_time + 1,
            "prev_publish_time": feed.publish_time - 1,
        },
    }


def update(feeds: dict[str, Feed]) -> dict:
    """A PriceUpdate."""
    return {
        "binary": {"encoding": "hex", "data": ["504e41550100000003b801000000040d"]},
        "parsed": [parsed(feed_id, feed) for feed_id, feed in feeds.items()],
    }


def event(data: bytes) -> bytes:
    return b"data:" + data + b"\n\n"


@dataclass
class HermesServer:
    """`feeds` are what it knows; `latest` and `stream` replace an endpoint as a whole."""

    key: str | None = KEY
    prefix: str = ""
    feeds: dict[str, Feed] = field(default_factory=dict)
    latest: Handler | None = None
    stream: Handler | None = None
    requests: list[web.Request] = field(default_factory=list)
    streams_opened: int = 0
    host: str = "127.0.0.1"

    async def __aenter__(self) -> "HermesServer":
        self._queues: set[asyncio.Queue[bytes | None]] = set()
        app = web.Application()
        base = f"{self.prefix}/v2/updates/price"
        app.router.add_get(f"{base}/latest", self._latest)
        app.router.add_get(f"{base}/stream", self._stream)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, self.host, 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.push(END)
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}{self.prefix}"

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return len(self._queues)

    def paths(self) -> list[str]:
        return [request.path.rpartition("/")[2] for request in self.requests]

    def publish(self, feed_id: str, feed: Feed) -> None:
        """Change a price and tell every stream."""
        self.feeds[feed_id] = feed
        self.push(event(orjson.dumps(update({feed_id: feed}))))

    def push(self, chunk: bytes | None) -> None:
        """Send bytes to every stream, or END them."""
        for queue in self._queues:
            queue.put_nowait(chunk)

    def _refusal(self, request: web.Request) -> web.Response | None:
        ids = [one.removeprefix("0x") for one in request.query.getall("ids[]", [])]
        if self.key is not None and request.headers.get("Authorization") != f"Bearer {self.key}":
            return web.Response(status=401, text="Unauthorized")
        if any(len(one) != 64 for one in ids):
            return web.Response(
                status=400, text="Failed to deserialize query string: Invalid string length"
            )
        missing = [one for one in ids if one not in self.feeds]
        if missing:
            names = ", ".join(f"0x{one}" for one in missing)
            return web.Response(status=404, text=f"Price ids not found: {names}")
        return None

    async def _latest(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request)
        if self.latest is not None:
            return await self.latest(request)
        if (refusal := self._refusal(request)) is not None:
            return refusal
        ids = request.query.getall("ids[]")
        body = orjson.dumps(update({one: self.feeds[one] for one in ids}))
        return web.Response(body=body, content_type="application/json")

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request)
        if self.stream is not None:
            return await self.stream(request)
        if (refusal := self._refusal(request)) is not None:
            return refusal
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
        )
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        await response.prepare(request)
        self._queues.add(queue)
        self.streams_opened += 1
        try:
            while (chunk := await queue.get()) is not END:
                await response.write(chunk)
        finally:
            self._queues.discard(queue)
        return response


async def until(condition: Callable[[], object]) -> None:
    """Wait for what others bring about; the test's own limit ends what never comes."""
    while not condition():  # noqa: ASYNC110 - others bring it about, not one event
        await asyncio.sleep(0.002)
