"""The proxy to the chain node, in front of a pretended node: rates, bounds, whole answers."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_network
from types import SimpleNamespace

import pytest
from aiohttp import ClientSession, TCPConnector, WSMsgType, WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer

from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.limits import (
    PROXY_BATCH_MAX,
    PROXY_BYTES_MAX,
    PROXY_CALLS_PER_CLIENT_MAX,
    PROXY_CALLS_WAITING_MAX,
    RATES,
    SOCKETS_PER_IP_MAX,
    Rate,
)
from edge.http.middleware.counts import Counts
from edge.http.middleware.errors import error_response
from edge.http.middleware.rates import RateLimiter
from edge.http.network import TrustedProxies
from edge.rpc import proxy
from edge.rpc.flight import CALL, Flight
from edge.rpc.subscriptions import Subscriptions

SEND = {"jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": ["x"]}
READ = {**SEND, "method": "getSlot"}
READ_BARE = {"jsonrpc": "2.0", "id": 1, "method": "getSlot"}
JSON_TYPE = {"Content-Type": "application/json"}


class FakeNode:
    """Answers each call with its method, and remembers what reached it."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.parts = [b"{}"]
        self.asked = asyncio.Event()
        self.may_go_on = asyncio.Event()
        self.results: dict[str, object] = {}  # by method, where it is not the method itself
        self.sockets: list[web.WebSocketResponse] = []

    async def post(self, request: web.Request) -> web.StreamResponse:
        self.seen.append(await request.json())
        self.asked.set()
        response = web.StreamResponse()
        await response.prepare(request)
        for number, part in enumerate(self.parts):
            if number:
                await self.may_go_on.wait()
            await response.write(part)
        return response

    async def get(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        async for message in socket:
            call = message.json()
            self.seen.append(call)
            result = self.results.get(call["method"], call["method"])
            if result == "number":
                result = len(self.seen)
            await socket.send_json({"jsonrpc": "2.0", "id": call["id"], "result": result})
        return socket


@web.middleware
async def errors(request, handler):
    try:
        return await handler(request)
    except ApiError as error:
        return error_response(error, "test")


@asynccontextmanager
async def proxied(node: FakeNode, **rates: Rate) -> AsyncIterator[TestClient]:
    upstream = web.Application()
    upstream.router.add_post("/", node.post)
    upstream.router.add_get("/", node.get)
    async with TestServer(upstream) as server:
        app = web.Application(middlewares=[errors])
        named = {name.replace("_", "-"): rate for name, rate in rates.items()}
        app[GATE] = SimpleNamespace(
            counts=Counts(),
            env="local",
            is_public=False,
            allowed_origins=(),
            proxies=TrustedProxies(),
            limiter=RateLimiter({**RATES, **named}, lambda: 0.0),
        )
        app[proxy.NODE] = proxy.NodeUrls(str(server.make_url("/")), str(server.make_url("/")))
        app.cleanup_ctx.append(proxy.rpc_session)
        app.router.add_get("/rpc", partial(proxy.proxy_socket, app))
        app.router.add_post("/rpc", partial(proxy.proxy_post, app))
        async with TestClient(TestServer(app)) as client:
            client.flight = app[proxy.FLIGHT]
            yield client


async def test_a_long_answer_comes_in_one_piece_however_it_arrives():
    node = FakeNode()
    node.parts = [b"[" + b"1," * 100_000, b"2," * 100_000, b"3]"]
    async with proxied(node) as client:
        asking = asyncio.create_task(client.post("/rpc", json=READ))
        await node.asked.wait()
        node.may_go_on.set()
        async with await asking as answer:
            assert answer.status == 200
            assert await answer.read() == b"".join(node.parts)


async def test_an_answer_beyond_the_bound_is_refused(monkeypatch):
    monkeypatch.setattr(proxy, "PROXY_ANSWER_BYTES_MAX", 1_000)
    monkeypatch.setattr(proxy, "PROXY_HEAD_BYTES", 100)
    node = FakeNode()
    async with proxied(node) as client:
        node.parts = [b" " * 1_000]
        async with client.post("/rpc", json=READ) as answer:
            assert answer.status == 200
        node.parts = [b" " * 1_001]
        async with client.post("/rpc", json=READ) as answer:
            assert (await answer.json())["code"] == "NODE_UNAVAILABLE"


@pytest.mark.parametrize(
    ("method", "burst"),
    [
        ("sendTransaction", 20),
        ("requestAirdrop", 20),
        ("getSlot", 200),
        ("signatureSubscribe", 40),
    ],
)
async def test_calls_over_the_websocket_cost_what_they_cost_over_http(method, burst):
    node = FakeNode()
    async with proxied(node) as client, client.ws_connect("/rpc") as ws:
        for number in range(burst + 1):
            await ws.send_json({**READ, "id": number, "method": method})
        answers = [await ws.receive_json(timeout=20) for _ in range(burst + 1)]
        (refused,) = [answer for answer in answers if "error" in answer]
        assert refused["id"] == burst
        assert refused["error"] == {"code": -32603, "message": "Too many requests"}
        assert len(node.seen) == burst
        async with client.post("/rpc", json={**READ, "method": method}) as answer:
            assert answer.status == 429
            assert answer.headers["Retry-After"] == "1"


async def test_the_classes_do_not_starve_each_other():
    node = FakeNode()
    async with (
        proxied(node, rpc_send=Rate(5, 1), public=Rate(50, 2)) as client,
        client.ws_connect("/rpc") as ws,
    ):
        for call in (SEND, SEND, READ):
            await ws.send_json(call)
        answers = [await ws.receive_json(timeout=20) for _ in range(3)]
        assert sorted("error" in answer for answer in answers) == [False, False, True]
        assert [call["method"] for call in node.seen] == ["sendTransaction", "getSlot"]


async def test_a_notification_over_the_limit_is_dropped_without_an_answer():
    node = FakeNode()
    async with proxied(node, public=Rate(50, 0)) as client, client.ws_connect("/rpc") as ws:
        await ws.send_json({"jsonrpc": "2.0", "method": "ping"})
        await ws.send_json(READ)
        assert (await ws.receive_json(timeout=20))["id"] == 1
        assert node.seen == []


@pytest.mark.parametrize("refused", ["{", '{"jsonrpc":"2.0","method":"getSlot"}'])
async def test_a_refused_message_makes_the_next_one_wait(monkeypatch, refused):
    monkeypatch.setattr(proxy, "PROXY_REFUSAL_S", 3600.0)
    node = FakeNode()
    async with proxied(node, public=Rate(50, 0)) as client, client.ws_connect("/rpc") as ws:
        for message in (refused, json.dumps(SEND)):
            await ws.send_str(message)
        with contextlib.suppress(TimeoutError):
            while "result" not in await ws.receive_json(timeout=0.3):
                pass
        assert node.seen == []


@pytest.mark.parametrize("frame", ["{", "\ud7ff[", "[" * 60_000, b"\xff\xfe"])
async def test_a_frame_that_is_no_json_does_not_reach_the_node(frame):
    node = FakeNode()
    async with proxied(node) as client, client.ws_connect("/rpc") as ws:
        await (ws.send_bytes(frame) if isinstance(frame, bytes) else ws.send_str(frame))
        answer = await ws.receive_json(timeout=20)
        assert (answer["id"], answer["error"]["code"]) == (None, -32700)
        await ws.send_json(READ)
        assert (await ws.receive_json(timeout=20))["result"] == "getSlot"
        assert len(node.seen) == 1


async def test_a_batch_costs_as_many_calls_as_it_has():
    node = FakeNode()
    async with proxied(node, public=Rate(50, 10), rpc_send=Rate(5, 3)) as client:
        for batch, status in (
            ([READ] * 10 + [SEND], 200),
            ([READ], 429),
            ([SEND] * 3, 429),
            ([SEND] * 2, 200),
        ):
            async with client.post("/rpc", json=batch) as answer:
                assert answer.status == status, batch
        assert len(node.seen) == 2


@pytest.mark.parametrize("call", [{**READ, "method": []}, {}, [], 7, [{"method": {}}]])
async def test_an_invalid_call_costs_one_and_is_refused_by_the_node(call):
    node = FakeNode()
    async with proxied(node, public=Rate(50, 1)) as client:
        for status in (200, 429):
            async with client.post("/rpc", json=call) as answer:
                assert answer.status == status
        assert node.seen == [call]


async def test_a_batch_has_a_bound():
    node = FakeNode()
    async with proxied(node) as client:
        async with client.post("/rpc", json=[READ] * (PROXY_BATCH_MAX + 1)) as answer:
            assert answer.status == 400
            assert (await answer.json())["code"] == "VALIDATION"
        async with client.ws_connect("/rpc") as ws:
            await ws.send_json([READ] * (PROXY_BATCH_MAX + 1))
            answer = await ws.receive_json(timeout=20)
            assert (answer["id"], answer["error"]["code"]) == (None, -32600)
        assert node.seen == []


async def test_an_address_holds_few_websockets_at_once():
    node = FakeNode()
    async with proxied(node, rpc_connect=Rate(1, 1_000)) as client:
        tries = [client.ws_connect("/rpc") for _ in range(SOCKETS_PER_IP_MAX + 5)]
        opened = await asyncio.gather(*tries, return_exceptions=True)
        refused = [error for error in opened if isinstance(error, WSServerHandshakeError)]
        assert [error.status for error in refused] == [429] * 5
        sockets = [ws for ws in opened if not isinstance(ws, BaseException)]
        for ws in sockets:
            await ws.close()
        async with client.ws_connect("/rpc") as ws:
            await ws.send_json(READ)
            assert (await ws.receive_json(timeout=20))["result"] == "getSlot"


async def test_connects_have_their_rate():
    node = FakeNode()
    async with proxied(node, rpc_connect=Rate(1, 2)) as client:
        for _ in range(2):
            await (await client.ws_connect("/rpc")).close()
        with pytest.raises(WSServerHandshakeError) as refusal:
            await client.ws_connect("/rpc")
        assert refusal.value.status == 429


@pytest.mark.parametrize("method", ["acreFault", "setLogFilter", "adminShutdown", "getSlot2", ""])
async def test_a_method_that_is_not_served_does_not_reach_the_node(method):
    node = FakeNode()
    call = {**READ, "id": 9, "method": method}
    refusal = {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": 9}
    async with proxied(node) as client, client.ws_connect("/rpc") as ws:
        async with client.post("/rpc", json=call) as answer:
            assert (answer.status, await answer.json()) == (200, refusal)
        async with client.post("/rpc", json=[READ, call]) as answer:
            assert [one["error"]["code"] for one in await answer.json()] == [-32600, -32601]
        await ws.send_json(call)
        assert await ws.receive_json(timeout=20) == refusal
        await ws.send_json([call])
        assert await ws.receive_json(timeout=20) == [refusal]
        # what is checked is what the node reads
        raw = b'{"jsonrpc":"2.0","id":1,"method":"%s","method":"getSlot"}' % method.encode()
        async with client.post("/rpc", data=raw, headers=JSON_TYPE) as answer:
            assert answer.status == 200
        assert node.seen == [READ_BARE]


async def test_heavy_methods_cost_more():
    node = FakeNode()
    async with proxied(node, public=Rate(50, 41)) as client:
        for method, status in (
            ("getProgramAccounts", 200),
            ("getBlock", 200),
            ("getProgramAccounts", 429),
            ("getMultipleAccounts", 429),
            ("getSlot", 200),
        ):
            async with client.post("/rpc", json={**READ, "method": method}) as answer:
                assert answer.status == status, method


async def test_the_sockets_of_the_proxy_and_of_the_stream_have_rates_of_their_own():
    assert RATES["rpc-connect"] == Rate(10, 100)
    node = FakeNode()
    async with proxied(node, ws_connect=Rate(0.001, 0)) as client:
        for number in range(60):  # one socket for each confirmation
            async with client.ws_connect("/rpc") as ws:
                await ws.send_json({**READ, "id": number})
                assert (await ws.receive_json(timeout=20))["id"] == number


async def subscribe(ws, number: int, method: str = "slotSubscribe"):
    await ws.send_json({**READ, "id": number, "method": method})
    return await ws.receive_json(timeout=20)


async def test_a_socket_holds_a_bounded_number_of_subscriptions_and_frees_what_ends():
    node = FakeNode()
    node.results = {"slotSubscribe": "number", "slotUnsubscribe": True, "signatureSubscribe": 777}
    generous = Rate(100_000, 100_000)
    async with proxied(node, public=generous) as client, client.ws_connect("/rpc") as ws:
        held = [(await subscribe(ws, number))["result"] for number in range(50)]
        assert (await subscribe(ws, 50))["error"] == {
            "code": -32603,
            "message": "Too many subscriptions",
        }
        for number, subscription in ((60, held[0]), (61, held[0]), (62, 123_456_789)):
            call = {**READ, "id": number, "method": "slotUnsubscribe", "params": [subscription]}
            await ws.send_json(call)
            assert (await ws.receive_json(timeout=20))["result"] is True
        assert (await subscribe(ws, 63, "signatureSubscribe"))["result"] == 777  # one was freed
        assert "error" in await subscribe(ws, 64)
        for value, is_over in (("receivedSignature", False), ({"err": None}, True)):
            params = {"result": {"context": {"slot": 1}, "value": value}, "subscription": 777}
            received = {"jsonrpc": "2.0", "method": "signatureNotification", "params": params}
            await node.sockets[-1].send_json(received)
            assert await ws.receive_json(timeout=20) == received
            assert ("result" in await subscribe(ws, 65)) == is_over


async def test_an_address_holds_a_bounded_number_of_subscriptions_over_its_sockets():
    node = FakeNode()
    node.results = {"slotSubscribe": "number"}
    async with (
        proxied(node, public=Rate(100_000, 100_000)) as client,
        contextlib.AsyncExitStack() as stack,
    ):
        sockets = [await stack.enter_async_context(client.ws_connect("/rpc")) for _ in range(6)]
        answers = [await subscribe(ws, number) for ws in sockets for number in range(40)]
        assert sum("result" in answer for answer in answers) == 200
        await sockets[0].close()
        async with asyncio.timeout(20):
            while "result" not in await subscribe(sockets[5], 99):  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_a_subscription_needs_an_id_of_its_own_and_no_batch():
    node = FakeNode()
    async with proxied(node) as client, client.ws_connect("/rpc") as ws:
        call = {**READ, "method": "slotSubscribe"}
        await ws.send_json({**call, "id": None})
        assert (await ws.receive_json(timeout=20))["error"]["code"] == -32600
        await ws.send_json([call])
        assert (await ws.receive_json(timeout=20))["error"]["code"] == -32600
        assert node.seen == []


async def unread(client, source: str = "127.0.0.1"):
    """Ask for an answer and read nothing of it."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    one.setblocking(False)
    one.bind((source, 0))
    loop = asyncio.get_running_loop()
    await loop.sock_connect(one, ("127.0.0.1", client.port))
    body = json.dumps(READ).encode()
    lines = ["POST /rpc HTTP/1.1", "Host: x", "Content-Type: application/json"]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
    await loop.sock_sendall(one, head.encode() + body)
    return one


async def test_unread_answers_are_bounded_and_dropped(monkeypatch):
    monkeypatch.setattr(proxy, "PROXY_WRITE_S", 1.0)
    node = FakeNode()
    node.may_go_on.set()
    node.parts = [b"[" + b"1," * 4_000_000, b"1," * 3_900_000, b"2]"]
    async with proxied(node) as client:
        readers = [await unread(client, f"127.0.2.{1 + number % 6}") for number in range(30)]
        most = 0
        async with asyncio.timeout(40):
            while not (most and client.flight.total == 0 and len(node.seen) == 30):
                await asyncio.sleep(0.02)
                most = max(most, client.flight.total)
        assert 0 < most <= PROXY_BYTES_MAX
        assert client.flight.of_client == {}
        async with client.post("/rpc", json=READ) as answer:
            assert await answer.read() == b"".join(node.parts)
        assert client.flight.total == 0
        for one in readers:
            one.close()


def test_one_client_has_a_part_of_the_bytes_in_flight():
    flight = Flight(100, 30)
    flight.add("a", 40)  # one answer always
    with pytest.raises(ApiError):
        flight.add("a", 1)
    flight.add("b", 30)
    flight.add("c", 30)
    with pytest.raises(ApiError):
        flight.add("d", 1)
    flight.remove("a", 40)
    flight.add("d", 1)
    for client, count in (("b", 30), ("c", 30), ("d", 1)):
        flight.remove(client, count)
    assert (flight.total, flight.of_client) == (0, {})


async def test_a_client_that_reads_slowly_gets_the_whole_answer():
    node = FakeNode()
    node.may_go_on.set()
    node.parts = [b"[" + b"1," * 1_000_000, b"2]"]
    async with proxied(node) as client, client.post("/rpc", json=READ) as answer:
        read = bytearray()
        async for part in answer.content.iter_chunked(64 * 1024):
            read += part
            await asyncio.sleep(0.002)
        assert bytes(read) == b"".join(node.parts)
        assert answer.headers["Server"] == "acre"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_sockets_that_stay_leave_the_calls_their_connections():
    node = FakeNode()
    async with proxied(node) as client, contextlib.AsyncExitStack() as stack:
        client.app[GATE].proxies = TrustedProxies((ip_network("127.0.0.1/32"),))
        many = await stack.enter_async_context(ClientSession(connector=TCPConnector(limit=0)))
        for number in range(120):
            headers = {"X-Forwarded-For": f"10.0.0.{number // SOCKETS_PER_IP_MAX}"}
            joining = many.ws_connect(client.make_url("/rpc"), headers=headers)
            await stack.enter_async_context(joining)
        assert len(node.sockets) == 120
        async with asyncio.timeout(20), client.post("/rpc", json=READ) as answer:
            assert answer.status == 200


@pytest.mark.parametrize("kind", ["ping", "pong"])
async def test_control_frames_cost_what_messages_cost(monkeypatch, kind):
    monkeypatch.setattr(proxy, "PROXY_REFUSAL_S", 3600.0)
    node = FakeNode()
    async with (
        proxied(node, public=Rate(50, 5)) as client,
        client.ws_connect("/rpc", autoping=False) as ws,
    ):
        for _ in range(20):
            await getattr(ws, kind)()
        await ws.send_json(READ)
        pongs = 0
        with contextlib.suppress(TimeoutError):
            while (await ws.receive(timeout=0.5)).type is WSMsgType.PONG:
                pongs += 1
        assert pongs == (5 if kind == "ping" else 0)
        assert node.seen == []


async def test_a_ping_is_answered():
    async with proxied(FakeNode()) as client, client.ws_connect("/rpc", autoping=False) as ws:
        await ws.ping(b"hello")
        answer = await ws.receive(timeout=20)
        assert (answer.type, answer.data) == (WSMsgType.PONG, b"hello")


async def test_unread_frames_end_the_connection_with_its_buffer(monkeypatch):
    monkeypatch.setattr(proxy, "PROXY_WRITE_S", 0.2)
    node = FakeNode()
    node.results = {"getSlot": "x" * 3_900_000}
    async with proxied(node) as client:
        url = client.make_url("/rpc")
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            deaf.connect((url.host, url.port))
            await asyncio.to_thread(deaf.sendall, UPGRADE + text_frame(json.dumps(READ)) * 5)
            sockets = client.app[proxy.SOCKETS]
            async with asyncio.timeout(20):
                while not sockets.clients:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                while sockets.clients:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            deaf.settimeout(20)
            read = 0
            with contextlib.suppress(ConnectionResetError):
                while part := await asyncio.to_thread(deaf.recv, 1_000_000):
                    read += len(part)
        assert read < 4 * 3_900_000  # what the process held is gone
        assert client.flight.total == 0


UPGRADE = (
    b"GET /rpc HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTExMTExMTExMTExMTExMQ==\r\n\r\n"
)


def text_frame(text: str) -> bytes:
    data = text.encode()
    assert len(data) < 126
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


async def test_small_answers_pass_while_large_ones_fill_the_bound():
    node = FakeNode()
    async with proxied(node) as client:
        client.flight.add("10.0.0.1", PROXY_BYTES_MAX)
        async with client.post("/rpc", json=READ) as answer:
            assert answer.status == 200
        node.parts = [b" " * 100_000]
        async with client.post("/rpc", json=READ) as answer:
            assert answer.status == 429


async def test_a_client_has_a_bounded_number_of_calls_at_the_node():
    node = FakeNode()
    node.parts = [b"[", b"]"]
    async with proxied(node) as client, contextlib.AsyncExitStack() as stack:
        for _ in range(PROXY_CALLS_PER_CLIENT_MAX):
            stack.enter_context(client.flight.call("127.0.0.1"))
        async with client.post("/rpc", json=READ) as answer:
            assert answer.status == 429
    assert client.flight.counts.count(CALL, "127.0.0.1") == 0


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"[" + b"{}," * PROXY_BATCH_MAX + b"{}]", "application/json", 400),
    ],
)
async def test_an_invalid_call_has_a_cost(body, kind, status):
    async with proxied(FakeNode(), public=Rate(50, 2)) as client:
        for wanted in (status, status, 429):
            headers = {"Content-Type": kind}
            async with client.post("/rpc", data=body, headers=headers) as answer:
                assert answer.status == wanted


async def test_two_calls_that_wait_have_no_id_in_common():
    """The answer of one would be taken for that of the other, and its subscription not counted."""
    subscriptions = Subscriptions()
    assert subscriptions.ask([{"id": 1, "method": "getVersion"}]) is None
    assert "id is in use" in subscriptions.ask([{"id": 1, "method": "slotSubscribe"}])
    twice = [{"id": 2, "method": "getSlot"}, {"id": 2, "method": "getSlot"}]
    assert "id is in use" in subscriptions.ask(twice)
    subscriptions.hear('{"jsonrpc":"2.0","id":1,"result":"x"}')
    assert subscriptions.ask([{"id": 1, "method": "slotSubscribe"}]) is None
    subscriptions.hear('{"jsonrpc":"2.0","id":1,"result":7}')
    assert len(subscriptions) == 1
    many = [{"id": number, "method": "getSlot"} for number in range(PROXY_CALLS_WAITING_MAX)]
    assert subscriptions.ask(many) is None
    assert subscriptions.ask([{"id": "x", "method": "getSlot"}]) == "Too many calls are waiting"
    assert subscriptions.ask([{"method": "getSlot"}]) is None  # nothing answers it
