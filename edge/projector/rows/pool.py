"""Rows of the pool, and of the markets that trade against it."""

from collections.abc import Mapping

from edge.projector.rows.batch import Batch, Collector, copied_row
from edge.store.tables import LpEventRow, MarketAreaRow, MarketPointRow, PoolPointRow
from engine.core.generated import messages as m
from engine.core.generated.messages import Command

EXCHANGE_ID = 0
_LP_FLOWS = {0: "lp_in", 1: "lp_out"}  # an upgrade moves nothing


def lp_row(command: Command, event: m.LiquidityModified, index: int) -> LpEventRow:
    """Return a change of the pool's deposits."""
    return copied_row(LpEventRow, command, event.owner, event, index)


def _on_lp(batch: Batch, command: Command, event: m.LiquidityModified, index: int) -> None:
    batch.add(lp_row(command, event, index))
    way = _LP_FLOWS.get(event.kind)
    if way is not None:
        batch.book(event.owner, command.seq, **{way: event.liquidity_e6})


def _on_pool(batch: Batch, command: Command, event: m.PoolUpdated, _index: int) -> None:
    batch.add(
        PoolPointRow(
            exchange_id=EXCHANGE_ID,
            seq=command.seq,
            at_s=command.time_s,
            lp_balance_e6=event.lp_balance_e6,
            lp_shares_e6=event.lp_shares_e6,
            unrealized_pnl_e6=event.unrealized_pnl_e6,
            realized_pnl_e6=batch.realized_pnl_e6,
            cumulative_volume_e6=event.cumulative_volume_e6,
            cumulative_lp_fee_e6=event.cumulative_lp_fee_e6,
        )
    )


def _on_market(batch: Batch, command: Command, event: m.MarketUpdated, _index: int) -> None:
    batch.add(
        MarketPointRow(
            market_id=event.market_id,
            seq=command.seq,
            at_s=command.time_s,
            index_price_e8=event.index_price_e8,
            market_price_e8=event.market_price_e8,
            long_size_e6=event.long_size_e6,
            short_size_e6=event.short_size_e6,
            funding_rate_e12=event.funding_rate_e12,
            funding_velocity_e12=event.funding_velocity_e12,
            funding_per_unit_e18=event.funding_per_unit_e18,
            holding_per_unit_e18=event.holding_per_unit_e18,
        )
    )


def _on_print(batch: Batch, _command: Command, event: m.PrintAccepted, _index: int) -> None:
    batch.prints.append((event.market_id, event.published_at_s, event.price_e8))


def _on_created(batch: Batch, command: Command, event: m.MarketCreated, _index: int) -> None:
    assert isinstance(command, m.CreateMarket), command
    batch.add(
        MarketAreaRow(market_id=event.market_id, acre_id=command.acre_id, symbol=event.symbol)
    )


COLLECTORS: Mapping[type, Collector] = {
    m.LiquidityModified: _on_lp,
    m.MarketUpdated: _on_market,
    m.PoolUpdated: _on_pool,
    m.PrintAccepted: _on_print,
    m.MarketCreated: _on_created,
}

NOT_PROJECTED: frozenset[type] = frozenset(
    {
        m.ExchangeCreated,  # the command names the exchange
        m.StatusChanged,
        m.ParameterChanged,
        m.AuthorizedLiquidatorChanged,
        m.PrintHeld,
        m.MarketSettled,  # each position has its row, and the market's point its price
        m.LpPositionClosed,
    }
)
