"""A wallet's prediction orders in its stream."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from edge.api.context import Context
from edge.api.predictions import encode
from edge.api.predictions.schemas import PlacedOrder
from edge.projector.rows.predictions import trade_row
from engine.core.generated import messages as m
from engine.core.views import PredictionOrderView
from engine.schema.enums import OrderReason, OrderStatus

Data = dict[str, object]
PredictionEvent = m.OrderOpened | m.OrderUpdated | m.PredictionTraded

_REASONS = (
    "match",
    "owner",
    "unfilledRest",
    "selfMatch",
    "cancelAfter",
    "expiry",
    "marketClosed",
    "marketVoided",
)


class UserOrders:
    """The open orders of a wallet, kept from its events.

    The engine forgets an order when it ends; its last state is then sent from its events.
    """

    def __init__(self, context: Context, owner: bytes) -> None:
        self._context = context
        self._owner = owner
        self._kept: dict[int, PredictionOrderView] = {}

    def snapshot(self) -> list[PlacedOrder]:
        """Return the open orders."""
        views = self._context.exchange.prediction_orders(self._owner)
        self._kept = {view.order_id: view for view in views}
        return [encode.order(view) for view in views]

    def take(self, event: PredictionEvent, *, is_sent: bool = True) -> Data | None:
        """Apply the wallet's next event; return its encoding for the stream."""
        if isinstance(event, m.PredictionTraded):
            return _trade(event, self._owner) if is_sent else None
        if isinstance(event, m.OrderOpened):
            view = encode.opened_order(event, event.time_s)
        else:
            before = self._kept.get(event.order_id)
            if before is None:
                return None  # its order was never sent
            view = _updated(before, event)
        self._kept[event.order_id] = view
        return _order_event(view, event) if is_sent else None

    def changed(self, events: Sequence[PredictionEvent]) -> list[PlacedOrder]:
        """Return each order that the events, already taken, touched; ended ones for the last time.

        What an order reserves depends on what the wallet holds and on its older orders, so that
        others of the same market may have changed with it.
        """
        ids = {event.order_id for event in events if not isinstance(event, m.PredictionTraded)}
        rows: dict[int, PredictionOrderView] = {}
        for order_id in ids:
            view = self._kept.get(order_id)
            if view is not None and view.status >= OrderStatus.FILLED:
                rows[order_id] = self._kept.pop(order_id)
        for market_id in {event.market_id for event in events}:
            for view in self._context.exchange.prediction_orders(self._owner, market_id):
                kept = self._kept.get(view.order_id)
                is_same = kept is not None and kept.reserved_e6 == view.reserved_e6
                self._kept[view.order_id] = view
                if view.order_id in ids or not is_same:
                    rows[view.order_id] = view
        return [encode.order(view) for _, view in sorted(rows.items())]


def _updated(before: PredictionOrderView, event: m.OrderUpdated) -> PredictionOrderView:
    is_ended = event.status >= OrderStatus.FILLED
    return replace(
        before,
        price=event.price,
        contracts=event.contracts,
        filled=event.filled,
        remaining=0 if is_ended else event.contracts - event.filled - event.canceled,
        canceled=event.canceled,
        cost_e6=event.cost_e6,
        fee_e6=event.fee_e6,
        status=event.status,
        reserved_e6=0 if is_ended else before.reserved_e6,
        queue_contracts=None if is_ended else before.queue_contracts,
        updated_at_s=event.time_s,
    )


def _order_event(view: PredictionOrderView, event: m.OrderOpened | m.OrderUpdated) -> Data:
    """Return the order after the event, without what depends on others: `orders` has it."""
    data: Data = {"kind": "order", "event": "orderOpened", "reason": None}
    if isinstance(event, m.OrderUpdated):
        data |= {"event": _name(event), "reason": _REASONS[event.reason]}
    data |= msgspec.to_builtins(encode.order(view))
    del data["reservedPoints"], data["queueContracts"]
    return data


def _name(event: m.OrderUpdated) -> str:
    if event.status == OrderStatus.EXPIRED:
        return "orderExpired"
    if event.status == OrderStatus.CANCELED or event.reason == OrderReason.SELF_MATCH:
        return "orderCanceled"
    if event.reason == OrderReason.MATCH:
        return "orderFilled"
    return "orderAmended"


def _trade(event: m.PredictionTraded, owner: bytes) -> Data:
    trade = encode.trade(trade_row(event, event.time_s), is_taker=event.taker == owner)
    return {"kind": "predictionTrade", **msgspec.to_builtins(trade)}
