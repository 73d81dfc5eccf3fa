"""Figures that many answers share, read from PostgreSQL at most once a second."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from decimal import ROUND_FLOOR, Decimal, localcontext
from typing import Generic, TypeVar

from edge.api.markets.encode import Figures
from edge.api.markets.schemas import Yield
from edge.api.pool.attribution import Latest, ReturnBook, Standing
from edge.api.pool.encode import scenarios
from edge.api.pool.schemas import PoolScenarios
from edge.http.amounts import E12, rate
from edge.http.limits import CACHE_AGES
from edge.http.network import reader
from edge.http.windows import DAY_S
from edge.store.pool import Store
from engine.core.exchange import Exchange
from engine.programmes.series import change_e12

T = TypeVar("T")
YIELD_DAYS = 30
YEAR_DAYS = 365
SCENARIO_AGE_S = float(CACHE_AGES["accounts"] or 0)  # as long as an answer may be kept


class Remembered(Generic[T]):
    """One value, made again when it is older than `age_s`; concurrent callers share the work."""

    def __init__(
        self,
        make: Callable[[], Awaitable[T]],
        age_s: float,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._age_s = age_s
        self._monotonic_s = monotonic_s
        self._made_s = 0.0
        self._making: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """Return the value."""
        making = self._making
        is_old = making is None or self._monotonic_s() - self._made_s > self._age_s
        if making is None or (making.done() and (is_old or making.exception() is not None)):
            self._made_s = self._monotonic_s()
            making = self._making = asyncio.create_task(self._run())
        return await asyncio.shield(making)

    async def _run(self) -> T:
        reader.set(None)  # what all callers share counts for none of them
        return await self._make()


class FigureBook:
    """Changes and volumes of every market; yield, return and scenarios of the pool."""

    def __init__(self, store: Store, exchange: Exchange, now_s: Callable[[], int]) -> None:
        self._store = store
        self._exchange = exchange
        self._now_s = now_s
        self._markets = Remembered(self._load_markets, 1.0)
        self._yield = Remembered(self._load_yield, 5.0)
        self._scenarios = Remembered(self._make_scenarios, SCENARIO_AGE_S)
        self.returns = ReturnBook(store)

    async def markets(self) -> dict[int, Figures]:
        """Return the figures of every market by id."""
        return await self._markets.get()

    async def of_market(self, market_id: int) -> Figures:
        """Return the figures of one market."""
        return (await self.markets()).get(market_id, Figures(None, None, 0))

    async def lp_yield(self) -> Yield:
        """Return what depositors earned from fees over thirty days, annualised (API 3.1).

        The average equity is over time; of a younger pool over its life.
        """
        return await self._yield.get()

    async def scenarios(self) -> PoolScenarios:
        """Return what the pool would be worth at other prices."""
        return await self._scenarios.get()

    async def pool_now(self, until_projected: Callable[[int], Awaitable[None]]) -> Latest:
        """Return the pool now, once the database has all commands that made it."""
        now_s, exchange = self._now_s(), self._exchange
        ids = exchange.market_ids()
        shown = [(i, exchange.market_view(i, now_s).funding_per_unit_e18) for i in ids]
        view = exchange.exchange_view(now_s)
        now = Standing(
            seq=exchange.sequence,
            at_s=now_s,
            lp_balance_e6=view.lp_balance_e6,
            unrealized_pnl_e6=view.unrealized_pnl_e6,
            lp_shares_e6=view.lp_shares_e6,
            lp_fee_e6=view.cumulative_lp_fee_e6,
        )
        await until_projected(now.seq)
        return await self.returns.latest(now, shown)

    async def _make_scenarios(self) -> PoolScenarios:
        return scenarios(self._exchange, self._now_s())

    async def _load_markets(self) -> dict[int, Figures]:
        now_s = self._now_s()
        views = [self._exchange.market_view(i, now_s) for i in self._exchange.market_ids()]
        spans = (DAY_S, YEAR_DAYS * DAY_S)
        wanted = [(view.acre_id, now_s - span) for view in views for span in spans]
        rows = await self._store.rows(
            "series.index_at", [w[0] for w in wanted], [w[1] for w in wanted]
        )
        prices = {(row["acre_id"], row["at_s"]): row["price_e8"] for row in rows}
        volumes = await self._store.rows("series.volumes_since", now_s - DAY_S)
        traded = {row["market_id"]: int(row["notional_e6"]) for row in volumes}
        return {
            view.market_id: Figures(
                change_e12(view.index_price_e8, prices.get((view.acre_id, now_s - spans[0]))),
                change_e12(view.index_price_e8, prices.get((view.acre_id, now_s - spans[1]))),
                traded.get(view.market_id, 0),
            )
            for view in views
        }

    async def _load_yield(self) -> Yield:
        now_s = self._now_s()
        from_s = now_s - YIELD_DAYS * DAY_S
        row = await self._store.row("series.pool_equity", from_s, now_s)
        assert row is not None  # an aggregate
        view = self._exchange.exchange_view(now_s)
        equity_e6, seconds = int(row["equity_seconds_e6"]), row["seconds"]
        if seconds == 0:  # the pool began just now
            equity_e6, seconds = view.lp_balance_e6 - view.unrealized_pnl_e6, 1
        if equity_e6 <= 0:
            return Yield(apr="0", apy="0")
        fees_e6 = view.cumulative_lp_fee_e6 - row["first_fee_e6"]
        apr_e12 = fees_e6 * seconds * E12 * YEAR_DAYS // (equity_e6 * YIELD_DAYS)
        return Yield(apr=rate(apr_e12), apy=rate(_compounded_e12(apr_e12)))


def _compounded_e12(apr_e12: int) -> int:
    """Return (1 + apr/365)^365 - 1, rounded down."""
    with localcontext() as context:
        context.prec = 40
        growth = (1 + Decimal(apr_e12) / E12 / YEAR_DAYS) ** YEAR_DAYS - 1
        return int((growth * E12).to_integral_value(ROUND_FLOOR))
