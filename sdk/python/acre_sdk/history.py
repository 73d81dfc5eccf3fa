"""Histories as tables of exact columns; `to_pandas` makes a frame of one (`acre-sdk[pandas]`)."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal

from acre_sdk.amounts import COLLATERAL, PRICE, SIZE, decimal_of
from acre_sdk.calls import Page
from acre_sdk.generated import models as m
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi
from acre_sdk.results import frame_of, load_pandas
from acre_sdk.trading.venue import Exchange

Window = Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"]
ROWS: Final = 1_000  # of a history, unless more or fewer are asked for
PAGE_ROWS_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by time, oldest first: `times` in unix seconds, and a list for each column.

    Attributes:
        times: Time of each row, unix seconds.
        columns: Values of each column by its name, in the order of `times`.
    """

    times: list[int]
    columns: dict[str, list[Any]]

    def to_pandas(self) -> Any:  # noqa: ANN401 - a DataFrame, which this package does not need
        """Return a DataFrame: amounts as float64, a UTC index called `time`."""
        index = load_pandas().to_datetime(self.times, unit="s", utc=True)
        numbers = [name for name, kind in self._kinds().items() if kind is Decimal]
        frame = frame_of(self.columns, numbers, index)
        frame.index.name = "time"
        return frame

    def _kinds(self) -> dict[str, type]:
        """Return the type of each column's values."""
        return {
            name: next((type(one) for one in values if one is not None), type(None))
            for name, values in self.columns.items()
        }


class History:
    """Histories of markets, and of one owner."""

    def __init__(self, main: MainApi, express: ExpressApi, exchange: Exchange, owner: str) -> None:
        self._main = main
        self._express = express
        self._exchange = exchange
        self._owner = owner

    async def candles(
        self,
        symbol: str,
        *,
        interval: Literal["1d", "1h", "1w", "4h", "5m"] = "1d",
        window: Window = "1y",
        source: Literal["index", "market"] = "index",
    ) -> Table:
        """Return `open`, `high`, `low` and `close`, USD, and `volume`, traded notional in USD."""
        found = await self._express.get_market_by_symbol_candles(
            symbol, interval=interval, window=window, source=source
        )
        columns = {
            name: _scaled(getattr(found, name), PRICE) for name in ("open", "high", "low", "close")
        }
        columns["volume"] = _scaled(found.volume, COLLATERAL)
        return Table(found.timestamp, columns)

    async def index(self, symbol: str, *, window: Window = "1y") -> Table:
        """Return the index of a market: `price`, USD for one unit of area."""
        found = await self._express.get_market_by_symbol_price_feed(symbol, window=window)
        prices = [row.value for row in found.points]
        return Table([row.timestamp for row in found.points], {"price": _scaled(prices, PRICE)})

    async def funding(self, symbol: str, *, window: Window = "1m") -> Table:
        """Return the funding of a market.

        `rate` is a part of the notional per day, above 0 longs pay; `velocity` its change by
        crowding in a day; `per_unit` what one unit of area has paid since the market began, USD.
        """
        found = await self._express.get_market_by_symbol_funding_history(symbol, window=window)
        per_unit = [row.funding_per_unit for row in found.points]
        return Table(
            [row.timestamp for row in found.points],
            {
                "rate": [row.funding_rate for row in found.points],
                "velocity": [row.funding_velocity for row in found.points],
                "per_unit": _scaled(per_unit, PRICE),
            },
        )

    async def trades(self, symbol: str | None = None, *, rows: int = ROWS) -> Table:
        """Return the newest trades of all wallets, in one market or all.

        Columns are those of a `Fill`: `symbol`, `side`, `kind`, `size`, `notional`, `price`,
        `index_price`, `fee`, `surcharge`, `pnl`, `signature`; and `user`, the wallet.
        """
        if symbol is None:
            return await self._trades(self._express.get_trade_stream, rows)
        read, market_id = self._express.get_trade_stream_by_market_id, await self._id(symbol)
        return await self._trades(lambda **asked: read(market_id, **asked), rows)

    async def fills(self, symbol: str | None = None, *, rows: int = ROWS) -> Table:
        """Return the owner's newest trades, in one market or all; columns as in `trades`."""
        market_id = None if symbol is None else await self._id(symbol)
        read = self._main.get_user_by_user_history_trade
        return await self._trades(
            lambda **asked: read(self._owner, market_id=market_id, **asked), rows
        )

    async def _id(self, symbol: str) -> int:
        return (await self._exchange.market(symbol)).id

    async def _trades(self, read: Callable[..., Awaitable[Page[Any]]], rows: int) -> Table:
        found: list[m.Trade | m.StreamTrade] = []
        cursor: str | None = None
        while len(found) < rows:
            page = await read(limit=min(PAGE_ROWS_MAX, rows - len(found)), cursor=cursor)
            found += page.rows
            cursor = page.next_cursor
            if cursor is None or not page.rows:
                break
        found.reverse()
        return Table(
            [row.timestamp for row in found],
            {
                "symbol": [await self._exchange.symbol(row.market_id) for row in found],
                "side": [row.side for row in found],
                "kind": [row.trade_kind for row in found],
                "size": _scaled([row.open_interest_delta.size for row in found], SIZE),
                "notional": _scaled(
                    [row.open_interest_delta.notional for row in found], COLLATERAL
                ),
                "price": _scaled([row.fill_price for row in found], PRICE),
                "index_price": _scaled([row.index_price for row in found], PRICE),
                "fee": _scaled([row.trade_fee for row in found], COLLATERAL),
                "surcharge": _scaled([row.surcharge for row in found], COLLATERAL),
                "pnl": _scaled([row.pnl for row in found], COLLATERAL),
                "user": [row.user for row in found],
                "signature": [row.signature for row in found],
            },
        )


def _scaled(values: Sequence[int] | Iterable[int], digits: int) -> list[Any]:
    return [decimal_of(value, digits) for value in values]
