"""One service for all of these tests, in which everything that can be answered has happened."""

from functools import cache

import pytest_asyncio

from chain.catalogue import load_catalogue
from chain.catalogue.statistics import PROPERTY_TYPES, Figure, Statistics
from tests.contract.inhabited import Inhabited, inhabit
from tests.contract.known import AREA
from tests.edge.api.housing.test_statistics import TEXAS_MONTHS_LATER, month_s, moved
from tests.edge.service_world import running_service


@cache
def texas_later() -> Statistics:
    """Return the housing statistics of a real city, as those of the first market."""
    catalogue = load_catalogue(None, "texas")
    acre_id = next(area.acre_id for area in catalogue.markets if area.symbol == "AUS")
    found = moved(catalogue.load_statistics(), acre_id, TEXAS_MONTHS_LATER)
    series = {key: list(found.figures(*key)) for key in found.series()}
    # the table has no kinds of homes
    out_s = month_s(2023, 9)
    kinds = {(AREA, metric): [Figure(out_s, out_s, 5)] for metric in PROPERTY_TYPES.values()}
    return Statistics({**series, **kinds})


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def inhabited(tmp_path_factory, postgres_cluster):
    """Return the service and who lives in it; tests must not count on being alone."""
    url = postgres_cluster.create_database("contract")
    home = tmp_path_factory.mktemp("contract")
    async with running_service(home, url, housing=texas_later) as service:
        yield await inhabit(service)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(inhabited: Inhabited):
    """Return the service alone."""
    return inhabited.service
