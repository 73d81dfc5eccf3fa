"""Fixtures of the service tests."""

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient

from edge.http.limits import RATES
from tests.edge.service_world import GENEROUS, ServedAsInProduction, running_service


@pytest.fixture
async def service(tmp_path, database_url):
    async with running_service(tmp_path, database_url) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_service(tmp_path_factory, database_url):
    """One service for all tests of a module: each brings wallets of its own."""
    rates = {**GENEROUS, "referral-failures": RATES["referral-failures"]}
    home = tmp_path_factory.mktemp("service")
    async with running_service(home, database_url, rates=rates) as running:
        yield running


@pytest.fixture
async def aiohttp_app_client():
    """Return a function that serves an application and gives a client of it."""
    clients = []

    async def serve(app) -> TestClient:
        client = TestClient(ServedAsInProduction(app))
        await client.start_server()
        clients.append(client)
        return client

    yield serve
    for client in clients:
        await client.close()
