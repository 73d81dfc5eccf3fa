"""Series and candles: every trade counted once, statistics that agree with the feed, ranges."""

import pytest

from engine.programmes.series import by_day, volume_by_point
from tests.edge.service_world import text_of

EXPRESS = "/express/v1"
DAY_S = 86_400


@pytest.mark.parametrize(
    ("moments", "buckets", "expected"),
    [
        ([10, 20, 23], {1: 5, 2: 7}, [0, 5, 7]),
        ([10, 20], {0: 3, 1: 5, 2: 7}, [3, 12]),
        ([23], {0: 1, 2: 7}, [8]),
        ([], {2: 7}, []),
    ],
)
def test_a_bucket_of_volume_stands_at_one_point(moments, buckets, expected):
    assert volume_by_point(moments, buckets, 10) == expected


def test_a_day_without_a_print_carries_the_last_one():
    day = DAY_S
    points = [(day, 10), (2 * day, 11), (4 * day, 12)]
    assert by_day(points, 4 * day + 5) == [10, 11, 11, 12]
    assert by_day([(day + 7, 10), (2 * day, 11)], 2 * day) == [10, 11]
    assert by_day([(day, 10), (day + 9, 11)], day + 9) == [10, 11]
    assert by_day([], day) == []


async def test_the_volumes_of_a_series_add_up(service):
    wallet = await service.trader()
    for _ in range(3):
        await service.trade(wallet, 10_000_000)
        await service.world.advance(400)
    await service.settle()
    traded = (await service.get(f"{EXPRESS}/market/AUS/volumes"))["allTime"]["notional"]
    for window in ("1d", "1w", "1m", "1y", "all"):
        series = await service.get(f"{EXPRESS}/market-time-series/1?window={window}")
        assert sum(int(point["volume"]) for point in series["points"]) == int(traded), window


async def test_statistics_open_and_close_where_the_feed_does(service):
    store, now_s = service.context.store, service.context.now_s()
    await store.pool.execute("DELETE FROM index_value WHERE acre_id = 11")
    first_day = now_s // DAY_S - 40
    for number in range(41):
        at_s, price = (first_day + number) * DAY_S, 10**10 + number * 10**8
        await store.pool.execute("INSERT INTO index_value VALUES (11, $1, $2)", at_s, price)
    for window in ("1d", "1w", "1m", "3m", "all"):
        feed = await service.get(f"{EXPRESS}/market/AUS/price-feed?window={window}")
        stats = await service.get(f"{EXPRESS}/market/AUS/price-feed-stats?window={window}")
        values = [point["value"] for point in feed["points"]]
        assert (stats["open"], stats["close"]) == (values[0], values[-1]), window
        assert int(stats["low"]) == min(map(int, values)), window
        assert int(stats["high"]) == max(map(int, values)), window


async def test_no_candle_starts_before_from_or_in_the_future(service):
    now_s = service.context.now_s()
    path = f"{EXPRESS}/market/AUS/candles?interval=1h&source=index"
    hour = now_s // 3_600 * 3_600
    inside = await service.get(f"{path}&from={hour - 7_201}&to={now_s}")
    assert inside["timestamp"] == [hour - 7_200, hour - 3_600, hour]
    exact = await service.get(f"{path}&from={hour - 7_200}&to={hour}")
    assert exact["timestamp"] == [hour - 7_200, hour - 3_600]
    for future in (f"from={now_s + 1}", f"from={now_s + 9}&to={now_s + 9_999}"):
        assert (await service.get(f"{path}&{future}"))["timestamp"] == []


async def test_symbols_are_named_once_and_the_unknown_ones_told(service):
    path = f"{EXPRESS}/market/symbols?symbols"
    found = await service.get(f"{path}=aus,AUS,dal-1,Aus")
    assert [market["symbol"] for market in found["markets"]] == ["AUS", "DAL-1"]
    refused = await service.get(f"{path}=AUS,ZZZ,yy", 404)
    assert (refused["code"], refused["details"]) == (
        "MARKET_NOT_FOUND",
        {"symbols": ["ZZZ", "YY"]},
    )
    wallet = await service.trader()
    body = {"marginAccountId": 0, "marketIds": [1, 77, 9]}
    quotes = f"/api/v1/user/{text_of(wallet)}/quote/position-modification-limits"
    refused = await service.post(quotes, body, 404)
    assert (refused["code"], refused["details"]) == ("MARKET_NOT_FOUND", {"marketIds": [9, 77]})
    alone = {"marginAccountId": 0, "marketId": 78}
    assert (await service.post(quotes, alone, 404))["details"] == {"marketIds": [78]}
    assert (await service.get("/api/v1/account/markets?ids="))["info"] == []
