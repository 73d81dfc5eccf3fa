"""Lists of the predictions: pages, cursors, filters, and their rows."""

import pytest

from edge.store.pool import Store
from tests.edge.prediction_world import E6, GRANT, open_market, player

EXPRESS = "/express/v1"


async def pages(one, path: str, name: str, limit: int, between=None) -> list:
    """Return all rows of a list; `between` happens after each page."""
    rows, cursor = [], None
    while True:
        mark = "&" if "?" in path else "?"
        tail = f"&cursor={cursor}" if cursor else ""
        page = await one.get(f"{path}{mark}limit={limit}{tail}")
        assert len(page[name]) <= limit
        rows += page[name]
        cursor = page["nextCursor"]
        if cursor is None:
            return rows
        if between is not None:
            await between()


async def test_orders_come_newest_first_without_gaps_while_new_ones_come(service):
    await open_market(service)
    alice = await player(service)
    for price in range(1, 10):
        await alice.order(price=price, contracts=1)
    for number in (2, 5, 6):
        await alice.cancel(number)

    async def more() -> None:
        await alice.order(price=1, contracts=1)

    for status, expected in (
        ("open", [9, 8, 7, 4, 3, 1]),
        ("canceled", [6, 5, 2]),
        ("all", [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ):
        path = f"/orders?orderStatusFilter={status}"
        first = await alice.ids(status)
        rows = await pages(alice, path, "orders", 2, more)
        assert [row["orderId"] for row in rows] == first
        assert [number for number in first if number < 10] == expected
        ascending = await pages(alice, f"{path}&order=asc", "orders", 2)
        assert [row["orderId"] for row in ascending] == sorted(await alice.ids(status))
    assert await alice.ids("filled") == await alice.ids("expired") == []
    # an order that ends between two pages is where it was
    page = await alice.get("/orders?orderStatusFilter=all&limit=200")
    assert {row["orderId"]: row["status"] for row in page["orders"]}[9] == "open"


async def test_cursors_belong_to_their_query(service):
    await open_market(service)
    await open_market(service)
    alice, bob = await player(service), await player(service)
    for market_id in (1, 2, 1):
        await alice.order(market_id)
        await bob.order(market_id, side="no", price=60)
    for path, others in (
        (
            "/orders?orderStatusFilter=all",
            ("/orders?orderStatusFilter=filled", "/orders?orderStatusFilter=all&order=asc"),
        ),
        ("/orders?orderStatusFilter=filled", ("/orders?orderStatusFilter=filled&marketId=1",)),
        ("/trades?", ("/trades?marketId=1", "/trades?order=asc", "/markets?")),
        ("/markets?", ("/markets?isResolvedFilter=false", "/markets?marketCategoryFilter=x")),
    ):
        cursor = (await alice.get(f"{path}&limit=1"))["nextCursor"]
        for other in others:
            assert (await alice.get(f"{other}&cursor={cursor}", 400))["code"] == "BAD_CURSOR"
        if path != "/markets?":
            assert (await bob.get(f"{path}&cursor={cursor}", 400))["code"] == "BAD_CURSOR"
        for bad in ("x", "", "AAAA", "%00", "a" * 600, "ä"):
            assert (await alice.get(f"{path}&cursor={bad}", 400))["code"] == "BAD_CURSOR", bad
    assert await alice.ids("filled", marketId=2) == [3]
    assert await alice.ids("all", marketId=3) == []
    for query, field in (
        ("orderStatusFilter=x", "orderStatusFilter"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=x", "limit"),
        ("order=up", "order"),
        ("marketId=-1", "marketId"),
        ("marketId=0", "marketId"),
        ("marketId=x", "marketId"),
    ):
        refused = await alice.get(f"/orders?{query}", 400)
        assert (refused["code"], refused["details"]["field"]) == ("VALIDATION", field), query


async def test_each_side_sees_a_trade_its_own_way(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order(price=40, contracts=3)
    await alice.order(price=30, contracts=5)
    now_s = service.context.now_s()
    taken = await bob.order(side="no", price=70, contracts=8)
    assert taken["averagePrice"] == "66.25"  # (3 * 60 + 5 * 70) / 8
    assert (await bob.get("/trades")) == {
        "trades": [
            {
                "tradeId": 2,
                "orderId": taken["orderId"],
                "marketId": 1,
                "side": "no",
                "price": 70,
                "contracts": 5,
                "feePoints": "2100000",  # 0.02 * 5 * 70 * 30 / 100
                "role": "taker",
                "timestamp": now_s,
            },
            {
                "tradeId": 1,
                "orderId": taken["orderId"],
                "marketId": 1,
                "side": "no",
                "price": 60,
                "contracts": 3,
                "feePoints": "1440000",
                "role": "taker",
                "timestamp": now_s,
            },
        ],
        "nextCursor": None,
    }
    made = (await alice.get("/trades?order=asc"))["trades"]
    shown = [(t["tradeId"], t["orderId"], t["side"], t["price"], t["contracts"]) for t in made]
    assert shown == [(1, 1, "yes", 40, 3), (2, 2, "yes", 30, 5)]
    assert {(trade["feePoints"], trade["role"]) for trade in made} == {("0", "maker")}
    # now alice takes as well, so that her list has both roles
    await bob.order(price=20, contracts=1)
    await alice.order(side="no", price=80, contracts=1)
    rows = await pages(alice, "/trades", "trades", 1)
    assert [(row["tradeId"], row["role"]) for row in rows] == [
        (3, "taker"),
        (2, "maker"),
        (1, "maker"),
    ]
    assert (await alice.get("/trades?marketId=2"))["trades"] == []
    assert (await alice.get(f"/trades?to={now_s}"))["trades"] == []
    assert len((await alice.get(f"/trades?from={now_s}"))["trades"]) == 3
    assert (await alice.get("/trades?from=5&to=4", 400))["code"] == "BAD_RANGE"


async def test_the_book_shows_both_sides_best_first(service):
    await open_market(service)
    alice = await player(service)
    path = f"{EXPRESS}/predictions/markets/1/order-book"
    empty = (await service.get(path))["orderBook"]
    assert (empty["yes"], empty["no"]) == ([], [])
    assert {empty[name] for name in empty if name.startswith("best")} == {None}
    for side, price, contracts in (
        ("yes", 40, 10), ("yes", 42, 5), ("yes", 40, 1), ("no", 55, 7), ("no", 50, 2),
    ):  # fmt: skip
        await alice.order(side=side, price=price, contracts=contracts)
    async with service.client.get(path) as answer:
        assert answer.headers["Cache-Control"] == "max-age=1"
        etag = answer.headers["ETag"]
        book = (await answer.json())["orderBook"]
    assert book == {
        "marketId": 1,
        "sequence": empty["sequence"] + 5,
        "yes": [{"price": 42, "contracts": 5}, {"price": 40, "contracts": 11}],
        "no": [{"price": 55, "contracts": 7}, {"price": 50, "contracts": 2}],
        "bestYesBid": 42,
        "bestYesAsk": 45,
        "bestNoBid": 55,
        "bestNoAsk": 58,
    }
    async with service.client.get(path, headers={"If-None-Match": etag}) as answer:
        assert answer.status == 304
    top = (await service.get(f"{path}?depth=1"))["orderBook"]
    assert (len(top["yes"]), len(top["no"]), top["bestYesAsk"]) == (1, 1, 45)
    for depth in ("0", "100", "-1", "x", "1.5", ""):
        refused = await service.get(f"{path}?depth={depth}", 400)
        assert refused["details"] == {"field": "depth"}, depth
    # what the engine refuses does not move the book
    await alice.order(status=409, side="no", price=60, postOnly=True)
    assert (await service.get(path))["orderBook"] == book


async def test_markets_are_filtered_and_paged(service):
    for number in range(5):
        await open_market(service, category="Metro" if number % 2 else "Cities")
    alice = await player(service)
    rows = await pages(alice, "/markets", "markets", 2)
    assert [row["marketId"] for row in rows] == [5, 4, 3, 2, 1]
    rows = await pages(alice, "/markets?order=asc", "markets", 2)
    assert [row["marketId"] for row in rows] == [1, 2, 3, 4, 5]
    for query, expected in (
        ("marketCategoryFilter=cities", [5, 3, 1]),
        ("marketCategoryFilter=METRO&isResolvedFilter=0", [4, 2]),
        ("marketCategoryFilter=none", []),
        ("isResolvedFilter=true", []),
        ("isResolvedFilter=false&limit=1", [5]),
    ):
        page = await service.get(f"{EXPRESS}/predictions/markets?{query}")
        assert [row["marketId"] for row in page["markets"]] == expected, query
    one = (await service.get(f"{EXPRESS}/predictions/markets/1"))["market"]
    assert one == rows[0]
    assert one["strike"] == str(300 * 10**8)
    names = ("title", "category", "acreId", "status", "isResolved", "outcome", "lastYesPrice")
    assert [one[name] for name in names] == [
        "Above 300?", "Cities", 11, "open", False, None, None,
    ]  # fmt: skip
    assert (one["volumeContracts"], one["openInterestContracts"], one["resolution"]) == (0, 0, None)
    assert one["opensAt"] < one["closesAt"] == one["resolvesAt"]
    refused = await service.get(f"{EXPRESS}/predictions/markets?isResolvedFilter=x", 400)
    assert refused["details"] == {"field": "isResolvedFilter"}


async def test_markets_and_books_need_no_database_and_open_orders_neither(service, monkeypatch):
    await open_market(service)
    alice = await player(service)
    order = await alice.order()
    await service.context.store.close()
    monkeypatch.setattr("edge.store.pool.DATABASE_DEADLINE_S", 0.1)
    await service.get(f"{EXPRESS}/predictions/markets")
    await service.get(f"{EXPRESS}/predictions/markets/1/order-book")
    assert await alice.ids() == [order["orderId"]]
    assert (await alice.points())[0] == GRANT - 400 * E6
    assert await alice.cancel(order["orderId"]) == "canceled"
    for path in ("/orders?orderStatusFilter=all", "/trades", "/positions"):
        assert (await alice.get(path, 503))["code"] == "MAINTENANCE"


async def test_the_portfolio_of_a_wallet_shows_its_points(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order()
    await bob.order(side="no", price=60, contracts=4)
    for one, available, open_points in (
        (alice, 9_600 * E6, 400 * E6),
        (bob, GRANT - 241_920_000, 240 * E6),
    ):
        shown = await service.get(f"{EXPRESS}/portfolio/{one.wallet.pubkey()}")
        assert shown["predictions"] == {
            "availablePoints": str(available),
            "openInterestPoints": str(open_points),
        }
        assert shown["accountValue"] == "0"  # points are no money


async def test_private_lists_are_not_stored_by_caches(service):
    alice = await player(service)
    for path in ("/portfolio", "/orders", "/positions", "/trades"):
        async with service.client.get(
            f"{EXPRESS}/predictions{path}", headers=alice.headers
        ) as answer:
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert "ETag" not in answer.headers


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [
        ("orders", (bytes(32), 9, None, 50), "prediction_order_pkey"),
        ("orders_ascending", (bytes(32), 9, None, 50), "prediction_order_pkey"),
        ("finished_orders", (bytes(32), 9, None, 50, 3), "prediction_order_finished"),
        ("finished_orders_ascending", (bytes(32), 9, None, 50, 3), "prediction_order_finished"),
        ("trades", (bytes(32), 9, None, 0, 9, 50), "prediction_trade_by_maker"),
        ("trades_ascending", (bytes(32), 9, None, 0, 9, 50), "prediction_trade_by_taker"),
        ("order_by_client_id", (bytes(32), "x"), "prediction_order_by_client_id"),
        ("order_status", (bytes(32), 9), "prediction_order_pkey"),
        ("payouts", (bytes(32), 9), "prediction_payout_pkey"),
    ],
)
async def test_every_list_has_its_index(database_url, query, values, index):
    store = await Store.open(database_url)
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")
        rows = await connection.fetch("EXPLAIN " + store.queries[f"predictions.{query}"], *values)
    await store.close()
    plan = "\n".join(row[0] for row in rows)
    assert index in plan
    assert "Seq Scan" not in plan
