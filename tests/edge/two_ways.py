"""Sends the same bytes to two servers of one application: with direct answers and without."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from edge.http.middleware.direct import Direct
from edge.http.middleware.protocol import Server
from edge.http.middleware.rates import OwnBuckets
from edge.http.table import Table
from tests.edge.service_world import Service

HOST = "127.0.0.1"
TURNS = 40  # of the loop, in which a server reads what was sent before
LAST_TURNS = 1_000
# The last request of each connection: it ends it.
LAST = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
_MOMENTS = re.compile(
    rb'(?m)^(Date|X-Request-Id): .*$|("requestId"): ?"[^"]*"|("(?:uptime|now)\w*"): ?[\d.]+'
)


def without_moments(answers: bytes) -> bytes:
    """Return answers without what differs from one request to the next."""
    return _MOMENTS.sub(rb"\1\2\3", answers)


class Client(asyncio.Protocol):
    """A connection that keeps what it gets."""

    def __init__(self) -> None:
        self.received = b""
        self.ended = asyncio.Event()
        self.transport: asyncio.Transport

    def connection_made(self, transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()

    async def send(self, data: bytes) -> None:
        """Send bytes and let the server read and answer them."""
        self.transport.write(data)
        for _ in range(TURNS):
            await asyncio.sleep(0)


async def exchange(port: int, chunks: Sequence[bytes], *, is_whole: bool) -> bytes:
    """Send chunks, each read by itself; return everything up to the end of the connection.

    A server that still waits for more after so many turns of the loop has answered all it can;
    requests that are whole are answered to the last.
    """
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(Client, HOST, port)
    for chunk in (*chunks, LAST):
        await client.send(chunk)
    if is_whole:
        await client.ended.wait()
    for _ in range(LAST_TURNS):
        if client.ended.is_set():
            break
        await asyncio.sleep(0)
    client.transport.abort()
    return client.received


@dataclass
class TwoWays:
    """Two servers of one service, whose rates are counted apart."""

    service: Service
    ports: tuple[int, int]
    answered: list[int]  # requests that were answered directly
    short: list[int]  # those of them that were short

    async def send(self, chunks: Sequence[bytes], *, is_whole: bool = False) -> tuple[bytes, bytes]:
        """Return what each of the ways answered: directly, and by the library."""
        limiter = self.service.context.gate.limiter
        outcomes = []
        for port, buckets in zip(self.ports, self._buckets, strict=True):
            limiter._buckets = buckets
            outcomes.append(without_moments(await exchange(port, chunks, is_whole=is_whole)))
        return outcomes[0], outcomes[1]

    async def leave(self, request: bytes) -> None:
        """Send a request to the direct server, and leave before it is durable."""
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(Client, HOST, self.ports[0])
        await client.send(request)
        client.transport.abort()

    def __post_init__(self) -> None:
        self._buckets = (OwnBuckets(), OwnBuckets())


@asynccontextmanager
async def two_ways(service: Service) -> AsyncIterator[TwoWays]:
    """Serve the application of a service a second time, without direct answers."""
    serving = service.client.server.runner.server
    assert isinstance(serving, Server)
    answered = [0]
    answer = serving._direct.answer

    def counted(request):
        answered[0] += 1
        return answer(request)

    serving._direct.answer = counted
    shorts = serving._direct.shorts
    assert shorts is not None
    short, begin = [0], shorts.begin

    def counted_short(*asked):
        answered[0] += 1
        short[0] += 1
        begin(*asked)

    shorts.begin = counted_short
    slow = Server(
        answer,
        serving._bounds,
        Direct(Table(), answer),
        request_factory=serving.request_factory,
        **serving._kwargs,
    )
    listener = await asyncio.get_running_loop().create_server(slow, HOST, 0)
    port = listener.sockets[0].getsockname()[1]
    try:
        yield TwoWays(service, (service.client.port, port), answered, short)
    finally:
        serving._direct.answer, shorts.begin = answer, begin
        listener.close()
        await slow.shutdown(1.0)
