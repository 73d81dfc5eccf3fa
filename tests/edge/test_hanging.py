"""A node or a database that hangs: answers come soon, and say what is wrong."""

import asyncio
import contextlib

import pytest

from chain.errors import ChainError
from chain.rpc import Rpc
from edge.health import NodeHealth
from edge.schemas.series import ClusterHealth
from tests.edge.service_world import make_sessions, text_of

MAIN = "/api/v1"


@contextlib.asynccontextmanager
async def hanging_server():
    """Serve connections that take everything and answer nothing; yields the url and the count."""
    calls, tasks = [], []

    async def swallow(reader, writer):
        tasks.append(asyncio.current_task())
        while data := await reader.read(65_536):
            calls.append(data)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(swallow, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", calls
    finally:
        server.close()
        await asyncio.gather(*tasks)


async def test_a_node_that_hangs_is_asked_once():
    async with hanging_server() as (url, calls), Rpc(url, 0.05) as rpc:
        with pytest.raises(ChainError) as refused:
            await rpc.slot()
        assert refused.value.code == "NODE_UNAVAILABLE"
        assert len([call for call in calls if b"getSlot" in call]) == 1


async def test_a_node_that_hangs_is_down_at_its_last_known_slot():
    fine = ClusterHealth(status="healthy", slot=9, block_time=5, tps=1, latency_ms=1, as_of=5)
    none = ClusterHealth(status="down", slot=0, block_time=0, tps=0, latency_ms=0, as_of=7)
    answers = [fine, none]

    async def ask() -> ClusterHealth:
        if answers:
            return answers.pop(0)
        return await asyncio.Event().wait()

    health = NodeHealth(ask, deadline_s=0.01)
    assert await health() == fine
    refused = await health()
    assert (refused.status, refused.slot, refused.as_of) == ("down", 9, 7)
    hung = await health()
    assert (hung.status, hung.slot, hung.as_of) == ("down", 9, 5)


async def test_a_database_that_hangs_is_503_soon(service, monkeypatch):
    wallet = await service.world.user()
    session = await service.login(wallet)
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 0.05)
    store = service.context.store
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(store.pool.get_max_size()):
            await stack.enter_async_context(store.pool.acquire())
        path = f"{MAIN}/user/{text_of(wallet)}/history/trade"
        async with service.client.get(path) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
            assert (await answer.json())["code"] == "MAINTENANCE"
            assert "RateLimit-Limit" in answer.headers
        body = {"refreshToken": session["refreshToken"]}
        await service.post(f"{MAIN}/auth/refresh-token", body, 503)
    await service.get(path)


async def test_a_slow_query_is_given_up(service, monkeypatch):
    store = service.context.store
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 0.05)
    monkeypatch.setitem(store.queries, "test.sleep", "SELECT pg_sleep(30)")
    with pytest.raises(TimeoutError):
        await store.value("test.sleep")


async def test_a_revoked_session_stays_revoked_over_a_restart(service):
    wallet = await service.world.user()
    session = await service.login(wallet)
    await service.post(f"{MAIN}/auth/logout", {"refreshToken": session["refreshToken"]}, 204)
    bearer = service.context.sessions._tokens.check(session["accessToken"])
    again = make_sessions(service.context.store, service.wall)
    assert not again.is_revoked(bearer.session_id)
    await again.load_revoked()
    assert again.is_revoked(bearer.session_id)
    service.wall.s += 900 + 61
    later = make_sessions(service.context.store, service.wall)
    await later.load_revoked()
    assert not later.is_revoked(bearer.session_id)
