"""Acre in the shape of CCXT, awaited: the unified methods over `AcreClient`."""

import asyncio
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, cast

from solders.keypair import Keypair

from acre_sdk.amounts import COLLATERAL, decimal_of
from acre_sdk.ccxt import shapes
from acre_sdk.ccxt.errors import (
    AuthenticationError,
    BadRequest,
    BadSymbol,
    NotSupported,
    OrderNotFound,
    with_unified_errors,
)
from acre_sdk.ccxt.orders import Asked, Orders
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.client import AcreClient
from acre_sdk.generated import models as m

URL: Final = "http://127.0.0.1:8080"
ROWS: Final = 100  # of a history, unless more or fewer are asked for
ROWS_MAX: Final = 1_000
PAGE_ROWS_MAX: Final = 200
CANDLES_MAX: Final = 2_000
CANDLES: Final = 500
Params = Mapping[str, Any] | None
Interval = Literal["5m", "1h", "4h", "1d", "1w"]
SECONDS: Final[Mapping[str, int]] = {
    "5m": 300,
    "1h": 3_600,
    "4h": 14_400,
    "1d": 86_400,
    "1w": 604_800,
}
_CONFIG: Final = {"url", "privateKey", "walletAddress", "rpc"}
_METHODS: Final = (
    "loadMarkets fetchMarkets fetchTicker fetchOHLCV fetchOrderBook fetchFundingRate fetchBalance "
    "fetchPositions fetchMyTrades fetchOpenOrders createOrder cancelOrder cancelAllOrders fetchTime"
)


class AsyncAcre:
    """The unified methods; `exchange = AsyncAcre({"url": …, "privateKey": …})`, then `close` it.

    `privateKey` is a Keypair or the base58 text of one; without it only public methods work. With
    `walletAddress` the key acts as that wallet's delegate. Times are the exchange's engine time.
    """

    id = "acre"
    name = "Acre"
    version = "v1"
    precisionMode = 4  # TICK_SIZE
    timeframes: Mapping[str, str] = {name: name for name in SECONDS}
    has: Mapping[str, bool] = {
        **dict.fromkeys(("publicAPI", "privateAPI", "swap", *_METHODS.split()), True),
        **dict.fromkeys(("spot", "margin", "future", "option", "withdraw", "setLeverage"), False),
    }

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        given = dict(config or {})
        unknown = given.keys() - _CONFIG
        if unknown:
            raise BadRequest(f"acre has no setting {sorted(unknown)[0]}")
        key = given.get("privateKey")
        self._has_key = key is not None
        self._key = _keypair(key)
        self._url = str(given.get("url", URL))
        self._owner: str | None = given.get("walletAddress")
        self._rpc: str | None = given.get("rpc")
        self._client: AcreClient | None = None
        self._opening = asyncio.Lock()
        self._min_notional = 0
        self.markets: dict[str, Structure] = {}

    async def __aenter__(self) -> "AsyncAcre":
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.__aexit__(None, None, None)

    # public

    @with_unified_errors
    async def load_markets(self, reload: bool = False, params: Params = None) -> dict[str, Any]:
        """Return the markets by unified symbol, read once unless `reload` is set."""
        if reload or not self.markets:
            await self.fetch_markets(params)
        return self.markets

    @with_unified_errors
    async def fetch_markets(self, params: Params = None) -> list[Structure]:
        """Return the markets as they are now."""
        _nothing_in(params)
        client = await self._open()
        if not self._min_notional:
            exchange = await client.main.get_account_exchange()
            self._min_notional = exchange.specification.min_trade_notional
        found = [shapes.market(row, self._min_notional) for row in await client.perps.markets()]
        self.markets = {row["symbol"]: row for row in found}
        return found

    def market(self, symbol: str) -> Structure:
        """Return a market of those that were loaded."""
        found = self.markets.get(symbol) or self.markets.get(shapes.unified_symbol(symbol))
        if found is None:
            raise BadSymbol(f"acre has no market {symbol}; load_markets reads them")
        return found

    @with_unified_errors
    async def fetch_ticker(self, symbol: str, params: Params = None) -> Structure:
        """Return the price of a market, without bid and ask: positions trade against the pool."""
        _nothing_in(params)
        client = await self._open()
        return shapes.ticker(await client.express.get_market_by_symbol(shapes.own_symbol(symbol)))

    @with_unified_errors
    async def fetch_ohlcv(
        self,
        symbol: str,
        timeframe: str = "1d",
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[list[float | int]]:
        """Return candles as rows, oldest first, from `since` on or the newest ones.

        `params={"price": "index"}`: of the index, instead of the price that orders get.
        """
        if timeframe not in SECONDS:
            raise BadRequest(f"acre has no timeframe {timeframe}")
        source = _taken(params, price="market")["price"]
        if source not in ("index", "market"):
            raise BadRequest(f"acre has no price {source}")
        count = min(CANDLES if limit is None else limit, CANDLES_MAX - 2)
        client, step = await self._open(), SECONDS[timeframe]
        if since is None:
            start = (await client.clock()).now // step * step - (count - 1) * step
        else:
            start = -(-since // 1000 // step) * step
        found = await client.express.get_market_by_symbol_candles(
            shapes.own_symbol(symbol),
            interval=cast(Interval, timeframe),
            from_=max(0, start),
            to=max(0, start) + count * step,
            source=source,
        )
        return [row for row in shapes.ohlcv(found) if row[0] >= start * 1000][:count]

    @with_unified_errors
    async def fetch_order_book(
        self, symbol: str, limit: int | None = None, params: Params = None
    ) -> Structure:
        """Return the book of YES contracts of a prediction market, `YES-7/POINTS`, in points."""
        _nothing_in(params)
        market_id = shapes.prediction_id(symbol)
        if market_id is None:
            raise NotSupported(f"acre: {symbol} has no book, positions trade against the pool")
        client = await self._open()
        book = await client.predictions.order_book(market_id)
        return shapes.order_book(symbol, book, limit)

    @with_unified_errors
    async def fetch_funding_rate(self, symbol: str, params: Params = None) -> Structure:
        """Return the funding rate of a market: it accrues continuously, the rate is of a day."""
        _nothing_in(params)
        return shapes.funding_rate(await self._row(symbol))

    @with_unified_errors
    async def fetch_time(self, params: Params = None) -> int:
        """Return the engine's time in milliseconds."""
        _nothing_in(params)
        return (await (await self._open()).clock()).now * 1000

    # private

    @with_unified_errors
    async def fetch_balance(self, params: Params = None) -> Structure:
        """Return the margin accounts together; of the wallet with `params={"type": "wallet"}`."""
        kind = _taken(params, type="swap")["type"]
        client = await self._private()
        if kind == "swap":
            accounts = await client.margin.accounts()
            parts = {shapes.CURRENCY: shapes.margin_parts(accounts)}
            return shapes.balance(parts, [shapes.info_of(row) for row in accounts])
        if kind != "wallet":
            raise BadRequest(f"acre has no balance of the type {kind}")
        held = await client.balances()
        none = decimal_of(0, COLLATERAL)
        parts = {shapes.CURRENCY: (held.collateral, none), "SOL": (held.sol, none)}
        return shapes.balance(parts, shapes.info_of(held))

    @with_unified_errors
    async def fetch_positions(
        self, symbols: Sequence[str] | None = None, params: Params = None
    ) -> list[Structure]:
        """Return the positions of all margin accounts, or those in some markets."""
        _nothing_in(params)
        client = await self._private()
        rows = {row.id: row for row in await client.perps.markets()}
        found = [
            shapes.position(account, held, rows[held.market_id])
            for account in await client.margin.accounts()
            for held in account.positions
        ]
        if symbols is None:
            return found
        wanted = {shapes.unified_symbol(shapes.own_symbol(symbol)) for symbol in symbols}
        return [row for row in found if row["symbol"] in wanted]

    @with_unified_errors
    async def fetch_my_trades(
        self,
        symbol: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[Structure]:
        """Return the wallet's trades, oldest first: those from `since` on, or the newest ones."""
        _nothing_in(params)
        client, count = await self._private(), min(ROWS if limit is None else limit, ROWS_MAX)
        market_id = None if symbol is None else (await self._row(symbol)).id
        names = {row.id: row.metadata.symbol for row in await client.perps.markets()}
        rows: list[m.Trade] = []
        cursor: str | None = None
        while len(rows) < count:
            page = await client.main.get_user_by_user_history_trade(
                client.owner,
                market_id=market_id,
                from_=None if since is None else -(-since // 1000),
                order="desc" if since is None else "asc",
                limit=min(PAGE_ROWS_MAX, count - len(rows)),
                cursor=cursor,
            )
            rows += page.rows
            cursor = page.next_cursor
            if cursor is None or not page.rows:
                break
        if since is None:
            rows.reverse()
        return [shapes.trade(row, names[row.market_id]) for row in rows]

    @with_unified_errors
    async def fetch_open_orders(
        self,
        symbol: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        params: Params = None,
    ) -> list[Structure]:
        """Return the orders that wait; they have no time, so `since` is refused."""
        _nothing_in(params)
        if since is not None:
            raise NotSupported("acre: orders that wait have no time")
        client = await self._private()
        names = {row.id: row.metadata.symbol for row in await client.perps.markets()}
        found = [
            shapes.open_order(row, names[row.market_id]) for row in await client.perps.orders()
        ]
        if symbol is not None:
            wanted = shapes.unified_symbol(shapes.own_symbol(symbol))
            found = [row for row in found if row["symbol"] == wanted]
        return found[:limit]

    @with_unified_errors
    async def create_order(
        self,
        symbol: str,
        type: str,
        side: str,
        amount: Any,  # noqa: ANN401
        price: Any = None,  # noqa: ANN401
        params: Params = None,
    ) -> Structure:
        """Trade now (`market`) or place an order that waits (`limit`); amounts are units of size.

        `params`: `leverage` (deposits what it needs, market only), `slippage`, `reduceOnly`,
        `stopLoss` and `takeProfit` ({"triggerPrice"}), `stopLossPrice`, `takeProfitPrice` or
        `trailingPercent` (closes the position later), `marginAccount`, `days`. Others are refused.
        """
        asked = Asked.of(symbol, type, side, amount, price, dict(params or {}))
        return await Orders(await self._private()).create(asked)

    @with_unified_errors
    async def cancel_order(
        self,
        id: str,
        symbol: str | None = None,
        params: Params = None,
    ) -> Structure:
        """Cancel an order that waits; `symbol` is not needed."""
        _nothing_in(params)
        client = await self._private()
        row = next((row for row in await client.perps.orders() if str(row.order_id) == id), None)
        if row is None:
            raise OrderNotFound(f"acre has no waiting order {id}")
        await client.perps.cancel(row.order_id, account=row.margin_account_id)
        name = await self._name(row.market_id)
        return {**shapes.open_order(row, name), "status": "canceled"}

    @with_unified_errors
    async def cancel_all_orders(
        self, symbol: str | None = None, params: Params = None
    ) -> list[Structure]:
        """Cancel the waiting orders of all margin accounts, or those in one market."""
        _nothing_in(params)
        client = await self._private()
        found = await self.fetch_open_orders(symbol)
        for account in sorted({row["info"]["marginAccountId"] for row in found}):
            own = None if symbol is None else shapes.own_symbol(symbol)
            await client.perps.cancel_all(own, account=account)
        return [{**row, "status": "canceled"} for row in found]

    async def _open(self) -> AcreClient:
        async with self._opening:
            if self._client is None:
                made = AcreClient(self._url, self._key, owner=self._owner, rpc=self._rpc)
                self._client = await made.__aenter__()
            return self._client

    async def _private(self) -> AcreClient:
        if not self._has_key:
            raise AuthenticationError('acre needs {"privateKey": …} for this')
        return await self._open()

    async def _row(self, symbol: str) -> m.Market:
        client, own = await self._open(), shapes.own_symbol(symbol)
        row = next(
            (row for row in await client.perps.markets() if row.metadata.symbol == own), None
        )
        if row is None:
            raise BadSymbol(f"acre has no market {symbol}")
        return row

    async def _name(self, market_id: int) -> str:
        markets = await (await self._open()).perps.markets()
        return next(row.metadata.symbol for row in markets if row.id == market_id)

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


def _keypair(key: object) -> Keypair:
    if key is None:
        return Keypair()  # signs nothing
    if isinstance(key, Keypair):
        return key
    try:
        return Keypair.from_base58_string(str(key))
    except Exception:
        raise AuthenticationError("acre: privateKey is no base58 key of 64 bytes") from None


def _taken(params: Params, **defaults: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the parameters with their defaults; raise BadRequest for another one."""
    given = dict(params or {})
    unknown = given.keys() - defaults.keys()
    if unknown:
        raise BadRequest(f"acre has no parameter {sorted(unknown)[0]} here")
    return {**defaults, **given}


def _nothing_in(params: Params) -> None:
    _taken(params)
