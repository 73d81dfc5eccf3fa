"""A core that is killed at a known instant of a request with a key, and the request again.

The database holds the request at one of its two writes, the taking of the key or the storing of the
answer, until the core is dead: before the journal and after it.
"""

import asyncio
import contextlib
import secrets
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import asyncpg
import pytest

from bench._http.run import _listens
from bench._http.server import ENV, HOST
from edge.api.auth.keys import load_secret
from edge.api.auth.tokens import AccessTokens
from engine.core.exchange import Exchange
from engine.core.generated.messages import OrderOpened
from engine.journal import FileJournal
from engine.sequencer import effective_records
from tests.edge.prediction_world import wish

ROOT = Path(__file__).parents[3]
EXPRESS = "/express/v1"
PLACE = f"{EXPRESS}/predictions/markets/1/orders"
BATCH = f"{EXPRESS}/predictions/orders/batch"
LOCK = 0x1DE0
HELD_MAX_S = 30.0
WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
"""


@dataclass
class Core:
    """A running core and a wallet that is signed in to it."""

    session: aiohttp.ClientSession
    process: subprocess.Popen
    headers: dict[str, str]

    async def post(self, path: str, body, **headers: str) -> tuple[int, bool, dict]:
        """Return status, whether it is a repeat, and the body."""
        async with self.session.post(path, json=body, headers=self.headers | headers) as answer:
            is_repeat = answer.headers.get("Idempotency-Replayed") == "true"
            return answer.status, is_repeat, await answer.json()


@pytest.fixture
def database_url(postgres_cluster) -> str:
    """The address of an empty database that belongs to one test: its journal is its own too."""
    return postgres_cluster.create_database(f"crash_{secrets.token_hex(4)}")


@pytest.fixture
def core(tmp_path, database_url, unused_tcp_port_factory):
    """Return a context manager that runs a core on the test's journal and database."""
    user = secrets.token_bytes(32)

    @contextlib.asynccontextmanager
    async def run():
        port = unused_tcp_port_factory()
        command = [sys.executable, "-m", "tests.edge.core_kill_child", str(port), str(tmp_path)]
        process = subprocess.Popen([*command, database_url], cwd=ROOT)  # noqa: ASYNC220
        with process:
            try:
                await _listens(port, process)
                tokens = AccessTokens(load_secret(tmp_path / "edge-secret"), ENV, time.time)
                token = tokens.issue(user, secrets.token_hex(16), "one", int(time.time()))
                async with aiohttp.ClientSession(f"http://{HOST}:{port}") as session:
                    yield Core(session, process, {"Authorization": f"Bearer {token}"})
            finally:
                process.kill()

    return run


@contextlib.asynccontextmanager
async def held(database_url: str, write: str):
    """Hold every such write of keys; yield a function that waits until one is held."""
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(
            f"""
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_advisory_xact_lock({LOCK}); RETURN NEW; END';
            CREATE TRIGGER hold BEFORE {write} ON idempotent_answer
            FOR EACH ROW EXECUTE FUNCTION hold();
            """
        )
        await connection.execute(f"SELECT pg_advisory_lock({LOCK})")

        async def reached() -> None:
            async with asyncio.timeout(HELD_MAX_S):
                while not await connection.fetchval(WAITING, LOCK):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)

        yield reached
        # what a dead core had sent is ended, as the server does when it notices
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks"
            " WHERE locktype = 'advisory' AND NOT granted"
        )
        await connection.execute("DROP FUNCTION hold() CASCADE")
    finally:
        await connection.close()


def opened(home: Path) -> list[OrderOpened]:
    """Return the orders that the journal makes of an empty exchange."""
    journal, exchange = FileJournal(home / "journal"), Exchange()
    records = list(effective_records(journal))
    events = [event for record in records for event in exchange.apply_record(record.payload)]
    journal.close()
    return [event for event in events if isinstance(event, OrderOpened)]


async def killed(core, database_url: str, write: str, path: str, body) -> None:
    """Send a request under a key to a new core, and kill the core while that write is held."""
    async with core() as first:
        joined, _, _ = await first.post(f"{EXPRESS}/ppps3/participants", {})
        assert joined == 201
        async with first.session.get(
            f"{EXPRESS}/predictions/portfolio", headers=first.headers
        ) as answer:
            assert answer.status == 200
        async with held(database_url, write) as reached:
            lost = {"Idempotency-Key": "lost"}
            sending = asyncio.create_task(first.post(path, body, **lost))
            await reached()
            first.process.kill()
            with pytest.raises(aiohttp.ClientError):
                await sending
            first.process.wait()


@pytest.mark.parametrize("fields", [{}, {"clientOrderId": "mine"}, {"timeInForce": "ioc"}])
async def test_after_the_journal_an_order_is_there_once(core, tmp_path, database_url, fields):
    body, key = wish(**fields), {"Idempotency-Key": "lost"}
    await killed(core, database_url, "UPDATE", PLACE, body)
    (first,) = opened(tmp_path)
    async with core() as second:
        status, _, received = await second.post(PLACE, {**body, "price": 41}, **key)
        assert (status, received["code"]) == (409, "IDEMPOTENCY_MISMATCH")
        one, two = await asyncio.gather(*(second.post(PLACE, body, **key) for _ in range(2)))
        assert one == two
        status, is_repeat, received = one
        assert (status, is_repeat) == (201, True)
        order = received["order"]
        assert order["orderId"] == first.order_id == 1
        assert order["clientOrderId"] == fields.get("clientOrderId")
        assert order["status"] == ("canceled" if fields.get("timeInForce") else "open")
        assert await second.post(PLACE, body, **key) == one
    assert opened(tmp_path) == [first]


async def test_before_the_journal_nothing_was_done(core, tmp_path, database_url):
    key = {"Idempotency-Key": "lost"}
    await killed(core, database_url, "INSERT", PLACE, wish())
    assert opened(tmp_path) == []
    async with core() as second:
        status, is_repeat, received = await second.post(PLACE, wish(), **key)
        assert (status, is_repeat, received["order"]["orderId"]) == (201, False, 1)
        assert await second.post(PLACE, wish(), **key) == (201, True, received)
    assert len(opened(tmp_path)) == 1


async def test_a_batch_is_placed_once(core, tmp_path, database_url):
    body = {"orders": [{**wish(), "marketId": 1}] * 3}
    await killed(core, database_url, "UPDATE", BATCH, body)
    assert [event.order_id for event in opened(tmp_path)] == [1, 2, 3]
    async with core() as second:
        status, is_repeat, received = await second.post(BATCH, body, **{"Idempotency-Key": "lost"})
        assert (status, is_repeat) == (200, True)
        assert [result["order"]["orderId"] for result in received["results"]] == [1, 2, 3]
    assert len(opened(tmp_path)) == 3
