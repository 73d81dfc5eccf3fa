"""Rows of the prediction markets; one row per order and batch.

An order is inserted with its state at the end of the batch, and updated in place by later batches.
"""

from collections.abc import Mapping

from edge.projector.rows.batch import Batch, Collector
from edge.store.tables import (
    ParticipationRow,
    PredictionOrderRow,
    PredictionOrderState,
    PredictionPayoutRow,
    PredictionTradeRow,
)
from engine.core.generated import messages as m
from engine.core.generated.messages import Command


def trade_row(event: m.PredictionTraded, at_s: int) -> PredictionTradeRow:
    """Return a fill."""
    return PredictionTradeRow(
        trade_id=event.trade_id,
        at_s=at_s,
        market_id=event.market_id,
        taker=event.taker,
        taker_order_id=event.taker_order_id,
        taker_side=event.taker_side,
        maker=event.maker,
        maker_order_id=event.maker_order_id,
        yes_price=event.yes_price,
        contracts=event.contracts,
        fee_e6=event.taker_fee_e6,
    )


def _on_opened(batch: Batch, command: Command, event: m.OrderOpened, _index: int) -> None:
    batch.orders[event.order_id] = PredictionOrderRow(
        owner=event.user,
        order_id=event.order_id,
        price=event.price,
        contracts=event.contracts,
        filled=0,
        canceled=0,
        cost_e6=0,
        fee_e6=0,
        status=0,
        updated_at_s=command.time_s,
        market_id=event.market_id,
        client_order_id=event.client_order_id or None,
        order_type=event.order_type,
        time_in_force=event.time_in_force,
        expires_at_s=event.expires_at_s or None,
        is_post_only=event.post_only == 1,
        self_trade_prevention=event.self_trade_prevention,
        side=event.side,
        created_at_s=command.time_s,
    )


def _on_updated(batch: Batch, command: Command, event: m.OrderUpdated, _index: int) -> None:
    state = PredictionOrderState(
        owner=event.user,
        order_id=event.order_id,
        price=event.price,
        contracts=event.contracts,
        filled=event.filled,
        canceled=event.canceled,
        cost_e6=event.cost_e6,
        fee_e6=event.fee_e6,
        status=event.status,
        updated_at_s=command.time_s,
    )
    opened = batch.orders.get(event.order_id)
    if opened is None:
        batch.order_states[event.order_id] = state
        return
    for name in state.__struct_fields__:
        setattr(opened, name, getattr(state, name))


def _on_traded(batch: Batch, command: Command, event: m.PredictionTraded, _index: int) -> None:
    batch.add(trade_row(event, command.time_s))


def _on_paid(batch: Batch, command: Command, event: m.PredictionPaid, _index: int) -> None:
    batch.add(
        PredictionPayoutRow(
            owner=event.user,
            market_id=event.market_id,
            at_s=command.time_s,
            side=event.side,
            contracts=event.contracts,
            cost_e6=event.cost_e6,
            payout_e6=event.payout_e6,
        )
    )


def _on_participation(
    batch: Batch, command: Command, event: m.ParticipationStarted, _index: int
) -> None:
    batch.add(ParticipationRow(owner=event.user, programme=event.programme, at_s=command.time_s))


COLLECTORS: Mapping[type, Collector] = {
    m.OrderOpened: _on_opened,
    m.OrderUpdated: _on_updated,
    m.PredictionTraded: _on_traded,
    m.PredictionPaid: _on_paid,
    m.ParticipationStarted: _on_participation,
}

# Reads ask the engine for points and markets.
NOT_PROJECTED: frozenset[type] = frozenset(
    {
        m.PointsGranted,
        m.PredictionCreated,
        m.PredictionOpened,
        m.PredictionClosed,
        m.ResolutionRecorded,
        m.PredictionResolved,
        m.PredictionVoided,
        m.CancelAfterSet,
    }
)
