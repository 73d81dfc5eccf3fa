"""Writes of the predictions: batches, idempotency keys, rates, a full queue, a restart, rows."""

import asyncio
from contextlib import asynccontextmanager

from edge.http.limits import RATES, Rate
from edge.projector.projector import Projector
from engine.core.generated import messages as m
from engine.sequencer import SequencerOverloadedError
from tests.chain.world import DAY_S
from tests.edge.prediction_world import (
    E6,
    GRANT,
    PATH,
    ledger,
    open_market,
    operate,
    player,
    stranger,
    wish,
)
from tests.edge.service_world import GENEROUS, running_service


def batched(market_id=1, **fields) -> dict:
    return {"marketId": market_id, **wish(**fields)}


# batches


async def test_fifteen_orders_are_placed_and_the_bad_one_fails_alone(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await bob.order(side="no", price=60, contracts=1)
    sequence = service.context.sequencer.sequence
    orders = [batched(price=price, contracts=1) for price in range(26, 41)]
    orders[3]["price"] = 50.5
    orders[5]["marketId"] = 77
    orders[7]["contracts"] = 100_000
    results = (await alice.post("/orders/batch", {"orders": orders}))["results"]
    assert [list(entry) for entry in results] == [
        ["error"] if number in (3, 5, 7) else ["order"] for number in range(15)
    ]
    codes = [results[number]["error"]["code"] for number in (3, 5, 7)]
    assert codes == ["BAD_PRICE", "PREDICTION_MARKET_NOT_FOUND", "INSUFFICIENT_POINTS"]
    assert set(results[3]["error"]) == {"message", "code", "details"}
    placed = [entry["order"] for entry in results if "order" in entry]
    assert [order["price"] for order in placed] == [
        price for price in range(26, 41) if price not in (29, 31, 33)
    ]
    # one after the other: the ids, and the last one as its own command left it
    assert [order["orderId"] for order in placed] == list(range(2, 14))
    assert [order["status"] for order in placed] == ["open"] * 11 + ["filled"]
    assert service.context.sequencer.sequence == sequence + 14  # 50.5 is no command
    for orders, code in (([], 400), ([batched()] * 16, 400), ([5], 400), (None, 400)):
        before = ledger(service, alice)
        refused = await alice.post("/orders/batch", {"orders": orders}, code)
        assert refused["details"]["field"].startswith("orders")
        assert ledger(service, alice) == before


async def test_an_order_of_a_batch_is_shown_before_the_next_one_meets_it(service):
    await open_market(service)
    alice = await player(service)
    body = {"orders": [batched(clientOrderId="a"), batched(side="no", price=60, contracts=4)]}
    first, second = (await alice.post("/orders/batch", body))["results"]
    # the second one cancels the first one, which was open when it was placed
    assert (first["order"]["status"], first["order"]["reservedPoints"]) == ("open", str(400 * E6))
    assert second["order"]["status"] == "open"
    assert await alice.ids("canceled") == [1]
    body = {"orders": [batched(clientOrderId="b"), batched(clientOrderId="b")]}
    first, second = (await alice.post("/orders/batch", body))["results"]
    assert second["error"]["details"]["order"]["orderId"] == first["order"]["orderId"]
    for market_id in (None, "1", 1.0, True, ...):
        entry = batched()
        entry["marketId"] = market_id
        if market_id is ...:
            del entry["marketId"]
        (result,) = (await alice.post("/orders/batch", {"orders": [entry]}))["results"]
        assert result["error"]["details"] == {"field": "marketId"}, market_id
    for market_id in (0, -1, 2**32, 10**30):
        (result,) = (await alice.post("/orders/batch", {"orders": [batched(market_id)]}))["results"]
        assert result["error"]["code"] == "PREDICTION_MARKET_NOT_FOUND", market_id


# idempotency keys


async def test_a_repeated_key_places_one_order(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    key = {"Idempotency-Key": "one"}
    path = "/markets/1/orders"
    answers = await asyncio.gather(*(alice.post(path, wish(), 201, **key) for _ in range(3)))
    assert answers[0] == answers[1] == answers[2]
    assert await alice.ids() == [1]
    async with service.client.post(
        PATH + path, json=wish(), headers={**alice.headers, **key}
    ) as answer:
        assert (answer.status, answer.headers["Idempotency-Replayed"]) == (201, "true")
        assert await answer.json() == answers[0]
    refused = await alice.post(path, wish(price=41), 409, **key)
    assert refused["code"] == "IDEMPOTENCY_MISMATCH"
    # another user's key, and another path, are other keys
    assert (await bob.post(path, wish(), 201, **key))["order"]["orderId"] == 2
    await alice.post("/orders/batch", {"orders": [batched()]}, **key)
    assert await alice.post("/orders/1/cancel", {}, **key) == {"status": "canceled"}
    assert await alice.post("/orders/1/cancel", {}, **key) == {"status": "canceled"}
    assert await alice.post("/orders/cancel-all", {}, **key) == {"canceled": [3], "count": 1}
    assert await alice.post("/orders/cancel-all", {}, **key) == {"canceled": [3], "count": 1}
    await alice.post(path, wish(), 400, **{"Idempotency-Key": "k" * 65})
    # a refused one was no first attempt
    await alice.post(path, wish(price=0), 400, **{"Idempotency-Key": "two"})
    await alice.post(path, wish(), 201, **{"Idempotency-Key": "two"})


# rates


@asynccontextmanager
async def usual_rates(tmp_path, database_url):
    rates = {**GENEROUS, **{name: RATES[name] for name in ("predictions", "participation")}}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        await open_market(service)
        yield service


async def test_orders_are_limited_by_wallet_and_a_batch_costs_its_orders(tmp_path, database_url):
    async with usual_rates(tmp_path, database_url) as service:
        alice, bob = await player(service), await player(service)

        async def remaining(one, path: str, body, status: int) -> str:
            async with service.client.post(PATH + path, json=body, headers=one.headers) as answer:
                assert answer.status == status, await answer.text()
                assert answer.headers["RateLimit-Limit"] == "20"
                if status == 429:
                    assert (await answer.json())["message"] == "Too many requests"
                    assert int(answer.headers["Retry-After"]) >= 1
                return answer.headers["RateLimit-Remaining"]

        batch = {"orders": [batched(contracts=1)] * 15}
        assert await remaining(alice, "/orders/batch", batch, 200) == "5"
        assert await remaining(alice, "/orders/batch", batch, 429) == "5"
        assert await remaining(alice, "/orders/cancel-all", {}, 200) == "4"
        assert await remaining(alice, "/markets/1/orders", wish(price=0), 400) == "3"
        assert await remaining(alice, "/markets/1/orders", [], 400) == "2"
        assert await remaining(alice, "/orders/99/cancel", {}, 404) == "1"
        assert await remaining(alice, "/markets/1/orders", wish(), 201) == "0"
        assert await remaining(alice, "/markets/1/orders", wish(), 429) == "0"
        assert await remaining(bob, "/orders/batch", batch, 200) == "5"
        service.wall.s += 1
        assert await remaining(alice, "/orders/cancel-all", {}, 200) == "9"
        await alice.get("/orders")  # reads have the public rate
        # without a token it is the address that is limited
        async with service.client.post(PATH + "/markets/1/orders", json=wish()) as answer:
            assert (answer.status, answer.headers["RateLimit-Limit"]) == (401, "100000")


async def test_an_address_is_limited_whatever_wallets_call_from_it(tmp_path, database_url):
    rates = {**GENEROUS, "predictions-address": Rate(1, 20)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        await open_market(service)
        batch = {"orders": [batched(contracts=1)] * 8}
        for status in (200, 200, 429):
            one = await player(service)
            async with service.client.post(
                f"{PATH}/orders/batch", json=batch, headers=one.headers
            ) as answer:
                assert answer.status == status, await answer.text()
        service.wall.s += 4
        await one.post("/orders/batch", batch)


async def test_participation_is_limited_by_wallet(tmp_path, database_url):
    async with usual_rates(tmp_path, database_url) as service:
        one = await stranger(service)
        path = "/express/v1/ppps3/participants"
        statuses = []
        for _ in range(11):
            async with service.client.post(path, json={}, headers=one.headers) as answer:
                statuses.append(answer.status)
        assert statuses == [201, *[200] * 9, 429]


async def test_a_full_queue_is_maintenance(service, monkeypatch):
    await open_market(service)
    alice = await player(service)
    before = ledger(service, alice)

    def refuse(*_submission):
        raise SequencerOverloadedError("8192 commands wait already")

    with monkeypatch.context() as patch:
        patch.setattr(service.context.sequencer, "submit_to", refuse)
        patch.setattr(service.context.sequencer, "submit_all", refuse)
        for more in ({}, {"Idempotency-Key": "one"}):  # in one call, and in a task
            async with service.client.post(
                PATH + "/markets/1/orders", json=wish(), headers=alice.headers | more
            ) as answer:
                assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
                assert (await answer.json())["code"] == "MAINTENANCE"
    assert ledger(service, alice) == before
    await alice.order()


# rows


async def stored(service) -> dict[str, list]:
    pool = service.context.store.pool
    names = ("prediction_order", "prediction_trade", "prediction_payout", "participation")
    return {
        name: sorted(tuple(row) for row in await pool.fetch(f"SELECT * FROM {name}"))
        for name in names
    }


async def a_life(service) -> tuple:
    """Trade, amend, cancel, resolve; return the traders."""
    await open_market(service, lasts_s=DAY_S)
    alice, bob = await player(service), await player(service)
    await alice.order(clientOrderId="a-1", contracts=20)
    await bob.order(side="no", price=60)
    await alice.post("/orders/1/amend", {"contracts": 5})
    await bob.order(side="no", price=60, contracts=2)
    await alice.order(price=20)
    await alice.cancel(4)
    await bob.order(side="no", price=10)
    await service.world.advance(DAY_S)
    await operate(service, m.ResolvePrediction(market_id=1, outcome=2))
    await service.world.advance(DAY_S)
    await service.settle()
    return alice, bob


async def test_rows_are_written_once_and_hold_the_last_state(service):
    alice, bob = await a_life(service)
    rows = await stored(service)
    # filled and canceled, with the contracts that are left of the total; none rests any more
    states = {row[1]: row[12:18] for row in rows["prediction_order"]}
    assert states == {
        1: (15, 12, 3, 480 * E6, 0, 4),
        2: (10, 10, 0, 600 * E6, 4_800_000, 2),
        3: (2, 2, 0, 120 * E6, 960_000, 2),
        4: (10, 0, 10, 0, 0, 3),
        5: (10, 0, 10, 0, 0, 4),
    }
    trades = [(row[0], row[4], row[7], row[9], row[10]) for row in rows["prediction_trade"]]
    assert trades == [(1, 2, 1, 10, 4_800_000), (2, 3, 1, 2, 960_000)]
    payouts = {row[0]: row[3:] for row in rows["prediction_payout"]}
    assert payouts == {
        alice.address: (0, 12, 480 * E6, 0),
        bob.address: (1, 12, 720 * E6, 1_200 * E6),
    }
    assert len(rows["participation"]) == 2

    # projected again from the journal, in batches of one, of three and of all
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store, sequencer = service.context.store, service.context.sequencer
    for size in (1, 3, 500):
        await store.pool.execute(
            "TRUNCATE projection, prediction_order, prediction_trade, prediction_payout, "
            "participation, wallet_ledger, position_realized"
        )
        again = Projector(store)
        await again.load()
        applied = await sequencer.read(0, 10_000)
        for start in range(0, len(applied), size):
            chosen = applied[start : start + size]
            for one in chosen:
                again.take(one)
            await again._write(chosen)
        assert await stored(service) == rows, size


async def test_a_restart_keeps_everything(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order(clientOrderId="rests", contracts=20)
    await bob.order(side="no", price=60, clientOrderId="rests")
    gone = await alice.order(clientOrderId="gone", price=10)
    await alice.cancel(gone["orderId"])
    reads = (
        "/portfolio",
        "/orders",
        "/orders?orderStatusFilter=all",
        "/orders/by-client-id/rests",
        "/positions",
        "/trades",
        "/markets",
        "/markets/1/order-book",
    )
    before = [[await one.get(path) for path in reads] for one in (alice, bob)]
    await restart(service)
    for one, rows in zip((alice, bob), before, strict=True):
        assert [await one.get(path) for path in reads] == rows
    refused = await alice.order(status=409, clientOrderId="gone")
    assert refused["code"] == "DUPLICATE_CLIENT_ORDER_ID"
    assert await alice.cancel(gone["orderId"]) == "canceled"
    assert await alice.cancel(1) == "canceled"
    # 10 YES stay for 400
    assert await alice.points() == (GRANT - 400 * E6, 400 * E6)
    assert (await alice.order())["orderId"] == 4


async def restart(service) -> None:
    """Open journal and projection again, as a new process would."""
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    await service.world.restart_engine()
    sequencer, projector = service.world.sequencer, Projector(service.context.store)
    await projector.load()
    sequencer.subscribe(projector.take)
    service.projecting = asyncio.create_task(projector.run(sequencer))
    object.__setattr__(service.context, "sequencer", sequencer)
    object.__setattr__(service.context, "projector", projector)
