"""Figures that cost more than reading a counter: at most once in 10 s, beside the scrape."""

import asyncio
import logging
from time import monotonic

from chain.client.errors import ChainError
from chain.client.rpc import RpcError
from edge.api.context import Context
from edge.observe.board import Board
from edge.store.pool import DATABASE_ERRORS
from engine.core.views import ExchangeView, OutflowView
from engine.sequencer import Sequencer

log = logging.getLogger("acre.edge")

AGE_S = 10.0
WAIT_S = 1.0  # of a scrape for the figures; later ones are in the next scrape
LIQUIDATABLE_MAX = 1_000
SLICE_MARKETS = 64
USD = 1e6
_POSTGRES = (
    "SELECT pg_database_size(current_database()), "
    "(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), "
    "(SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0) FROM pg_stat_activity "
    "WHERE backend_type = 'client backend')"
)


class SlowFigures:
    """Refreshed by a task of its own, so that a silent database or node delays no scrape."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._made_at_s = float("-inf")
        self._making: asyncio.Task[None] | None = None

    async def refresh(self, board: Board) -> None:
        """Begin to make old figures anew, and wait a moment for them."""
        is_idle = self._making is None or self._making.done()
        if is_idle and monotonic() - self._made_at_s >= AGE_S:
            self._made_at_s = monotonic()
            self._making = asyncio.create_task(self._make(board), name="figures")
        if self._making is not None:
            await asyncio.wait({self._making}, timeout=WAIT_S)

    async def _make(self, board: Board) -> None:
        try:
            if isinstance(self._context.sequencer, Sequencer):  # those of replicas are the same
                await set_risk(board, self._context)
            await self._set_follower_lag(board)
            await self._set_postgres(board)
        except (*DATABASE_ERRORS, ChainError, RpcError) as error:
            log.info("figures_unknown", extra={"error": repr(error)})

    async def _set_follower_lag(self, board: Board) -> None:
        cluster = await self._context.health.cluster.get()
        if cluster.slot:
            lag = max(0, cluster.slot - self._context.health.followed_slot())
            board.set("acre_follower_lag_slots", lag)

    async def _set_postgres(self, board: Board) -> None:
        row = await self._context.store.pool.fetchrow(_POSTGRES)
        board.set("acre_postgres_size_bytes", row[0])
        board.set("acre_postgres_sessions", row[1])
        board.set("acre_postgres_oldest_transaction_seconds", float(row[2]))


async def set_risk(board: Board, context: Context) -> None:
    """Set the figures of the pool and the markets."""
    exchange, now_s = context.exchange, context.now_s()
    _set_pool(board, exchange.exchange_view(now_s))
    _set_outflow(board, exchange.outflow_view(now_s))
    worst = 0.0
    for place, number in enumerate(exchange.market_ids()):
        if place % SLICE_MARKETS == 0:
            await asyncio.sleep(0)  # requests have their turn
        market = exchange.market_view(number, now_s)
        if market.max_side_notional_e6:
            worst = max(worst, abs(market.skew_notional_e6) / market.max_side_notional_e6)
    board.set("acre_worst_skew_ratio", worst)
    found = exchange.liquidation_candidates(now_s, LIQUIDATABLE_MAX)
    board.set("acre_accounts_liquidatable", len(found))


def _set_pool(board: Board, view: ExchangeView) -> None:
    required_e6, balance_e6 = view.required_minimum_balance_e6, view.lp_balance_e6
    board.set("acre_pool_value_usd", (balance_e6 - view.unrealized_pnl_e6) / USD)
    board.set("acre_pool_balance_usd", balance_e6 / USD)
    board.set("acre_pool_available_usd", view.available_long_e6 / USD, "long")
    board.set("acre_pool_available_usd", view.available_short_e6 / USD, "short")
    board.set("acre_pool_utilization_ratio", required_e6 / balance_e6 if balance_e6 > 0 else 0.0)
    board.set("acre_reserve_usd", view.reserve_e6 / USD)
    board.set("acre_open_interest_usd", view.long.notional_e6 / USD, "long")
    board.set("acre_open_interest_usd", view.short.notional_e6 / USD, "short")
    board.set("acre_traders_pnl_usd", view.unrealized_pnl_e6 / USD)


def _set_outflow(board: Board, view: OutflowView) -> None:
    for window, used_e6, limit_e6 in (
        ("hour", view.hour_used_e6, view.hour_limit_e6),
        ("day", view.day_used_e6, view.day_limit_e6),
    ):
        board.set("acre_outflow_usd", used_e6 / USD, window)
        board.set("acre_outflow_limit_usd", limit_e6 / USD, window)
    board.set("acre_outflow_frozen", view.is_frozen)
    board.set("acre_negative_equity_usd", view.negative_equity_e6 / USD)
