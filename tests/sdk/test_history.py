"""Histories as tables and frames, against the whole service."""

import sys
from decimal import Decimal
from types import SimpleNamespace

import pytest
from solders.keypair import Keypair

from acre_sdk import AcreClient, OpenPosition, Rows
from acre_sdk.history import Table
from tests.edge.keeper.conftest import following, url_of


async def test_trades_and_candles_are_tables_of_exact_columns(service):
    async with following(service), AcreClient(url_of(service), Keypair()) as client:
        await client.faucet()
        symbol = (await client.perps.markets())[0].metadata.symbol
        fill = await client.perps.open(symbol, "long", notional=200, leverage=2)
        closed = await client.perps.close(symbol)
        await service.settle()
        fills = await client.history.fills(symbol)
        assert fills.columns["size"] == [fill.size, closed.size]
        assert fills.columns["price"] == [fill.price, closed.price]
        for name in ("fee", "surcharge", "pnl"):
            assert fills.columns[name] == [getattr(fill, name), getattr(closed, name)]
        assert fills.columns["symbol"] == [symbol, symbol]
        assert fills.times == sorted(fills.times)
        assert (await client.history.fills(rows=1)).columns["size"] == [closed.size]
        everyone = await client.history.trades()
        assert everyone.columns["signature"] == fills.columns["signature"]
        assert (await client.history.trades(symbol)).times == everyone.times
        candles = await client.history.candles(symbol, interval="1d", window="1y")
        assert set(candles.columns) == {"open", "high", "low", "close", "volume"}
        for low, high in zip(candles.columns["low"], candles.columns["high"], strict=True):
            assert low <= high
        index = await client.history.index(symbol, window="1y")
        assert all(isinstance(price, Decimal) for price in index.columns["price"])
        funding = await client.history.funding(symbol)
        assert set(funding.columns) == {"rate", "velocity", "per_unit"}


TABLE = Table([0, 86_400], {"price": [Decimal("1.5"), None], "symbol": ["MIA", "MIA"]})


def test_a_frame_needs_pandas_and_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"acre-sdk\[pandas\]"):
        TABLE.to_pandas()


def test_a_frame_has_floats_and_times_in_utc():
    pandas = pytest.importorskip("pandas")
    frame = TABLE.to_pandas()
    assert str(frame["price"].dtype) == "float64"
    assert frame["price"].iloc[0] == 1.5
    assert pandas.isna(frame["price"].iloc[1])
    assert str(frame.index.dtype.tz) == "UTC"
    assert frame.index.name == "time"
    assert frame.index[1] == pandas.Timestamp("1970-01-02", tz="UTC")
    empty = Table([], {"price": []}).to_pandas()
    assert len(empty) == 0


POSITION = OpenPosition(
    account=1,
    symbol="MIA",
    side="short",
    size=Decimal("-1.5"),
    notional=Decimal(450),
    entry_price=Decimal(301),
    index_price=Decimal(300),
    pnl=Decimal("1.25"),
    price_pnl=Decimal("1.5"),
    funding_pnl=Decimal("-0.25"),
    leverage=None,
    liquidation_price=None,
)


def test_a_frame_of_results_has_their_fields_also_when_there_are_none(monkeypatch):
    pandas = pytest.importorskip("pandas")
    frame = Rows(OpenPosition, [POSITION]).to_pandas()
    assert list(frame.columns) == list(OpenPosition.__struct_fields__)
    assert frame.loc[0, ["account", "symbol", "size"]].tolist() == [1, "MIA", -1.5]
    assert pandas.isna(frame["liquidation_price"].iloc[0])
    empty = Rows(OpenPosition).to_pandas()
    assert list(empty.columns) == list(frame.columns)
    words = {"account", "symbol", "side"}
    for name in set(frame.columns) - words:
        assert str(frame[name].dtype) == str(empty[name].dtype) == "float64", name
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"acre-sdk\[pandas\]"):
        Rows(OpenPosition).to_pandas()


def test_what_a_frame_is_made_of(monkeypatch):
    """Without pandas: the columns that it is given."""
    made = {}

    class Frame:
        def __init__(self, columns, index):
            made.update(columns=columns, index=index)
            self.index = SimpleNamespace(name=None)

        def astype(self, kinds):
            made["kinds"] = kinds
            return self

    fake = SimpleNamespace(DataFrame=Frame, to_datetime=lambda times, unit, utc: (times, unit, utc))
    monkeypatch.setitem(sys.modules, "pandas", fake)
    assert TABLE.to_pandas().index.name == "time"
    assert made == {
        "columns": {"price": [1.5, None], "symbol": ["MIA", "MIA"]},
        "index": ([0, 86_400], "s", True),
        "kinds": {"price": "float64"},
    }
