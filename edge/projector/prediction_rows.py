"""Events of the prediction markets into database rows; one row an order and batch.

An order is inserted with the state in which the batch leaves it, and updated in place by later
batches; the rows are kept by order id, so that only the last state of a batch is written.
"""

# ruff: noqa: ANN401 - commands of any kind pass through here

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core.generated import messages as m

if TYPE_CHECKING:
    from edge.projector.rows import Batch

Row = tuple[Any, ...]


def _on_opened(batch: "Batch", command: Any, event: m.OrderOpened, _index: int) -> None:
    at_s = command.time_s
    head = (
        event.user,
        event.order_id,
        event.market_id,
        event.client_order_id or None,
        event.order_type,
        event.time_in_force,
        event.expires_at_s or None,
        event.post_only == 1,
        event.self_trade_prevention,
        event.side,
        at_s,
    )
    batch.orders[event.order_id] = head
    batch.order_states[event.order_id] = (event.price, event.contracts, 0, 0, 0, 0, 0, at_s)


def _on_updated(batch: "Batch", command: Any, event: m.OrderUpdated, _index: int) -> None:
    order_id = event.order_id
    batch.order_states[order_id] = (
        event.price,
        event.contracts,
        event.filled,
        event.canceled,
        event.cost_e6,
        event.fee_e6,
        event.status,
        command.time_s,
    )
    if order_id not in batch.orders:
        batch.order_owners[order_id] = event.user


def _on_traded(batch: "Batch", command: Any, event: m.PredictionTraded, _index: int) -> None:
    batch.prediction_trades.append(
        (
            event.trade_id,
            command.time_s,
            event.market_id,
            event.taker,
            event.taker_order_id,
            event.taker_side,
            event.maker,
            event.maker_order_id,
            event.yes_price,
            event.contracts,
            event.taker_fee_e6,
        )
    )


def _on_paid(batch: "Batch", command: Any, event: m.PredictionPaid, _index: int) -> None:
    batch.payouts.append(
        (
            event.user,
            event.market_id,
            command.time_s,
            event.side,
            event.contracts,
            event.cost_e6,
            event.payout_e6,
        )
    )


def _on_participation(
    batch: "Batch", command: Any, event: m.ParticipationStarted, _index: int
) -> None:
    batch.participations.append((event.user, event.programme, command.time_s))


def new_orders(batch: "Batch") -> list[Row]:
    """Return the rows of the orders that the batch opened."""
    states = batch.order_states
    return [(*head, *states[order_id]) for order_id, head in batch.orders.items()]


def changed_orders(batch: "Batch") -> list[Row]:
    """Return what the batch changed of orders that were there before."""
    states = batch.order_states
    return [(owner, order_id, *states[order_id]) for order_id, owner in batch.order_owners.items()]


COLLECTORS: Mapping[type, Callable[["Batch", Any, Any, int], None]] = {
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
