"""What callers of the order book get wrong: the code, and a ledger that stays as it is."""

import pytest
from solders.keypair import Keypair

from edge.http.route import ROUTES
from engine.core.generated import messages as m
from tests.edge.prediction_world import E6, ledger, open_market, operate, player, stranger, wish

LAST = 2**63
BAD = [
    *(({"price": value}, "BAD_PRICE", None) for value in (
        0, 100, -1, 1.5, 50.0, "51 ", "51", True, False, None, [50], {}, LAST, 10**30, ...,
    )),
    *(({"type": "market", "price": value}, "BAD_PRICE", None) for value in (0, 100, 1.5, "51 ")),
    *(({"contracts": value}, "BAD_CONTRACTS", None) for value in (
        0, -1, 100_001, 2**32, LAST, 1.5, "10", True, None, [], ...,
    )),
    *(({"type": value}, "VALIDATION", "type") for value in ("Limit", "", None, 0, ...)),
    *(({"side": value}, "VALIDATION", "side") for value in ("YES", "buy", None, 1, True, ...)),
    *(({"timeInForce": value}, "VALIDATION", "timeInForce") for value in ("GTC", None, 5)),
    *(({"postOnly": value}, "VALIDATION", "postOnly") for value in ("true", 1, None)),
    *(
        ({"selfTradePrevention": value}, "VALIDATION", "selfTradePrevention")
        for value in ("cancelresting", None, 0)
    ),
    *(({"clientOrderId": value}, "VALIDATION", "clientOrderId") for value in (
        "", "a" * 37, "a b", "ä", "a\u0000", 7, ["a"],
    )),
    *(({"postOnly": True, "timeInForce": force}, "VALIDATION", "postOnly")
      for force in ("ioc", "fok")),
    ({"postOnly": True, "type": "market"}, "VALIDATION", "postOnly"),
    *(({"timeInForce": "gtd", "expiresAt": value}, "VALIDATION", "expiresAt")
      for value in ("1800000000", 1.5, True, [])),
    *(({"timeInForce": force, "expiresAt": 2_000_000_000}, "VALIDATION", "expiresAt")
      for force in ("gtc", "ioc", "fok")),
    *(({"timeInForce": "gtd", "expiresAt": value}, "BAD_EXPIRY", None)
      for value in (None, 0, -1, 1, 2**53, LAST, 10**30)),
    # the first one in the order of the rules
    ({"side": "x", "price": 0, "contracts": 0}, "VALIDATION", "side"),
    ({"price": 0, "contracts": 0}, "BAD_PRICE", None),
    ({"timeInForce": "gtd", "expiresAt": 1, "contracts": 0}, "BAD_CONTRACTS", None),
]  # fmt: skip


async def test_a_bad_order_has_its_code_and_changes_nothing(service):
    await open_market(service)
    alice = await player(service)
    await alice.order()
    before, sequence = ledger(service, alice), service.context.sequencer.sequence
    for fields, code, field in BAD:
        refused = await alice.order(status=400, **fields)
        assert (refused["code"], refused["details"].get("field")) == (code, field), fields
    now_s = service.context.now_s()
    closes_at = service.exchange.prediction_market(1).closes_at_s
    # all but the one that needs the engine's clock never reached the journal
    assert service.context.sequencer.sequence == sequence + 1
    for value in (now_s, closes_at + 1):
        refused = await alice.order(status=400, timeInForce="gtd", expiresAt=value)
        assert refused["code"] == "BAD_EXPIRY"
    assert ledger(service, alice) == before
    order = await alice.order(
        timeInForce="gtd", expiresAt=closes_at, clientOrderId=None, unknownKey=[1]
    )
    assert order["expiresAt"] == closes_at


async def test_bodies_that_are_no_order(service):
    await open_market(service)
    alice = await player(service)
    path = "/express/v1/predictions/markets/1/orders"
    json = {"Content-Type": "application/json", **alice.headers}
    for raw, code in (
        (b"{", "BAD_JSON"),
        (b"", "BAD_JSON"),
        (b"\xff\xfe", "BAD_JSON"),
        (b'{"type":"limit","side":"yes","price":NaN,"contracts":1}', "BAD_JSON"),
        (b"[]", "VALIDATION"),
        (b"null", "VALIDATION"),
        (b'"x"', "VALIDATION"),
        (b"[" * 5000, "BAD_JSON"),
    ):
        async with service.client.post(path, data=raw, headers=json) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, code), raw[:20]
    async with service.client.post(path, data=b"{}", headers=alice.headers) as answer:
        assert answer.status == 415
    async with service.client.post(path, data=b" " * 70_000, headers=json) as answer:
        assert answer.status == 413


async def test_the_order_of_refusals(service):
    await open_market(service, opens_in_s=1_000)
    alice, wrong = await player(service), {"price": 0, "contracts": 0}
    for market_id in (
        *("9", "0", "-1", "+1", "01", "x", "1.0", "1e0", "%20", "%D9%A1"),
        *("99999999999999999999", str(2**32)),
    ):
        refused = await alice.order(market_id, 404, **wrong)
        assert refused["code"] == "PREDICTION_MARKET_NOT_FOUND", market_id
        for tail in ("", "/order-book"):
            path = f"/express/v1/predictions/markets/{market_id}{tail}"
            assert (await service.get(path, 404))["code"] == "PREDICTION_MARKET_NOT_FOUND"
    assert (await alice.order(status=409, **wrong))["code"] == "MARKET_NOT_OPEN"
    await service.world.advance(1_100)
    assert (await alice.order(status=400, **wrong))["code"] == "BAD_PRICE"
    assert (await alice.order(status=409, type="market", price=...))["code"] == "NO_LIQUIDITY"
    dear = {"price": 99, "contracts": 100_000}
    assert (await alice.order(status=409, **dear))["code"] == "INSUFFICIENT_POINTS"
    await operate(service, m.Halt())
    assert (await alice.order(status=409, **wrong))["code"] == "EXCHANGE_HALTED"
    assert (await alice.order(9, status=409, **wrong))["code"] == "EXCHANGE_HALTED"
    assert (await alice.order(status=409))["code"] == "EXCHANGE_HALTED"
    results = (await alice.post("/orders/batch", {"orders": [batched(**wrong), batched()]}))[
        "results"
    ]
    assert [entry["error"]["code"] for entry in results] == ["EXCHANGE_HALTED"] * 2


def batched(market_id=1, **fields) -> dict:
    body = {"marketId": market_id, **wish(**fields)}
    return {name: value for name, value in body.items() if value is not ...}


async def test_a_halt_refuses_writes_and_shows_what_is_there(service):
    await open_market(service)
    alice, late = await player(service), await stranger(service)
    order = await alice.order()
    await service.post("/express/v1/ppps3/participants", {}, 201, headers=late.headers)
    await operate(service, m.Halt())
    for path, body in (
        (f"/orders/{order['orderId']}/cancel", {}),
        (f"/orders/{order['orderId']}/amend", {"price": 41}),
        ("/orders/cancel-all", {}),
        ("/orders/cancel-after", {"timeoutSeconds": 60}),
    ):
        assert (await alice.post(path, body, 409))["code"] == "EXCHANGE_HALTED"
    assert await alice.ids() == [order["orderId"]]
    sequence = service.context.sequencer.sequence
    assert await late.points() == (0, 0)  # granted when it continues
    assert service.context.sequencer.sequence == sequence  # reads leave the journal alone
    await operate(service, m.Resume())
    assert (await late.points())[0] == 10_000 * E6


async def test_a_client_order_id_is_used_once(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    first = await alice.order(clientOrderId="same-1")
    before = ledger(service, alice)
    refused = await alice.order(status=409, clientOrderId="same-1", price=50)
    assert refused["code"] == "DUPLICATE_CLIENT_ORDER_ID"
    assert refused["details"] == {"order": first}
    assert ledger(service, alice) == before
    assert (await bob.order(clientOrderId="same-1"))["orderId"] == 2
    await alice.cancel(1)
    refused = await alice.order(status=409, clientOrderId="same-1")
    assert refused["details"]["order"]["status"] == "canceled"
    await service.world.advance(86_400)
    again = await alice.order(clientOrderId="same-1")
    assert (await alice.get("/orders/by-client-id/same-1"))["order"] == again
    for client_id in ("other", "a" * 37, "a.b"):
        refused = await alice.get(f"/orders/by-client-id/{client_id}", 404)
        assert refused["code"] == "ORDER_NOT_FOUND"
    await bob.order(clientOrderId="of-bob")
    await alice.get("/orders/by-client-id/of-bob", 404)


async def test_an_old_order_is_found_by_its_client_id_in_the_database(service):
    await open_market(service, lasts_s=30 * 86_400)
    alice = await player(service)
    order = await alice.order(clientOrderId="old")
    await alice.cancel(order["orderId"])
    await service.world.advance(90_000)
    await alice.order(clientOrderId="new")  # what is older than a day may be forgotten now
    found = (await alice.get("/orders/by-client-id/old"))["order"]
    assert (found["orderId"], found["status"]) == (order["orderId"], "canceled")
    assert await alice.cancel(order["orderId"]) == "canceled"


async def test_two_hundred_open_orders_are_the_most(service):
    await open_market(service)
    alice = await player(service)
    wishes = [batched(price=1, contracts=1) for _ in range(15)]
    for _ in range(13):
        await alice.post("/orders/batch", {"orders": wishes})
    await alice.post("/orders/batch", {"orders": wishes[:5]})
    refused = await alice.order(status=409, price=1, contracts=1)
    assert refused["code"] == "TOO_MANY_OPEN_ORDERS"
    ioc = await alice.order(price=1, contracts=1, timeInForce="ioc")
    assert ioc["status"] == "canceled"
    assert len((await alice.get("/orders?limit=200"))["orders"]) == 200


PRIVATE = sorted(
    (item.method, str(item.base) + item.path)
    for item in ROUTES
    if item.needs_token and ("/predictions" in item.path or "particip" in item.path)
)


@pytest.mark.parametrize("token", [None, "Bearer x", "Basic abc"])
async def test_a_token_is_asked_for_before_the_body_is_looked_at(service, token):
    assert len(PRIVATE) == 16
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = token
    for method, path in PRIVATE:
        url = path.replace("{marketId}", "x").replace("{orderId}", "x").replace("{id}", "x")
        async with service.client.request(method, url, data=b"{", headers=headers) as answer:
            body = await answer.json()
            assert answer.status == 401, path
            assert body["code"] in {"NO_TOKEN", "INVALID_TOKEN"}
            assert body["expiredToken"] is False
            assert "RateLimit-Remaining" in answer.headers


async def test_another_wallets_address_is_403(service):
    alice, other = await stranger(service), str(Keypair().pubkey())
    for path, body in (
        ("/express/v1/points/participants", {"address": other}),
        ("/express/v1/ppps3/participants", {"address": other}),
        ("/api/v1/points/participate", {"user": other}),
        ("/api/v1/perpetual-points/participate", {"user": other}),
    ):
        refused = await service.post(path, body, 403, headers=alice.headers)
        assert refused["code"] == "WRONG_USER"


ODD = (
    None, True, 1.5, -1, 0, 2**70, "", "x", "9" * 5_000, "\ud83c\udfe0", [], [None], {}, {"a": 1},
    "\x00",
)  # fmt: skip


async def test_no_value_in_any_body_makes_a_fault(service):
    await open_market(service)
    alice = await player(service)
    order = await alice.order()
    good = {**batched(), "orders": [batched()], "timeoutSeconds": 0, "user": None, "address": None}
    for item in ROUTES:
        if item.method != "POST" or item.body is None or (item.method, _full(item)) not in PRIVATE:
            continue
        path = _full(item).replace("{marketId}", "1").replace("{orderId}", str(order["orderId"]))
        for name in good:
            for value in ODD:
                sent = {**good, name: value}
                if name != "orders":
                    sent["orders"] = [{**batched(), name: value}]
                async with service.client.post(path, json=sent, headers=alice.headers) as answer:
                    assert answer.status < 500, (path, name, value, await answer.read())
    totals = service.exchange.prediction_totals()
    left = totals.granted_e6 - totals.burned_e6
    assert left == totals.available_e6 + totals.reserved_e6 + totals.pairs * 100 * E6


def _full(item) -> str:
    return str(item.base) + item.path
