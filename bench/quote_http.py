"""What does a quote cost over HTTP?

`python -m bench.quote_http [QUOTES] [CONNECTIONS]` starts the service as `bench.order_http` does
and asks it for modify-position quotes of a funded account, in turn with an aiohttp POST echo of
the same sizes: it is sent the same requests, and its answers have as many bytes, in the body and in
the headers that the contract adds to those of aiohttp. It prints one JSON line; `cpu_to_echo` is
the processor time of a quote to that of the echo, `cpu_to_bare_echo` to that of one without the
contract's headers, whose answers are some 200 bytes shorter, and `cpu_to_bare_protocol` to that of
a bare `asyncio.Protocol` that gets and sends the same bytes.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec

from bench._arguments import Number, numbers
from bench._http.load import HEAD_END, HOST, Load
from bench._http.run import (
    Report,
    Saturated,
    alternate,
    request_of,
    run_over_database,
    server,
)
from bench._http.server import TRADER
from edge.http.addresses import address_text

QUOTES = 60_000
CONNECTIONS = 128
WARM_UP = 2_000
BODY = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
REQUEST = request_of(
    "POST",
    f"/api/v1/user/{address_text(TRADER)}/quote/modify-position",
    msgspec.json.encode(BODY),
)
OF_THE_LIBRARY = {"Content-Length", "Content-Type", "Date", "Server"}  # on each answer of aiohttp


async def whole_answer(port: int) -> bytes:
    """Return the bytes of an answer of the service."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(REQUEST)
    head = await reader.readuntil(HEAD_END)
    fields = head_fields(head)
    body = await reader.readexactly(int(fields["Content-Length"]))
    writer.close()
    return head + body


def head_fields(answer: bytes) -> dict[str, str]:
    """Return the headers of an answer."""
    lines = answer.partition(HEAD_END)[0].decode().split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines)


@asynccontextmanager
async def echo(size: int, headers: dict[str, str], connections: int) -> AsyncIterator[Saturated]:
    """Run an echo and connect to it."""
    async with server("echo", 200, size, json.dumps(headers)) as (port, process):
        load = Load(port, lambda: REQUEST, 200)
        await load.connect(connections)
        await load.closed_loop(WARM_UP)
        yield Saturated(load, process)
        load.close()


@asynccontextmanager
async def bare_protocol(answer: bytes, connections: int) -> AsyncIterator[Saturated]:
    """Run a bare protocol with this answer and connect to it."""
    body_bytes = len(REQUEST.partition(HEAD_END)[2])
    async with server("bare", body_bytes, answer.hex()) as (port, process):
        load = Load(port, lambda: REQUEST, 200)
        await load.connect(connections)
        await load.closed_loop(WARM_UP)
        yield Saturated(load, process)
        load.close()


async def run(quotes: int, connections: int, home: Path, database_url: str) -> Report:
    """Return the figures of one run."""
    async with server("service", home, database_url) as (port, process):
        answer = await whole_answer(port)
        size = len(answer.partition(HEAD_END)[2])
        headers = {
            name: value for name, value in head_fields(answer).items() if name not in OF_THE_LIBRARY
        }
        async with (
            echo(size, headers, connections) as same,
            echo(size, {}, connections) as bare,
            bare_protocol(answer, connections) as protocol,
        ):
            load = Load(port, lambda: REQUEST, 200)
            await load.connect(connections)
            await load.closed_loop(WARM_UP)
            saturated = Saturated(load, process)
            ratios = await alternate(saturated, same, quotes)
            to_bare = await alternate(Saturated(load, process), bare, quotes)
            to_protocol = await alternate(Saturated(load, process), protocol, quotes)
        load.close()
    return {
        "bench": "quote_http",
        **ratios,
        "cpu_to_bare_echo": to_bare["cpu_to_echo"],
        "cpu_to_bare_protocol": to_protocol["cpu_to_echo"],
        "connections": connections,
        "saturated": saturated.report(),
        "echo": same.report(),
        "bare_echo": bare.report(),
        "bare_protocol": protocol.report(),
        "answer_bytes": size,
        "header_bytes": sum(len(f"{name}: {headers[name]}\r\n") for name in headers),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    quotes, connections = numbers(
        "quote_http",
        arguments,
        Number("QUOTES", QUOTES, WARM_UP, 1_000_000),
        Number("CONNECTIONS", CONNECTIONS, 1, 1_000),
    )
    run_over_database(partial(run, quotes, connections))


if __name__ == "__main__":
    main()
