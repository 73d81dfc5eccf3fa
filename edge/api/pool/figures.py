"""Yield, return and scenarios of the pool, made once for many answers."""

from collections.abc import Awaitable, Callable
from decimal import ROUND_FLOOR, Decimal, localcontext

from edge.api.markets.schemas import Yield
from edge.api.pool.attribution import CurrentDay, PoolAttribution, PoolState
from edge.api.pool.encode import scenarios
from edge.api.pool.schemas import PoolScenarios
from edge.http.amounts import E12, rate
from edge.http.cache import CachedValue
from edge.http.limits import CACHE_AGES
from edge.http.windows import DAY_S
from edge.store.pool import Store
from engine.core.exchange import Exchange

YIELD_DAYS = 30
YEAR_DAYS = 365
SCENARIO_AGE_S = float(CACHE_AGES["accounts"] or 0)  # as long as an answer may be kept


class PoolStats:
    """Yield, return and scenarios of the pool."""

    def __init__(self, store: Store, exchange: Exchange, now_s: Callable[[], int]) -> None:
        self._store = store
        self._exchange = exchange
        self._now_s = now_s
        self._yield = CachedValue(self._load_yield, 5.0)
        self._scenarios = CachedValue(self._make_scenarios, SCENARIO_AGE_S)
        self.attribution = PoolAttribution(store)

    async def lp_yield(self) -> Yield:
        """Return the depositors' fee APR over thirty days (API 3.1).

        The average equity is over time; of a younger pool over its life.
        """
        return await self._yield.get()

    async def scenarios(self) -> PoolScenarios:
        """Return the pool's value at other prices."""
        return await self._scenarios.get()

    async def now(self, wait_for: Callable[[int], Awaitable[None]]) -> CurrentDay:
        """Return the pool now, once the database has all commands that made it."""
        now_s, exchange = self._now_s(), self._exchange
        ids = exchange.market_ids()
        views = [(i, exchange.market_view(i, now_s)) for i in ids]
        shown = [(i, v.funding_per_unit_e18, v.holding_per_unit_e18) for i, v in views]
        view = exchange.exchange_view(now_s)
        now = PoolState(
            seq=exchange.sequence,
            at_s=now_s,
            lp_balance_e6=view.lp_balance_e6,
            unrealized_pnl_e6=view.unrealized_pnl_e6,
            lp_shares_e6=view.lp_shares_e6,
            lp_fee_e6=view.cumulative_lp_fee_e6,
        )
        await wait_for(now.seq)
        return await self.attribution.latest(now, shown)

    async def _make_scenarios(self) -> PoolScenarios:
        return scenarios(self._exchange, self._now_s())

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
