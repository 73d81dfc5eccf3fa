"""Fixtures of the service tests."""

import pytest
from aiohttp.test_utils import TestClient

from tests.edge.service_world import ServedAsInProduction, running_service


@pytest.fixture
async def service(tmp_path, database_url):
    async with running_service(tmp_path, database_url) as running:
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
