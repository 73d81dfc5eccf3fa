"""The synchronous client: the same calls, from threads, beside a running loop, closed cleanly."""

import asyncio
import gc
import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
import pytest_asyncio
from solders.keypair import Keypair

from acre_sdk import AcreClient, AcreError, Client, NewOrder
from tests.edge.keeper.conftest import following, url_of
from tests.edge.service_world import running_service

pytestmark = pytest.mark.asyncio(loop_scope="module")
GROUPS = (
    "main",
    "express",
    "predictions",
    "margin",
    "perps",
    "delegates",
    "keeper",
    "history",
)
INTERNAL = {"account_of", "deposit_raw"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    home, url = tmp_path_factory.mktemp("sync"), postgres_cluster.create_database("sdk_sync")
    async with running_service(home, url) as service, following(service):
        yield service


def threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "acre-sdk"]


async def test_a_position_is_opened_and_closed_without_await(live):
    def trade(url):
        with Client(url, Keypair()) as client:
            drop = client.faucet()
            balances = client.balances()
            assert (drop.sol, drop.collateral) == (balances.sol, balances.collateral)
            assert drop.sol == 2
            assert drop.token > 0
            symbol = client.perps.markets()[0].metadata.symbol
            fill = client.perps.open(symbol, "long", notional=500, leverage=3)
            held = [one.size for one in client.perps.positions()]
            closed = client.perps.close(symbol)
            return fill, held, closed, client.balances().sol

    fill, held, closed, sol = await asyncio.to_thread(trade, url_of(live))
    assert held == [fill.size]
    assert closed.position == 0
    assert Decimal(1) < sol < 2
    assert threads() == []


async def test_lists_and_streams_are_iterated(live):
    def read(url):
        with Client(url, Keypair()) as client:
            client.predictions.participate()
            points = client.predictions.portfolio()
            markets = list(client.predictions.markets())
            for message in client.messages("markets"):
                first = message
                break
            return points, markets, first

    points, markets, first = await asyncio.to_thread(read, url_of(live))
    assert points.balance.available_e6 == 10_000 * 10**6
    assert isinstance(markets, list)
    assert (first.kind, first.channel) == ("snapshot", "markets")


async def test_it_works_beside_a_running_loop_as_in_a_notebook(live):
    async def cell(url):
        client = Client(url, Keypair())
        now = client.clock().now  # a blocking call inside a running loop
        client.close()
        return now

    now = await asyncio.to_thread(asyncio.run, cell(url_of(live)))
    assert now > 0
    assert threads() == []


async def test_many_threads_share_one_client(live):
    def read(url):
        with Client(url, Keypair()) as client, ThreadPoolExecutor(24) as pool:
            return list(pool.map(lambda _: client.clock().now, range(200)))

    assert len(await asyncio.to_thread(read, url_of(live))) == 200


async def test_refusals_are_raised_as_they_are(live):
    def read(url):
        with Client(url, Keypair()) as client:
            client.predictions.place_order(
                NewOrder(market_id=10**6, side="yes", contracts=1, price=5)
            )

    with pytest.raises(AcreError) as refused:
        await asyncio.to_thread(read, url_of(live))
    assert refused.value.code == "PREDICTION_MARKET_NOT_FOUND"


async def test_a_client_that_is_dropped_ends_its_thread(live):
    def read(url):
        client = Client(url, Keypair())
        client.clock()

    await asyncio.to_thread(read, url_of(live))
    gc.collect()
    assert threads() == []


def calls_of(group) -> dict[str, list[str]]:
    return {
        name: list(inspect.signature(call).parameters)
        for name, call in inspect.getmembers(group, callable)
        if not name.startswith("_") and name not in INTERNAL
    }


async def test_both_clients_have_the_same_calls(live):
    def both(url):
        with Client(url, Keypair()) as client:
            return [calls_of(getattr(client, group)) for group in GROUPS]

    async with AcreClient(url_of(live), Keypair()) as client:
        own = [calls_of(getattr(client, group)) for group in GROUPS]
    made = await asyncio.to_thread(both, url_of(live))
    assert made == own
    top = set(calls_of(AcreClient)) - {"stream"}
    assert top <= set(calls_of(Client))
