"""The core and two web processes: one limit, one key, one session; a writer reads itself."""

import asyncio
import contextlib
from dataclasses import replace

import aiohttp
import pytest
from solders.keypair import Keypair

from chain.node.server.server import NodeServer
from edge.core.edge_process import run_edge
from edge.core.main import run_core
from edge.core.settings import Settings
from edge.http import limits
from edge.store import coordination
from edge.store.pool import Store
from engine.feed import ReplicaDiffersError
from tests.edge.service_world import TABLES
from tests.platform.running import free_port

DEADLINE_S = 60.0


@pytest.fixture
async def node(tmp_path):
    node = await NodeServer.start(tmp_path / "chain", slot_ms=10)
    yield node
    await node.stop()


@pytest.fixture
async def settings(tmp_path, database_url, node):
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    await store.close()
    found = Settings.from_environment(
        {
            "ACRE_HOME": str(tmp_path),
            "ACRE_PORT": str(free_port()),
            "ACRE_NODE_PORT": node.url.rpartition(":")[2],
            "ACRE_PROFILE": "test",
            "ACRE_EDGE_WORKERS": "2",
            "ACRE_PREDICTION_SCHEDULE": "1",
            "DATABASE_URL": database_url,
        }
    )
    return replace(found, web_dist=tmp_path)


class Platform:
    """The processes as tasks, and one client for all of them."""

    def __init__(self, settings, session):
        self.settings = settings
        self.session = session
        self.tasks = {}

    def start(self, number):
        """Start the core (0) or a web process."""
        work = run_edge(self.settings, number) if number else run_core(self.settings)
        self.tasks[number] = asyncio.create_task(work)

    async def stop(self, number):
        task = self.tasks.pop(number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def call(self, number, method, path, **more):
        """Ask one process; returns status, body and headers."""
        url = f"http://127.0.0.1:{self.settings.own_port(number)}{path}"
        async with self.session.request(method, url, **more) as answer:
            text = await answer.text()
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else text, answer.headers

    async def ready(self, number):
        """Wait until a process serves."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    status, _, _ = await self.call(number, "GET", "/api/v1/health")
                    if status == 200:
                        return
                task = self.tasks[number]
                if task.done():
                    task.result()
                await asyncio.sleep(0.05)

    async def sign_in(self, number, key):
        address = str(key.pubkey())
        login = f"/express/v1/auth/login?address={address}"
        _, asked, _ = await self.call(number, "GET", login)
        text = asked["message"]
        body = {
            "address": address,
            "message": text,
            "signature": str(key.sign_message(text.encode())),
        }
        status, session, _ = await self.call(number, "POST", "/express/v1/auth/login", json=body)
        assert status == 200, session
        return Caller(self, address, session["accessToken"], session["refreshToken"])


class Caller:
    """A signed-in wallet."""

    def __init__(self, platform, address, token, refresh):
        self.platform = platform
        self.address = address
        self.token = token
        self.refresh = refresh

    async def call(self, number, method, path, headers=None, **more):
        headers = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        path = path.replace("ME", self.address)
        return await self.platform.call(number, method, path, headers=headers, **more)


@pytest.fixture
async def platform(settings):
    async with aiohttp.ClientSession() as session:
        platform = Platform(settings, session)
        try:
            platform.start(0)
            await platform.ready(0)
            for number in (1, 2):
                platform.start(number)
            for number in (1, 2):
                await platform.ready(number)
            yield platform
        finally:
            for number in sorted(platform.tasks, reverse=True):
                await platform.stop(number)


async def question(platform):
    """Return an open prediction market."""
    async with asyncio.timeout(DEADLINE_S):
        while True:
            _, found, _ = await platform.call(1, "GET", "/express/v1/predictions/markets")
            for market in found["markets"]:
                if market["status"] == "open":
                    return market["marketId"]
            await asyncio.sleep(0.1)


ORDER = {"type": "limit", "side": "yes", "price": 10, "contracts": 1}
JOIN = "/express/v1/ppps3/participants"
ORDERS = "/express/v1/predictions/orders"


async def test_the_web_is_one_over_its_processes(platform):
    caller = await platform.sign_in(1, Keypair())
    market_id = await question(platform)
    await one_reads_what_it_wrote(caller, market_id)
    await one_key_is_one_order(caller, market_id)
    await one_limit_counts_for_all(platform)
    await a_session_that_ends_ends_everywhere(platform, caller)
    await without_the_core_reads_continue(platform)


async def one_reads_what_it_wrote(caller, market_id):
    place = f"/express/v1/predictions/markets/{market_id}/orders"
    status, joined, _ = await caller.call(1, "POST", JOIN, json={})
    assert status in (200, 201), joined
    status, points, _ = await caller.call(2, "GET", "/express/v1/predictions/portfolio")
    assert status == 200, points  # which grants the points
    seen = "0"
    for number in range(12):
        order = {**ORDER, "price": 10 + number}
        status, placed, headers = await caller.call(1 + number % 2, "POST", place, json=order)
        assert status == 201, placed
        assert int(headers["Acre-Sequence"]) > int(seen)
        seen = headers["Acre-Sequence"]
        status, page, _ = await caller.call(
            2 - number % 2,
            "GET",
            f"{ORDERS}?limit=50",
            headers={"Acre-Sequence": seen},
        )
        assert status == 200
        assert len(page["orders"]) == number + 1
    for wrong in ("-1", "x", "1" * 20, ""):
        status, body, _ = await caller.call(1, "GET", ORDERS, headers={"Acre-Sequence": wrong})
        assert (status, body["code"]) == (400, "VALIDATION"), wrong
    ahead = {"Acre-Sequence": str(10**18)}
    status, body, headers = await caller.call(1, "GET", ORDERS, headers=ahead)
    assert (status, body["code"], headers["Retry-After"]) == (503, "MAINTENANCE", "1")


async def one_key_is_one_order(caller, market_id):
    place = f"/express/v1/predictions/markets/{market_id}/orders"
    order = {**ORDER, "price": 30}
    headers = {"Idempotency-Key": "k1"}
    answers = await asyncio.gather(
        *(caller.call(1 + n % 2, "POST", place, headers=headers, json=order) for n in range(8))
    )
    assert {status for status, _, _ in answers} == {201}
    assert len({str(body) for _, body, _ in answers}) == 1
    other = {**ORDER, "price": 31}
    for number in (1, 2):
        status, body, _ = await caller.call(number, "POST", place, headers=headers, json=other)
        assert (status, body["code"]) == (409, "IDEMPOTENCY_MISMATCH")


async def one_limit_counts_for_all(platform):
    most = limits.RATES["faucet"].burst
    outcomes = []
    for number in range(most + 3):
        status, _, _ = await platform.call(
            1 + number % 2, "POST", "/express/v1/faucet", json={"address": str(Keypair().pubkey())}
        )
        outcomes.append(status)
    assert outcomes.count(200) <= most + 1  # a token may come back meanwhile
    assert 429 in outcomes


async def a_session_that_ends_ends_everywhere(platform, caller):
    for number in (0, 1, 2):
        assert (await caller.call(number, "GET", ORDERS))[0] == 200
    body = {"refreshToken": caller.refresh}
    status, _, _ = await platform.call(2, "POST", "/api/v1/auth/logout", json=body)
    assert status in (200, 204)
    async with asyncio.timeout(5):
        for number in (2, 1, 0):
            while (await caller.call(number, "GET", ORDERS))[0] != 401:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def without_the_core_reads_continue(platform):
    caller = await platform.sign_in(2, Keypair())
    await platform.stop(0)
    status, body, _ = await platform.call(1, "GET", "/express/v1/market/search?limit=5")
    assert status == 200
    assert len(body["markets"]) == 5
    status, body, _ = await platform.call(1, "GET", "/readyz")
    assert (status, body["waiting"]) == (200, ["core"])
    assert (await platform.call(1, "GET", "/express/v1/status"))[1]["status"] == "degraded"
    assert (await platform.call(1, "HEAD", "/livez"))[0] == 200
    status, body, headers = await caller.call(1, "POST", JOIN, json={})
    assert (status, body["code"]) == (503, "MAINTENANCE")
    assert "Retry-After" in headers
    platform.start(0)
    await platform.ready(0)
    async with asyncio.timeout(DEADLINE_S):
        while True:
            status, _, _ = await caller.call(1, "POST", JOIN, json={})
            if status in (200, 201):
                break
            await asyncio.sleep(0.1)


async def test_everybody_is_told_of_the_start_until_a_web_process_serves(settings):
    async with aiohttp.ClientSession() as session:
        platform = Platform(settings, session)
        url = f"{settings.url}/api/v1/health"
        platform.start(0)
        try:
            async with asyncio.timeout(DEADLINE_S):
                while True:
                    with contextlib.suppress(aiohttp.ClientError):
                        async with session.get(url) as answer:
                            assert answer.status == 503
                            assert "stage" in (await answer.json())["details"]
                            break
                    await asyncio.sleep(0.01)
            await platform.ready(0)
            platform.start(1)
            await platform.ready(1)
            async with asyncio.timeout(DEADLINE_S):
                served = 0
                while served < 20:
                    with contextlib.suppress(aiohttp.ClientError):
                        async with session.get(url, headers={"Connection": "close"}) as answer:
                            served = served + 1 if answer.status == 200 else 0
                    await asyncio.sleep(0.02)
            replica_of = platform.tasks[1]
            assert not replica_of.done()
        finally:
            for number in sorted(platform.tasks, reverse=True):
                await platform.stop(number)


def test_a_replica_that_differs_is_a_passing_error():
    from edge.cli.roles.edge import PASSING_ERRORS

    assert ReplicaDiffersError in PASSING_ERRORS
    assert coordination.REVOKED
