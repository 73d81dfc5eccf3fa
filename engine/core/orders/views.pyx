"""Reads of waiting orders (rule 64): only the owner's own, and sums of the coming auction."""

from engine.core.orders.rows cimport is_order_locked
from engine.core.orders.runs cimport executable_e6
from engine.core.orders.waiting cimport (
    WATCH_DOWN, WATCH_INDEX_AUCTION, is_met, next_schedule_s, source_price_e8,
)
from engine.core.perps.positions cimport size_in
from engine.core.state.state cimport (
    NO_ROW, PerpOrder, State, Watch, account_at, market_rules, perp_order_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t

from engine.core.orders.order_views import ComingAuctionView, PerpOrderView


cdef object order_view(State *st, uint32_t row):
    cdef PerpOrder *order = perp_order_at(st, row)
    return PerpOrderView(
        order_id=order.order_id,
        account_id=account_at(st, order.account).account_id,
        market_id=order.market + 1,
        kind=order.kind,
        source=order.source,
        is_buy=bool(order.is_buy),
        is_reduce_only=bool(order.is_reduce_only),
        is_whole=bool(order.is_whole),
        size_e6=order.size_e6,
        trigger_e8=order.trigger_e8,
        trail_e6=order.trail_e6,
        best_e8=order.best_e8,
        worst_e8=order.worst_e8,
        group=order.group,
        expires_at_s=order.expires_at_s,
        stop_e8=order.stop_e8,
        target_e8=order.target_e8,
        is_locked=bool(is_order_locked(st, order)),
        is_due=order.due_rank != 0,
        is_parked=bool(order.is_parked),
        deferred_code=order.code,
        delegate=(
            None if order.delegate == NO_ROW else <bytes> user_at(st, order.delegate).address[:32]
        ),
    )


cdef list orders_of(State *st, uint32_t account):
    """By id."""
    cdef uint32_t row = account_at(st, account).first_order
    cdef list views = []
    while row != NO_ROW:
        views.append(order_view(st, row))
        row = perp_order_at(st, row).next
    views.reverse()
    return views


cdef object coming_auction(State *st, uint32_t market):
    """What would take part in the auction of the next price update at the present index."""
    cdef int64_t buy = 0
    cdef int64_t sell = 0
    cdef int64_t size
    cdef int64_t schedule = next_schedule_s(st, market)
    cdef uint32_t count = 0
    cdef int side
    cdef size_t place
    cdef Watch *watch
    cdef PerpOrder *order
    for side in range(2):
        watch = &st.watches[market].heaps[WATCH_INDEX_AUCTION + side * WATCH_DOWN]
        for place in range(watch.count):
            order = perp_order_at(st, watch.entries[place].row)
            if order.from_schedule_s >= schedule or not is_met(
                order, source_price_e8(st, market, 0)
            ):
                continue
            size = executable_e6(order, size_in(st, account_at(st, order.account), market))
            count += size != 0
            if size > 0:
                buy += size
            else:
                sell -= size
    return ComingAuctionView(
        market_id=market + 1,
        at_s=schedule,
        locks_at_s=schedule - market_rules(st, market).entry_window_before_s,
        order_count=count,
        buy_e6=buy,
        sell_e6=sell,
    )
