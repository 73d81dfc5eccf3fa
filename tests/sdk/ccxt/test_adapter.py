"""The CCXT-shaped adapter against the whole service, and its structures against CCXT's own.

`structures.json` has the keys that the package ccxt, version 4.5.90, declares in
`ccxt.base.types` and returns from its `safe_…` methods.
"""

import asyncio
import inspect
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio
from solders.keypair import Keypair

from acre_sdk import AcreClient, NewOrder
from acre_sdk.ccxt import Acre, AsyncAcre, errors
from acre_sdk.errors import AcreError
from acre_sdk.generated.words import WORDS
from tests.edge.keeper.conftest import following, url_of
from tests.edge.prediction_world import open_market
from tests.edge.service_world import running_service
from tests.tidy.tree import text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
CCXT = json.loads((Path(__file__).parent / "structures.json").read_text())
SWAP = "AUS/USD:USD"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    """A service that follows its chain."""
    home, url = tmp_path_factory.mktemp("ccxt"), postgres_cluster.create_database("sdk_ccxt")
    async with running_service(home, url) as service, following(service):
        yield service


@pytest_asyncio.fixture(loop_scope="module")
async def exchange(live):
    """The adapter of a wallet that the faucet has filled."""
    key = Keypair()
    async with AcreClient(url_of(live), key) as client:
        await client.faucet()
    async with AsyncAcre({"url": url_of(live), "privateKey": str(key)}) as made:
        yield made


def check_keys(found: dict, kind: str) -> None:
    """Compare the keys with those of CCXT; `info` is Acre's own answer."""
    expected = set(CCXT[kind])
    if kind == "order":
        expected -= {"marginMode", "leverage", "hedged"}  # declared, but not of safe_order
    assert found.keys() == expected, (kind, found.keys() ^ expected)


async def test_markets_have_the_structure_of_ccxt(exchange):
    markets = await exchange.load_markets()
    assert markets is await exchange.loadMarkets()
    row = markets[SWAP]
    assert (row["id"], row["base"], row["quote"], row["settle"]) == ("AUS", "AUS", "USD", "USD")
    assert (row["type"], row["contract"], row["linear"], row["contractSize"]) == (
        "swap", True, True, 1.0,
    )  # fmt: skip
    extra = row.keys() - set(CCXT["market"])
    assert set(CCXT["market"]) <= row.keys()
    assert extra <= set(CCXT["marketInterface"])
    assert sorted(row["precision"]) == CCXT["precision"]
    assert {name: sorted(bounds) for name, bounds in row["limits"].items()} == CCXT["limits"]
    assert sorted(row["marginModes"]) == CCXT["marginModes"]
    assert row["limits"]["cost"]["min"] == 1.0
    assert row["limits"]["leverage"]["max"] > 1
    assert exchange.market("AUS") is exchange.market(SWAP) is row
    with pytest.raises(errors.BadSymbol):
        exchange.market("NOPE/USD:USD")
    json.dumps(row)  # plain values alone


async def test_the_ticker_and_the_funding_rate(exchange):
    ticker = await exchange.fetch_ticker(SWAP)
    check_keys(ticker, "ticker")
    assert ticker["last"] == ticker["close"] == ticker["markPrice"] > 0
    assert ticker["datetime"].endswith(".000Z")
    rate = await exchange.fetchFundingRate("AUS")
    check_keys(rate, "fundingRate")
    assert rate["interval"] == "1d"
    with pytest.raises(errors.BadSymbol):
        await exchange.fetch_ticker("NOPE/USD:USD")
    with pytest.raises(errors.BadSymbol):
        await exchange.fetch_funding_rate("NOPE/USD:USD")


async def test_candles_are_rows_on_the_grid_from_since_on(exchange):
    rows = await exchange.fetch_ohlcv(SWAP, "5m", limit=3, params={"price": "index"})
    assert 1 <= len(rows) <= 3
    now = await exchange.fetch_time()
    for row in rows:
        time_ms, opened, high, low, close, volume = row
        assert time_ms % 300_000 == 0
        assert time_ms <= now
        assert low <= min(opened, close) <= max(opened, close) <= high
        assert volume >= 0
    since = rows[-1][0]
    assert await exchange.fetchOHLCV(SWAP, "5m", since, 10, {"price": "index"}) == rows[-1:]
    later = await exchange.fetch_ohlcv(SWAP, "5m", since - 1, 10, {"price": "index"})
    assert later == rows[-1:]  # from the next candle on
    assert await exchange.fetch_ohlcv(SWAP, "1d", now + 10**9) == []
    for bad in ({"timeframe": "2m"}, {"params": {"price": "bid"}}, {"params": {"until": 1}}):
        with pytest.raises(errors.BadRequest):
            await exchange.fetch_ohlcv(SWAP, **bad)


async def test_an_order_a_position_its_trades_and_the_balance(live, exchange):
    before = await exchange.fetch_balance({"type": "wallet"})
    assert {"USD", "SOL", "free", "used", "total", "info"} <= before.keys()
    order = await exchange.create_order(SWAP, "market", "buy", 2.5000009, params={"leverage": 3})
    check_keys(order, "order")
    assert (order["status"], order["side"], order["type"]) == ("closed", "buy", "market")
    assert order["amount"] == order["filled"] == 2.5  # rounded down to the unit
    assert order["cost"] == pytest.approx(2.5 * order["average"])
    assert order["fee"]["currency"] == "USD"
    assert order["fee"]["cost"] > 0
    (held,) = await exchange.fetch_positions([SWAP])
    check_keys(held, "position")
    assert (held["symbol"], held["side"], held["contracts"]) == (SWAP, "long", 2.5)
    assert held["marginMode"] == "cross"
    assert 2.5 < held["leverage"] <= 3
    assert held["liquidationPrice"] < held["markPrice"]
    assert await exchange.fetchPositions(["DAL-1"]) == []
    balance = await exchange.fetch_balance()
    assert sorted(balance["USD"]) == CCXT["account"]
    assert set(CCXT["safeBalance"]) <= balance.keys()
    assert balance["USD"]["total"] == pytest.approx(held["collateral"])
    assert balance["free"]["USD"] + balance["used"]["USD"] == pytest.approx(balance["total"]["USD"])
    assert balance["used"]["USD"] > 0
    sold = await exchange.createOrder(
        "AUS", "market", "sell", Decimal(1), None, {"reduceOnly": True}
    )
    assert (sold["side"], sold["amount"], sold["reduceOnly"]) == ("sell", 1.0, True)
    closed = await exchange.create_order(SWAP, "market", "sell", 99, None, {"reduceOnly": True})
    assert closed["amount"] == 1.5
    assert await exchange.fetch_positions() == []
    await live.settle()
    trades = await exchange.fetch_my_trades(SWAP)
    for trade in trades:
        check_keys(trade, "trade")
    assert [(one["side"], one["amount"]) for one in trades] == [
        ("buy", 2.5), ("sell", 1.0), ("sell", 1.5),
    ]  # fmt: skip
    assert [one["order"] for one in trades] == [order["id"], sold["id"], closed["id"]]
    assert len({one["id"] for one in trades}) == 3
    assert await exchange.fetchMyTrades(limit=1) == trades[-1:]
    later = await exchange.fetch_my_trades(since=trades[-1]["timestamp"])
    assert later[-1] == trades[-1]
    assert await exchange.fetch_my_trades(since=trades[-1]["timestamp"] + 1) == []
    assert await exchange.fetch_my_trades("DAL-1") == []


async def test_orders_that_wait_are_placed_listed_and_canceled(exchange):
    await exchange.create_order(SWAP, "market", "buy", 2, params={"leverage": 2})
    last = (await exchange.fetch_ticker(SWAP))["last"]
    placed = await exchange.create_order(SWAP, "limit", "buy", 1, last * 0.8)
    check_keys(placed, "order")
    assert (placed["status"], placed["remaining"]) == ("open", 1.0)
    stop = await exchange.create_order(
        SWAP, "market", "sell", 1, None, {"stopLossPrice": last * 0.7}
    )
    profit = await exchange.create_order(
        SWAP, "market", "sell", 2, None, {"takeProfitPrice": last * 1.5}
    )
    trail = await exchange.create_order(SWAP, "market", "sell", 2, None, {"trailingPercent": 5})
    found = {row["id"]: row for row in await exchange.fetch_open_orders(SWAP)}
    assert found.keys() == {row["id"] for row in (placed, stop, profit, trail)}
    for row in found.values():
        check_keys(row, "order")
    assert found[placed["id"]]["price"] == pytest.approx(last * 0.8)
    assert found[stop["id"]]["stopLossPrice"] == pytest.approx(last * 0.7)
    assert found[profit["id"]]["takeProfitPrice"] == pytest.approx(last * 1.5)
    assert found[stop["id"]]["side"] == "sell"
    assert await exchange.fetchOpenOrders("DAL-1") == []
    canceled = await exchange.cancel_order(placed["id"], SWAP)
    assert (canceled["id"], canceled["status"]) == (placed["id"], "canceled")
    with pytest.raises(errors.OrderNotFound):
        await exchange.cancelOrder(placed["id"])
    assert len(await exchange.cancel_all_orders(SWAP)) == 3
    assert await exchange.fetch_open_orders() == []
    with pytest.raises(errors.NotSupported):
        await exchange.fetch_open_orders(since=1)


async def test_what_cannot_be_is_refused_by_the_errors_of_ccxt(exchange):
    create = exchange.create_order
    for kind, call in (
        (errors.InvalidOrder, lambda: create(SWAP, "market", "long", 1)),
        (errors.InvalidOrder, lambda: create(SWAP, "stop", "buy", 1)),
        (errors.InvalidOrder, lambda: create(SWAP, "market", "buy", 0)),
        (errors.InvalidOrder, lambda: create(SWAP, "market", "buy", 1e-7)),
        (errors.InvalidOrder, lambda: create(SWAP, "market", "buy", float("nan"))),
        (errors.InvalidOrder, lambda: create(SWAP, "market", "buy", "much")),
        (errors.ArgumentsRequired, lambda: create(SWAP, "limit", "buy", 1)),
        (errors.ArgumentsRequired, lambda: create(SWAP, "market", "buy", None)),
        (errors.NotSupported, lambda: create(SWAP, "market", "buy", 1, None, {"postOnly": True})),
        (errors.NotSupported, lambda: create("YES-1/POINTS", "market", "buy", 1)),
        (errors.NotSupported, lambda: exchange.fetch_order_book(SWAP)),
        (errors.BadRequest, lambda: exchange.fetch_balance({"type": "lent"})),
        (errors.BadSymbol, lambda: create("NOPE/USD:USD", "market", "buy", 1)),
        (errors.BadSymbol, lambda: exchange.fetch_order_book("YES-x/POINTS")),
        (errors.BadSymbol, lambda: exchange.fetch_order_book("YES-99/POINTS")),
        # There is no margin account yet.
        (errors.InsufficientFunds, lambda: create(SWAP, "market", "buy", 1)),
        (errors.InvalidOrder, lambda: create(SWAP, "market", "buy", 1, None, {"reduceOnly": 1})),
    ):
        with pytest.raises(kind) as caught:
            await call()
        assert type(caught.value) is kind, (kind, caught.value)
    await create(SWAP, "market", "buy", 1, params={"leverage": 2})
    with pytest.raises(errors.BadRequest, match="slippage"):
        await create(SWAP, "market", "buy", 1, None, {"slippage": 2})
    with pytest.raises(errors.InvalidOrder, match="does not reduce"):
        await create(SWAP, "market", "buy", 1, None, {"reduceOnly": True})
    with pytest.raises(errors.InsufficientFunds) as caught:
        await create(SWAP, "market", "buy", 20)
    assert caught.value.__cause__.code == "INSUFFICIENT_MARGIN"
    both = {"stopLossPrice": 1, "takeProfitPrice": 9}
    with pytest.raises(errors.InvalidOrder, match="either"):
        await create(SWAP, "market", "sell", 1, None, both)


async def test_the_book_of_a_prediction_market_is_that_of_yes(live, exchange):
    market_id = await open_market(live)
    async with AcreClient(url_of(live), Keypair()) as client:
        await client.predictions.participate()
        await client.predictions.portfolio()
        for side, price in (("yes", 40), ("yes", 35), ("no", 55)):
            order = NewOrder(market_id=market_id, side=side, price=price, contracts=5)
            await client.predictions.place_order(order)
    book = await exchange.fetch_order_book(f"YES-{market_id}/POINTS")
    check_keys(book, "orderBook")
    assert book["bids"] == [[40.0, 5.0], [35.0, 5.0]]
    assert book["asks"] == [[45.0, 5.0]]  # NO at 55 is an offer of YES at the rest
    assert (await exchange.fetchOrderBook(f"YES-{market_id}", 1))["bids"] == [[40.0, 5.0]]


async def test_without_a_key_only_public_methods_work(live):
    async with AsyncAcre({"url": url_of(live)}) as public:
        assert SWAP in await public.load_markets()
        for call in (public.fetch_balance, public.fetch_positions, public.fetch_my_trades):
            with pytest.raises(errors.AuthenticationError):
                await call()
    with pytest.raises(errors.AuthenticationError) as caught:
        AsyncAcre({"privateKey": "secret"})
    assert "secret" not in str(caught.value)
    with pytest.raises(errors.BadRequest):
        AsyncAcre({"apiKey": "x"})


async def test_a_server_that_is_away_is_a_network_error():
    async with AsyncAcre({"url": "http://127.0.0.1:9"}) as exchange:
        with pytest.raises(errors.ExchangeNotAvailable):
            await exchange.fetch_time()


async def test_the_program_of_the_page_runs(live, capsys):
    (source,) = re.findall(r"```python\n(.*?)```", text_of("docs/developers/ccxt.md"), re.S)
    text = source.replace("http://127.0.0.1:8080", url_of(live))
    await asyncio.to_thread(exec, compile(text, "ccxt.py", "exec"), {})
    said = capsys.readouterr().out
    assert said.startswith("AUS/USD:USD ")
    assert "\n[[" in said


async def test_error_classes_have_the_names_and_ranks_of_ccxt():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    ours = {kind for kind in kinds if issubclass(kind, errors.BaseError)} - {errors.BaseError}
    assert len(ours) > 15
    for kind in ours:
        assert kind.__base__.__name__ == CCXT["errors"][kind.__name__], kind


async def test_every_code_is_one_of_them():
    for code in WORDS:
        for status in (0, 400, 401, 403, 404, 409, 429, 500, 502, 503):
            assert isinstance(errors.unified(AcreError(code, "x", status)), errors.BaseError)
    assert errors._BY_CODE.keys() - WORDS.keys() <= {
        "ANSWER_LOST", "BAD_ANSWER", "LOGIN_REFUSED", "NOT_CONNECTED", "OUTCOME_UNKNOWN",
        "UNSAFE_TRANSACTION",
    }  # fmt: skip
    assert type(errors.unified(AcreError("X", "x", 429))) is errors.RateLimitExceeded
    assert type(errors.unified(AcreError("X", "x", 502))) is errors.ExchangeNotAvailable


@pytest.mark.parametrize("kind", [Acre, AsyncAcre])
async def test_methods_have_both_spellings_of_ccxt(kind):
    methods = {name for name, is_there in kind.has.items() if is_there and hasattr(kind, name)}
    assert len(methods) == 14
    assert methods <= set(CCXT["unifiedMethods"]) | {"loadMarkets"}
    for name in methods:
        snake = "".join(f"_{one.lower()}" if one.isupper() else one for one in name)
        snake = {"fetch_o_h_l_c_v": "fetch_ohlcv"}.get(snake, snake)
        assert getattr(kind, name) is getattr(kind, snake)
    assert kind.id == "acre"


async def test_both_have_the_same_methods():
    made, awaited = (
        {
            name: str(inspect.signature(call).replace(return_annotation=None))
            for name, call in inspect.getmembers(kind, callable)
            if not name.startswith("_")
        }
        for kind in (Acre, AsyncAcre)
    )
    assert made == awaited
    assert {"close", "market", "create_order", "createOrder"} <= made.keys()


async def test_the_adapter_without_await(live):
    def use(url: str, key: str) -> None:
        with Acre({"url": url, "privateKey": key}) as exchange:
            assert exchange.load_markets() is exchange.markets
            assert exchange.market("AUS")["symbol"] == SWAP
            assert exchange.fetchTicker(SWAP)["symbol"] == SWAP
            assert exchange.fetch_ohlcv(SWAP, "1d", limit=1, params={"price": "index"})
            assert exchange.fetch_time() > 0
            assert exchange.fetch_funding_rate(SWAP)["symbol"] == SWAP
            with pytest.raises(errors.NotSupported):
                exchange.fetch_order_book(SWAP)
            exchange.create_order(SWAP, "market", "buy", 2, None, {"leverage": 2})
            last = exchange.fetch_positions()[0]["markPrice"]
            placed = exchange.create_order(SWAP, "limit", "sell", 1, last * 1.5)
            assert exchange.cancel_order(placed["id"])["status"] == "canceled"
            assert exchange.cancel_all_orders() == exchange.fetch_open_orders() == []
            assert exchange.fetch_balance()["USD"]["total"] > 0

    def trades_of(url: str, key: str) -> list[dict]:
        with Acre({"url": url, "privateKey": key}) as exchange:
            return exchange.fetch_my_trades(SWAP)

    key = Keypair()
    async with AcreClient(url_of(live), key) as client:
        await client.faucet()
    await asyncio.to_thread(use, url_of(live), str(key))
    await live.settle()
    (trade,) = await asyncio.to_thread(trades_of, url_of(live), str(key))
    check_keys(trade, "trade")
