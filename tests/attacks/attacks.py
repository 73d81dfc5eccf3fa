"""The attacks of `tests.attacks.floods`: each floods one weakness until its time is over.

Usage: python -m tests.attacks.attacks NAME PORT SECONDS

Bounded in connections, requests and time, and sent to loopback only.
"""

import asyncio
import json
import resource
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import aiohttp

HOST = "127.0.0.1"
REQUESTS_MAX = 20_000
SOCKETS_EACH = 10  # of one address
Attack = Callable[[int, float], Awaitable[None]]


def address(number: int) -> str:
    """Return loopback address `number` of the attacker."""
    return f"127.0.1.{1 + number % 200}"


async def repeat(port: int, seconds: float, path: str, *, at_once: int, addresses: int) -> None:
    """Send one GET again and again from several addresses."""
    end = time.monotonic() + seconds
    sent = 0

    async def one(number: int) -> None:
        nonlocal sent
        connector = aiohttp.TCPConnector(local_addr=(address(number), 0))
        timeout = aiohttp.ClientTimeout(total=30)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
            while time.monotonic() < end and sent < REQUESTS_MAX:
                sent += 1
                try:
                    async with session.get(f"http://{HOST}:{port}{path}") as answer:
                        async for _ in answer.content.iter_any():
                            pass
                        if answer.status in (429, 503):
                            await asyncio.sleep(0.1)
                except (aiohttp.ClientError, TimeoutError, OSError):
                    await asyncio.sleep(0.1)

    async with asyncio.TaskGroup() as group:
        for number in range(at_once):
            group.create_task(one(number % addresses))


def gets(path: str, *, at_once: int = 8, addresses: int = 4) -> Attack:
    """Return the attack that repeats one GET."""

    async def attack(port: int, seconds: float) -> None:
        await repeat(port, seconds, path, at_once=at_once, addresses=addresses)

    return attack


def _connect(port: int, number: int, receive_bytes: int | None = None) -> socket.socket:
    client = socket.socket()
    if receive_bytes is not None:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    client.bind((address(number), 0))
    client.settimeout(2.0)
    client.connect((HOST, port))
    client.setblocking(False)
    return client


async def idle_connections(port: int, seconds: float) -> None:
    """Open 5,000 connections from 25 addresses and say nothing."""
    end = time.monotonic() + seconds
    held: list[socket.socket] = []
    number = 0
    while time.monotonic() < end:
        with suppress(OSError):
            held.append(_connect(port, number % 25))
        number += 1
        if number % 20 == 0:
            await asyncio.sleep(0.01)
        if len(held) >= 5_000:
            await asyncio.sleep(0.5)
    for client in held:
        client.close()


async def half_requests(port: int, seconds: float) -> None:
    """Send the first half of a request's head on 2,000 connections, a byte at a time."""
    end = time.monotonic() + seconds
    held: list[socket.socket] = []
    for number in range(2_000):
        if time.monotonic() >= end:
            break
        with suppress(OSError):
            client = _connect(port, number % 25)
            client.send(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            held.append(client)
        if number % 20 == 0:
            await asyncio.sleep(0.01)
    while time.monotonic() < end:
        for client in held:
            with suppress(OSError):
                client.send(b"x")
        await asyncio.sleep(1.0)
    for client in held:
        client.close()


def _post(body: object) -> bytes:
    raw = json.dumps(body).encode()
    lines = (
        "POST /rpc HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        f"Content-Length: {len(raw)}",
    )
    return "\r\n".join((*lines, "", "")).encode() + raw


async def unread_answers(port: int, seconds: float) -> None:
    """Ask for large answers of the node on 60 connections with a small buffer, and read none."""
    end = time.monotonic() + seconds
    held: list[socket.socket] = []
    programs = [
        "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
        "11111111111111111111111111111111",
        "BPFLoaderUpgradeab1e11111111111111111111111",
    ]
    number = 0
    while time.monotonic() < end and number < 2_000:
        if len(held) >= 60:
            held.pop(0).close()
        call = {
            "jsonrpc": "2.0",
            "id": number,
            "method": "getProgramAccounts",
            "params": [programs[number % 3], {"encoding": "base64"}],
        }
        with suppress(OSError):
            client = _connect(port, number % 10, 4_096)
            client.send(_post(call))
            held.append(client)
        number += 1
        await asyncio.sleep(0.05)
    for client in held:
        client.close()


async def _socket_flood(
    port: int, seconds: float, path: str, *, sockets: int, message: Callable[[int], str], per_s: int
) -> None:
    end = time.monotonic() + seconds

    async def one(number: int) -> None:
        connector = aiohttp.TCPConnector(local_addr=(address(number // SOCKETS_EACH), 0))
        async with aiohttp.ClientSession(connector=connector) as session:
            while time.monotonic() < end:
                try:
                    async with session.ws_connect(f"http://{HOST}:{port}{path}") as joined:
                        sent = 0
                        while time.monotonic() < end and not joined.closed:
                            await joined.send_str(message(sent))
                            sent += 1
                            with suppress(TimeoutError):
                                await joined.receive(timeout=1 / per_s)
                except (aiohttp.ClientError, TimeoutError, OSError):
                    pass
                await asyncio.sleep(1.0)

    async with asyncio.TaskGroup() as group:
        for number in range(sockets):
            group.create_task(one(number))


async def node_subscriptions(port: int, seconds: float) -> None:
    """Subscribe to all logs on 40 sockets as often as the exchange lets us."""

    def message(sent: int) -> str:
        params = ["all", {"commitment": ("processed", "confirmed")[sent % 2]}]
        return json.dumps(
            {"jsonrpc": "2.0", "id": sent, "method": "logsSubscribe", "params": params}
        )

    await _socket_flood(port, seconds, "/rpc", sockets=40, message=message, per_s=50)


async def slot_notifications(port: int, seconds: float) -> None:
    """Hold as many slot subscriptions as 10 addresses may have, and read all of them."""

    def message(sent: int) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": sent, "method": "slotSubscribe"})

    await _socket_flood(port, seconds, "/rpc", sockets=100, message=message, per_s=10)


async def hostile_subscriptions(port: int, seconds: float) -> None:
    """Subscribe with options that no node has."""
    options = (
        {"encoding": "base64+zstd"},
        {"encoding": "hex"},
        {"encoding": "base64", "dataSlice": {"offset": -1, "length": 1}},
        {"commitment": "never"},
        None,
    )
    key = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"

    def message(sent: int) -> str:
        option = options[sent % len(options)]
        params = [key] if option is None else [key, option]
        return json.dumps(
            {"jsonrpc": "2.0", "id": sent, "method": "accountSubscribe", "params": params}
        )

    await _socket_flood(port, seconds, "/rpc", sockets=10, message=message, per_s=50)


async def stream_messages(port: int, seconds: float) -> None:
    """Subscribe and unsubscribe channels of the exchange as fast as the answers come."""

    def message(sent: int) -> str:
        operation = ("subscribe", "unsubscribe")[sent % 2]
        return json.dumps(
            {"id": sent, "op": operation, "channels": ["markets", "trades", "predictions"]}
        )

    await _socket_flood(port, seconds, "/express/v1/ws", sockets=40, message=message, per_s=500)


TAGS = ",".join(f"t{number}" for number in range(2_000))[:15_800]

ATTACKS: dict[str, Attack] = {
    "idle connections": idle_connections,
    "half requests": half_requests,
    "tags": gets(f"/express/v1/market/search?tags={TAGS}"),
    "csv pages": gets("/express/v1/trade-stream?format=csv&limit=10000"),
    "candles of all time": gets("/express/v1/market/AUS/candles?window=all"),
    "metrics": gets("/metrics"),
    "pages": gets("/", at_once=16),
    "paths that are missing": gets("/nothing/here", at_once=16),
    "boards": gets("/express/v1/contest/royale/leaderboard?limit=500"),
    "unread answers": unread_answers,
    "hostile subscriptions": hostile_subscriptions,
    "node subscriptions": node_subscriptions,
    "slot notifications": slot_notifications,
    "stream messages": stream_messages,
}


def main() -> None:
    """Run the named attack."""
    name, port, seconds = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with suppress(KeyboardInterrupt):
        asyncio.run(ATTACKS[name](int(port), min(600.0, float(seconds))))


if __name__ == "__main__":
    main()
