"""One order across processes is one trace; a rolling restart of a web process fails no request."""

import asyncio
import io
import logging
import socket
from itertools import pairwise

import aiohttp
import msgspec
import pytest
from solders.keypair import Keypair

from chain.node.server.server import NodeServer
from edge.cli.log_format import JsonFormatter
from edge.http.middleware import request_handler
from tests.edge.core.web_platform import JOIN, ORDER, question, running_platform, web_settings
from tests.edge.observe.collector import collecting

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CLIENT_SPAN = "00f067aa0ba902b7"
TRACED = {"traceparent": f"00-{TRACE}-{CLIENT_SPAN}-01", "X-Request-Id": "order-of-the-test"}


@pytest.fixture
async def node(tmp_path):
    node = await NodeServer.start(tmp_path / "chain", slot_ms=10)
    yield node
    await node.stop()


async def place(caller, number, headers=None, price=10):
    market_id = await question(caller.platform)
    path = f"/express/v1/predictions/markets/{market_id}/orders"
    return await caller.call(number, "POST", path, headers, json={**ORDER, "price": price})


async def trader(platform):
    caller = await platform.sign_in(1, Keypair())
    await caller.call(1, "POST", JOIN, json={})
    status, _, _ = await caller.call(1, "GET", "/express/v1/predictions/portfolio")
    assert status == 200  # which grants the points
    return caller


async def spans_of(collector, name):
    """Wait until a span of the test's trace has been exported; returns it."""
    async with asyncio.timeout(15):
        return await collector.named(name, TRACE)


async def test_an_order_is_one_trace_over_edge_and_core(tmp_path, database_url, node):
    async with collecting() as collector:
        variables = {"ACRE_TRACES_URL": collector.url}
        settings = await web_settings(tmp_path, database_url, node, **variables)
        async with running_platform(settings) as platform:
            caller = await trader(platform)
            status, body, _ = await place(caller, 1, TRACED)
            assert status == 201, body
            route = "/express/v1/predictions/markets/{marketId}/orders"
            request = await spans_of(collector, f"POST {route}")
            submit = await spans_of(collector, "submit")
            command = await spans_of(collector, "command")
            stages = [await spans_of(collector, one) for one in ("queue", "journal flush", "apply")]
    assert [request.service, submit.service, command.service] == [
        "acre-edge",
        "acre-edge",
        "acre-core",
    ]
    assert (request.parent, submit.parent, command.parent) == (CLIENT_SPAN, request.id, submit.id)
    assert {one.parent for one in stages} == {command.id}
    assert request.start_ns <= submit.start_ns <= command.start_ns <= stages[0].start_ns
    for before, after in pairwise(stages):
        assert before.start_ns <= before.end_ns == after.start_ns <= after.end_ns
    assert stages[-1].end_ns == command.end_ns <= submit.end_ns <= request.end_ns
    assert request.attributes["http.route"] == route
    assert command.attributes["acre.request_id"] == TRACED["X-Request-Id"]
    assert command.attributes["acre.command"] == "PlaceOrder"
    sent = b"".join(collector.bodies)
    for secret in (caller.token, caller.refresh, caller.address):
        assert secret.encode() not in sent


async def test_a_collector_that_is_away_breaks_and_slows_nothing(tmp_path, database_url, node):
    with socket.socket() as silent:  # accepts into its queue and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1/traces"
        settings = await web_settings(tmp_path, database_url, node, ACRE_TRACES_URL=url)
        async with running_platform(settings) as platform:
            caller = await trader(platform)
            for price in range(10, 22):
                status, body, _ = await place(caller, 1, price=price)
                assert status == 201, body
            async with asyncio.timeout(8):
                await platform.stop(2)


async def close_code(websocket):
    async for _ in websocket:
        pass
    return websocket.close_code


async def taken_over(platform):
    """Wait until the core has left the shared port to the web processes.

    The kernel spreads connections over three sockets: 50 in a row miss the core's one time in 10^8.
    """
    async with asyncio.timeout(15):
        row = 0
        while row < 50:
            url = f"{platform.settings.url}/api/v1/health"
            async with platform.session.get(url, headers={"Connection": "close"}) as answer:
                row = row + 1 if answer.status == 200 else 0


async def test_a_rolling_restart_of_one_web_process_fails_no_request(tmp_path, database_url, node):
    settings = await web_settings(tmp_path, database_url, node, ACRE_DRAIN_S="1")
    async with running_platform(settings) as platform:
        socket_of_2 = await platform.session.ws_connect(
            f"http://127.0.0.1:{settings.own_port(2)}/express/v1/ws"
        )
        closing = asyncio.create_task(close_code(socket_of_2))
        await taken_over(platform)
        loading, is_over = [], asyncio.Event()

        async def load(connector):
            answered, resets = 0, 0
            async with aiohttp.ClientSession(connector=connector) as session:
                while not is_over.is_set():
                    url = f"{settings.url}/api/v1/health"
                    try:
                        async with session.get(url) as answer:
                            assert answer.status == 200
                            answered += 1
                    except aiohttp.ClientConnectorError as error:
                        # The kernel resets what still waited in the queue of the socket that
                        # closes. No request was sent on it: every client connects again.
                        resets += 1
                        if resets > 10 or not isinstance(error.os_error, ConnectionResetError):
                            raise
            return answered

        for force_close in (True, True, True, False, False, False):
            connector = aiohttp.TCPConnector(force_close=force_close)
            loading.append(asyncio.create_task(load(connector)))
        await asyncio.sleep(0.3)
        stopping = asyncio.create_task(platform.stop(2))
        await asyncio.sleep(0.3)
        status, body, headers = await platform.call(2, "GET", "/readyz")
        assert (status, body["details"]["failed"]) == (503, ["stopping"])
        status, _, headers = await platform.call(2, "GET", "/livez")
        assert (status, headers["Connection"]) == (200, "close")
        await stopping
        with pytest.raises(aiohttp.ClientConnectorError):
            await platform.call(2, "GET", "/livez")
        assert await closing == 1001
        platform.start(2)
        await platform.ready(2)
        is_over.set()
        counts = await asyncio.gather(*loading)
    assert all(count > 20 for count in counts), counts


async def test_each_line_of_a_request_has_its_id(tmp_path, database_url, node, monkeypatch):
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonFormatter())
    logging.getLogger("acre").addHandler(handler)
    monkeypatch.setattr(logging.getLogger("acre"), "level", logging.INFO)
    variables = {"ACRE_ACCESS_LOG": "on", "ACRE_LOG_FORMAT": "json"}
    try:
        settings = await web_settings(tmp_path, database_url, node, **variables)
        async with running_platform(settings) as platform:
            caller = await trader(platform)

            async def broken(*_):
                raise RuntimeError("broken on purpose")

            monkeypatch.setattr(request_handler, "serve_web", broken)
            headers = {"X-Request-Id": "0123-abcd-of-a-proxy"}
            path = f"/portfolio?token={caller.token}"
            assert (await caller.call(1, "GET", path, headers))[0] == 500
            for wrong in ("short", "x" * 65, "with space!", "a\tb\tc\td\te"):
                headers = {"X-Request-Id": wrong}
                _, _, answered = await platform.call(1, "GET", "/livez", headers=headers)
                assert answered["X-Request-Id"] != wrong
    finally:
        logging.getLogger("acre").removeHandler(handler)
    events = [msgspec.json.decode(line) for line in lines.getvalue().splitlines()]
    of_request = [one for one in events if one.get("request_id") == "0123-abcd-of-a-proxy"]
    assert [one["event"] for one in of_request] == ["request_failed", "request"]
    assert "broken on purpose" in of_request[0]["traceback"]
    assert of_request[1]["route"] == "/{path}"
    assert (of_request[1]["status"], of_request[1]["client"]) == (500, "127.0.0.1")
    for secret in (caller.token, caller.refresh, "x" * 65):
        assert secret not in lines.getvalue()
