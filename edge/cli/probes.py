"""Questions that tell whether a child is ready. Each is asked again until it is answered."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from edge.database.embedded import is_ready

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


def http_probe(port: int, path: str, body: bytes = b"") -> Probe:
    """Ask for a page of 127.0.0.1 (a POST of JSON when there is a body); ready means status 200."""

    async def ask() -> bool:
        try:
            async with asyncio.timeout(ANSWER_MAX_S):
                return (await _request(port, path, body)).split(b" ", 2)[1:2] == [b"200"]
        except (OSError, TimeoutError):
            return False

    return ask


def node_probe(port: int) -> Probe:
    """Ask the chain node for its health."""
    question = {"jsonrpc": "2.0", "id": 1, "method": "getHealth"}
    return http_probe(port, "/", json.dumps(question).encode())


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
