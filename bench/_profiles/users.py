"""What a keeper, a trader, a market maker and a visitor ask for, and how often."""

import base64
import itertools
import json
import os
import socket
from collections.abc import Callable, Iterable
from urllib.parse import quote

from bench._crowd import address
from bench._http.load import HEAD_END, HOST, READ_BYTES, Load, LoadError
from bench._http.run import request_of
from bench._http.server import TRADER
from bench._profiles.loop import Kind
from bench.order_http import PATH, Traders, order_ids
from edge.http.addresses import address_text

ACCOUNTS = 1_000
QUOTES = 200  # orders of the maker that rest
MAKERS = 10  # wallets that share them
STREAMS = 10
CHANNEL = "orderBook:1"
WEBSOCKET = "/express/v1/ws"
AWAY = (20, 21)  # prices of the maker, below where the traders meet
VISITS = 20  # opened pages a second
READS = {  # without the status, which asks a chain node that this service does not have
    "markets": "/api/v1/account/markets",
    "search": "/express/v1/market/search?limit=50",
    "market": "/express/v1/market/AUS",
    "price-feed": "/express/v1/market/AUS/price-feed",
    "questions": "/express/v1/predictions/markets?isResolvedFilter=false&limit=50",
    "order-book": "/express/v1/predictions/markets/1/order-book",
    "exchange": "/api/v1/account/exchange",
}


def get(path: str) -> bytes:
    """Return a request to read a path."""
    return request_of("GET", path, b"")


def in_turn(requests: Iterable[bytes]) -> Callable[[], bytes]:
    """Return a function that gives each request in turn, without end."""
    return itertools.cycle(requests).__next__


def keeper() -> list[Kind]:
    """Poll the margin of every account in five seconds, and each second who may be liquidated."""
    paths = (
        f"/api/v1/user/{address_text(address(user))}/margin-account?marginAccountId=0"
        for user in range(ACCOUNTS)
    )
    candidates = get("/express/v1/liquidations/candidates")
    return [
        Kind("account", ACCOUNTS / 5, in_turn([get(path) for path in paths])),
        Kind("candidates", 1, lambda: candidates),
    ]


def trader(traders: Traders) -> list[Kind]:
    """Quote a position a hundred times a second and place twenty orders, beside open streams."""
    body = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    path = f"/api/v1/user/{quote(address_text(TRADER))}/quote/modify-position"
    asked = request_of("POST", path, json.dumps(body).encode())
    return [Kind("quote", 100, lambda: asked), Kind("order", 20, traders.order, 201)]


def visitor() -> list[Kind]:
    """Open twenty pages a second: each reads what the markets and the prediction page show."""
    return [Kind(name, VISITS, in_turn([get(path)])) for name, path in READS.items()]


async def maker(port: int, traders: Traders) -> list[Kind]:
    """Amend each of 200 resting quotes once a second, one after the other."""
    tokens = traders.tokens[:MAKERS]
    bodies = [json.dumps({"price": price}).encode() for price in reversed(AWAY)]
    placed: list[tuple[int, str]] = []
    for token in tokens:
        placed += [(number, token) for number in await _quotes(port, token, QUOTES // MAKERS)]
    amendments = [
        request_of("POST", f"/express/v1/predictions/orders/{number}/amend", body, token)
        for body in bodies
        for number, token in placed
    ]
    return [Kind("amend", QUOTES, in_turn(amendments))]


async def _quotes(port: int, token: str, count: int) -> list[int]:
    body = {"type": "limit", "side": "yes", "price": AWAY[0], "contracts": 1}
    request = request_of("POST", PATH, json.dumps(body).encode(), token)
    load = Load(port, lambda: request, 201)
    await load.connect(1)
    outcome, _ = await load.closed_loop(count)
    load.close()
    return order_ids(outcome.bodies)


def stream(port: int) -> socket.socket:
    """Open a socket that listens to the book; its first messages have come."""
    opened = socket.create_connection((HOST, port))
    key = base64.b64encode(os.urandom(16)).decode()
    opened.sendall(
        f"GET {WEBSOCKET} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    _until(opened, HEAD_END)
    words = json.dumps({"op": "subscribe", "channels": [CHANNEL]}).encode()
    mask = bytes(4)  # a client masks; with zeros the words stay as they are
    opened.sendall(bytes([0x81, 0x80 | len(words)]) + mask + words)
    _until(opened, b'"type":"snapshot"')
    return opened


def _until(opened: socket.socket, words: bytes) -> None:
    found = b""
    while words not in found:
        data = opened.recv(READ_BYTES)
        if not data:
            raise LoadError(found.decode(errors="replace"))
        found += data
