"""Waiting orders over HTTP: quote, place, amend, cancel, the auction, history and stream."""

import pytest

from engine.core.generated import messages as m
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.service_world import text_of
from tests.edge.streams.test_stream import listening
from tests.edge.streams.test_stream_user import heard, subscribed

MAIN = "/api/v1"
EXPRESS = "/express/v1"
E6, E8 = 10**6, 10**8
DAY_S = 86_400
AUCTION = {"marginAccountId": 0, "marketId": 1, "orderType": "auction"}
BUY = {**AUCTION, "side": "long", "input": "1000000"}
SELL = {**AUCTION, "side": "short", "input": "1000000"}
STOP = {**AUCTION, "orderType": "stop", "wholePosition": True, "triggerPrice": str(290 * E8)}


async def place(service, wallet, body: dict) -> None:
    await act(service, wallet, "place-perp-order", body)


async def act(service, wallet, name: str, body: dict) -> None:
    await send_built(service, wallet, await build(service, text_of(wallet), name, body))


async def update_price(service, price: int) -> None:
    """Post the price of the next midnight."""
    world = service.world
    now_s = world.sequencer.now_s()
    midnight_s = (now_s // DAY_S + 1) * DAY_S
    await world.advance(midnight_s - now_s + 30)
    command = m.PostPrint(market_id=1, price_e8=price * E8, published_at_s=midnight_s)
    await world.sequencer.submit(command)
    await world.advance(1)
    await service.settle()


async def signed_in(service, wallet) -> dict:
    session = await service.login(wallet)
    return {"headers": {"Authorization": f"Bearer {session['accessToken']}"}}


async def open_orders(service, wallet, query: str = "") -> list[dict]:
    path = f"{MAIN}/user/{text_of(wallet)}/perp-orders{query}"
    return (await service.get(path, **await signed_in(service, wallet)))["info"]


async def events_of(service, wallet) -> list[dict]:
    path = f"{MAIN}/user/{text_of(wallet)}/history/perp-order?order=asc"
    options = await signed_in(service, wallet)
    rows = (await service.get(path, **options))["info"]
    express = f"{EXPRESS}/portfolio/{text_of(wallet)}/history/perp-order?order=asc"
    assert (await service.get(express, **options))["events"] == rows
    return rows


async def quoted(service, wallet, body: dict, status: int = 200) -> dict:
    path = f"{MAIN}/user/{text_of(wallet)}/quote/place-perp-order"
    answer = await service.post(path, body, status)
    return answer["info"] if status == 200 else answer


async def test_two_orders_meet_in_the_auction_of_the_next_price_update(service):
    buyer, seller = await service.trader(), await service.trader()
    quote = await quoted(service, buyer, BUY)
    assert (quote["isPlaceable"], quote["placingReasons"]) == (True, [])
    assert (quote["orderMargin"], quote["size"]) == ("1000000", "1000000")
    assert quote["acceptablePrice"] == str(303 * E8)  # 1 % of the index of 300
    costs = quote["auction"]
    # a matched unit pays the maker fee of 0.02 % of 300 and nothing else
    assert costs["costMatched"] == str(60_000)
    assert int(costs["saving"]) == int(costs["costNow"]) - int(costs["costWithPool"])
    assert int(costs["savingMatched"]) == int(costs["costNow"]) - 60_000
    assert int(quote["now"]["tradeFee"]) + int(quote["now"]["surcharge"]) < int(costs["costNow"])

    service.context.auctions._made.clear()  # a minute later
    await place(service, buyer, {**BUY, "stopPrice": str(280 * E8)})
    await place(service, seller, {**SELL, "input": "2000000"})
    coming = await service.get(f"{EXPRESS}/market/AUS/auction")
    assert (coming["orderCount"], coming["side"], coming["size"]) == (2, "short", "1000000")
    assert coming["locksAt"] < coming["timestamp"] == costs["timestamp"]
    (order,) = await open_orders(service, buyer)
    assert (order["orderType"], order["side"], order["size"]) == ("auction", "long", "1000000")
    assert order["deferredReason"] is None

    await update_price(service, 300)
    (held,) = (await service.get(f"{EXPRESS}/market/aus/auctions"))["auctions"]
    figures = {key: held[key] for key in ("orderCount", "bought", "sold", "matched", "poolSize")}
    assert figures == {
        "orderCount": 2,
        "bought": "1000000",
        "sold": "2000000",
        "matched": "1000000",
        "poolSize": "-1000000",
    }
    placed, filled, ended, leg = await events_of(service, buyer)
    assert (placed["event"], placed["orderType"], placed["stopPrice"]) == (
        "placed",
        "auction",
        str(280 * E8),
    )
    assert (filled["matchedSize"], filled["fillPrice"]) == ("1000000", str(300 * E8))
    assert (filled["tradeFee"], filled["surcharge"], filled["leftSize"]) == ("60000", "0", "0")
    assert (ended["endReason"], ended["code"]) == ("filled", None)
    assert (leg["parentOrderId"], leg["triggerPrice"]) == (1, str(280 * E8))
    trades = (await service.get(f"{MAIN}/user/{text_of(seller)}/history/trade"))["info"]
    assert [row["orderId"] for row in trades] == [2, 2]
    assert sum(int(row["openInterestDelta"]["size"]) for row in trades) == -2 * E6


async def test_the_streams_tell_of_orders_and_auctions(service):
    buyer, seller = await service.trader(), await service.trader()
    async with listening(service) as listener, listening(service) as public:
        name = await subscribed(service, listener, buyer)
        await public.say(op="subscribe", channels=["market:1"])
        await public.hear("snapshot", "market:1")
        await place(service, buyer, {**BUY, "stopPrice": str(280 * E8)})
        (order,) = (await heard(listener, name, "perpOrders"))["perpOrders"]
        assert (order["orderId"], order["orderType"]) == (1, "auction")
        await place(service, seller, SELL)
        await update_price(service, 300)
        service.hub.flush()
        received = await heard(listener, name, "perpOrders")
        said = [(e["kind"], e.get("event"), e.get("orderId")) for e in received["events"]]
        assert said == [
            ("trade", None, 1),
            ("perpOrder", "filled", 1),
            ("perpOrder", "ended", 1),
            ("perpOrder", "placed", 3),
        ]
        ended, stop = received["perpOrders"]
        assert ended == {"orderId": 1, "marginAccountId": 0, "marketId": 1, "isOpen": False}
        assert (stop["orderType"], stop["wholePosition"]) == ("stop", True)
        data: dict = {}
        while "auctions" not in data:
            data = (await public.hear("delta", "market:1"))["data"]
    rows = (await service.get(f"{EXPRESS}/market/AUS/auctions"))["auctions"]
    assert (data["auctions"], rows[0]["matched"]) == (rows, "1000000")


async def test_auctions_and_order_events_are_read_in_pages(service):
    wallet = await service.trader()
    for _ in range(2):
        await place(service, wallet, BUY)
        await update_price(service, 300)
    path = f"{EXPRESS}/market/AUS/auctions?limit=1"
    first = await service.get(path)
    second = await service.get(f"{path}&cursor={first['nextCursor']}")
    assert first["auctions"][0]["timestamp"] > second["auctions"][0]["timestamp"]
    assert second["nextCursor"] is None
    options = await signed_in(service, wallet)
    path = f"{MAIN}/user/{text_of(wallet)}/history/perp-order?limit=4"
    page = await service.get(path, **options)
    rest = await service.get(f"{path}&cursor={page['pagination']['nextCursor']}", **options)
    events = [row["event"] for row in (*page["info"], *rest["info"])]
    assert events == ["ended", "filled", "placed"] * 2


async def test_a_stop_closes_the_position_and_is_in_nobody_elses_sight(service):
    wallet, other = await service.trader(), await service.trader()
    bought = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    bracket = {"stopPrice": str(298 * E8), "targetPrice": str(310 * E8)}
    await act(service, wallet, "modify-position", {**bought, **bracket})
    target, stop = await open_orders(service, wallet, "?marginAccountId=0&marketId=1")
    assert (stop["orderType"], target["orderType"]) == ("stop", "takeProfit")
    assert stop["group"] == target["group"] != 0
    assert await open_orders(service, wallet, "?marketId=2") == []
    path = f"{MAIN}/user/{text_of(wallet)}/perp-orders"
    assert (await service.get(path, 401))["code"] == "NO_TOKEN"
    foreign = await signed_in(service, other)
    assert (await service.get(path, 403, **foreign))["code"] == "WRONG_USER"
    history = f"{MAIN}/user/{text_of(wallet)}/history/perp-order"
    assert (await service.get(history, 403, **foreign))["code"] == "WRONG_USER"

    await update_price(service, 297)
    ends = [row for row in await events_of(service, wallet) if row["event"] == "ended"]
    assert {(row["orderId"], row["endReason"]) for row in ends} == {
        (stop["orderId"], "filled"),
        (target["orderId"], "noPosition"),
    }
    assert await open_orders(service, wallet) == []
    (closed, opened) = (await service.get(f"{MAIN}/user/{text_of(wallet)}/history/trade"))["info"]
    assert (opened["orderId"], closed["orderId"]) == (None, stop["orderId"])


async def test_an_order_is_amended_and_canceled_by_the_delegate_too(service):
    owner, delegate = await service.trader(), await service.trader()
    named = {"delegate": text_of(delegate), "markets": [1]}
    await act(service, owner, "set-delegate", named)
    limit = {**BUY, "orderType": "limit", "triggerPrice": str(295 * E8), "owner": text_of(owner)}
    await place(service, delegate, limit)
    (order,) = await open_orders(service, owner)
    assert order["delegate"] == text_of(delegate)
    assert (order["triggerPrice"], order["acceptablePrice"]) == (str(295 * E8), str(295 * E8))

    change = {"marginAccountId": 0, "orderId": 1, "owner": text_of(owner)}
    await act(service, delegate, "amend-perp-order", {**change, "triggerPrice": str(296 * E8)})
    (order,) = await open_orders(service, owner)
    assert (order["triggerPrice"], order["size"]) == (str(296 * E8), "1000000")
    await act(service, owner, "amend-perp-order", {**change, "input": "2000000", "side": "long"})
    (order,) = await open_orders(service, owner)
    assert (order["triggerPrice"], order["size"]) == (str(296 * E8), "2000000")
    assert order["delegate"] is None

    stranger = await service.trader()
    refused = await build(service, text_of(stranger), "amend-perp-order", change, 403)
    assert refused["code"] == "NOT_OWNER"
    for name in ("cancel-perp-order", "cancel-perp-orders"):
        refused = await build(service, text_of(stranger), name, change, 403)
        assert refused["code"] == "NOT_OWNER"
    await act(service, delegate, "cancel-perp-order", change)
    assert await open_orders(service, owner) == []
    await place(service, owner, BUY)
    await place(service, owner, {**BUY, "marketId": 2})
    every = {"marginAccountId": 0}
    await act(service, owner, "cancel-perp-orders", {**every, "marketId": 2})
    assert [row["marketId"] for row in await open_orders(service, owner)] == [1]
    await act(service, owner, "cancel-perp-orders", every)
    assert await open_orders(service, owner) == []
    reasons = [row["endReason"] for row in await events_of(service, owner) if row["endReason"]]
    assert reasons == ["canceled"] * 3


async def test_a_deferred_order_says_why(service):
    wallet = await service.trader()
    await place(service, wallet, {**BUY, "acceptablePrice": str(290 * E8)})
    await place(service, wallet, {**BUY, "acceptablePrice": str(300 * E8)})
    await update_price(service, 300)
    deferred = [row for row in await events_of(service, wallet) if row["event"] == "deferred"]
    assert {row["code"] for row in deferred} == {"SLIPPAGE_EXCEEDED"}
    assert deferred[0]["text"] == "The fill would be worse than the limit price"
    rows = await open_orders(service, wallet)
    assert "SLIPPAGE_EXCEEDED" in {row["deferredReason"] for row in rows}
    assert {row["deferredText"] for row in rows} >= {deferred[0]["text"]}


WRONG = [
    ({"orderType": "now"}, 400, "VALIDATION", None),
    ({"orderType": "auction", "triggerBy": "market"}, 400, "VALIDATION", "triggerBy"),
    ({"side": None}, 400, "VALIDATION", "side"),
    ({"input": None}, 400, "INPUT_NOT_POSITIVE", "input"),
    ({"input": "0"}, 400, "INPUT_NOT_POSITIVE", "input"),
    ({"input": "9" * 30}, 400, "AMOUNT_OUT_OF_RANGE", "input"),
    ({"triggerPrice": "1"}, 400, "VALIDATION", "triggerPrice"),
    ({"orderType": "limit"}, 400, "VALIDATION", "triggerPrice"),
    ({"orderType": "stop", "triggerPrice": "0"}, 400, "BAD_PRICE", "triggerPrice"),
    ({"orderType": "trailing"}, 400, "VALIDATION", "trailRate"),
    ({"orderType": "trailing", "trailRate": "0"}, 400, "VALIDATION", "trailRate"),
    ({"orderType": "trailing", "trailRate": "1"}, 400, "VALIDATION", "trailRate"),
    ({"orderType": "trailing", "trailRate": "0.0000001"}, 400, "VALIDATION", "trailRate"),
    ({"trailRate": "0.05"}, 400, "VALIDATION", "trailRate"),
    ({"wholePosition": True}, 400, "VALIDATION", "input"),
    ({"wholePosition": True, "input": None}, 400, "VALIDATION", "side"),
    ({"acceptablePrice": "0"}, 400, "BAD_PRICE", "acceptablePrice"),
    ({"slippageRate": "1"}, 400, "VALIDATION", "slippageRate"),
    ({"group": -1}, 400, "VALIDATION", None),
    ({"group": 2**32}, 400, "VALIDATION", None),
    ({"stopPrice": str(301 * E8)}, 400, "VALIDATION", "stopPrice"),
    ({"stopPrice": str(300 * E8)}, 400, "VALIDATION", "stopPrice"),
    ({"targetPrice": str(299 * E8)}, 400, "VALIDATION", "targetPrice"),
    ({"reduceOnly": True, "stopPrice": "1"}, 400, "VALIDATION", "stopPrice"),
    ({"marketId": 99}, 404, "MARKET_NOT_FOUND", None),
    ({"marginAccountId": 7}, 404, "MARGIN_ACCOUNT_NOT_FOUND", None),
    (
        {"orderType": "limit", "triggerPrice": "1", "acceptablePrice": "2"},
        400,
        "VALIDATION",
        "acceptablePrice",
    ),
]


@pytest.mark.parametrize(("changes", "status", "code", "name"), WRONG)
async def test_an_order_is_bounded_where_it_enters(service, changes, status, code, name):
    wallet = await service.trader()
    before = service.context.exchange.state_hash()
    body = {**BUY, **changes}
    for answer in (
        await quoted(service, wallet, body, status),
        await build(service, text_of(wallet), "place-perp-order", body, status),
    ):
        assert answer["code"] == code
        if name is not None:
            assert answer["details"]["field"] == name
    assert service.context.exchange.state_hash() == before


async def test_what_the_engine_refuses_is_a_reason_of_the_quote_and_a_code_of_the_builder(service):
    wallet = await service.trader()
    now_s = service.context.now_s()
    up = {**BUY, "orderType": "stop"}
    for body, status, code in (
        ({**BUY, "expiresAt": now_s}, 400, "BAD_EXPIRY"),
        ({**BUY, "expiresAt": now_s + 91 * DAY_S}, 400, "BAD_EXPIRY"),
        (STOP, 409, "NO_POSITION"),
        ({**up, "triggerPrice": str(300 * E8)}, 409, "TRIGGER_PASSED"),
    ):
        quote = await quoted(service, wallet, body)
        assert (quote["isPlaceable"], quote["placingReasons"]) == (False, [code])
        refused = await build(service, text_of(wallet), "place-perp-order", body, status)
        assert refused["code"] == code
    assert (await quoted(service, wallet, STOP))["now"] is None
    passed = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    refused = await build(
        service, text_of(wallet), "modify-position", {**passed, "stopPrice": str(301 * E8)}, 409
    )
    assert refused["code"] == "TRIGGER_PASSED"
    for _ in range(20):
        await place(service, wallet, BUY)
    refused = await build(service, text_of(wallet), "place-perp-order", BUY, 409)
    assert (refused["code"], refused["details"]) == ("TOO_MANY_OPEN_ORDERS", {"maximum": 20})
    for name in ("cancel-perp-order", "amend-perp-order"):
        missing = {"marginAccountId": 0, "orderId": 99}
        refused = await build(service, text_of(wallet), name, missing, 404)
        assert refused["code"] == "ORDER_NOT_FOUND"


async def test_a_quote_shows_the_trade_at_its_trigger_and_the_loss_to_the_stop(service):
    wallet = await service.trader()
    limit = {**BUY, "orderType": "limit", "triggerPrice": str(290 * E8)}
    quote = await quoted(service, wallet, {**limit, "stopPrice": str(270 * E8)})
    at, now = quote["atTrigger"], quote["now"]
    assert (at["indexPrice"], now["indexPrice"]) == (str(290 * E8), str(300 * E8))
    assert int(at["freeMarginChange"]) < 0
    least = (int(at["fillPrice"]) - 270 * E8) * E6 // E8 + int(at["tradeFee"])
    assert int(quote["lossToStop"]) > least
    assert quote["auction"] is not None
    trailing = {**BUY, "orderType": "trailing", "trailRate": "0.05", "triggerBy": "market"}
    quote = await quoted(service, wallet, {**trailing, "acceptablePrice": str(400 * E8)})
    assert (quote["auction"], quote["lossToStop"]) == (None, None)
    assert int(quote["atTrigger"]["indexPrice"]) >= 314 * E8
