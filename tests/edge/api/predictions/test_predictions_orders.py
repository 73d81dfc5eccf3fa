"""The life of an order over HTTP (API 5.7, 8.5): figures worked out by hand."""

import asyncio

from engine.core.generated import messages as m
from tests.chain.world import DAY_S, until
from tests.edge.prediction_world import (
    E6,
    GRANT,
    Player,
    ledger,
    open_market,
    operate,
    player,
    stranger,
)


async def test_an_order_rests_is_filled_and_is_shown_alike_everywhere(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    now_s = service.context.now_s()
    resting = await alice.order(clientOrderId="first-1", postOnly=True)
    assert resting == {
        "orderId": 1,
        "clientOrderId": "first-1",
        "marketId": 1,
        "type": "limit",
        "timeInForce": "gtc",
        "expiresAt": None,
        "postOnly": True,
        "selfTradePrevention": "cancelResting",
        "side": "yes",
        "price": 40,
        "contracts": 10,
        "filledContracts": 0,
        "remainingContracts": 10,
        "canceledContracts": 0,
        "averagePrice": None,
        "feePoints": "0",
        "status": "open",
        "reservedPoints": str(400 * E6),
        "queueContracts": 0,
        "createdAt": now_s,
        "updatedAt": now_s,
    }
    assert await alice.points() == (9_600 * E6, 400 * E6)
    assert (await alice.get("/orders"))["orders"] == [resting]
    assert (await alice.get("/orders/by-client-id/first-1"))["order"] == resting
    assert (await alice.get("/orders?orderStatusFilter=all"))["orders"] == [resting]

    # 4 NO at 60 take 4 of the YES at 40; fee 0.02 * 4 * 60 * 40 / 100 = 1.92
    taking = await bob.order(side="no", price=65, contracts=4)
    assert (taking["status"], taking["filledContracts"], taking["averagePrice"]) == (
        "filled",
        4,
        "60",
    )
    assert (taking["feePoints"], taking["reservedPoints"]) == ("1920000", "0")
    (partly,) = (await alice.get("/orders"))["orders"]
    assert (partly["status"], partly["remainingContracts"]) == ("partiallyFilled", 6)
    assert (partly["reservedPoints"], partly["feePoints"]) == (str(240 * E6), "0")
    assert partly["averagePrice"] == "40"

    await bob.order(side="no", price=60, contracts=6)
    filled = (await alice.get("/orders/by-client-id/first-1"))["order"]
    assert (filled["status"], filled["filledContracts"], filled["reservedPoints"]) == (
        "filled",
        10,
        "0",
    )
    assert await alice.ids() == []
    assert await alice.ids("filled") == [1]
    assert (await alice.get("/orders?orderStatusFilter=all"))["orders"] == [filled]
    assert await alice.cancel(1) == "filled"
    assert await alice.points() == (9_600 * E6, 400 * E6)
    # all the fees: 0.02 * 10 * 60 * 40 / 100 = 4.8
    assert await bob.points() == (GRANT - 604_800_000, 600 * E6)
    assert await bob.ids("filled") == [3, 2]


async def test_buying_the_other_side_redeems_pairs_at_100(service):
    await open_market(service)
    alice, bob, carol = [await player(service) for _ in range(3)]
    await alice.order(price=40)
    await bob.order(side="no", price=60)
    await carol.order(side="no", price=50)
    # 10 YES at 50 for 500 with 5 of fee; ten pairs come back at 100 each
    sold = await bob.order(type="market", price=..., timeInForce="gtc")
    assert (sold["type"], sold["timeInForce"], sold["price"]) == ("market", "ioc", 99)
    assert (sold["status"], sold["averagePrice"], sold["feePoints"]) == (
        "filled",
        "50",
        str(5 * E6),
    )
    # 10,000 - 600 - 4.8 - 500 - 5 + 1,000
    assert await bob.points() == (9_890_200_000, 0)
    answer = await bob.get("/portfolio")
    assert (answer["realizedPnl"], answer["unrealizedPnl"]) == ("-109800000", "0")
    assert (await bob.get("/positions"))["positions"] == []
    (held,) = (await alice.get("/positions"))["positions"]
    assert held == {
        "marketId": 1,
        "side": "yes",
        "contracts": 10,
        "averagePrice": "40",
        "costPoints": str(400 * E6),
        "currentPrice": 50,
        "unrealizedPnl": str(100 * E6),
        "payoutPoints": None,
    }
    assert (await alice.get("/portfolio"))["unrealizedPnl"] == str(100 * E6)


async def test_cancel_is_idempotent_and_gives_the_reserve_back(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    for client_id in (None, "kept"):
        order = await alice.order(clientOrderId=client_id)
        number = order["orderId"]
        assert (await bob.cancel(number, 404))["code"] == "ORDER_NOT_FOUND"
        assert await alice.cancel(number) == "canceled"
        assert await alice.points() == (GRANT, 0)
        before = ledger(service, alice)
        for _ in range(2):
            assert await alice.cancel(number) == "canceled"
        assert ledger(service, alice) == before
        assert (await bob.cancel(number, 404))["code"] == "ORDER_NOT_FOUND"
    shown = (await alice.get("/orders?orderStatusFilter=canceled"))["orders"]
    assert [order["orderId"] for order in shown] == [2, 1]
    assert {order["canceledContracts"] for order in shown} == {10}
    assert {order["remainingContracts"] for order in shown} == {0}
    for text in ("0", "99", "-1", "x", "9" * 30, str(2**53), "1.0", "%31%20"):
        assert (await alice.cancel(text, 404))["code"] == "ORDER_NOT_FOUND"


async def test_the_unfilled_rest_of_a_market_order_is_canceled(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order(contracts=3)
    order = await bob.order(type="market", side="no", price=70, contracts=10)
    assert (order["status"], order["filledContracts"]) == ("canceled", 3)
    assert (order["canceledContracts"], order["remainingContracts"]) == (7, 0)
    assert await bob.cancel(order["orderId"]) == "canceled"
    ioc = await bob.order(side="no", timeInForce="ioc")
    assert (ioc["status"], ioc["canceledContracts"]) == ("canceled", 10)
    assert await bob.ids("canceled") == [3, 2]


async def test_an_order_ends_at_its_time_or_with_its_market(service):
    await open_market(service, lasts_s=DAY_S)
    alice = await player(service)
    expires_at = service.context.now_s() + 3_600
    dated = await alice.order(timeInForce="gtd", expiresAt=expires_at)
    assert dated["expiresAt"] == expires_at
    standing = await alice.order()
    await service.world.advance(3_700)
    assert await alice.ids() == [standing["orderId"]]
    assert await alice.ids("expired") == [dated["orderId"]]
    await service.world.advance(DAY_S)
    assert await alice.ids("expired") == [2, 1]
    assert [await alice.cancel(i) for i in (1, 2)] == ["expired", "expired"]
    assert await alice.points() == (GRANT, 0)
    assert (await alice.order(status=409))["code"] == "MARKET_NOT_OPEN"


async def test_a_market_opens_closes_resolves_and_pays(service):
    await open_market(service, opens_in_s=600, lasts_s=DAY_S)
    alice, bob = await player(service), await player(service)

    async def status() -> tuple:
        market = (await service.get("/express/v1/predictions/markets/1"))["market"]
        return market["status"], market["isResolved"], market["outcome"]

    assert await status() == ("upcoming", False, None)
    assert (await alice.order(status=409))["code"] == "MARKET_NOT_OPEN"
    await service.world.advance(700)
    assert await status() == ("open", False, None)
    await alice.order()
    await bob.order(side="no", price=60)
    await service.world.advance(DAY_S)
    assert await status() == ("closed", False, None)
    now_s = service.context.now_s()
    value = m.ResolvePrediction(market_id=1, outcome=1, value_e8=301 * 10**8, published_at_s=now_s)
    await operate(service, value)
    market = (await service.get("/express/v1/predictions/markets/1"))["market"]
    assert market["outcome"] is None
    recorded_s = market["resolution"]["paysAt"] - DAY_S
    assert recorded_s <= service.context.now_s()
    assert market["resolution"] == {
        "outcome": "yes",
        "value": str(301 * 10**8),
        "publishedAt": now_s,
        "paysAt": recorded_s + DAY_S,
    }
    assert await alice.points() == (9_600 * E6, 400 * E6)
    await service.world.advance(DAY_S)
    assert await status() == ("resolved", True, "yes")
    assert await alice.points() == (10_600 * E6, 0)
    assert await bob.points() == (9_395_200_000, 0)
    assert (await alice.get("/portfolio"))["realizedPnl"] == str(600 * E6)
    for one, side, price, payout in ((alice, "yes", 100, 1_000), (bob, "no", 0, 0)):
        for query in ("", "?isResolvedFilter=true"):
            (paid,) = (await one.get(f"/positions{query}"))["positions"]
            assert paid["side"] == side
            assert (paid["contracts"], paid["currentPrice"]) == (10, price)
            assert (paid["payoutPoints"], paid["unrealizedPnl"]) == (str(payout * E6), "0")
        assert (await one.get("/positions?isResolvedFilter=0"))["positions"] == []


async def test_a_voided_market_pays_both_sides_the_last_price(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order()
    await bob.order(side="no", price=60)
    await operate(service, m.VoidPrediction(market_id=1))
    market = (await service.get("/express/v1/predictions/markets/1"))["market"]
    assert (market["status"], market["isResolved"], market["outcome"]) == ("voided", True, "void")
    (paid,) = (await alice.get("/positions"))["positions"]
    assert (paid["currentPrice"], paid["payoutPoints"]) == (40, str(400 * E6))
    (paid,) = (await bob.get("/positions"))["positions"]
    assert (paid["currentPrice"], paid["payoutPoints"]) == (60, str(600 * E6))


async def test_self_trade_prevention_and_the_kinds_of_orders(service):
    await open_market(service)
    alice = await player(service)
    first = await alice.order()
    crossing = {"side": "no", "price": 60, "contracts": 4}
    assert (await alice.order(status=409, postOnly=True, **crossing))["code"] == (
        "POST_ONLY_WOULD_CROSS"
    )
    refused = await alice.order(status=409, timeInForce="fok", **crossing)
    assert refused["code"] == "FOK_NOT_FILLED"
    order = await alice.order(selfTradePrevention="cancelIncoming", **crossing)
    assert (order["status"], order["canceledContracts"]) == ("canceled", 4)
    order = await alice.order(selfTradePrevention="both", **crossing)
    assert (order["status"], order["canceledContracts"]) == ("canceled", 4)
    (left,) = (await alice.get("/orders"))["orders"]
    assert (left["orderId"], left["remainingContracts"]) == (first["orderId"], 6)
    assert (left["canceledContracts"], left["status"]) == (4, "open")
    order = await alice.order(**crossing)
    assert (order["status"], order["remainingContracts"]) == ("open", 4)
    assert await alice.cancel(first["orderId"]) == "canceled"


async def test_an_order_is_amended_in_place_or_enters_again(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    first = (await alice.order(clientOrderId="mine"))["orderId"]
    second = (await bob.order())["orderId"]
    less = (await alice.post(f"/orders/{first}/amend", {"contracts": 4}))["order"]
    assert (less["contracts"], less["remainingContracts"], less["queueContracts"]) == (4, 4, 0)
    assert less["reservedPoints"] == str(160 * E6)
    more = (await alice.post(f"/orders/{first}/amend", {"contracts": 5}))["order"]
    assert (more["orderId"], more["queueContracts"]) == (first, 10)
    moved = (await alice.post(f"/orders/{first}/amend", {"price": 41}))["order"]
    assert (moved["price"], moved["remainingContracts"], moved["queueContracts"]) == (41, 5, 0)
    assert await alice.points() == (GRANT - 205 * E6, 205 * E6)
    taken = (await bob.post(f"/orders/{second}/amend", {"price": 42, "contracts": 1}))["order"]
    assert (taken["status"], taken["price"]) == ("open", 42)
    for body, code in (
        ({}, "VALIDATION"),
        ({"price": 0}, "BAD_PRICE"),
        ({"price": 100}, "BAD_PRICE"),
        ({"price": 41.5}, "BAD_PRICE"),
        ({"price": None}, "BAD_PRICE"),
        ({"contracts": 0}, "BAD_CONTRACTS"),
        ({"contracts": "5"}, "BAD_CONTRACTS"),
    ):
        assert (await alice.post(f"/orders/{first}/amend", body, 400))["code"] == code, body
    refused = await bob.post(f"/orders/{first}/amend", {"price": 3}, 404)
    assert refused["code"] == "ORDER_NOT_FOUND"
    refused = await alice.post(f"/orders/{first}/amend", {"price": 99, "contracts": 100_000}, 409)
    assert refused["code"] == "INSUFFICIENT_POINTS"
    # what an amendment fills at once is gone from the book, and sent in its final state
    await bob.cancel(second)
    asked = (await bob.order(side="no", price=50, contracts=5))["orderId"]
    filled = (await bob.post(f"/orders/{asked}/amend", {"price": 59}))["order"]
    assert (filled["status"], filled["filledContracts"], filled["averagePrice"]) == (
        "filled",
        5,
        "59",
    )
    # 0.02 * 5 * 59 * 41 / 100
    assert (filled["feePoints"], filled["reservedPoints"]) == ("2419000", "0")
    refused = await bob.post(f"/orders/{asked}/amend", {"price": 3}, 404)
    assert refused["code"] == "ORDER_NOT_FOUND"


async def test_cancel_all_takes_one_market_or_every_one(service):
    await open_market(service)
    await open_market(service)
    alice, bob = await player(service), await player(service)
    for market_id in (1, 2, 1):
        await alice.order(market_id)
    other = await bob.order()
    assert await alice.post("/orders/cancel-all", {"marketId": 1}) == {
        "canceled": [1, 3],
        "count": 2,
    }
    assert await alice.post("/orders/cancel-all", {}) == {"canceled": [2], "count": 1}
    assert await alice.post("/orders/cancel-all", {"marketId": None}) == {
        "canceled": [],
        "count": 0,
    }
    async with service.client.post(
        "/express/v1/predictions/orders/cancel-all", headers=alice.headers
    ) as answer:
        assert (answer.status, await answer.json()) == (200, {"canceled": [], "count": 0})
    assert await alice.points() == (GRANT, 0)
    assert await bob.ids() == [other["orderId"]]
    for market_id in (0, 3):
        refused = await alice.post("/orders/cancel-all", {"marketId": market_id}, 404)
        assert refused["code"] == "PREDICTION_MARKET_NOT_FOUND"
    refused = await alice.post("/orders/cancel-all", {"marketId": "1"}, 400)
    assert refused["details"] == {"field": "marketId"}


async def test_the_dead_mans_switch_cancels_what_is_open(service):
    await open_market(service)
    alice = await player(service)
    await alice.order()
    now_s = service.context.now_s()
    armed = await alice.post("/orders/cancel-after", {"timeoutSeconds": 10})
    assert armed == {"cancelAt": now_s + 10 * 1440}
    assert await alice.post("/orders/cancel-after", {"timeoutSeconds": 0}) == {"cancelAt": None}
    await service.world.advance(10 * 1440)
    assert await alice.ids() == [1]
    await alice.post("/orders/cancel-after", {"timeoutSeconds": 5})
    await service.world.advance(5 * 1440)
    assert await alice.ids() == []
    assert await alice.ids("canceled") == [1]
    # a switch that fires just before it is set anew
    await alice.order()
    await alice.post("/orders/cancel-after", {"timeoutSeconds": 5})
    service.world.hands.ns += 6 * 10**9
    armed = await alice.post("/orders/cancel-after", {"timeoutSeconds": 86_400})
    assert armed == {"cancelAt": service.context.now_s() + 86_400 * 1440}
    assert await alice.ids() == []
    for seconds in (-1, 1, 4, 86_401, 1.5, "5", None, True):
        body = {"timeoutSeconds": seconds}
        refused = await alice.post("/orders/cancel-after", body, 400)
        assert refused["details"] == {"field": "timeoutSeconds"}, seconds


async def totals_hold(service) -> None:
    """Points are where grants and fees say, and every pair is worth 100."""
    totals = service.exchange.prediction_totals()
    left = totals.granted_e6 - totals.burned_e6
    assert left == totals.available_e6 + totals.reserved_e6 + totals.pairs * 100 * E6


async def test_two_users_race_for_the_same_contracts(service):
    await open_market(service)
    alice, bob, carol = [await player(service) for _ in range(3)]
    for _ in range(5):
        await alice.order()
        taking = {"side": "no", "price": 60, "timeInForce": "fok"}
        bodies = [
            one.post("/markets/1/orders", {"type": "limit", "contracts": 10, **taking}, status)
            for one, status in ((bob, 201), (carol, 409))
        ]
        won, lost = await asyncio.gather(*bodies)
        assert won["order"]["status"] == "filled"
        assert lost["code"] == "FOK_NOT_FILLED"
    await totals_hold(service)
    assert await carol.points() == (GRANT, 0)


async def attempt(one: Player, **fields) -> str:
    body = {"type": "limit", "side": "yes", "price": 40, "contracts": 1, **fields}
    path = "/express/v1/predictions/markets/1/orders"
    async with one.service.client.post(path, json=body, headers=one.headers) as answer:
        content = await answer.json()
        return content["order"]["status"] if answer.status == 201 else content["code"]


async def test_orders_race_with_the_close(service):
    await open_market(service, lasts_s=DAY_S)
    alice, bob = await player(service), await player(service)

    async def close() -> None:
        await service.world.advance(DAY_S + 1)

    work = [attempt(one, side=side) for one in (alice, bob) for side in ("yes", "no")]
    work += [attempt(alice, price=39), close(), attempt(bob, side="no", price=60), attempt(bob)]
    outcomes = [item for item in await asyncio.gather(*work) if item is not None]
    assert set(outcomes) <= {"open", "filled", "MARKET_NOT_OPEN"}
    assert (await bob.order(status=409))["code"] == "MARKET_NOT_OPEN"
    assert await alice.ids() == await bob.ids() == []
    totals = service.exchange.prediction_totals()
    assert (totals.reserved_e6, totals.order_count) == (0, 0)
    await totals_hold(service)


async def test_orders_race_with_the_resolution(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    void = operate(service, m.VoidPrediction(market_id=1))
    work = [attempt(alice), attempt(bob, side="no", price=60), void, attempt(alice), attempt(bob)]
    outcomes = [item for item in await asyncio.gather(*work) if isinstance(item, str)]
    assert set(outcomes) <= {"open", "filled", "MARKET_NOT_OPEN"}
    totals = service.exchange.prediction_totals()
    assert (totals.reserved_e6, totals.pairs, totals.order_count) == (0, 0, 0)
    await totals_hold(service)


async def test_a_client_that_went_away_cancels_nothing(service, monkeypatch):
    await open_market(service)
    alice = await player(service)
    sequencer, arrived = service.context.sequencer, asyncio.Event()
    submit_to = sequencer.submit_to

    def noted(*submission):
        arrived.set()
        submit_to(*submission)

    monkeypatch.setattr(sequencer, "submit_to", noted)
    leaving = asyncio.create_task(attempt(alice))
    await arrived.wait()
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)

    async def is_placed() -> bool:
        return service.exchange.prediction_totals().order_count == 1

    await until(is_placed)
    assert await alice.ids() == [1]


async def test_trading_needs_points(service):
    await open_market(service)
    one = await stranger(service)
    refused = await one.order(status=409)
    assert refused["code"] == "INSUFFICIENT_POINTS"
    assert await one.points() == (0, 0)
