"""Markets as lists, searches and series: every field set, ranking and figure of the contract."""

import math
from dataclasses import replace
from itertools import pairwise
from urllib.parse import quote

import pytest
import pytest_asyncio

from chain.catalogue.facts import Catalogue
from chain.catalogue.statistics import Figure, Metric, Statistics
from edge.http.windows import SERIES_POINTS_MAX
from tests.chain.world import small_catalogue
from tests.edge.service_world import running_service, text_of

MAIN, EXPRESS = "/api/v1", "/express/v1"
DAY_S = 86_400
E8, E12 = 10**8, 10**12
PRICE_E8 = 300 * E8  # of every market, always
METADATA = {
    "market", "marketId", "name", "state", "country", "acreId", "tradable", "symbol",
    "category", "currency", "metric", "pythTokenId", "latitude", "longitude",
}  # fmt: skip
SUMMARY = METADATA | {
    "indexPrice", "change1d", "change1y", "volume24h", "openInterest", "maxLeverageMultiple",
    "tags", "paused",
}  # fmt: skip
WINDOWS = ("1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all")
STEPS_S = {"1d": 300, "1w": 3_600, "5y": 7 * DAY_S, "all": 7 * DAY_S}
PEOPLE = 123_456
pytestmark = pytest.mark.asyncio(loop_scope="module")


def wider_catalogue() -> Catalogue:
    """Two markets with tags, and two areas without a market, one of them abroad."""
    small = small_catalogue()
    austin, dallas = small.markets
    markets = (
        replace(austin, tags=("texas", "Large"), name="Austin, TX", category="city"),
        replace(dallas, tags=("texas",), name="Dallas, TX"),
        replace(dallas, acre_id=40, symbol="BER", name="Berlin", country="DE", state="", tags=()),
        replace(dallas, acre_id=30, symbol="ELP", name="El Paso, TX", tags=()),
    )
    return Catalogue(markets, small.start_s, small.histories)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory, database_url):
    """AUS was at 290 a day ago and at 250 a year ago, DAL-1 at 310; both are traded."""
    home = tmp_path_factory.mktemp("markets")
    people = Statistics({(11, Metric.POPULATION): [Figure(0, DAY_S, PEOPLE)]})
    async with running_service(
        home, database_url, catalogue=wider_catalogue(), housing=lambda: people
    ) as running:
        pool, now_s = running.context.store.pool, running.context.now_s()
        await pool.execute("DELETE FROM index_value WHERE published_at_s < $1", now_s - DAY_S)
        for acre_id, days, price in ((11, 1, 290), (12, 1, 310), (11, 365, 250), (11, 30, 280)):
            at_s = now_s - days * DAY_S - 3_600
            await pool.execute(
                "INSERT INTO index_value VALUES ($1, $2, $3)", acre_id, at_s, price * E8
            )
        await pool.execute(
            "INSERT INTO index_value VALUES (30, $1, $2), (30, $3, $4)",
            now_s - 2 * DAY_S, 200 * E8, now_s - 60, 210 * E8,
        )  # fmt: skip
        wallet = await running.trader()
        await running.trade(wallet, 10_000_000, 2)
        await running.trade(wallet, -5_000_000, 1)
        await running.settle()
        yield running


async def symbols(service, name: str) -> list[str]:
    answer = await service.get(f"{MAIN}/collections/{name}")
    assert set(answer) == {"marketMetadata"}
    assert all(set(row) == METADATA for row in answer["marketMetadata"])
    return [row["symbol"] for row in answer["marketMetadata"]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("all", ["AUS", "DAL-1", "ELP", "BER"]),
        ("tradable", ["AUS", "DAL-1"]),
        ("new", ["DAL-1", "AUS"]),
        ("united-states", ["AUS", "DAL-1", "ELP"]),
        ("international", ["BER"]),
        ("most-traded", ["DAL-1", "AUS"]),
        ("trending", ["DAL-1", "AUS"]),
        ("top-gainers", ["AUS"]),
        ("top-losers", ["DAL-1"]),
    ],
)
async def test_every_collection_is_in_the_order_of_its_ranking(service, name, expected):
    assert await symbols(service, name) == expected


async def test_an_unknown_collection_is_named_so(service):
    for name in ("none", "ALL", "all%20"):
        refused = await service.get(f"{MAIN}/collections/{name}", 404)
        assert refused["code"] == "COLLECTION_NOT_FOUND"


async def test_metadata_of_markets_and_of_areas_without_one(service):
    assert (await service.get(f"{MAIN}/metadata/acre-ids"))["info"] == [11, 12, 30, 40]
    austin = (await service.get(f"{MAIN}/metadata/acre?id=11"))["info"]
    assert austin == {
        "market": "AUS", "marketId": 1, "name": "Test AUS", "state": "TX", "country": "US",
        "acreId": 11, "tradable": True, "symbol": "AUS", "category": "city", "currency": "USD",
        "metric": "sqft", "pythTokenId": None, "latitude": 0.0, "longitude": 0.0,
    }  # fmt: skip
    berlin = (await service.get(f"{MAIN}/metadata/acre?id=40"))["info"]
    assert set(berlin) == METADATA
    assert (berlin["tradable"], berlin["marketId"], berlin["state"]) == (False, None, None)
    assert (berlin["symbol"], berlin["country"]) == ("BER", "DE")
    for query, status, code in (
        ("?id=99", 404, "ACRE_NOT_FOUND"),
        ("", 400, "VALIDATION"),
        ("?id=x", 400, "VALIDATION"),
        ("?id=-1", 400, "VALIDATION"),
    ):
        assert (await service.get(f"{MAIN}/metadata/acre{query}", status))["code"] == code


async def search(service, query: str, status: int = 200):
    return await service.get(f"{EXPRESS}/market/search?{query}", status)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["AUS", "DAL-1"]),
        ("q=aus", ["AUS"]),
        ("q=TEST", ["AUS", "DAL-1"]),
        ("q=%20dal%20", ["DAL-1"]),
        ("q=tx", ["AUS", "DAL-1"]),
        ("q=nothing", []),
        ("q=" + "x" * 64, []),
        ("tags=texas", ["AUS", "DAL-1"]),
        ("tags=texas,large", ["AUS"]),
        ("tags=texas,%20LARGE,", ["AUS"]),
        ("tags=texas,small", []),
        ("state=tx", ["AUS", "DAL-1"]),
        ("state=CA", []),
        ("country=us", ["AUS", "DAL-1"]),
        ("country=DE", []),
        ("category=CITY", ["AUS", "DAL-1"]),
        ("category=metro", []),
        ("tradable=true", ["AUS", "DAL-1"]),
        ("tradable=1", ["AUS", "DAL-1"]),
        ("tradable=false", []),
        (f"minPrice={PRICE_E8}", ["AUS", "DAL-1"]),
        (f"minPrice={PRICE_E8 + 1}", []),
        (f"maxPrice={PRICE_E8}", ["AUS", "DAL-1"]),
        (f"maxPrice={PRICE_E8 - 1}", []),
        (f"minPrice={PRICE_E8}&maxPrice={PRICE_E8}&q=dal", ["DAL-1"]),
        ("order=desc", ["DAL-1", "AUS"]),
        ("sort=name&order=ASC", ["AUS", "DAL-1"]),
        ("sort=price&order=desc", ["DAL-1", "AUS"]),
        ("sort=change1d", ["DAL-1", "AUS"]),
        ("sort=change1d&order=desc", ["AUS", "DAL-1"]),
        ("sort=change1y&order=desc", ["AUS", "DAL-1"]),
        ("sort=volume&order=desc", ["DAL-1", "AUS"]),
        ("sort=openInterest", ["AUS", "DAL-1"]),
        ("sort=OPENINTEREST&order=desc", ["DAL-1", "AUS"]),
    ],
)
async def test_filters_and_orders_of_the_search(service, query, expected):
    answer = await search(service, query)
    assert set(answer) == {"markets", "nextCursor", "total"}
    assert [row["symbol"] for row in answer["markets"]] == expected
    assert (answer["total"], answer["nextCursor"]) == (len(expected), None)
    assert all(set(row) == SUMMARY for row in answer["markets"])


@pytest.mark.parametrize(
    "sort", ["name", "price", "change1d", "change1y", "volume", "openInterest"]
)
@pytest.mark.parametrize("order", ["asc", "desc"])
async def test_pages_of_the_search_hold_every_market_once(service, sort, order):
    query = f"sort={sort}&order={order}"
    whole = await search(service, query)
    first = await search(service, f"{query}&limit=1")
    assert (len(first["markets"]), first["total"]) == (1, 2)
    second = await search(service, f"{query}&limit=1&cursor={quote(first['nextCursor'])}")
    assert (second["nextCursor"], second["total"]) == (None, 2)
    assert first["markets"] + second["markets"] == whole["markets"]
    other = f"q=a&{query}&limit=1&cursor={quote(first['nextCursor'])}"
    assert (await search(service, other, 400))["code"] == "BAD_CURSOR"


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("q=" + "x" * 65, "VALIDATION", "q"),
        ("sort=size", "VALIDATION", "sort"),
        ("order=up", "VALIDATION", "order"),
        ("tradable=maybe", "VALIDATION", "tradable"),
        ("minPrice=1.5", "VALIDATION", "minPrice"),
        ("maxPrice=1e3", "VALIDATION", "maxPrice"),
        (f"maxPrice={10**14}", "AMOUNT_OUT_OF_RANGE", "maxPrice"),
        ("limit=0", "VALIDATION", "limit"),
        ("limit=201", "VALIDATION", "limit"),
    ],
)
async def test_a_bad_filter_is_named(service, query, code, field):
    refused = await search(service, query, 400)
    assert (refused["code"], refused["details"]) == (code, {"field": field})
    if field not in ("sort", "order", "limit"):
        path = f"{EXPRESS}/market/market-filter-distribution?{query}"
        assert (await service.get(path, 400))["details"] == {"field": field}


async def test_the_summary_of_a_market(service):
    (austin,) = (await search(service, "q=aus"))["markets"]
    volume = (await service.get(f"{EXPRESS}/market/AUS/volumes"))["oneDay"]["notional"]
    market = await service.get(f"{EXPRESS}/market/aus")
    assert austin == {
        **{name: market[name] for name in METADATA},
        "indexPrice": str(PRICE_E8),
        "change1d": f"{10 * E12 // 290 / E12:.12f}".rstrip("0"),
        "change1y": "0.2",
        "volume24h": volume,
        "openInterest": market["openInterest"]["notional"],
        "maxLeverageMultiple": market["maxLeverageMultiple"],
        "tags": ["texas", "Large"],
        "paused": False,
    }
    assert volume == "1500000000"


async def test_the_distribution_counts_what_the_filters_leave(service):
    path = f"{EXPRESS}/market/market-filter-distribution"
    assert await service.get(path) == {
        "states": [{"value": "TX", "count": 2}],
        "countries": [{"value": "US", "count": 2}],
        "categories": [{"value": "city", "count": 2}],
        "tags": [{"value": "texas", "count": 2}, {"value": "Large", "count": 1}],
        "price": {"min": str(PRICE_E8), "max": str(PRICE_E8)},
    }
    assert (await service.get(f"{path}?q=dal"))["tags"] == [{"value": "texas", "count": 1}]
    assert await service.get(f"{path}?tags=none") == {
        "states": [], "countries": [], "categories": [], "tags": [],
        "price": {"min": None, "max": None},
    }  # fmt: skip


# real-estate data


async def test_facts_and_changes_of_an_area(service):
    info = (await service.get(f"{MAIN}/real-estate-data/acre-info?id=11"))["info"]
    market = await service.get(f"{EXPRESS}/market/AUS")
    assert info == {
        "id": 11, "name": "Austin, TX", "state": "TX", "country": "US", "category": "city",
        "metric": "sqft", "currency": "USD", "price": str(PRICE_E8),
        "priceAsOf": market["indexPriceAt"],
        "change": {
            "oneDay": f"{10 * E12 // 290 / E12:.12f}".rstrip("0"),
            "oneMonth": f"{20 * E12 // 280 / E12:.12f}".rstrip("0"),
            "oneYear": "0.2",
        },
        "population": PEOPLE,
        "medianSqft": 1_800,
    }  # fmt: skip


async def test_an_area_without_a_market_has_the_price_that_was_published_last(service):
    info = (await service.get(f"{MAIN}/real-estate-data/acre-info?id=30"))["info"]
    assert (info["price"], info["population"]) == (str(210 * E8), None)
    assert info["change"] == {"oneDay": "0.05", "oneMonth": None, "oneYear": None}
    nothing = (await service.get(f"{MAIN}/real-estate-data/acre-info?id=40"))["info"]
    assert (nothing["price"], nothing["priceAsOf"], nothing["state"]) == (None, None, None)
    assert (await service.get(f"{MAIN}/real-estate-data/acre-ids"))["info"] == [11, 12, 30, 40]


async def test_areas_come_in_the_order_asked(service):
    path = f"{MAIN}/real-estate-data/acre-infos"
    infos = (await service.post(path, {"ids": [30, 11, 12]}))["info"]
    assert [info["id"] for info in infos] == [30, 11, 12]
    assert infos[1] == (await service.get(f"{MAIN}/real-estate-data/acre-info?id=11"))["info"]
    ten = {"ids": [11, 12, 30, 40, 11, 12, 30, 40, 11, 12]}
    assert len((await service.post(path, ten))["info"]) == 10
    refused = await service.post(path, {"ids": [11] * 11}, 400)
    assert (refused["code"], refused["message"]) == (
        "TOO_MANY_IDS",
        "Too many acre ids supplied. Max amount is 10",
    )
    refused = await service.post(path, {"ids": [11, 77, 12, 78]}, 404)
    assert (refused["code"], refused["details"]) == ("ACRE_NOT_FOUND", {"ids": [77, 78]})
    for body in ({"ids": []}, {}, {"ids": "11"}, {"ids": [-1]}, {"ids": [1.5]}):
        assert (await service.post(path, body, 400))["code"] == "VALIDATION"


# series


def check_series(points: list[tuple[int, int]], now_s: int, step_s: int) -> None:
    """A grid that ascends to now, at most SERIES_POINTS_MAX points of it."""
    moments = [at_s for at_s, _ in points]
    assert 1 <= len(moments) <= SERIES_POINTS_MAX
    assert moments == sorted(set(moments))
    assert moments[-1] <= now_s
    assert all(at_s % step_s == 0 for at_s in moments[:-1])
    assert {b - a for a, b in pairwise(moments[:-1])} <= {step_s}


@pytest.mark.parametrize("window", WINDOWS)
async def test_the_feed_of_every_window_carries_the_prints_forward(service, window):
    pool = service.context.store.pool
    rows = await pool.fetch(
        "SELECT published_at_s, price_e8 FROM index_value WHERE acre_id = 11 ORDER BY 1"
    )
    answer = await service.get(f"{EXPRESS}/market/AUS/price-feed?window={window}")
    assert set(answer) == {"symbol", "points"}
    points = [(point["timestamp"], int(point["value"])) for point in answer["points"]]
    check_series(points, service.context.now_s(), STEPS_S.get(window, DAY_S))
    for at_s, value in points:
        assert value == [price for out_s, price in rows if out_s <= at_s][-1], at_s
    main = await service.get(f"{MAIN}/real-estate-data/price-feed?id=11&window={window.upper()}")
    assert main["info"] == answer["points"]


async def test_the_statistics_of_a_feed_are_those_of_its_days(service):
    answer = await service.get(f"{EXPRESS}/market/AUS/price-feed-stats?window=1m")
    feed = await service.get(f"{EXPRESS}/market/AUS/price-feed?window=1m")
    daily = [int(point["value"]) for point in feed["points"]]
    assert all(point["timestamp"] % DAY_S == 0 for point in feed["points"])  # so these are days
    returns = [math.log(b / a) for a, b in pairwise(daily)]
    mean = sum(returns) / len(returns)
    variance = sum((one - mean) ** 2 for one in returns) / (len(returns) - 1)
    assert set(answer) == {"open", "close", "high", "low", "change", "volatility", "asOf"}
    assert (answer["open"], answer["close"]) == (str(daily[0]), str(daily[-1]))
    assert (answer["high"], answer["low"]) == (str(max(daily)), str(min(daily)))
    assert float(answer["change"]) == pytest.approx(daily[-1] / daily[0] - 1, abs=1e-11)
    assert float(answer["volatility"]) == pytest.approx(math.sqrt(variance * 365), abs=1e-6)


SERIES = ("cumulative-notional-volume", "cumulative-lp-fee", "aggregate-pnl", "lp-share-price")


@pytest.mark.parametrize("name", SERIES)
async def test_the_series_of_the_pool(service, name):
    now_s = service.context.now_s()
    path = f"{MAIN}/time-series/{name}"
    for query, step_s in (
        *((f"window={window}", STEPS_S.get(window, DAY_S)) for window in ("1d", "1w", "1y", "all")),
        ("window=1m", 4 * 3_600),
        ("", 4 * 3_600),
        ("window=1w&interval=1d", DAY_S),
        ("interval=1H&window=1d", 3_600),
        (f"from={now_s - DAY_S}&to={now_s + 1}&interval=1h", 3_600),
    ):
        found = (await service.get(f"{path}?{query}"))["info"]
        assert all(set(point) == {"timestamp", "value"} for point in found)
        points = [(point["timestamp"], int(point["value"])) for point in found]
        check_series(points, now_s, step_s)
        if name.startswith("cumulative"):
            values = [value for _, value in points]
            assert values == sorted(values)
    for query, code in (
        ("window=2d", "BAD_WINDOW"),
        ("from=9&to=8", "BAD_RANGE"),
        ("interval=5m", "VALIDATION"),
        ("from=x", "VALIDATION"),
    ):
        assert (await service.get(f"{path}?{query}", 400))["code"] == code
    assert (await service.get(f"{path}?exchangeId=1", 404))["code"] == "EXCHANGE_NOT_FOUND"


async def test_the_series_end_where_the_exchange_stands(service):
    """Funding accrues between commands: the last point is current."""
    await service.world.advance(7 * 3_600)
    await service.settle()
    service.world.hands.ns += 3_600 * 10**9 // service.context.clock.rate  # no command for an hour
    exchange = (await service.get(f"{MAIN}/account/exchange"))["info"]
    shares = (await service.get(f"{MAIN}/time-series/lp-share-price?window=1d"))["info"]
    assert shares[-1]["value"] == exchange["sharePrice"]
    assert shares[-1]["timestamp"] == service.context.now_s()
    pnl = (await service.get(f"{MAIN}/time-series/aggregate-pnl?window=1d"))["info"]
    realized = await service.context.store.pool.fetchval(
        "SELECT realized_pnl_e6 FROM pool_point ORDER BY seq DESC LIMIT 1"
    )
    assert int(pnl[-1]["value"]) == realized + int(exchange["unrealizedPnl"])
    for name, field in (
        ("cumulative-notional-volume", "cumulativeNotionalVolume"),
        ("cumulative-lp-fee", "cumulativeLpFee"),
    ):
        points = (await service.get(f"{MAIN}/time-series/{name}?window=1d"))["info"]
        assert points[-1]["value"] == exchange[field]


@pytest.mark.parametrize("window", WINDOWS)
async def test_the_series_of_a_market(service, window):
    answer = await service.get(f"{EXPRESS}/market-time-series/2?window={window}")
    assert (set(answer), answer["marketId"]) == ({"marketId", "points"}, 2)
    step_s = 4 * 3_600 if window in ("1m", "3m") else STEPS_S.get(window, DAY_S)
    points = answer["points"]
    check_series([(p["timestamp"], 0) for p in points], service.context.now_s(), step_s)
    last = points[-1]
    assert set(last) == {
        "timestamp", "indexPrice", "marketPrice", "fundingRate", "openInterestLong",
        "openInterestShort", "skew", "volume",
    }  # fmt: skip
    assert (last["openInterestLong"], last["openInterestShort"]) == ("3000000000", "0")
    assert (last["skew"], last["indexPrice"]) == ("10000000", str(PRICE_E8))
    assert sum(int(point["volume"]) for point in points) == 3_000_000_000


async def test_the_stream_of_trades_by_direction_and_market(service):
    async def sides(path: str) -> list[tuple[int, str]]:
        answer = await service.get(f"{EXPRESS}/trade-stream{path}")
        assert set(answer) == {"trades", "nextCursor"}
        assert all("marginAccountId" not in row for row in answer["trades"])
        return [(row["marketId"], row["side"]) for row in answer["trades"]]

    assert await sides("") == [(1, "short"), (2, "long")]
    assert await sides("?direction=ALL&order=asc") == [(2, "long"), (1, "short")]
    assert await sides("?direction=long") == [(2, "long")]
    assert await sides("?direction=short") == [(1, "short")]
    assert await sides("/1?direction=long") == []
    assert await sides("/dal-1") == [(2, "long")]
    refused = await service.get(f"{EXPRESS}/trade-stream?direction=up", 400)
    assert refused["details"] == {"field": "direction"}
    assert (await service.get(f"{EXPRESS}/trade-stream/9", 404))["code"] == "MARKET_NOT_FOUND"


async def test_a_new_trade_is_on_top(service):
    wallet = await service.trader()
    await service.trade(wallet, 1_000_000)
    await service.settle()
    (row,) = (await service.get(f"{EXPRESS}/trade-stream?limit=1"))["trades"]
    assert (row["user"], row["openInterestDelta"]["size"]) == (text_of(wallet), "1000000")
