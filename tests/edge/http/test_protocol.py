"""Below the application: bytes that are no valid HTTP, and clients that do not finish."""

import asyncio
import contextlib
import gzip

import msgspec
import pytest

from edge.http.middleware import request_handler
from tests.edge.service_world import running_service

POST = "POST /api/v1/auth/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BODY = b'{"address":"x"}'


@contextlib.asynccontextmanager
async def connection(service):
    reader, writer = await asyncio.open_connection("127.0.0.1", service.client.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def answer_of(reader) -> tuple[int, dict[str, str], dict]:
    """Read one answer: status, headers, body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    body = await reader.readexactly(int(headers["Content-Length"]))
    return int(head[0].split()[1]), headers, msgspec.json.decode(body)


@pytest.mark.parametrize(
    "raw",
    [
        b"FLY /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 10_000 + b"\r\n\r\n",
        b"GET /api/v1/health HTTP/1.1\r\nHost : x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        POST.encode() + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    ],
)
async def test_malformed_http_gets_the_standard_error_body(service, raw):
    async with connection(service) as (reader, writer):
        writer.write(raw)
        status, headers, body = await answer_of(reader)
    assert status == 400
    assert body["code"] in {"VALIDATION", "BAD_JSON"}
    assert set(body) == {"message", "code", "details", "requestId"}
    assert headers["X-Request-Id"] == body["requestId"]
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_an_expected_continue_is_told_and_others_are_ignored(service):
    head = f"{POST}Content-Length: {len(BODY)}\r\nExpect: "
    async with connection(service) as (reader, writer):
        writer.write(f"{head}100-continue\r\n\r\n".encode())
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(BODY)
        assert (await answer_of(reader))[2]["code"] == "INVALID_ADDRESS"
        writer.write(f"{head}miracles\r\n\r\n".encode() + BODY)
        assert (await answer_of(reader))[2]["code"] == "INVALID_ADDRESS"


async def test_a_compressed_body_is_not_unpacked(service):
    packed = gzip.compress(BODY)
    for encoding in ("gzip", "deflate", "br", "x-unheard-of"):
        headers = {"Content-Encoding": encoding, "Content-Type": "application/json"}
        for path, refusal in (
            ("/api/v1/auth/challenge", (415, "UNSUPPORTED_MEDIA_TYPE")),
            ("/rpc", (400, "BAD_JSON")),
        ):
            async with service.client.post(path, data=packed, headers=headers) as answer:
                assert (answer.status, (await answer.json())["code"]) == refusal


async def test_the_node_s_clients_may_name_an_encoding_that_they_do_not_apply(service):
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    calls = b'[{"jsonrpc":"2.0","id":1,"method":"getHealth"}]'
    async with service.client.post("/rpc", data=calls, headers=headers) as answer:
        assert await answer.json() == [{"jsonrpc": "2.0", "id": 1, "result": "ok"}]


async def test_clients_that_do_not_finish_are_ended(tmp_path, database_url, monkeypatch):
    monkeypatch.setattr("edge.http.middleware.protocol.SLOW_REQUEST_S", 0.5)
    monkeypatch.setattr(request_handler, "SLOW_REQUEST_S", 0.5)
    async with running_service(tmp_path, database_url) as service:
        async with connection(service) as (reader, writer):
            writer.write(b"GET /api/v1/he")
            assert await reader.read() == b""
        async with connection(service) as (reader, writer):
            writer.write(f"{POST}Content-Length: 100\r\n\r\n{{".encode())
            status, _, body = await answer_of(reader)
            assert (status, body["code"]) == (400, "BAD_JSON")
            assert await reader.read() == b""
        async with service.client.ws_connect("/express/v1/ws") as ws:
            assert (await ws.receive_json(timeout=20))["type"] == "hello"
            async with connection(service) as (reader, _):
                assert await reader.read() == b""  # the socket lived as long as this one
            await ws.send_json({"op": "ping"})
            assert (await ws.receive_json(timeout=20))["type"] == "pong"


async def test_a_path_too_long_for_the_file_system_is_a_page(service):
    for path, kind in (
        ("/" + "a" * 300, "text/html"),
        ("/assets/" + "a" * 300, "application/json"),
    ):
        async with service.client.get(path) as answer:
            assert (answer.status, answer.content_type) == (404, kind)
