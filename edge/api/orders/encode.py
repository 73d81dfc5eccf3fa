"""Waiting orders, their events and auctions as the contract shows them."""

from edge.api.history.encode import common_fields
from edge.api.orders.schemas import Auction, ComingAuction, PerpOrder, PerpOrderEvent
from edge.http.addresses import address_text
from edge.http.amounts import decimal
from edge.http.errors import MESSAGE_OF
from edge.projector.rows.orders import OrderAction
from edge.store.tables import AuctionRow, PerpOrderRow
from engine.core.orders.order_views import ComingAuctionView, PerpOrderView
from engine.schema.enums import PerpOrderEnd, PerpOrderKind, PriceSource
from engine.schema.errors import ErrorCode

TYPES = {
    PerpOrderKind.AUCTION: "auction",
    PerpOrderKind.LIMIT: "limit",
    PerpOrderKind.STOP: "stop",
    PerpOrderKind.TAKE_PROFIT: "takeProfit",
    PerpOrderKind.TRAILING: "trailing",
}
SOURCES = {PriceSource.INDEX: "index", PriceSource.MARKET: "market"}
ENDS = {
    PerpOrderEnd.FILLED: "filled",
    PerpOrderEnd.CANCELED: "canceled",
    PerpOrderEnd.GROUP: "group",
    PerpOrderEnd.EXPIRED: "expired",
    PerpOrderEnd.REJECTED: "rejected",
    PerpOrderEnd.NO_POSITION: "noPosition",
    PerpOrderEnd.LIQUIDATION: "liquidation",
    PerpOrderEnd.MARKET_SETTLED: "marketSettled",
}
_ACTIONS = {
    OrderAction.PLACED: "placed",
    OrderAction.AMENDED: "amended",
    OrderAction.DEFERRED: "deferred",
    OrderAction.FILLED: "filled",
    OrderAction.ENDED: "ended",
}
_WITH_TERMS = (OrderAction.PLACED, OrderAction.AMENDED)
# Sentences of ends that no error code has.
_END_TEXTS = {
    PerpOrderEnd.GROUP: "Another order of its group was filled",
    PerpOrderEnd.EXPIRED: "The order expired",
    PerpOrderEnd.NO_POSITION: "There was no position left to reduce",
    PerpOrderEnd.LIQUIDATION: "The account was liquidated",
    PerpOrderEnd.MARKET_SETTLED: "The market was settled",
}


def text_or_none(raw: int) -> str | None:
    """Return an amount as text, None for 0."""
    return str(raw) if raw else None


def why(code: int, end: PerpOrderEnd | None) -> str | None:
    """Return the sentence of a deferral, a rejection or an end; None where it needs none."""
    if code:
        return MESSAGE_OF[ErrorCode(code).name]
    return _END_TEXTS.get(end) if end is not None else None


def perp_order(view: PerpOrderView) -> PerpOrder:
    """Return an order that waits."""
    code = ErrorCode(view.deferred_code).name if view.deferred_code else None
    return PerpOrder(
        order_id=view.order_id,
        margin_account_id=view.account_id,
        market_id=view.market_id,
        order_type=TYPES[PerpOrderKind(view.kind)],
        trigger_by=SOURCES[PriceSource(view.source)],
        side="long" if view.is_buy else "short",
        reduce_only=view.is_reduce_only,
        whole_position=view.is_whole,
        size=str(view.size_e6),
        trigger_price=text_or_none(view.trigger_e8),
        trail_rate=decimal(view.trail_e6, 6) if view.trail_e6 else None,
        best_price=text_or_none(view.best_e8),
        acceptable_price=text_or_none(view.worst_e8),
        group=view.group,
        expires_at=view.expires_at_s,
        stop_price=text_or_none(view.stop_e8),
        target_price=text_or_none(view.target_e8),
        is_locked=view.is_locked,
        is_due=view.is_due,
        deferred_reason=code,
        deferred_text=MESSAGE_OF[code] if code is not None else None,
        delegate=address_text(view.delegate) if view.delegate is not None else None,
    )


def perp_order_event(row: PerpOrderRow) -> PerpOrderEvent:
    """Return what happened to an order."""
    action = OrderAction(row.action)
    is_placed = action is OrderAction.PLACED
    is_fill = action is OrderAction.FILLED
    has_terms = action in _WITH_TERMS
    code = ErrorCode(row.code).name if row.code else None
    end = PerpOrderEnd(row.reason) if action is OrderAction.ENDED else None
    return PerpOrderEvent(
        **common_fields(row),
        margin_account_id=row.account_id,
        market_id=row.market_id,
        order_id=row.order_id,
        event=_ACTIONS[action],
        order_type=TYPES[PerpOrderKind(row.kind)] if is_placed else None,
        trigger_by=SOURCES[PriceSource(row.source)] if is_placed else None,
        reduce_only=bool(row.is_reduce_only) if is_placed else None,
        whole_position=bool(row.is_whole) if is_placed else None,
        size=str(row.size_e6) if has_terms or is_fill else None,
        trigger_price=text_or_none(row.trigger_e8),
        trail_rate=decimal(row.trail_e6, 6) if row.trail_e6 else None,
        acceptable_price=text_or_none(row.worst_e8),
        group=row.order_group if is_placed else None,
        expires_at=row.expires_at_s or None,
        stop_price=text_or_none(row.stop_e8),
        target_price=text_or_none(row.target_e8),
        parent_order_id=row.parent_id or None,
        matched_size=str(row.matched_e6) if is_fill else None,
        fill_price=text_or_none(row.price_e8),
        trade_fee=str(row.fee_e6) if is_fill else None,
        surcharge=str(row.surcharge_e6) if is_fill else None,
        left_size=str(row.left_e6) if is_fill else None,
        end_reason=ENDS[end] if end is not None else None,
        code=code,
        text=why(row.code, end),
    )


def auction(row: AuctionRow) -> Auction:
    """Return an auction that was held."""
    return Auction(
        timestamp=row.at_s,
        market_id=row.market_id,
        index_price=str(row.index_price_e8),
        order_count=row.order_count,
        bought=str(row.buy_e6),
        sold=str(row.sell_e6),
        matched=str(row.matched_e6),
        pool_size=str(row.pool_e6),
        pool_price=text_or_none(row.pool_price_e8),
    )


def two_digits(raw: int) -> int:
    """Return a number of which only the first two digits are kept, rounded down."""
    rest = 10 ** max(0, len(str(raw)) - 2)
    return int(raw // rest * rest)


def coming_auction(view: ComingAuctionView) -> ComingAuction:
    """Return what is shown of the next auction: the imbalance, in two digits."""
    more_e6 = view.buy_e6 - view.sell_e6
    size_e6 = two_digits(abs(more_e6))
    side = None if size_e6 == 0 else "long" if more_e6 > 0 else "short"
    return ComingAuction(
        market_id=view.market_id,
        timestamp=view.at_s,
        locks_at=view.locks_at_s,
        order_count=two_digits(view.order_count),
        side=side,
        size=str(size_e6),
    )
