"""The calls of `AsyncAcre` without `await`. Generated from acre_sdk/ccxt/adapter.py by edge/generate; do not edit."""

from collections.abc import Sequence
from typing import Any

from acre_sdk.ccxt import adapter
from acre_sdk.ccxt.adapter import Params
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.runner import Runner


class AcreCalls:
    """The unified methods of `AsyncAcre`, which wait for the answer."""

    def __init__(self, calls: adapter.AsyncAcre, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def load_markets(self, reload: bool=False, params: Params=None) -> dict[str, Any]:
        """Return the markets by unified symbol, read once unless `reload` is set."""
        return self._runner.run(self._calls.load_markets(reload, params))

    def fetch_markets(self, params: Params=None) -> list[Structure]:
        """Return the markets as they are now."""
        return self._runner.run(self._calls.fetch_markets(params))

    def market(self, symbol: str) -> Structure:
        """Return a market of those that were loaded."""
        return self._calls.market(symbol)

    def fetch_ticker(self, symbol: str, params: Params=None) -> Structure:
        """Return the price of a market, without bid and ask: positions trade against the pool."""
        return self._runner.run(self._calls.fetch_ticker(symbol, params))

    def fetch_ohlcv(self, symbol: str, timeframe: str='1d', since: int | None=None, limit: int | None=None, params: Params=None) -> list[list[float | int]]:
        """Return candles as rows, oldest first, from `since` on or the newest ones.

        `params={"price": "index"}`: of the index, instead of the price that orders get.
        """
        return self._runner.run(self._calls.fetch_ohlcv(symbol, timeframe, since, limit, params))

    def fetch_order_book(self, symbol: str, limit: int | None=None, params: Params=None) -> Structure:
        """Return the book of YES contracts of a prediction market, `YES-7/POINTS`, in points."""
        return self._runner.run(self._calls.fetch_order_book(symbol, limit, params))

    def fetch_funding_rate(self, symbol: str, params: Params=None) -> Structure:
        """Return the funding rate of a market: it accrues continuously, the rate is of a day."""
        return self._runner.run(self._calls.fetch_funding_rate(symbol, params))

    def fetch_time(self, params: Params=None) -> int:
        """Return the engine's time in milliseconds."""
        return self._runner.run(self._calls.fetch_time(params))

    def fetch_balance(self, params: Params=None) -> Structure:
        """Return the margin accounts together; of the wallet with `params={"type": "wallet"}`."""
        return self._runner.run(self._calls.fetch_balance(params))

    def fetch_positions(self, symbols: Sequence[str] | None=None, params: Params=None) -> list[Structure]:
        """Return the positions of all margin accounts, or those in some markets."""
        return self._runner.run(self._calls.fetch_positions(symbols, params))

    def fetch_my_trades(self, symbol: str | None=None, since: int | None=None, limit: int | None=None, params: Params=None) -> list[Structure]:
        """Return the wallet's trades, oldest first: those from `since` on, or the newest ones."""
        return self._runner.run(self._calls.fetch_my_trades(symbol, since, limit, params))

    def fetch_open_orders(self, symbol: str | None=None, since: int | None=None, limit: int | None=None, params: Params=None) -> list[Structure]:
        """Return the orders that wait; they have no time, so `since` is refused."""
        return self._runner.run(self._calls.fetch_open_orders(symbol, since, limit, params))

    def create_order(self, symbol: str, type: str, side: str, amount: Any, price: Any=None, params: Params=None) -> Structure:
        """Trade now (`market`) or place an order that waits (`limit`); amounts are units of size.

        `params`: `leverage` (deposits what it needs, market only), `slippage`, `reduceOnly`,
        `stopLoss` and `takeProfit` ({"triggerPrice"}), `stopLossPrice`, `takeProfitPrice` or
        `trailingPercent` (closes the position later), `marginAccount`, `days`. Others are refused.
        """
        return self._runner.run(self._calls.create_order(symbol, type, side, amount, price, params))

    def cancel_order(self, id: str, symbol: str | None=None, params: Params=None) -> Structure:
        """Cancel an order that waits; `symbol` is not needed."""
        return self._runner.run(self._calls.cancel_order(id, symbol, params))

    def cancel_all_orders(self, symbol: str | None=None, params: Params=None) -> list[Structure]:
        """Cancel the waiting orders of all margin accounts, or those in one market."""
        return self._runner.run(self._calls.cancel_all_orders(symbol, params))

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
