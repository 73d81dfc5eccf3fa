"""The proxy to the chain node, in front of a pretended node: rates, bounds, whole answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from aiohttp import WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer

from edge import proxy
from edge.context import CONTEXT
from edge.errors import ApiError
from edge.limits import PROXY_BATCH_MAX, RATES, SOCKETS_PER_IP_MAX, Rate
from edge.middleware.errors import error_response
from edge.middleware.rates import RateLimiter
from edge.network import TrustedProxies

SEND = {"jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": ["x"]}
READ = {**SEND, "method": "getSlot"}


class FakeNode:
    """Answers each call with its method, and remembers what reached it."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.parts = [b"{}"]
        self.asked = asyncio.Event()
        self.may_go_on = asyncio.Event()

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
        async for message in socket:
            call = message.json()
            self.seen.append(call)
            await socket.send_json({"jsonrpc": "2.0", "id": call["id"], "result": call["method"]})
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
        app[CONTEXT] = SimpleNamespace(
            env="local",
            allowed_origins=(),
            proxies=TrustedProxies(),
            limiter=RateLimiter({**RATES, **named}, lambda: 0.0),
            node_url=str(server.make_url("/")),
            node_ws_url=str(server.make_url("/")),
        )
        app.cleanup_ctx.append(proxy.rpc_session)
        app.router.add_get("/rpc", partial(proxy.proxy_socket, app))
        app.router.add_post("/rpc", partial(proxy.proxy_post, app))
        async with TestClient(TestServer(app)) as client:
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
        ("signatureSubscribe", 200),
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
        assert (refused["error"]["code"], refused["error"]["message"]) == (429, "Too many requests")
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
async def test_what_is_no_call_costs_one_and_is_the_nodes_to_refuse(call):
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
    async with proxied(node, ws_connect=Rate(1, 1_000)) as client:
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
    async with proxied(node, ws_connect=Rate(1, 2)) as client:
        for _ in range(2):
            await (await client.ws_connect("/rpc")).close()
        with pytest.raises(WSServerHandshakeError) as refusal:
            await client.ws_connect("/rpc")
        assert refusal.value.status == 429
