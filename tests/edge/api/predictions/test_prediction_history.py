"""What was traded in a prediction market: its trades and its bars, for everybody."""

import pytest

from edge.api.series.sampling import yes_bars
from edge.http.windows import Span
from edge.projector.projector import Projector
from edge.store.pool import Store
from engine.core.generated.messages import VoidPrediction
from engine.programmes.series import Bar, filled_bars
from tests.chain.world import DAY_S
from tests.edge.prediction_world import PATH, open_market, operate, player
from tests.edge.projector.test_projection_rewind import reopened, rewind

MARKET = f"{PATH}/markets/1"
MINUTES = 300


async def traded(seller, buyer, yes_price: int, contracts: int, market_id: int = 1) -> None:
    """Let `buyer` take YES at a price."""
    await seller.order(market_id, side="no", price=100 - yes_price, contracts=contracts)
    await buyer.order(market_id, side="yes", price=yes_price, contracts=contracts)


async def until_second(service, at_s: int) -> None:
    """Let engine time pass until a second."""
    await service.world.advance(at_s - service.context.now_s())
    assert service.context.now_s() == at_s


async def pages(service, query: str, between=None) -> list[int]:
    """Return the ids of all trades of market 1, page by page."""
    ids, cursor = [], ""
    while True:
        page = await service.get(f"{MARKET}/trades?{query}{cursor}")
        ids += [row["tradeId"] for row in page["trades"]]
        if page["nextCursor"] is None:
            return ids
        cursor = f"&cursor={page['nextCursor']}"
        if between is not None:
            await between()


async def test_everybody_reads_every_fill_and_no_wallet(service):
    await open_market(service)
    await open_market(service)
    assert await service.get(f"{MARKET}/trades") == {"trades": [], "nextCursor": None}
    alice, bob = await player(service), await player(service)
    await alice.order(price=40, contracts=3)
    await alice.order(price=30, contracts=5)
    await bob.order(side="no", price=70, contracts=8)
    await traded(alice, bob, 55, 2, market_id=2)
    now_s = service.context.now_s()
    newest = {
        "tradeId": 2,
        "marketId": 1,
        "takerSide": "no",
        "yesPrice": 30,
        "contracts": 5,
        "timestamp": now_s,
    }
    first = {**newest, "tradeId": 1, "yesPrice": 40, "contracts": 3}
    assert await service.get(f"{MARKET}/trades") == {"trades": [newest, first], "nextCursor": None}
    asked = f"{MARKET}/trades?order=asc"
    assert (await service.get(asked))["trades"] == [first, newest]
    (other,) = (await service.get(f"{PATH}/markets/2/trades"))["trades"]
    assert (other["tradeId"], other["takerSide"], other["yesPrice"]) == (3, "yes", 55)
    for span, count in ((f"from={now_s}", 2), (f"from={now_s + 1}", 0), (f"to={now_s}", 0)):
        assert len((await service.get(f"{MARKET}/trades?{span}"))["trades"]) == count, span
    async with service.client.get(f"{MARKET}/trades") as answer:
        assert answer.headers["Cache-Control"] == "max-age=1"
        etag = answer.headers["ETag"]
    async with service.client.get(f"{MARKET}/trades", headers={"If-None-Match": etag}) as answer:
        assert answer.status == 304


async def test_pages_hold_each_trade_once_while_new_ones_come(service):
    await open_market(service)
    await open_market(service)
    alice, bob = await player(service), await player(service)
    for number in range(5):  # two and three of one second
        if number == 2:
            await service.world.advance(7)
        await traded(alice, bob, 40, 1)
        await traded(alice, bob, 60, 1, market_id=2)

    async def more() -> None:
        await traded(alice, bob, 50, 1)

    assert await pages(service, "limit=2", more) == [9, 7, 5, 3, 1]
    whole = await pages(service, "limit=200&order=asc")
    assert whole == [1, 3, 5, 7, 9, 11, 12]
    for limit in (1, 3, 6, 7, 8):
        assert await pages(service, f"limit={limit}&order=asc") == whole, limit
        assert await pages(service, f"limit={limit}") == whole[::-1], limit
    # a page that is exactly full is the last one
    full = await service.get(f"{MARKET}/trades?limit=7")
    assert (len(full["trades"]), full["nextCursor"]) == (7, None)
    cursor = (await service.get(f"{MARKET}/trades?limit=6"))["nextCursor"]
    for other in ("order=asc", "from=5", "to=9000000000"):
        refused = await service.get(f"{MARKET}/trades?{other}&cursor={cursor}", 400)
        assert refused["code"] == "BAD_CURSOR", other
    refused = await service.get(f"{PATH}/markets/2/trades?cursor={cursor}", 400)
    assert refused["code"] == "BAD_CURSOR"


@pytest.mark.parametrize("name", ["trades", "history"])
async def test_invalid_parameters_are_named(service, name):
    await open_market(service)
    for market_id in ("2", "0", "01", "x", "-1", str(2**32)):
        refused = await service.get(f"{PATH}/markets/{market_id}/{name}", 404)
        assert refused["code"] == "PREDICTION_MARKET_NOT_FOUND", market_id
    refused = await service.get(f"{MARKET}/{name}?from=5&to=4", 400)
    assert refused["code"] == "BAD_RANGE"
    fields = {
        "trades": ("limit=0", "limit=201", "limit=x", "order=up", "from=-1", "to=x"),
        "history": ("interval=2h", "interval=", "from=-1", "to=1.5"),
    }
    for query in fields[name]:
        refused = await service.get(f"{MARKET}/{name}?{query}", 400)
        field = query.partition("=")[0]
        assert (refused["code"], refused["details"]["field"]) == ("VALIDATION", field), query
    if name == "history":
        assert (await service.get(f"{MARKET}/history?window=2d", 400))["code"] == "BAD_WINDOW"


def columns(found: dict) -> list[tuple[int, ...]]:
    names = ("timestamp", "open", "high", "low", "close", "volumeContracts")
    return list(zip(*(found[name] for name in names), strict=True))


async def test_bars_are_the_trades_of_their_time_and_carry_the_last_price(service):
    first_s = (service.context.now_s() // MINUTES + 2) * MINUTES
    await until_second(service, first_s - 100)
    await open_market(service)
    nothing = await service.get(f"{MARKET}/history")
    assert (nothing["marketId"], nothing["interval"], columns(nothing)) == (1, "5m", [])
    alice, bob = await player(service), await player(service)
    await until_second(service, first_s)
    for yes_price, contracts in ((40, 3), (70, 1), (20, 2), (55, 4)):
        await traded(alice, bob, yes_price, contracts)
    await until_second(service, first_s + 3 * MINUTES - 1)
    await traded(alice, bob, 50, 1)
    await traded(alice, bob, 45, 6)
    await until_second(service, first_s + 3 * MINUTES)
    bars = [
        (first_s, 40, 70, 20, 55, 10),
        (first_s + MINUTES, 55, 55, 55, 55, 0),
        (first_s + 2 * MINUTES, 50, 50, 45, 45, 7),
        (first_s + 3 * MINUTES, 45, 45, 45, 45, 0),
    ]
    for query, expected in (
        ("", bars),
        ("?interval=5m", bars),
        ("?window=all", bars),
        ("?window=1d&interval=5m", bars),
        (f"?from={first_s}", bars),
        (f"?from={first_s - 1}", bars),
        # a bar that began before `from` is not shown in part; its last price is known
        (f"?from={first_s + 1}", bars[1:]),
        (f"?from={first_s + MINUTES}&to={first_s + 2 * MINUTES}", bars[1:2]),
        (f"?to={first_s + 2 * MINUTES + 1}", [*bars[:2], (first_s + 2 * MINUTES, *[55] * 4, 0)]),
        (f"?to={first_s}", []),
        (f"?from={first_s + 9 * DAY_S}", []),
        ("?to=0", []),
    ):
        found = await service.get(f"{MARKET}/history{query}")
        assert columns(found) == expected, query
    hour_s = first_s // 3_600 * 3_600
    hours = await service.get(f"{MARKET}/history?interval=1h")
    assert hours["interval"] == "1h"
    assert columns(hours)[0][:2] == (hour_s, 40)
    assert sum(hours["volumeContracts"]) == 17
    # the bar in which the trading began is whole for who asks from before it
    assert await service.get(f"{MARKET}/history?interval=1h&from=0") == hours
    for query in ("?from=0", "?from=0&to=9000000000&interval=5m"):
        assert columns(await service.get(f"{MARKET}/history{query}")) == bars, query
    async with service.client.get(f"{MARKET}/history") as answer:
        assert answer.headers["Cache-Control"] == "max-age=60"


async def test_bars_end_with_the_trading_and_are_never_more_than_2000(service):
    await open_market(service, lasts_s=8 * DAY_S)
    market = (await service.get(MARKET))["market"]
    alice, bob = await player(service), await player(service)
    await traded(alice, bob, 60, 2)
    await service.world.advance(8 * DAY_S + 5 * 3_600)
    assert (await service.get(MARKET))["market"]["status"] == "closed"
    whole = await service.get(f"{MARKET}/history")
    assert whole["interval"] == "1h"  # 8 days have 2,304 times five minutes
    last_s = (market["closesAt"] - 1) // 3_600 * 3_600
    assert whole["timestamp"][-1] == last_s
    assert columns(whole)[0][1:] == (60, 60, 60, 60, 2)
    finest = await service.get(f"{MARKET}/history?interval=5m")
    assert len(finest["timestamp"]) == 2_000
    assert set(finest["close"]) == {60}
    assert set(finest["volumeContracts"]) == {0}  # the beginning was left out
    last_day = await service.get(f"{MARKET}/history?window=1d")
    assert last_day["interval"] == "5m"
    assert last_day["timestamp"][-1] == (market["closesAt"] - 1) // MINUTES * MINUTES
    assert 288 <= len(last_day["timestamp"]) <= 289


async def test_the_bars_of_a_void_market_end_with_its_last_trade(service):
    await open_market(service)
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await traded(alice, bob, 60, 2)
    traded_s = service.context.now_s()
    await service.world.advance(3_600)
    for market_id in (1, 2):
        await operate(service, VoidPrediction(market_id=market_id))
    await service.world.advance(DAY_S)
    bucket_s = traded_s // MINUTES * MINUTES
    for query in ("", "?window=1d", f"?from={bucket_s}&to={traded_s + DAY_S}"):
        found = await service.get(f"{MARKET}/history{query}")
        assert columns(found) == [(bucket_s, 60, 60, 60, 60, 2)], query
    assert columns(await service.get(f"{PATH}/markets/2/history")) == []


async def test_a_rewind_and_a_new_projection_give_the_same_bars(service):
    market_id = await open_market(service)
    alice, bob = await player(service), await player(service)
    slot = service.context.sequencer.exchange.chain_cursor[0]
    await traded(alice, bob, 40, 3)
    wallet = await service.trader()  # what the chain takes back stands between the trades
    await service.trade(wallet, 4_000_000)
    await traded(alice, bob, 65, 2)
    await service.settle()
    store, span = service.context.store, Span(0, service.context.now_s(), MINUTES)
    before = await yes_bars(store, market_id, span)
    assert (before[0].open, before[-1].close) == (40, 65)
    assert sum(bar.contracts for bar in before) == 5
    await rewind(service, slot)
    service.projecting.cancel()
    projector = Projector(store)
    assert await projector.load() > 0
    sequencer = await reopened(service, projector)
    assert await yes_bars(store, market_id, span) == before
    await sequencer.close()


def test_a_bar_without_trades_stands_at_the_last_price():
    bar = Bar(3, 40, 70, 20, 55, 10)
    flat = [Bar(bucket, 55, 55, 55, 55, 0) for bucket in (4, 5)]
    assert filled_bars([bar], None, range(1, 6)) == [bar, *flat]
    assert filled_bars([bar], 9, range(2, 4)) == [Bar(2, 9, 9, 9, 9, 0), bar]
    assert filled_bars([], None, range(1, 6)) == []
    assert filled_bars([bar], 9, range(5, 3)) == []


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("predictions.market_trades", (1, 9, 9, 0, 9, 50)),
        ("predictions.market_trades_ascending", (1, 9, 9, 0, 9, 50)),
        ("predictions.price_before", (1, 9)),
        ("predictions.last_traded", (1,)),
        ("predictions.bars", (1, 0, 9, 300)),
    ],
)
async def test_every_read_has_its_index(database_url, query, values):
    store = await Store.open(database_url)
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")
        rows = await connection.fetch("EXPLAIN " + store.queries[query], *values)
    await store.close()
    plan = "\n".join(row[0] for row in rows)
    assert "prediction_trade_by_market" in plan
    assert "Sort" not in plan or query == "predictions.bars"
