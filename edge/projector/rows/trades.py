"""Rows of trades, forced closes and liquidations; what moves the P&L of traders."""

from collections.abc import Mapping

from edge.projector.rows.batch import Batch, Collector, columns_of, copied_row, key_of
from edge.store.tables import LiquidationRow, MarketVolumeRow, PositionRealizedRow, TradeRow
from engine.core.generated import messages as m
from engine.core.generated.messages import Command
from engine.schema.enums import TradeKind

E8 = 10**8
VOLUME_BUCKET_S = 300


def trade_row(command: Command, event: m.PositionModified, index: int) -> TradeRow:
    return copied_row(TradeRow, command, event.owner, event, index)


def deleveraged_row(command: Command, event: m.AutoDeleveraged, index: int) -> TradeRow:
    """Return a forced close as a trade at the shown price, without fee.

    Its notional is counted at that price, rounded down; its price performance is what is left of
    it after the haircut, so that performance and funding make up the P&L.
    """
    return _forced_row(command, event, index, (TradeKind.AUTO_DELEVERAGED, event.index_price_e8))


def settled_row(command: Command, event: m.PositionSettled, index: int) -> TradeRow:
    """Return a position that settle-market closed as a trade without fee."""
    return _forced_row(command, event, index, (TradeKind.SETTLED, event.price_e8))


def _forced_row(
    command: Command,
    event: m.AutoDeleveraged | m.PositionSettled,
    index: int,
    named: tuple[int, int],
) -> TradeRow:
    """Return the row of a forced close; `named`: its kind and the index.

    A column that the event has no field for (a fee, what is left of the position) is 0.
    """
    kind, index_price_e8 = named
    notional_e6 = abs(event.size_delta_e6) * event.price_e8 // E8
    own = {
        "trade_kind": kind,
        "fill_price_e8": event.price_e8,
        "index_price_e8": index_price_e8,
        "notional_delta_e6": notional_e6 if event.size_delta_e6 > 0 else -notional_e6,
        "price_performance_e6": event.pnl_e6 - event.funding_performance_e6,
    }
    values = (own.get(name, getattr(event, name, 0)) for name in columns_of(TradeRow))
    return TradeRow(*key_of(command, event.owner, index), *values)


def liquidation_row(command: Command, event: m.PositionLiquidated, index: int) -> LiquidationRow:
    """Return a piece that a liquidation closed."""
    return copied_row(LiquidationRow, command, event.owner, event, index)


def _realize(
    batch: Batch,
    command: Command,
    event: m.PositionModified | m.PositionLiquidated | m.AutoDeleveraged | m.PositionSettled,
) -> None:
    batch.realized_pnl_e6 += event.pnl_e6
    funding_e6 = event.funding_performance_e6
    price_e6 = event.pnl_e6 - funding_e6
    batch.book(event.owner, command.seq, price=price_e6, funding=funding_e6)
    position = batch.realized_of((event.owner, event.account_id, event.market_id))
    position.price_e6 += price_e6
    position.funding_e6 += funding_e6


def _on_trade(batch: Batch, command: Command, event: m.PositionModified, index: int) -> None:
    row = trade_row(command, event, index)
    row.order_id = batch.order_of.get(index, 0)
    batch.add(row)
    _realize(batch, command, event)
    fee_e6 = event.trade_fee_e6 + event.surcharge_e6
    batch.book(event.owner, command.seq, trade_fees=fee_e6)
    key = (event.owner, event.account_id, event.market_id)
    if event.trade_kind in (TradeKind.OPEN, TradeKind.FLIP):  # the P&L was of the position before
        batch.realized[key] = PositionRealizedRow(*key, opened_seq=command.seq)
    batch.realized_of(key).fees_e6 += fee_e6
    bucket = (event.market_id, command.time_s // VOLUME_BUCKET_S * VOLUME_BUCKET_S)
    volume = batch.volumes.get(bucket)
    if volume is None:
        volume = batch.volumes[bucket] = MarketVolumeRow(*bucket, notional_e6=0, trades=0)
    volume.notional_e6 += abs(event.notional_delta_e6)
    volume.trades += 1


def _on_deleveraged(batch: Batch, command: Command, event: m.AutoDeleveraged, index: int) -> None:
    batch.add(deleveraged_row(command, event, index))
    _realize(batch, command, event)


def _on_settled(batch: Batch, command: Command, event: m.PositionSettled, index: int) -> None:
    batch.add(settled_row(command, event, index))
    _realize(batch, command, event)


def _on_liquidation(
    batch: Batch, command: Command, event: m.PositionLiquidated, index: int
) -> None:
    batch.add(liquidation_row(command, event, index))
    _realize(batch, command, event)
    fee_e6 = event.liquidation_fee_e6
    batch.book(event.owner, command.seq, liquidation_fees=fee_e6)
    if event.has_fee_account:
        batch.book(event.liquidator, command.seq, other=fee_e6)


def _on_debt(batch: Batch, command: Command, event: m.BadDebtCovered, _index: int) -> None:
    """The part of a loss that reserve and pool pay is no loss of traders."""
    covered_e6 = event.from_reserve_e6 + event.from_pool_e6
    batch.realized_pnl_e6 += covered_e6
    batch.book(event.owner, command.seq, other=covered_e6)


def _on_remark(batch: Batch, command: Command, event: m.PositionRemarked, _index: int) -> None:
    """Realized P&L without its parts: it counts as price in the ledger, its funding too."""
    batch.realized_pnl_e6 += event.pnl_e6
    batch.book(event.owner, command.seq, price=event.pnl_e6)
    key = (event.owner, event.account_id, event.market_id)
    batch.realized_of(key).price_e6 += event.pnl_e6


COLLECTORS: Mapping[type, Collector] = {
    m.PositionModified: _on_trade,
    m.PositionRemarked: _on_remark,
    m.PositionLiquidated: _on_liquidation,
    m.BadDebtCovered: _on_debt,
    m.AutoDeleveraged: _on_deleveraged,
    m.PositionSettled: _on_settled,
}

NOT_PROJECTED: frozenset[type] = frozenset(
    {
        m.LiquidationStarted,  # each piece carries its start
        m.LiquidationEnded,
    }
)
