"""Short requests answer as all others do: in turn, counted, and with the same refusals."""

import asyncio
import logging
import re
from collections import Counter

import pytest

from edge.api.discovery import load_routes
from edge.api.quotes import encode
from edge.http.limits import Rate
from edge.http.route import ROUTES
from edge.observe.requests import request_id
from tests.edge.http.test_direct import Transport
from tests.edge.http.test_two_ways import ACCOUNT, BODIES, assert_same, paths_of, request
from tests.edge.service_world import GENEROUS, running_service, text_of
from tests.edge.two_ways import HOST, Client, two_ways, without_moments

TEMPLATE = "/api/v1/user/{user}/quote/modify-position"
REMAINING = re.compile(rb"(RateLimit-\w+: )\d+")


async def path_of(service) -> str:
    return paths_of(text_of(await service.trader()))[0]


async def at_once(port: int, asked: bytes, count: int) -> "Counter[bytes]":
    """Return the answers to a request that many connections send in one turn of the loop."""
    loop = asyncio.get_running_loop()
    clients = [(await loop.create_connection(Client, HOST, port))[1] for _ in range(count)]
    for client in clients:
        client.transport.write(asked)
    while not all(client.received for client in clients):  # noqa: ASYNC110 - the loop is watched
        await asyncio.sleep(0)
    for client in clients:
        client.transport.abort()
    received = (without_moments(client.received) for client in clients)
    return Counter(REMAINING.sub(rb"\1", answer) for answer in received)


def counts_of(service) -> tuple[dict[int, int], int, int]:
    """Return answers of the quote by status, and how often bodies and answers were timed."""
    answers = service.client.server.runner.server._direct.shorts._handler.observe.__self__
    stages = service.context.gate.stages
    by_status = answers.by_route.get(TEMPLATE, {})
    statuses = {status: times.count for status, times in by_status.items()}
    return statuses, stages.parse.count, stages.encode.count


def test_the_quotes_of_positions_are_short():
    load_routes()
    short = {route.path for route in ROUTES if route.short is not None}
    assert short == {
        f"{lead}/quote/{name}-position"
        for lead in ("", "/user/{user}")
        for name in ("close", "modify")
    }
    assert all(route.is_direct for route in ROUTES if route.short is not None)


async def test_plain_requests_are_short(service):
    path = await path_of(service)
    plain = [request(path), request(path, extra=("X-Request-Id: a-name-of-a-client",))]
    plain += [request(path, extra=("Origin: http://localhost:8080",)), request(path, b"{")]
    plain += [request(path.replace("modify", "close"), b'{"marginAccountId":0,"marketId":1}')]
    others = [request(path + "?x=1"), request(path, kind="application/json; charset=utf-8")]
    others += [request("/api/v1/quote/modify-position"), request(path, extra=("Expect: a",))]
    async with two_ways(service) as ways:
        await assert_same(ways, plain)
        assert ways.short[0] == len(plain)
        await assert_same(ways, others)
        assert ways.short[0] == len(plain)


async def test_requests_that_wait_for_their_turn_are_answered_alike(service):
    asked = request(await path_of(service))
    async with two_ways(service) as ways:
        direct, library = [await at_once(port, asked, 120) for port in ways.ports]
        assert ways.short[0] == 120
    assert direct == library
    assert sum(direct.values()) == 120
    assert service.context.gate.turns.waiting_count == 0


async def test_a_full_line_is_refused_alike(service):
    asked = request(await path_of(service))
    service.context.gate.turns._waiting_max = 2
    async with two_ways(service) as ways:
        direct, library = [await at_once(port, asked, 120) for port in ways.ports]
    assert set(direct) == set(library)
    assert len(direct) == 2
    assert any(b"HTTP/1.1 503" in answer and b"Retry-After: 1" in answer for answer in direct)


async def test_answers_are_counted_alike(service):
    path = await path_of(service)
    asked = [request(path, body) for body in BODIES[:12]]
    async with two_ways(service) as ways:
        before = counts_of(service)
        await assert_same(ways, asked)
        after = counts_of(service)
        assert ways.short[0] == len(asked)
    more = {status: count - before[0].get(status, 0) for status, count in after[0].items()}
    assert sum(more.values()) == 2 * len(asked)
    assert len(more) > 2
    assert not any(count % 2 for count in more.values())
    for first, later in zip(before[1:], after[1:], strict=True):
        assert later > first
        assert (later - first) % 2 == 0


class Broken:
    """In the place of a form."""

    def fill(self, _quote, _points):
        raise RuntimeError("broken")


class Ids(logging.Handler):
    """Keeps the request id that each line of the log has."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def emit(self, _record) -> None:
        self.ids.append(request_id.get())


async def test_a_failure_is_answered_alike_and_logged_with_its_id(service, monkeypatch):
    path, ids = await path_of(service), Ids()
    monkeypatch.setattr(encode, "POSITION_QUOTE", Broken())
    logging.getLogger("acre.edge").addHandler(ids)
    async with two_ways(service) as ways:
        asked = request(path, extra=("X-Request-Id: a-name-of-a-client",))
        answer = await assert_same(ways, [asked, request(path)])
        assert ways.short[0] == 2
    logging.getLogger("acre.edge").removeHandler(ids)
    assert answer.count(b"HTTP/1.1 500") == 2
    assert ids.ids.count("a-name-of-a-client") == 2
    assert len(set(ids.ids)) == 3
    assert "" not in ids.ids
    assert request_id.get() == ""


@pytest.mark.parametrize("option", ["has_access_log", "traces"])
async def test_what_is_logged_or_traced_goes_the_way_of_all(tmp_path, database_url, option):
    rates = {**GENEROUS, "quotes": Rate(0.001, 12)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        shorts = service.client.server.runner.server._direct.shorts
        assert shorts.plain._is_on
        gate = service.context.gate
        object.__setattr__(gate, option, object())
        assert not type(shorts)(service.client.server.app, shorts._handler).plain._is_on


async def test_a_client_that_leaves_while_its_request_waits_is_forgotten(service):
    asked, server = request(await path_of(service)), service.client.server.runner.server
    loop, lines = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _loop, fault: lines.append(fault))
    one, other = [], []
    for clients in (one, other):
        protocol, transport = server(), Transport()
        protocol.connection_made(transport)
        clients += [protocol, transport]
    for _ in range(6):
        await asyncio.sleep(0)
    open_before = len(server._bounds)
    while service.context.gate.turns.starts_short("127.0.0.1"):
        pass  # this step has started enough
    one[0].data_received(asked)
    other[0].data_received(asked)
    assert service.context.gate.turns.waiting_count == 2
    one[0].connection_lost(None)
    one[1].close()
    for _ in range(6):
        await asyncio.sleep(0)
    assert one[1].written == b""
    assert other[1].written.startswith(b"HTTP/1.1 200 OK")
    assert len(server._bounds) == open_before - 1
    other[0].data_received(asked)
    for _ in range(6):
        await asyncio.sleep(0)
    assert other[1].written.count(b"HTTP/1.1 200 OK") == 2
    other[0].connection_lost(None)
    assert lines == []


async def test_a_connection_that_asked_last_is_closed_last(service):
    server = service.client.server.runner.server
    protocol = server()
    protocol.connection_made(Transport())
    later = server()
    later.connection_made(Transport())
    for _ in range(6):
        await asyncio.sleep(0)
    idle = server._bounds._all.idle
    assert list(idle).index(protocol.connection) < list(idle).index(later.connection)
    protocol.data_received(request(await path_of(service), ACCOUNT))
    assert list(idle)[-1] is protocol.connection
    for each in (protocol, later):
        each.connection_lost(None)
