"""Cursor lists: nothing skipped or repeated while rows arrive; CSV; filters."""

import csv
import io

from tests.edge.service_world import text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"


async def pages(service, path: str, name: str | None, between=None) -> list[dict]:
    """Read a list to its end, doing something between two pages."""
    rows, cursor = [], None
    while True:
        more = f"&cursor={cursor}" if cursor else ""
        body = await service.get(path + more)
        rows += body["info"] if name is None else body[name]
        cursor = body["pagination"]["nextCursor"] if name is None else body["nextCursor"]
        if cursor is None:
            return rows
        if between is not None:
            await between()


async def test_pages_neither_skip_nor_repeat_while_rows_arrive(service):
    wallet = await service.trader()
    sizes = [1_000_000 * number for number in range(1, 8)]
    for size in sizes:
        await service.trade(wallet, size if size % 2_000_000 else -size)
    await service.settle()

    async def trade_more() -> None:
        await service.trade(wallet, 9_000_000)
        await service.settle()

    user = text_of(wallet)
    newest_first = await pages(
        service, f"{MAIN}/user/{user}/history/trade?limit=2", None, trade_more
    )
    found = [abs(int(row["openInterestDelta"]["size"])) for row in newest_first]
    assert found == sizes[::-1]
    stream = await pages(service, f"{EXPRESS}/trade-stream?limit=3&order=asc", "trades", trade_more)
    found = [abs(int(row["openInterestDelta"]["size"])) for row in stream]
    assert found[: len(sizes)] == sizes
    slots = [row["slot"] for row in stream]
    assert slots == sorted(slots)
    assert len({row["signature"] for row in stream}) == len(stream)


async def test_a_cursor_belongs_to_one_query(service):
    wallet = await service.trader()
    for _ in range(3):
        await service.trade(wallet, 1_000_000)
    await service.settle()
    user = text_of(wallet)
    path = f"{MAIN}/user/{user}/history/trade?limit=1"
    cursor = (await service.get(path))["pagination"]["nextCursor"]
    await service.get(f"{path}&cursor={cursor}")
    for other in (
        f"{path}&order=asc&cursor={cursor}",
        f"{path}&marketId=1&cursor={cursor}",
        f"{MAIN}/user/{user}/history/lp?cursor={cursor}",
        f"{EXPRESS}/trade-stream?cursor={cursor}",
    ):
        assert (await service.get(other, 400))["code"] == "BAD_CURSOR"


async def test_filters_choose_rows(service):
    wallet = await service.trader()
    await service.trade(wallet, 1_000_000)
    await service.trade(wallet, -2_000_000, market_id=2)
    await service.settle()
    user = text_of(wallet)
    path = f"{MAIN}/user/{user}/history/trade"
    (first,) = (await service.get(f"{path}?marketId=1"))["info"]
    (second,) = (await service.get(f"{path}?marketId=2&marginAccountId=0"))["info"]
    assert (first["side"], second["side"]) == ("long", "short")
    assert (await service.get(f"{path}?marginAccountId=5"))["info"] == []
    assert (await service.get(f"{path}?to={first['timestamp']}"))["info"] == []
    longs = (await service.get(f"{EXPRESS}/trade-stream?direction=Long"))["trades"]
    assert [row["marketId"] for row in longs] == [1]
    rejected = await service.get(f"{MAIN}/user/{user}/commands?status=REJECTED")
    assert rejected["info"] == []


async def test_csv_has_the_same_rows_as_exact_decimals(service):
    wallet = await service.trader()
    await service.trade(wallet, 1_500_000)
    await service.trade(wallet, -1_500_000)
    await service.settle()
    path = f"{MAIN}/user/{text_of(wallet)}/history/trade?format=csv"
    async with service.client.get(f"{path}&limit=1") as answer:
        assert answer.content_type == "text/csv"
        name = answer.headers["Content-Disposition"]
        assert name == 'attachment; filename="user-history-trade.csv"'
        cursor = answer.headers["X-Next-Cursor"]
        (row,) = csv.DictReader(io.StringIO(await answer.text()))
        assert row["openInterestDelta.size"] == "-1.5"
        assert row["timestamp"].endswith("Z")
        assert row["tradeKind"] == "close"
        assert (row["marketId"], row["symbol"]) == ("1", "AUS")
        columns = list(row)
        assert columns.index("symbol") == columns.index("marketId") + 1
    async with service.client.get(f"{path}&limit=10000&cursor={cursor}") as answer:
        assert "X-Next-Cursor" not in answer.headers
        (row,) = csv.DictReader(io.StringIO(await answer.text()))
        assert (row["tradeKind"], row["indexPrice"]) == ("open", "300")


async def test_the_search_pages_through_its_result(service):
    path = f"{EXPRESS}/market/search?limit=1&sort=name&order=desc"
    found = await pages(service, path, "markets")
    assert [row["symbol"] for row in found] == ["DAL-1", "AUS"]
    for query, symbols in (
        ("q=aus", ["AUS"]),
        ("state=tx&country=US&category=CITY", ["AUS", "DAL-1"]),
        ("tradable=false", []),
        ("tags=nope", []),
        ("minPrice=30000000001", []),
        ("maxPrice=30000000000&sort=price", ["AUS", "DAL-1"]),
    ):
        body = await service.get(f"{EXPRESS}/market/search?{query}")
        assert [row["symbol"] for row in body["markets"]] == symbols, query
        assert body["total"] == len(symbols)
