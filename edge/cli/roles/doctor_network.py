"""What a start needs from other machines: chain node, message bus, collector of traces."""

import asyncio
import contextlib
import importlib.util
from urllib.parse import urlsplit

from chain.client.errors import ChainError
from chain.client.rpc import Rpc, RpcError
from edge.core.settings import Settings

ANSWER_S = 2.0
NATS_PORT = 4222
NATS_GREETING = b"INFO "
COLLECTOR_PORTS = {"http": 80, "https": 443}


async def node_trouble(url: str) -> str:
    """Return why an external chain node cannot be used, "" when it answers."""
    try:
        async with Rpc(url, ANSWER_S) as rpc:
            await rpc.slot()
    except (ChainError, RpcError) as error:
        return f"does not answer: {error}."
    return ""


async def silent_servers(urls: tuple[str, ...]) -> list[str]:
    """Return the NATS servers that do not answer, as host and port: an address may hold a key."""
    places = [(parts.hostname or "", parts.port or NATS_PORT) for parts in map(urlsplit, urls)]
    greetings = await asyncio.gather(*(_greeting(host, port) for host, port in places))
    pairs = zip(places, greetings, strict=True)
    return [f"{host}:{port}" for (host, port), greeting in pairs if greeting != NATS_GREETING]


async def _greeting(host: str, port: int) -> bytes:
    with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                return await reader.readexactly(len(NATS_GREETING))
            finally:
                writer.close()
    return b""


async def does_listen(url: str) -> bool:
    """Return whether anything listens at an address."""
    parts = urlsplit(url)
    port = parts.port or COLLECTOR_PORTS[parts.scheme]
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            _, writer = await asyncio.open_connection(parts.hostname or "", port)
            writer.close()
            return True
    return False


def lacks_traces(settings: Settings) -> bool:
    """Return whether traces are on and their library is not installed."""
    return bool(settings.observe.traces_url) and not importlib.util.find_spec("opentelemetry")
