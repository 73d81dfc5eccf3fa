"""Answers on the wire: what every client library relies on."""

import asyncio
import contextlib

import pytest

from edge.http.limits import Rate
from edge.http.response import WholeResponse
from tests.edge.service_world import GENEROUS, running_service

PATH = "/api/v1/health"


@contextlib.asynccontextmanager
async def connection(service):
    reader, writer = await asyncio.open_connection("127.0.0.1", service.client.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def head_of(reader) -> tuple[str, list[str]]:
    """Read the status line and the lines of the headers."""
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
    return status, lines


async def test_a_head_has_the_length_of_the_body_and_the_next_answer_follows_it(service):
    body = b'{"status":"ok","env":"local","version":"0.0.0"}'
    async with connection(service) as (reader, writer):
        for method in ("HEAD", "GET"):
            writer.write(f"{method} {PATH} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        for expected in (b"", body):
            status, lines = await head_of(reader)
            assert status == "HTTP/1.1 200 OK"
            assert f"Content-Length: {len(body)}" in lines
            assert "Content-Type: application/json" in lines
            assert len({line.partition(":")[0].lower() for line in lines}) == len(lines)
            assert {line.partition(":")[0] for line in lines} >= {"Date", "Server"}
            assert await reader.readexactly(len(expected)) == expected


@pytest.mark.parametrize(
    ("version", "asked", "received", "is_kept"),
    [
        ("1.1", None, None, True),
        ("1.1", "close", "close", False),
        ("1.0", None, "close", False),
        ("1.0", "keep-alive", "keep-alive", True),
    ],
)
async def test_a_connection_stays_as_its_client_asks(service, version, asked, received, is_kept):
    wish = "" if asked is None else f"Connection: {asked}\r\n"
    request = f"GET {PATH} HTTP/{version}\r\nHost: x\r\n{wish}\r\n".encode()
    async with connection(service) as (reader, writer):
        writer.write(request)
        _, lines = await head_of(reader)
        connections = [line for line in lines if line.startswith("Connection")]
        assert connections == ([] if received is None else [f"Connection: {received}"])
        (length,) = (int(line[16:]) for line in lines if line.startswith("Content-Length: "))
        await reader.readexactly(length)
        if is_kept:
            writer.write(request)
            assert (await head_of(reader))[0] == "HTTP/1.1 200 OK"
        else:
            assert await reader.read() == b""


async def test_rate_headers_of_a_handler_are_kept(tmp_path, database_url):
    rates = {**GENEROUS, "refresh": Rate(1, 7)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        for query, limit in (("", "100000"), ("?refresh=true", "7")):
            async with service.client.get(f"/api/v1/account/paused{query}") as answer:
                assert answer.headers["RateLimit-Limit"] == limit


async def test_no_header_can_hold_a_line_end():
    class Request:
        writer = None
        method = "GET"
        keep_alive = True
        version = (1, 1)

    response = WholeResponse(200, b"", {"X": "a\r\nSet-Cookie: b"})
    await response.prepare(Request())
    with pytest.raises(ValueError, match="a header holds a line end"):
        await response.write_eof()
