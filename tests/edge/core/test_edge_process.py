"""The core and two web processes: one limit, one key, one session; a writer reads itself."""

import asyncio
import contextlib

import aiohttp
import pytest
from solders.keypair import Keypair

from chain.node.server.server import NodeServer
from edge.http import limits
from edge.store import coordination
from engine.feed import ReplicaDiffersError
from tests.edge.core.web_platform import (
    DEADLINE_S,
    JOIN,
    ORDER,
    Platform,
    question,
    running_platform,
    web_settings,
)


@pytest.fixture
async def node(tmp_path):
    node = await NodeServer.start(tmp_path / "chain", slot_ms=10)
    yield node
    await node.stop()


@pytest.fixture
async def settings(tmp_path, database_url, node):
    return await web_settings(tmp_path, database_url, node)


@pytest.fixture
async def platform(settings):
    async with running_platform(settings) as platform:
        yield platform


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
