"""Questions that tell whether a child is ready, and later whether it is alive."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from edge.database.embedded import does_answer, is_ready

Probe = Callable[[], Awaitable[bool]]
ANSWER_BYTES_MAX = 65_536
ANSWER_MAX_S = 2.0


async def started() -> bool:
    """Ask nothing: the child is ready when it is started."""
    return True


def postgres_probe(socket_dir: Path) -> Probe:
    """Ask PostgreSQL for a session."""

    async def ask() -> bool:
        return await asyncio.to_thread(is_ready, socket_dir)

    return ask


def postgres_alive_probe(socket_dir: Path) -> Probe:
    """Ask PostgreSQL for any answer: one that starts, or has no session left, is alive too."""

    async def ask() -> bool:
        return await asyncio.to_thread(does_answer, socket_dir)

    return ask


def http_probe(port: int, path: str, body: bytes = b"", *, any_status: bool = False) -> Probe:
    """Ask for a page of 127.0.0.1 (a POST of JSON when there is a body).

    Ready means status 200; with `any_status` every answer counts.
    """

    async def ask() -> bool:
        try:
            async with asyncio.timeout(ANSWER_MAX_S):
                status = (await _request(port, path, body)).split(b" ", 2)[1:2]
        except (OSError, TimeoutError):
            return False
        return bool(status) if any_status else status == [b"200"]

    return ask


def node_probe(port: int, *, any_status: bool = False) -> Probe:
    """Ask the chain node for its health."""
    question = {"jsonrpc": "2.0", "id": 1, "method": "getHealth"}
    return http_probe(port, "/", json.dumps(question).encode(), any_status=any_status)


async def _request(port: int, path: str, body: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        await writer.drain()
        return await reader.read(ANSWER_BYTES_MAX)
    finally:
        writer.close()
