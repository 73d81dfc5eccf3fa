"""Acre in the shape of CCXT, without `await`: from any thread or notebook."""

import contextlib
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from acre_sdk.ccxt.adapter import AsyncAcre, Params
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.runner import Runner


class Acre:
    """The unified methods of `AsyncAcre`; `with Acre({"url": …}) as exchange`, or `close` it."""

    id, name, version = AsyncAcre.id, AsyncAcre.name, AsyncAcre.version
    precisionMode = AsyncAcre.precisionMode
    timeframes, has = AsyncAcre.timeframes, AsyncAcre.has

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        self._inner = AsyncAcre(config)
        self._runner = Runner()
        self._finalizer = weakref.finalize(self, _close, self._inner, self._runner)

    def __enter__(self) -> "Acre":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connections and their thread."""
        self._finalizer()

    @property
    def markets(self) -> dict[str, Structure]:
        """The markets that were loaded, by unified symbol."""
        return self._inner.markets

    def market(self, symbol: str) -> Structure:
        """Return a market of those that were loaded."""
        return self._inner.market(symbol)

    def load_markets(self, reload: bool = False, params: Params = None) -> dict[str, Any]:
        """Return the markets by unified symbol, read once unless `reload` is set."""
        return self._runner.run(self._inner.load_markets(reload, params))

    def fetch_markets(self, params: Params = None) -> list[Structure]:
        """Return the markets as they are now."""
        return self._runner.run(self._inner.fetch_markets(params))

    def fetch_ticker(self, symbol: str, params: Params = None) -> Structure:
        """Return the price of a market."""
        return self._runner.run(self._inner.fetch_ticker(symbol, params))

    def fetch_ohlcv(
        self,
        symbol: str,
        timeframe: str = "1d",
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[list[float | int]]:
        """Return candles as rows, oldest first."""
        return self._runner.run(self._inner.fetch_ohlcv(symbol, timeframe, since, limit, params))

    def fetch_order_book(
        self, symbol: str, limit: int | None = None, params: Params = None
    ) -> Structure:
        """Return the book of YES contracts of a prediction market, `YES-7/POINTS`."""
        return self._runner.run(self._inner.fetch_order_book(symbol, limit, params))

    def fetch_funding_rate(self, symbol: str, params: Params = None) -> Structure:
        """Return the funding rate of a market, per day."""
        return self._runner.run(self._inner.fetch_funding_rate(symbol, params))

    def fetch_time(self, params: Params = None) -> int:
        """Return the engine's time in milliseconds."""
        return self._runner.run(self._inner.fetch_time(params))

    def fetch_balance(self, params: Params = None) -> Structure:
        """Return the margin accounts together; of the wallet with `params={"type": "wallet"}`."""
        return self._runner.run(self._inner.fetch_balance(params))

    def fetch_positions(
        self, symbols: Sequence[str] | None = None, params: Params = None
    ) -> list[Structure]:
        """Return the positions of all margin accounts, or those in some markets."""
        return self._runner.run(self._inner.fetch_positions(symbols, params))

    def fetch_my_trades(
        self,
        symbol: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[Structure]:
        """Return the wallet's trades, oldest first."""
        return self._runner.run(self._inner.fetch_my_trades(symbol, since, limit, params))

    def fetch_open_orders(
        self,
        symbol: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[Structure]:
        """Return the orders that wait."""
        return self._runner.run(self._inner.fetch_open_orders(symbol, since, limit, params))

    def create_order(
        self,
        symbol: str,
        type: str,
        side: str,
        amount: Any,  # noqa: ANN401
        price: Any = None,  # noqa: ANN401
        params: Params = None,
    ) -> Structure:
        """Trade now or place an order that waits; `AsyncAcre.create_order` lists the parameters."""
        call = self._inner.create_order(symbol, type, side, amount, price, params)
        return self._runner.run(call)

    def cancel_order(
        self,
        id: str,
        symbol: str | None = None,
        params: Params = None,
    ) -> Structure:
        """Cancel an order that waits."""
        return self._runner.run(self._inner.cancel_order(id, symbol, params))

    def cancel_all_orders(
        self, symbol: str | None = None, params: Params = None
    ) -> list[Structure]:
        """Cancel the waiting orders of all margin accounts, or those in one market."""
        return self._runner.run(self._inner.cancel_all_orders(symbol, params))

    loadMarkets = load_markets
    fetchMarkets = fetch_markets
    fetchTicker = fetch_ticker
    fetchOHLCV = fetch_ohlcv
    fetchOrderBook = fetch_order_book
    fetchFundingRate = fetch_funding_rate
    fetchTime = fetch_time
    fetchBalance = fetch_balance
    fetchPositions = fetch_positions
    fetchMyTrades = fetch_my_trades
    fetchOpenOrders = fetch_open_orders
    createOrder = create_order
    cancelOrder = cancel_order
    cancelAllOrders = cancel_all_orders


def _close(inner: AsyncAcre, runner: Runner) -> None:
    with contextlib.suppress(RuntimeError):
        runner.run(inner.close())
    runner.close()
