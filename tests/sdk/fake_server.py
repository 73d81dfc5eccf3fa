"""The contract's routes and its websocket over a fake exchange, with every way to fail."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web
from aiohttp.test_utils import TestServer
from solders.pubkey import Pubkey
from solders.signature import Signature

from tests.sdk.fake_exchange import FakeExchange, Refused

BASE = "/express/v1"
GREETING = "localhost wants you to sign in with your Solana account:"


@dataclass
class Fault:
    """What goes wrong with the next request whose path ends so."""

    ending: str
    kind: str  # "drop": not executed; "lose": executed, no answer; "hang"; "error"
    status: int = 0
    code: str = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Asked:
    """One request that arrived."""

    method: str
    path: str
    body: dict | None
    token: str | None


class FakeServer:
    """The server: `faults` are used up one by one, `asked` remembers every request."""

    def __init__(self) -> None:
        self.exchange = FakeExchange()
        self.faults: deque[Fault] = deque()
        self.asked: list[Asked] = []
        self.floats: list[object] = []
        self.lifetime_s = 900
        self.tokens: dict[str, str] = {}  # of access → address
        self.refresh_tokens: dict[str, str] = {}
        self.expired: set[str] = set()
        self.message: str | None = None  # instead of the login text
        self.sockets: dict[web.WebSocketResponse, set[str]] = {}
        self.socket_tokens: dict[web.WebSocketResponse, str] = {}
        self.heard: list[dict] = []
        self.sequences: dict[str, int] = {}
        self.page_rows = 200
        self._count = 0
        self._released = asyncio.Event()

    # faults

    def fail(self, ending: str, kind: str, times: int = 1, **values) -> None:
        self.faults.extend(Fault(ending, kind, **values) for _ in range(times))

    def refuse(self, ending: str, status: int, code: str, times: int = 1, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.fail(ending, "error", times, status=status, code=code, headers=named)

    def count(self, ending: str) -> int:
        return sum(request.path.endswith(ending) for request in self.asked)

    def expire_tokens(self) -> None:
        self.expired |= set(self.tokens)

    @web.middleware
    async def outer(self, request: web.Request, handler) -> web.StreamResponse:
        raw = await request.read()
        body = json.loads(raw, parse_float=self._found_float) if raw else None
        token = request.headers.get("Authorization", "").removeprefix("Bearer ") or None
        self.asked.append(Asked(request.method, request.path, body, token))
        fault = self._fault(request.path)
        if fault is not None and fault.kind == "drop":
            request.transport.abort()
            return web.Response()
        if fault is not None and fault.kind == "hang":
            await self._released.wait()
        if fault is not None and fault.kind == "error":
            return refusal(fault.status, fault.code, headers=fault.headers)
        try:
            answer = await handler(request)
        except Refused as error:
            answer = refusal(error.status, error.code, error.details)
        if fault is not None and fault.kind == "lose":
            request.transport.abort()
        return answer

    def _found_float(self, text: str) -> float:
        self.floats.append(text)
        return float(text)

    def _fault(self, path: str) -> Fault | None:
        for fault in self.faults:
            if path.endswith(fault.ending):
                self.faults.remove(fault)
                return fault
        return None

    # signing in

    def session(self, address: str) -> dict:
        self._count += 1
        access, refresh = f"access-{self._count}", f"refresh-{self._count}"
        self.tokens[access], self.refresh_tokens[refresh] = address, address
        return {
            "accessToken": access,
            "refreshToken": refresh,
            "accessTokenExpirationTime": int(self.wall_s()) + self.lifetime_s,
            "refreshTokenExpirationTime": int(self.wall_s()) + 30 * 86_400,
        }

    @staticmethod
    def wall_s() -> float:
        return 2_000_000_000.0  # the Date header says so too

    async def login_message(self, request: web.Request) -> web.Response:
        text = self.message or f"{GREETING}\n{request.query['address']}\n\nHello"
        return answer({"message": text, "fields": {}})

    async def login(self, request: web.Request) -> web.Response:
        body = await request.json()
        signature = Signature.from_string(body["signature"])
        signer = Pubkey.from_string(body["address"])
        if not signature.verify(signer, body["message"].encode()):
            raise Refused(401, "INVALID_SIGNATURE")
        session = self.session(body["address"])
        return answer({**session, "address": body["address"], "isNewUser": True})

    async def refresh(self, request: web.Request) -> web.Response:
        address = self.refresh_tokens.pop((await request.json())["refreshToken"], None)
        if address is None:
            raise Refused(401, "REFRESH_FAILED")
        return answer(self.session(address))

    def user(self, request: web.Request) -> str:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token in self.expired:
            raise Refused(401, "TOKEN_EXPIRED")
        if token not in self.tokens:
            raise Refused(401, "INVALID_TOKEN")
        return self.tokens[token]

    # routes

    async def participate(self, request: web.Request) -> web.Response:
        key = self.user(request)
        self.exchange.participate()
        return answer({"key": key, "isParticipating": True, "participatedAt": 5}, status=201)

    async def portfolio(self, request: web.Request) -> web.Response:
        self.user(request)
        return answer(self.exchange.portfolio())

    async def positions(self, request: web.Request) -> web.Response:
        self.user(request)
        return answer({"positions": list(self.exchange.positions.values())})

    async def orders(self, request: web.Request) -> web.Response:
        self.user(request)
        market_id = request.query.get("marketId")
        rows = self.exchange.open_orders(int(market_id) if market_id else None)
        return self.page(request, "orders", rows)

    async def trades(self, request: web.Request) -> web.Response:
        self.user(request)
        return self.page(request, "trades", [])

    def page(self, request: web.Request, name: str, rows: list[dict]) -> web.Response:
        start = int(request.query.get("cursor", "0"))
        end = start + min(self.page_rows, int(request.query.get("limit", "50")))
        return answer({name: rows[start:end], "nextCursor": str(end) if end < len(rows) else None})

    async def by_client_id(self, request: web.Request) -> web.Response:
        self.user(request)
        for order in reversed(self.exchange.orders.values()):
            if order["clientOrderId"] == request.match_info["id"]:
                return answer({"order": order})
        raise Refused(404, "ORDER_NOT_FOUND")

    async def markets(self, request: web.Request) -> web.Response:
        return self.page(request, "markets", list(self.exchange.markets.values()))

    async def market(self, request: web.Request) -> web.Response:
        return answer({"market": self.exchange.markets[int(request.match_info["id"])]})

    async def book(self, request: web.Request) -> web.Response:
        return answer({"orderBook": self.exchange.book(int(request.match_info["id"]))})

    async def search(self, request: web.Request) -> web.Response:
        rows = [
            {"acreId": area, "marketId": area, "symbol": f"A{area}", "indexPrice": str(price)}
            for area, price in self.exchange.index_e8.items()
        ]
        return self.page(request, "markets", rows)

    async def status(self, _request: web.Request) -> web.Response:
        return answer({"clock": {"now": self.exchange.now_s, "rate": self.exchange.rate}})

    async def place(self, request: web.Request) -> web.Response:
        self.user(request)
        order = self.exchange.place(int(request.match_info["id"]), await request.json())
        await self.tell_book(order["marketId"])
        return answer({"order": order}, status=201)

    async def batch(self, request: web.Request) -> web.Response:
        self.user(request)
        results = []
        for body in (await request.json())["orders"]:
            try:
                results.append({"order": self.exchange.place(body["marketId"], body)})
            except Refused as error:
                said = {"code": error.code, "message": error.code, "details": error.details}
                results.append({"error": said})
        for market_id in self.exchange.markets:
            await self.tell_book(market_id)
        return answer({"results": results})

    async def cancel(self, request: web.Request) -> web.Response:
        self.user(request)
        order = self.exchange.cancel(int(request.match_info["id"]))
        await self.tell_book(order["marketId"])
        return answer({"status": order["status"]})

    async def cancel_all(self, request: web.Request) -> web.Response:
        self.user(request)
        wanted = self.exchange.open_orders((await request.json()).get("marketId"))
        ids = [self.exchange.cancel(order["orderId"])["orderId"] for order in wanted]
        for market_id in self.exchange.markets:
            await self.tell_book(market_id)
        return answer({"canceled": ids, "count": len(ids)})

    async def amend(self, request: web.Request) -> web.Response:
        self.user(request)
        order = self.exchange.amend(int(request.match_info["id"]), await request.json())
        await self.tell_book(order["marketId"])
        return answer({"order": order})

    async def cancel_after(self, request: web.Request) -> web.Response:
        self.user(request)
        timeout_s = (await request.json())["timeoutSeconds"]
        self.exchange.cancel_after_s.append(timeout_s)
        engine_s = timeout_s * self.exchange.rate  # the caller's seconds are real
        return answer({"cancelAt": self.exchange.now_s + engine_s if timeout_s else None})

    # the websocket

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets[socket] = set()
        clock = {"now": self.exchange.now_s, "rate": self.exchange.rate}
        await socket.send_json({"type": "hello", "env": "local", "version": "1", "clock": clock})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self.hear(socket, json.loads(frame.data))
        finally:
            del self.sockets[socket]
        return socket

    async def hear(self, socket: web.WebSocketResponse, message: dict) -> None:
        self.heard.append(message)
        if message["op"] == "auth":
            token = message["token"]
            if token in self.expired or token not in self.tokens:
                await socket.send_json({"type": "error", "code": "TOKEN_EXPIRED", "message": ""})
                return
            self.socket_tokens[socket] = token
            await socket.send_json({"type": "authenticated", "address": self.tokens[token]})
        for name in message.get("channels", ()):
            if message["op"] == "unsubscribe":
                self.sockets[socket].discard(name)
                await socket.send_json({"type": "unsubscribed", "channel": name})
            else:
                await self.subscribe(socket, name)

    async def subscribe(self, socket: web.WebSocketResponse, name: str) -> None:
        code = self.refused(socket, name)
        if code is not None:
            error = {"type": "error", "channel": name, "code": code, "message": code}
            await socket.send_json(error)
            return
        self.sockets[socket].add(name)
        await socket.send_json({"type": "subscribed", "channel": name})
        await socket.send_json(self.frame("snapshot", name, self.snapshot(name)))

    def refused(self, socket: web.WebSocketResponse, name: str) -> str | None:
        if name.startswith("user:") and self.socket_tokens.get(socket) is None:
            return "NO_TOKEN"
        kind, _, key = name.partition(":")
        is_unknown = kind == "orderBook" and int(key) not in self.exchange.markets
        return "UNKNOWN_CHANNEL" if is_unknown else None

    def snapshot(self, name: str) -> dict:
        kind, _, key = name.partition(":")
        return {"orderBook": self.exchange.book(int(key))} if kind == "orderBook" else {}

    def frame(self, kind: str, name: str, data: dict) -> dict:
        sequence = self.sequences.get(name, 0)
        return {"type": kind, "channel": name, "sequence": sequence, "timestamp": 0, "data": data}

    async def tell(self, name: str, data: dict) -> None:
        """Send a delta to everybody who listens."""
        self.sequences[name] = self.sequences.get(name, 0) + 1
        for socket, names in tuple(self.sockets.items()):
            if name in names:
                await socket.send_json(self.frame("delta", name, data))

    async def tell_book(self, market_id: int) -> None:
        """Tell every level of a book, those that are gone included."""
        book = self.exchange.book(market_id)
        for side in ("yes", "no"):
            known = {row["price"]: row["contracts"] for row in book[side]}
            book[side] = [{"price": p, "contracts": known.get(p, 0)} for p in range(1, 100)]
        del book["marketId"]
        await self.tell(f"orderBook:{market_id}", book)

    async def heartbeat(self) -> None:
        clock = {"now": self.exchange.now_s, "rate": self.exchange.rate}
        for socket in tuple(self.sockets):
            await socket.send_json({"type": "heartbeat", "clock": clock})

    async def drop_sockets(self) -> None:
        for socket in tuple(self.sockets):
            await socket.close(code=1001)

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self.outer])
        app.on_response_prepare.append(_set_date)
        orders = f"{BASE}/predictions/orders"
        markets = f"{BASE}/predictions/markets"
        app.add_routes(
            [
                web.get(f"{BASE}/ws", self.socket),
                web.get(f"{BASE}/auth/login", self.login_message),
                web.post(f"{BASE}/auth/login", self.login),
                web.post(f"{BASE}/auth/refresh-token", self.refresh),
                web.post(f"{BASE}/ppps3/participants", self.participate),
                web.get(f"{BASE}/status", self.status),
                web.get(f"{BASE}/market/search", self.search),
                web.get(f"{BASE}/predictions/portfolio", self.portfolio),
                web.get(f"{BASE}/predictions/positions", self.positions),
                web.get(f"{BASE}/predictions/trades", self.trades),
                web.get(orders, self.orders),
                web.get(orders + "/by-client-id/{id}", self.by_client_id),
                web.post(f"{orders}/batch", self.batch),
                web.post(f"{orders}/cancel-all", self.cancel_all),
                web.post(f"{orders}/cancel-after", self.cancel_after),
                web.post(orders + "/{id}/cancel", self.cancel),
                web.post(orders + "/{id}/amend", self.amend),
                web.get(markets, self.markets),
                web.get(markets + "/{id}", self.market),
                web.get(markets + "/{id}/order-book", self.book),
                web.post(markets + "/{id}/orders", self.place),
            ]
        )
        return app

    def release(self) -> None:
        self._released.set()


async def _set_date(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers["Date"] = "Wed, 18 May 2033 03:33:20 GMT"  # 2,000,000,000


def answer(body: dict, status: int = 200) -> web.Response:
    return web.json_response(body, status=status)


def refusal(
    status: int, code: str, details: dict | None = None, headers: dict[str, str] | None = None
) -> web.Response:
    body = {"message": f"{code} it is", "code": code, "details": details or {}, "requestId": "r"}
    if status == 401:
        body["expiredToken"] = code == "TOKEN_EXPIRED"
    return web.json_response(body, status=status, headers=headers)


@asynccontextmanager
async def serving(server: FakeServer, port: int | None = None) -> AsyncIterator[str]:
    """Serve and give the address; everything that hangs is let go at the end."""
    running = TestServer(server.app(), port=port)
    await running.start_server()
    try:
        yield str(running.make_url("/")).rstrip("/")
    finally:
        server.release()
        await server.drop_sockets()
        await running.close()
