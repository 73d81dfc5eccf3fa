"""Without the database, or with a projection that stops: what is answered, and with what."""

import asyncio

import pytest

from edge.store import pool
from tests.edge.prediction_world import E6, GRANT, open_market, player, stranger


@pytest.fixture
async def scene(service, monkeypatch):
    """Return two players, one of them with an open, a filled and a cancelled order."""
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order(clientOrderId="open")
    filled = await alice.order(price=60, contracts=5)
    await bob.order(side="no", price=40, contracts=5)
    await alice.cancel((await alice.order(price=3, clientOrderId="canceled"))["orderId"])
    assert await alice.ids("filled") == [filled["orderId"]]
    await service.settle()
    monkeypatch.setattr(pool, "DATABASE_DEADLINE_S", 0.2)
    return alice, bob, filled["orderId"]


async def _reads(alice) -> dict[str, int]:
    found = {}
    for path in (
        "/portfolio",
        "/orders",
        "/orders?orderStatusFilter=all",
        "/orders?orderStatusFilter=filled",
        "/orders/by-client-id/open",
        "/orders/by-client-id/canceled",
        "/orders/by-client-id/none",
        "/positions?isResolvedFilter=false",
        "/positions",
        "/trades",
        "/markets",
        "/markets/1",
        "/markets/1/order-book",
        "/markets/1/trades",
        "/markets/1/history",
    ):
        url = f"/express/v1/predictions{path}"
        async with alice.service.client.get(url, headers=alice.headers) as answer:
            found[path] = answer.status
            body = await answer.json()
            assert answer.status == 200 or body["code"] in ("MAINTENANCE", "ORDER_NOT_FOUND")
    return found


EXPECTED = {
    "/portfolio": 200,
    "/orders": 200,
    "/orders?orderStatusFilter=all": 503,
    "/orders?orderStatusFilter=filled": 503,
    "/orders/by-client-id/open": 200,
    "/orders/by-client-id/canceled": 200,
    "/orders/by-client-id/none": 503,
    "/positions?isResolvedFilter=false": 200,
    "/positions": 503,
    "/trades": 503,
    "/markets": 200,
    "/markets/1": 200,
    "/markets/1/order-book": 200,
    "/markets/1/trades": 503,
    "/markets/1/history": 503,
}


async def _trade_on(alice, bob, filled: int) -> None:
    """Trading needs no database; only what the engine has forgotten is asked of it."""
    order = await alice.order(price=30, contracts=2, clientOrderId="during")
    assert (await alice.order(status=409, clientOrderId="during"))["code"] == (
        "DUPLICATE_CLIENT_ORDER_ID"
    )
    assert (await alice.get("/orders/by-client-id/during"))["order"] == order
    taken = await bob.order(side="no", price=70, contracts=1, timeInForce="ioc")
    assert taken["status"] in ("filled", "canceled")
    refused = await alice.cancel(filled, 503)
    assert refused["code"] == "MAINTENANCE"
    assert await alice.cancel(order["orderId"]) == "canceled"
    assert await alice.cancel(order["orderId"]) == "canceled"  # kept for its client id
    batch = {
        "orders": [{"marketId": 1, "type": "limit", "side": "yes", "price": 5, "contracts": 1}]
    }
    assert len((await alice.post("/orders/batch", batch))["results"]) == 1
    assert (await alice.post("/orders/cancel-all", {}))["count"] >= 1
    available_e6, _ = await alice.points()
    assert 0 < available_e6 < GRANT


async def _stop(service) -> None:
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    assert service.projecting.cancelled()


async def test_while_the_projection_stands_still_trading_goes_on(service, scene):
    alice, bob, filled = scene
    await _stop(service)
    await bob.order(price=2, contracts=1)  # something the database has not
    assert await _reads(alice) == EXPECTED
    await _trade_on(alice, bob, filled)
    # it resumes where it was: everything is there, once
    service.projecting = asyncio.create_task(
        service.context.projector.run(service.context.sequencer)
    )
    await service.settle()
    assert set((await _reads(alice)).values()) == {200, 404}
    rows = (await alice.get("/orders?orderStatusFilter=all"))["orders"]
    assert [row["orderId"] for row in rows] == sorted({r["orderId"] for r in rows}, reverse=True)
    assert await alice.cancel(filled) == "filled"
    await _stop(service)


async def test_without_the_database_trading_goes_on(service, scene, monkeypatch):
    alice, bob, filled = scene

    async def down(*_values):
        raise ConnectionRefusedError

    for name in ("rows", "row", "value"):
        monkeypatch.setattr(service.context.store, name, down)
    assert await _reads(alice) == EXPECTED
    await _trade_on(alice, bob, filled)


async def test_points_are_granted_without_the_database(service, monkeypatch):
    one = await stranger(service)
    await service.post("/express/v1/ppps3/participants", {}, 201, headers=one.headers)
    await _stop(service)
    assert await asyncio.gather(*(one.points() for _ in range(20))) == [(10_000 * E6, 0)] * 20
