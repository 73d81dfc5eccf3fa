"""Orders that are answered by their connection, and by the library: the same answers."""

import re

import msgspec

from edge.http.limits import RATES
from tests.edge.http.test_two_ways import BODIES, EXTRA, METHODS, TYPES, VERSIONS
from tests.edge.prediction_world import PATH, open_market, player, stranger, wish
from tests.edge.service_world import GENEROUS, running_service
from tests.edge.two_ways import two_ways

# What differs between two orders that follow one another.
_OWN = re.compile(
    rb'("(?:orderId|queueContracts|createdAt|updatedAt|cancelAt)"):[\w"]+'
    rb"|(Acre-Sequence|Content-Length): \d+"
)


def post(path, body, headers=()):
    raw = body if isinstance(body, bytes) else msgspec.json.encode(body)
    lines = [
        f"POST {PATH}{path} HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        f"Content-Length: {len(raw)}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + raw


def signed(who):
    return [f"{name}: {value}" for name, value in who.headers.items()]


async def assert_same(ways, *chunks):
    direct, library = await ways.send(chunks, is_whole=True)
    assert _OWN.sub(rb"\1\2", direct) == _OWN.sub(rb"\1\2", library), chunks
    return direct


async def test_orders_are_answered_alike(service):
    market_id = await open_market(service)
    trader, outsider = await player(service), await stranger(service)
    orders = f"/markets/{market_id}/orders"
    first = (await trader.order(market_id))["orderId"]
    bodies = [
        wish(),
        wish(side="no", contracts=1),
        wish(type="market"),
        wish(timeInForce="ioc"),
        wish(timeInForce="fok"),
        wish(timeInForce="gtd", expiresAt=1),
        wish(price=0),
        wish(price=100),
        wish(price=1.5),
        wish(contracts=100_000),
        wish(contracts=0),
        wish(postOnly=True),
        wish(side="both"),
        wish(type=...),
        wish(clientOrderId="__key__a"),
        wish(clientOrderId="x" * 37),
        wish(user="nobody"),
        b"{",
        b"null",
        b'{"type":"limit","type":"limit"}',
        b"",
        b"\xff",
    ]
    async with two_ways(service) as ways:
        for body in bodies:
            await assert_same(ways, post(orders, body, signed(trader)))
        for path in (
            "/markets/99/orders",
            "/markets/x/orders",
            "/markets/01/orders",
            "/markets//orders",
        ):
            await assert_same(ways, post(path, wish(), signed(trader)))
        for headers in (
            (),
            ["Authorization: Bearer x"],
            ["Authorization: Basic x"],
            ["Authorization: Bearer"],
            signed(outsider),
            [*signed(trader), "Origin: http://evil.example"],
            [*signed(trader), "Acre-Sequence: 1"],
            [*signed(trader), "X-Request-Id: the-name-of-it"],
        ):
            await assert_same(ways, post(orders, wish(), headers))
        for amendment in ({"contracts": 5}, {}, {"price": 0}, {"contracts": 5, "price": 41}):
            await assert_same(ways, post(f"/orders/{first}/amend", amendment, signed(trader)))
        await assert_same(ways, post("/orders/999/amend", {"contracts": 5}, signed(trader)))
        both = {"orders": [{"marketId": market_id, **wish()}, {"marketId": 99, **wish()}]}
        await assert_same(ways, post("/orders/batch", both, signed(trader)))
        await assert_same(ways, post("/orders/batch", {"orders": []}, signed(trader)))
        assert ways.answered[0] > 35


async def test_what_follows_an_order_at_once_is_answered_after_it(service):
    market_id = await open_market(service)
    trader = await player(service)
    order = post(f"/markets/{market_id}/orders", wish(contracts=1), signed(trader))
    async with two_ways(service) as ways:
        await assert_same(
            ways, order, order, order[:50], order[50:], order * 3, order[:-1], order[-1:]
        )
        answer = await assert_same(ways, *[order] * 12)
        assert answer.count(b"HTTP/1.1 201 Created") == 12
        ids = [int(found) for found in re.findall(rb'"orderId":(\d+)', answer)]
        assert ids == sorted(set(ids))
        assert ways.answered[0] > 0


async def test_a_client_that_leaves_has_its_order_all_the_same(service):
    market_id = await open_market(service)
    trader = await player(service)
    order = post(f"/markets/{market_id}/orders", wish(), signed(trader))
    async with two_ways(service) as ways:
        await ways.leave(order)
        await assert_same(ways, order)
    assert len(await trader.ids()) == 3


async def test_rates_of_a_wallet_are_used_up_alike(tmp_path, database_url):
    used = {name: RATES[name] for name in ("predictions", "predictions-address")}
    async with running_service(tmp_path, database_url, rates={**GENEROUS, **used}) as service:
        market_id = await open_market(service)
        trader = await player(service)
        order = post(f"/markets/{market_id}/orders", wish(contracts=1), signed(trader))
        wrong = post(f"/markets/{market_id}/orders", wish(price=0), signed(trader))
        async with two_ways(service) as ways:
            for _ in range(8):
                answer = await assert_same(ways, order, wrong, order)
        assert answer.count(b"HTTP/1.1 429") == 3


async def test_orders_with_single_oddities_are_answered_alike(service):
    market_id = await open_market(service)
    trader = await player(service)
    orders = f"/markets/{market_id}/orders"
    usual = post(orders, wish(contracts=1), signed(trader))
    keyed = ("Idempotency-Key: key", "Idempotency-Key: " + "k" * 65)
    cases = [
        post(orders, wish(contracts=1), [*signed(trader), extra])
        for extra in EXTRA
        if extra not in keyed
    ]
    cases += [usual.replace(b": application/json", b": " + kind.encode()) for kind in TYPES]
    cases += [usual.replace(b"POST", method.encode(), 1) for method in set(METHODS)]
    cases += [usual.replace(b"HTTP/1.1", version.encode()) for version in set(VERSIONS)]
    cases += [post(orders, body, signed(trader)) for body in BODIES]
    cases += [
        post(orders + end, wish(contracts=1), signed(trader)) for end in ("?", "?x=1", "#a", "/")
    ]
    async with two_ways(service) as ways:
        for case in cases:
            await assert_same(ways, case)
            await assert_same(ways, usual, case, usual)
        assert ways.short[0] > 20


async def test_orders_in_pieces_are_answered_alike(service):
    market_id = await open_market(service)
    trader = await player(service)
    usual = post(f"/markets/{market_id}/orders", wish(contracts=1), signed(trader))
    async with two_ways(service) as ways:
        for at in range(1, len(usual), 5):
            await assert_same(ways, usual[:at], usual[at:])
            await assert_same(ways, usual + usual[:at], usual[at:], usual)
        for number in (2, 30):
            await assert_same(ways, usual * number, usual)
        assert ways.short[0] > 0
