"""Short writes answer as all others do: in turn, counted, once, and with the same refusals."""

import asyncio
import contextlib
import logging
from collections import Counter

import pytest

from edge.api.discovery import load_routes
from edge.api.predictions import encode
from edge.http.limits import Rate
from edge.http.route import ROUTES
from engine.sequencer import (
    SequencerClosedError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from tests.edge.api.predictions.test_orders_two_ways import _OWN, assert_same, post, signed
from tests.edge.http.middleware.test_short import REMAINING, Ids
from tests.edge.http.test_direct import Transport
from tests.edge.prediction_world import PATH, open_market, player, wish
from tests.edge.service_world import GENEROUS, running_service
from tests.edge.two_ways import HOST, Client, two_ways, without_moments

TEMPLATE = f"{PATH}/markets/{{marketId}}/orders"
ONE = {"contracts": 1}


async def world(service):
    """Return a trader, and the path of the orders of an open market."""
    market_id = await open_market(service)
    return await player(service), f"/markets/{market_id}/orders"


def counts_of(service) -> tuple[Counter[int], int, int]:
    """Return answers to orders by status, and how often bodies and answers were timed."""
    shorts = service.client.server.runner.server._direct.shorts
    answers, stages = shorts._handler.observe.__self__, service.context.gate.stages
    by_status = answers.by_route.get(TEMPLATE, {})
    statuses = Counter({status: times.count for status, times in by_status.items()})
    return statuses, stages.parse.count, stages.encode.count


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
    received = (_OWN.sub(rb"\1\2", without_moments(client.received)) for client in clients)
    return Counter(REMAINING.sub(rb"\1", answer) for answer in received)


def test_orders_and_their_amendments_are_short_writes():
    load_routes()
    short = {route.path for route in ROUTES if route.short_write is not None}
    assert short == {
        "/predictions/markets/{marketId}/orders",
        "/predictions/orders/{orderId}/amend",
    }
    assert all(route.is_direct for route in ROUTES if route.short_write is not None)


async def test_plain_orders_are_short(service):
    trader, path = await world(service)
    heads = signed(trader)
    first = (await trader.order(1))["orderId"]
    plain = [post(path, wish(), heads), post(path, b"{", heads), post(path, wish())]
    plain += [post(path, wish(), [*heads, "Origin: http://localhost:8080"])]
    plain += [post(f"/orders/{first}/amend", {"contracts": 5}, heads)]
    others = [post(path + "?x=1", wish(), heads), post("/orders/batch", {"orders": []}, heads)]
    others += [post(path, wish(), [*heads, f"{name}: 1"]) for name in ("Expect", "Acre-Sequence")]
    others += [post(path, wish(), [*heads, "Idempotency-Key: a"])]
    async with two_ways(service) as ways:
        for each in plain:
            await assert_same(ways, each)
        assert ways.short[0] == len(plain)
        for each in others[:-1]:
            await assert_same(ways, each)
        await ways.send([others[-1]], is_whole=True)
        assert ways.short[0] == len(plain)


async def test_orders_that_wait_for_their_turn_are_answered_alike(service):
    trader, path = await world(service)
    asked = post(path, wish(**ONE), signed(trader))
    async with two_ways(service) as ways:
        direct, library = [await at_once(port, asked, 60) for port in ways.ports]
        assert ways.short[0] == 60
    assert direct == library
    assert sum(direct.values()) == 60
    assert service.context.gate.turns.waiting_count == 0


async def test_a_full_line_is_refused_alike(service):
    trader, path = await world(service)
    asked = post(path, wish(**ONE), signed(trader))
    service.context.gate.turns._waiting_max = 2
    async with two_ways(service) as ways:
        direct, library = [await at_once(port, asked, 100) for port in ways.ports]
    assert set(direct) == set(library)
    assert len(direct) == 2
    assert any(b"HTTP/1.1 503" in answer and b"Retry-After: 1" in answer for answer in direct)
    server = service.client.server.runner.server
    assert len(server._bounds._all.idle) == len(server._bounds)


async def test_answers_are_counted_alike(service):
    trader, path = await world(service)
    heads = signed(trader)
    asked = [post(path, wish(**change), heads) for change in ({}, {"price": 0}, {"side": "no"})]
    asked += [post(path, b"{", heads), post(path, wish()), post(path, wish(price=99, **ONE), heads)]
    async with two_ways(service) as ways:
        before = counts_of(service)
        for each in asked:
            await assert_same(ways, each)
        after = counts_of(service)
        assert ways.short[0] == len(asked)
    more = after[0] - before[0]
    assert sum(more.values()) == 2 * len(asked)
    assert len(more) > 2
    assert not any(count % 2 for count in more.values())
    for first, later in zip(before[1:], after[1:], strict=True):
        assert later > first
        assert (later - first) % 2 == 0


async def test_a_failure_is_answered_alike_and_logged_with_its_id(service, monkeypatch):
    trader, path = await world(service)
    asked, ids = post(path, wish(), [*signed(trader), "X-Request-Id: a-name-of-it"]), Ids()
    with monkeypatch.context() as broken:
        broken.setattr(encode, "order", lambda _view: 1 // 0)
        logging.getLogger("acre.edge").addHandler(ids)
        async with two_ways(service) as ways:
            answer = await assert_same(ways, asked)
            assert ways.short[0] == 1
        logging.getLogger("acre.edge").removeHandler(ids)
    assert b"HTTP/1.1 500" in answer
    assert ids.ids == ["a-name-of-it"] * 2
    assert len(await trader.ids()) == 2  # the command was applied
    assert not service.context.sequencer.failed.done()


@pytest.mark.parametrize(
    "error",
    [SequencerFullError, SequencerOverloadedError, SequencerClosedError, SequencerFailedError],
)
async def test_an_order_that_is_not_taken_is_answered_alike(service, monkeypatch, error):
    trader, path = await world(service)
    asked = post(path, wish(), signed(trader))

    def refuse():
        raise error("not now")

    with monkeypatch.context() as closed:
        closed.setattr(service.context.sequencer, "_check_open", refuse)
        async with two_ways(service) as ways:
            answer = await assert_same(ways, asked)
            assert ways.short[0] == 1
    assert b"HTTP/1.1 500" in answer or b"HTTP/1.1 503" in answer
    assert await trader.ids() == []


async def test_an_order_whose_submission_fails_is_answered_once(service, monkeypatch):
    trader, path = await world(service)
    asked, sequencer = post(path, wish(), signed(trader)), service.context.sequencer

    def fail(*_batch):
        raise RuntimeError("no thread")

    with monkeypatch.context() as broken:
        broken.setattr(sequencer._thread, "append", fail)
        async with two_ways(service) as ways:
            direct, _ = await ways.send([asked], is_whole=True)
            assert ways.short[0] == 1
    assert direct.count(b"HTTP/1.1 500") == 1
    with contextlib.suppress(SequencerFailedError):
        await sequencer.failed
    assert sequencer.failed.done()


@pytest.mark.parametrize("is_expired", [True, False])
async def test_a_token_that_ends_is_refused_from_a_known_head_too(service, is_expired):
    trader, path = await world(service)
    asked, sessions = post(path, wish(**ONE), signed(trader)), service.context.sessions
    async with two_ways(service) as ways:
        assert b"HTTP/1.1 201" in await assert_same(ways, asked)
        if is_expired:
            service.wall.s += 100_000
        else:
            token = trader.headers["Authorization"].partition(" ")[2]
            sessions._revoked[sessions.check(token).session_id] = 1e12
        answer = await assert_same(ways, asked)
        assert ways.short[0] == 2
    assert b"HTTP/1.1 401" in answer


async def test_a_stopping_service_ends_connections_alike(service):
    trader, path = await world(service)
    asked = post(path, wish(**ONE), signed(trader))
    service.context.gate.drain.begin()
    async with two_ways(service) as ways:
        for each in (asked, post(path, b"{", signed(trader))):
            assert b"Connection: close" in await assert_same(ways, each)


@pytest.mark.parametrize("is_of_address", [True, False])
async def test_a_rate_that_is_used_up_is_refused_alike(tmp_path, database_url, is_of_address):
    name = "predictions-address" if is_of_address else "predictions"
    rates = {**GENEROUS, name: Rate(0.001, 3), "public": Rate(0.001, 3)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        market_id = await open_market(service)
        trader = await player(service)
        path = f"/markets/{market_id}/orders"
        asked = [post(path, wish(**ONE), signed(trader)), post(path, b"{", signed(trader))] * 3
        async with two_ways(service) as ways:
            answers = [await assert_same(ways, each) for each in asked]
            assert ways.short[0] == len(asked)
            assert [b"HTTP/1.1 429" in answer for answer in answers] == [False] * 3 + [True] * 3
            answer = await assert_same(ways, *[post(path, wish())] * 5)
            assert answer.count(b"HTTP/1.1 429") == 2
            assert answer.count(b"HTTP/1.1 401") == 3


@pytest.mark.parametrize("option", ["has_access_log", "traces"])
async def test_what_is_logged_or_traced_goes_the_way_of_all(service, option):
    app = service.client.server.app
    shorts = service.client.server.runner.server._direct.shorts
    object.__setattr__(service.context.gate, option, object())
    assert not type(shorts)(app, shorts._handler).plain._is_on


def connected(server):
    """Return a connection of a server over a transport of the test."""
    protocol, transport = server(), Transport()
    protocol.connection_made(transport)
    return protocol, transport


async def turns(count: int = 6) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("waits_for_turn", [True, False])
async def test_a_client_that_leaves_has_its_order_once_and_is_forgotten(service, waits_for_turn):
    trader, path = await world(service)
    asked, server = post(path, wish(**ONE), signed(trader)), service.client.server.runner.server
    loop, faults = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _loop, fault: faults.append(fault))
    (one, one_way), (other, other_way) = connected(server), connected(server)
    await turns()
    open_before = len(server._bounds)
    gate_turns = service.context.gate.turns
    while waits_for_turn and gate_turns.starts_write("127.0.0.1"):
        pass  # this step has started enough
    one.data_received(asked)
    other.data_received(asked)
    assert gate_turns.waiting_count == (2 if waits_for_turn else 0)
    assert one.connection not in server._bounds._all.idle
    one.connection_lost(None)
    one_way.close()
    while not other_way.written:  # noqa: ASYNC110 - the loop is what is tested
        await asyncio.sleep(0)
    assert one_way.written == b""
    assert other_way.written.startswith(b"HTTP/1.1 201 Created")
    assert other.connection in server._bounds._all.idle
    assert len(server._bounds) == open_before - 1
    assert len(await trader.ids()) == 2
    other.connection_lost(None)
    assert faults == []


async def test_what_a_transport_refuses_ends_its_connection_and_nothing_else(service):
    trader, path = await world(service)
    asked, server = post(path, wish(**ONE), signed(trader)), service.client.server.runner.server
    (broken, broken_way), (other, other_way) = connected(server), connected(server)
    await turns()

    def fail(_data):
        raise OSError("broken")

    broken_way.write = fail
    broken.data_received(asked)
    other.data_received(asked)
    while not other_way.written:  # noqa: ASYNC110 - the loop is what is tested
        await asyncio.sleep(0)
    assert other_way.written.startswith(b"HTTP/1.1 201 Created")
    assert not broken_way.is_open
    assert not service.context.sequencer.failed.done()
    for each in (broken, other):
        each.connection_lost(None)
