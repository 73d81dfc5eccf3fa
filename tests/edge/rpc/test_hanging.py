"""A node or a database that hangs: answers come soon, and say what is wrong."""

import asyncio
import contextlib
from ipaddress import ip_network

import asyncpg
import pytest

from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from edge.api.series.schemas import ClusterHealth
from edge.api.status.node_health import NodeHealth
from edge.http.limits import HISTORY_CONNECTIONS_MAX, HISTORY_READS_WAITING_MAX
from edge.http.network import TrustedProxies
from edge.store.pool import is_history
from edge.store.queries import load_queries
from tests.edge.prediction_world import open_market, player, wish
from tests.edge.service_world import make_sessions, running_service, text_of

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


@contextlib.asynccontextmanager
async def blocked(pool):
    """Hold every connection of a pool."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(pool.get_max_size()):
            await stack.enter_async_context(pool.acquire())
        yield


async def test_a_database_that_hangs_is_503_soon(service, monkeypatch):
    wallet = await service.world.user()
    session = await service.login(wallet)
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 0.05)
    store = service.context.store
    path = f"{MAIN}/user/{text_of(wallet)}/history/trade"
    body = {"refreshToken": session["refreshToken"]}
    async with blocked(store.pool), blocked(store.history):
        async with service.client.get(path) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
            assert (await answer.json())["code"] == "MAINTENANCE"
            assert "RateLimit-Limit" in answer.headers
        await service.post(f"{MAIN}/auth/refresh-token", body, 503)
    await service.get(path)


async def test_reads_of_histories_take_nothing_from_sign_in_and_orders(
    tmp_path, database_url, monkeypatch
):
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 60)
    proxies = TrustedProxies((ip_network("127.0.0.1/32"),))
    async with running_service(tmp_path, database_url, proxies=proxies) as service:
        await fill_the_histories(service, monkeypatch)


async def fill_the_histories(service, monkeypatch) -> None:
    """Take every place in which reads of histories wait, from many addresses."""
    await open_market(service)
    alice = await player(service)
    wallet = await service.world.user()
    path = f"{MAIN}/user/{text_of(wallet)}/history/trade"
    most = HISTORY_CONNECTIONS_MAX + HISTORY_READS_WAITING_MAX
    async with blocked(service.context.store.history):
        waiting = [asyncio.create_task(ask(service, path, f"6.6.6.{n}")) for n in range(most)]
        while service.context.store.reading < most:  # noqa: ASYNC110 - a count, not a time
            await asyncio.sleep(0.01)
        # what is too much is refused at once, and says when to come again
        assert await ask(service, path) == (503, "1")
        session = await service.login(wallet)
        body = {"refreshToken": session["refreshToken"]}
        await service.post(f"{MAIN}/auth/refresh-token", body)
        order = await alice.post("/markets/1/orders", wish(), 201, **{"Idempotency-Key": "k"})
        assert order["order"]["status"] == "open"
        await service.settle()
    assert await asyncio.gather(*waiting) == [(200, None)] * most
    assert await ask(service, path) == (200, None)
    # and writes that hang do not hold up histories
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 0.05)
    async with blocked(service.context.store.pool):
        assert await ask(service, path) == (200, None)


async def ask(service, path: str, address: str = "7.7.7.7") -> tuple[int, str | None]:
    async with service.client.get(path, headers={"X-Forwarded-For": address}) as answer:
        await answer.read()
        return answer.status, answer.headers.get("Retry-After")


ERRORS = (
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.AdminShutdownError("terminating connection due to administrator command"),
    asyncpg.CrashShutdownError("terminating connection because of crash"),
    asyncpg.QueryCanceledError("canceling statement"),
    asyncpg.DiskFullError("could not extend file"),
    asyncpg.OutOfMemoryError("out of memory"),
    asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    asyncpg.PostgresIOError("could not read block"),
    asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT in a read-only transaction"),
    asyncpg.ConnectionDoesNotExistError("connection was closed"),
    asyncpg.InternalClientError("got result for unknown protocol state"),
    asyncpg.InterfaceError("pool is closing"),
)


async def test_a_database_that_starts_stops_or_is_full_is_503_and_one_line(
    service, monkeypatch, caplog
):
    path = f"{MAIN}/user/11111111111111111111111111111111/commands"
    for error in ERRORS:

        async def fails(*_values, error=error):
            raise error

        monkeypatch.setattr(service.context.store, "rows", fails)
        caplog.clear()
        assert await ask(service, path) == (503, "2"), error
        (record,) = (one for one in caplog.records if one.name == "acre.edge")
        assert (record.getMessage(), record.exc_info) == ("database_away", None)
        assert type(error).__name__ in record.error


def test_a_waiting_query_is_reported_by_name():
    names = load_queries().texts
    assert is_history("history.trades_of_user")
    assert is_history("predictions.orders")
    writes = [name for name in names if not names[name].startswith(("SELECT", "WITH", "("))]
    assert not [name for name in writes if is_history(name)]
    assert not [name for name in names if name.startswith("session.") and is_history(name)]


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
