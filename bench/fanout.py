"""What does a change of a book cost until a thousand sockets have it?

`python -m bench.fanout [SOCKETS]` serves two kinds of websockets to a process of listeners, in turn
and in one run: a bare aiohttp loop that sends a ready text to each socket, and the hub, to which
commands of an order book are given; it takes the difference of the book, encodes it once and writes
it. It prints one JSON line. `hub_to_bare` is messages a processor second against the bare loop, and
counts applying the commands; `slow` is the same with one socket that never reads, against without.
`take_to_loop` is marking one order command, to a turn of a loop in C that adds Python integers,
without listeners and with all of them; `take_to_apply` to what the engine needs for it. Times
until 99 % of the sockets have a message are from its first command. The hash is of the last book.
"""

import asyncio
import hashlib
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from types import SimpleNamespace

from aiohttp import web

from bench._arguments import Number, numbers
from bench._listeners import listen
from edge.streams.hub import Hub
from edge.streams.socket import Client
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer import Applied

SOCKETS = 1_000
SOCKETS_MAX = 5_000
MESSAGES = 20  # of a round
ROUNDS = 5
COMMANDS = 4  # applied between two messages
TAKES = 20_000
START_S = 20_000 * 86_400
DAY_S = 86_400
OPERATOR, TRADERS = b"O" * 32, [bytes([number]) * 32 for number in range(1, 51)]
BOOK = "orderBook:1"
UNSENT_MAX = 1 << 18


class Market:
    """One prediction market and orders that come and go in it, the same in every run."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self._random = random.Random(1)  # noqa: S311 - the same orders in every run
        self._open: list[tuple[bytes, int]] = []
        rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
        self._apply(m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **rules))
        self._apply(
            m.CreatePrediction(
                operator=OPERATOR,
                title="Up?",
                category="city",
                rules="By the operator.",
                opens_at_s=START_S,
                closes_at_s=START_S + 30 * DAY_S,
                resolves_at_s=START_S + 30 * DAY_S,
            )
        )
        for trader in TRADERS:
            self._apply(m.Participate(user=trader, programme=1))
            self._apply(m.GrantPoints(user=trader))

    def _apply(self, command: m.Command) -> Applied:
        numbered = replace(command, seq=self.exchange.sequence + 1, time_s=START_S)
        events = self.exchange.apply(numbered)
        assert not isinstance(events[0], m.CommandRejected), events
        return Applied(numbered, tuple(events))

    def step(self) -> Applied:
        """Apply the next command: an order away from the middle, or the end of an old one."""
        if len(self._open) > 500:
            user, order_id = self._open.pop(self._random.randrange(len(self._open)))
            return self._apply(m.CancelOrder(user=user, order_id=order_id))
        user = self._random.choice(TRADERS)
        side = self._random.randrange(2)
        applied = self._apply(
            m.PlaceOrder(
                user=user,
                market_id=1,
                side=side,
                price=self._random.randrange(20, 50),
                contracts=self._random.randrange(1, 6),
            )
        )
        (opened,) = (event for event in applied.events if isinstance(event, m.OrderOpened))
        self._open.append((user, opened.order_id))
        return applied


class Listeners:
    """A process of sockets that tells when all of them have a message."""

    def __init__(self, port: int, path: str, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=listen, args=(port, path, count, theirs))
        self._process.start()
        theirs.close()

    async def heard_s(self) -> float:
        """Wait for the next report: the time at which 99 % of the sockets had the message."""
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self._pipe.fileno(), ready.set)
        await ready.wait()
        loop.remove_reader(self._pipe.fileno())
        pipe: Connection = self._pipe
        heard_s: float = pipe.recv()
        return heard_s

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join()


class Server:
    """Serves both kinds of sockets and sends to them."""

    def __init__(self, market: Market) -> None:
        self.market = market
        self.hub = Hub(unsent_max=UNSENT_MAX)
        self.joined: asyncio.Queue[Client] = asyncio.Queue()
        self._bare: list[web.WebSocketResponse] = []
        self._hub_stays = asyncio.Event()
        clock = SimpleNamespace(rate=1)
        self.hub._context = SimpleNamespace(  # type: ignore[assignment]
            gate=SimpleNamespace(env="bench", version="0"),
            clock=clock,
            exchange=market.exchange,
            now_s=lambda: START_S,
        )

    async def bare(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a socket of the bare loop."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        self._bare.append(socket)
        await self._hub_stays.wait()
        return socket

    async def listened(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a socket that listens to the book through the hub."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        self.hub.enter(request.path)
        client = self.hub.join(socket, request.transport, request.path)
        self.hub.subscribe(client, BOOK, None)
        self.joined.put_nowait(client)
        await self._hub_stays.wait()
        return socket

    async def send_bare(self, text: str) -> None:
        """Send a text to every bare socket."""
        for socket in self._bare:
            await socket.send_str(text)

    async def send_hub(self, _text: str) -> None:
        """Change the book and let the hub tell it."""
        for _ in range(COMMANDS):
            self.hub.take(self.market.step())
        self.hub.flush()

    def stop(self) -> None:
        """Let the handlers end."""
        self._hub_stays.set()


def delta_text() -> str:
    """Return a message as long as the hub's usual ones."""
    levels = [{"price": 40 + place, "contracts": 12} for place in range(COMMANDS // 2)]
    best = {"bestYesBid": 49, "bestYesAsk": 51, "bestNoBid": 49, "bestNoAsk": 51}
    data = {"sequence": 1_234, "yes": levels, "no": levels} | best
    head = {"type": "delta", "channel": BOOK, "sequence": 1_234, "timestamp": START_S}
    return json.dumps(head | {"data": data}, separators=(",", ":"))


async def round_of(
    send: Callable[[str], Awaitable[None]], text: str, listeners: Listeners
) -> tuple[float, list[float]]:
    """Return the processor time of one message, and how long each took to 99 % of the sockets."""
    delays = []
    begin = time.process_time()
    for _ in range(MESSAGES):
        sent_s = time.monotonic()
        await send(text)
        delays.append(await listeners.heard_s() - sent_s)
    return (time.process_time() - begin) / MESSAGES, delays


async def stuff(server: Server, port: int) -> asyncio.StreamWriter:
    """Add a listener of the book that reads nothing, and is behind."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.write(
        b"GET /hub HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    client = await server.joined.get()
    while not client.is_behind():
        client.write(b"\x81\x7e\xff\xff" + b" " * 0xFFFF)
        await asyncio.sleep(0)
    return writer


def take_s(hub: Hub, applied: list[Applied]) -> float:
    """Return the processor time of marking one command."""
    begin = time.process_time()
    for one in applied:
        hub.take(one)
    return (time.process_time() - begin) / len(applied)


def apply_s(market: Market, count: int) -> tuple[float, list[Applied]]:
    """Return the processor time of making and applying one command, and what was applied."""
    begin = time.process_time()
    applied = [market.step() for _ in range(count)]
    return (time.process_time() - begin) / count, applied


def loop_turn_s() -> float:
    """Return the processor time of one turn of a loop in C that adds Python integers."""
    times = []
    for _ in range(50):
        begin = time.process_time()
        sum(range(100_000))
        times.append((time.process_time() - begin) / 100_000)
    return min(times)


@dataclass(frozen=True)
class FanOut:
    """What the rounds showed: processor seconds of a message, and its delays by kind."""

    cost_s: dict[str, float]
    delay_s: dict[str, float]
    take_s: float


async def fan_out(server: Server, port: int, sockets: int, takes: int) -> FanOut:
    """Compare the hub to the bare loop in interleaved rounds."""
    bare, hub = Listeners(port, "/bare", sockets), Listeners(port, "/hub", sockets)
    await bare.heard_s()
    await hub.heard_s()
    text = delta_text()
    costs: dict[str, list[float]] = {"bare": [], "hub": [], "slow": []}
    delays: dict[str, list[float]] = {"bare": [], "hub": [], "slow": []}
    sends = {"bare": (server.send_bare, bare), "hub": (server.send_hub, hub)}
    for _ in range(ROUNDS):
        for name, (send, listeners) in sends.items():
            cost, taken = await round_of(send, text, listeners)
            costs[name].append(cost)
            delays[name] += taken
    listening_s = take_s(server.hub, apply_s(server.market, takes)[1])
    server.hub.flush()
    await hub.heard_s()
    while not server.joined.empty():
        server.joined.get_nowait()
    lazy = await stuff(server, port)
    for _ in range(ROUNDS):
        cost, taken = await round_of(server.send_hub, text, hub)
        costs["slow"].append(cost)
        delays["slow"] += taken
    lazy.close()
    bare.close()
    hub.close()
    return FanOut(
        {name: min(values) for name, values in costs.items()},
        {name: statistics.median(values) for name, values in delays.items()},
        listening_s,
    )


async def serve(server: Server, sockets: int, takes: int) -> FanOut:
    """Run the rounds over a server of both kinds of sockets."""
    app = web.Application()
    app.add_routes([web.get("/bare", server.bare), web.get("/hub", server.listened)])
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=SOCKETS_MAX).start()
    try:
        return await fan_out(server, runner.addresses[0][1], sockets, takes)
    finally:
        server.stop()
        await runner.cleanup()


async def measure(sockets: int, takes: int = TAKES) -> dict[str, object]:
    """Return everything the bench prints."""
    market = Market()
    server = Server(market)
    applying_s, applied = apply_s(market, takes)
    idle_s = take_s(server.hub, applied)
    found = await serve(server, sockets, takes)
    turn_s = loop_turn_s()
    cost_s = found.cost_s
    book = market.exchange.prediction_book(1, 99)
    return {
        "bench": "fanout",
        "sockets": sockets,
        "hub_to_bare": round(cost_s["bare"] / cost_s["hub"], 2),
        "slow": round(cost_s["hub"] / cost_s["slow"], 2),
        "p99_ms": {name: round(1e3 * value, 1) for name, value in found.delay_s.items()},
        "take_to_loop": {
            "nobody": round(idle_s / turn_s, 1),
            "all": round(found.take_s / turn_s, 1),
        },
        "take_to_apply": {
            "nobody": round(idle_s / applying_s, 3),
            "all": round(found.take_s / applying_s, 3),
        },
        "hash": hashlib.sha256(repr(book).encode()).hexdigest()[:16],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (sockets,) = numbers("fanout", arguments, Number("SOCKETS", SOCKETS, 10, SOCKETS_MAX))
    sys.stdout.write(json.dumps(asyncio.run(measure(sockets))) + "\n")


if __name__ == "__main__":
    main()
