"""Rows of waiting orders and auctions; which order a trade is of."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from edge.projector.rows.batch import Batch, Collector, columns_of, key_of
from edge.store.tables import AuctionRow, PerpOrderRow
from engine.core.generated import messages as m
from engine.core.generated.messages import Command, Event

Place = tuple[bytes, int, int]  # owner, account and market
OrderEvent = (
    m.PerpOrderPlaced
    | m.PerpOrderAmended
    | m.PerpOrderDeferred
    | m.PerpOrderFilled
    | m.PerpOrderEnded
)


class OrderAction(IntEnum):
    """What happened to a waiting order."""

    PLACED = 0
    AMENDED = 1
    DEFERRED = 2
    FILLED = 3
    ENDED = 4


_ACTIONS: Mapping[type, OrderAction] = {
    m.PerpOrderPlaced: OrderAction.PLACED,
    m.PerpOrderAmended: OrderAction.AMENDED,
    m.PerpOrderDeferred: OrderAction.DEFERRED,
    m.PerpOrderFilled: OrderAction.FILLED,
    m.PerpOrderEnded: OrderAction.ENDED,
}
_TRADING = (m.ModifyPosition, m.ClosePosition, m.ModifyPositions)


def order_row(command: Command, event: OrderEvent, index: int) -> PerpOrderRow:
    """Return what happened to an order; a column that the event has no field for is 0."""
    own = {"action": int(_ACTIONS[type(event)]), "order_group": getattr(event, "group", 0)}
    values = (own.get(name, getattr(event, name, 0)) for name in columns_of(PerpOrderRow))
    return PerpOrderRow(*key_of(command, event.owner, index), *values)


def auction_row(command: Command, event: m.AuctionHeld, index: int) -> AuctionRow:
    """Return an auction that was held."""
    return AuctionRow(
        market_id=event.market_id,
        seq=command.seq,
        event_index=index,
        at_s=command.time_s,
        index_price_e8=event.index_price_e8,
        order_count=event.order_count,
        buy_e6=event.buy_e6,
        sell_e6=event.sell_e6,
        matched_e6=event.matched_e6,
        pool_e6=event.pool_e6,
        pool_price_e8=event.pool_price_e8,
    )


def order_of_trades(command: Command, events: Sequence[Event]) -> dict[int, int]:
    """Return the waiting order that each trade is of, by the index of its event.

    The first trade of the command itself is of no order. An order that ran alone has its trade
    right before its fill. The orders of an auction have all their matched parts, then all that the
    pool took, each by id, then their fills by id.
    """
    orders: dict[int, int] = {}
    if not any(type(event) is m.PerpOrderFilled for event in events):
        return orders
    runs: defaultdict[Place, _Run] = defaultdict(_Run)
    own: set[Place] = set()
    for index, event in enumerate(events):
        if isinstance(event, m.PositionModified):
            place = (event.owner, event.account_id, event.market_id)
            if _is_own(command, event) and place not in own:
                own.add(place)
                continue
            if runs[place].fills:
                orders |= runs.pop(place).linked()
            runs[place].trades.append(index)
        elif isinstance(event, m.PerpOrderFilled):
            runs[event.owner, event.account_id, event.market_id].fills.append(event)
    for run in runs.values():
        orders |= run.linked()
    return orders


@dataclass
class _Run:
    """Trades of an account in a market, then the fills that they belong to."""

    trades: list[int] = field(default_factory=list)
    fills: list[m.PerpOrderFilled] = field(default_factory=list)

    def linked(self) -> dict[int, int]:
        """Return the order of each trade."""
        matched = [fill.order_id for fill in self.fills if fill.matched_e6]
        taken = [fill.order_id for fill in self.fills if fill.matched_e6 != fill.size_e6]
        return dict(zip(self.trades, [*matched, *taken], strict=False))


def _is_own(command: Command, event: m.PositionModified) -> bool:
    return (
        isinstance(command, _TRADING)
        and event.account_id == command.account_id
        and event.owner in (command.owner, command.user)
    )


def _on_order(batch: Batch, command: Command, event: OrderEvent, index: int) -> None:
    batch.add(order_row(command, event, index))


def _on_auction(batch: Batch, command: Command, event: m.AuctionHeld, index: int) -> None:
    batch.add(auction_row(command, event, index))


COLLECTORS: Mapping[type, Collector] = {
    **dict.fromkeys(_ACTIONS, _on_order),
    m.AuctionHeld: _on_auction,
}

NOT_PROJECTED: frozenset[type] = frozenset()
