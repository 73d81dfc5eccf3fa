"""Waiting orders of a state that was read: every row is free or in the list of one account."""

from engine.core.generated.records cimport PERP_ORDER_TRAILING, SOURCE_MARKET
from engine.core.numbers.numbers cimport POSITION_MAX, PRICE_MAX, TIME_MAX
from engine.core.orders.rows cimport ACCOUNT_ORDERS_MAX, order_slots
from engine.core.state.checks cimport wrong
from engine.core.state.state cimport (
    NO_ROW, TABLE_ACCOUNT, TABLE_PERP_ORDER, TABLE_POOL, TABLE_USER, Account, PerpOrder, State,
    account_at, market_count, perp_order_at, pool_of,
)
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef int64_t RATE_ONE = 1_000_000


cdef int check_orders(State *st) except -1:
    """Raise ValueError for orders that no run of commands leaves."""
    cdef uint64_t count = pool_of(st).rows[TABLE_PERP_ORDER]
    cdef uint64_t row
    cdef uint8_t *seen = <uint8_t *> calloc(count + 1, 1)
    if seen == NULL:
        raise MemoryError("no memory to check a snapshot")
    try:
        with nogil:
            _check_free(st, seen)
            for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
                _check_account(st, <uint32_t> row, seen)
            for row in range(count):
                if not seen[row]:
                    wrong(TABLE_PERP_ORDER, row, b"it is in no list")
    finally:
        free(seen)
    return 0


cdef int _take(State *st, uint32_t row, uint8_t *seen) except -1 nogil:
    if row >= pool_of(st).rows[TABLE_PERP_ORDER]:
        return wrong(TABLE_PERP_ORDER, row, b"it is no row")
    if seen[row]:
        return wrong(TABLE_PERP_ORDER, row, b"it is in two lists, or in one without end")
    seen[row] = 1
    return 0


cdef int _check_free(State *st, uint8_t *seen) except -1 nogil:
    cdef uint32_t row = pool_of(st).free_perp_order
    while row != NO_ROW:
        _take(st, row, seen)
        if perp_order_at(st, row).order_id:
            return wrong(TABLE_PERP_ORDER, row, b"it is not free")
        row = perp_order_at(st, row).next
    if pool_of(st).last_perp_order_id >> 62 or pool_of(st).last_due_rank >> 62:
        return wrong(TABLE_POOL, 0, b"number of waiting orders")
    return 0


cdef int _check_account(State *st, uint32_t account, uint8_t *seen) except -1 nogil:
    """A list from newer orders to older ones, linked both ways, with its counts."""
    cdef Account *owner = account_at(st, account)
    cdef uint32_t row = owner.first_order
    cdef uint32_t before = NO_ROW
    cdef uint64_t newer = pool_of(st).last_perp_order_id + 1
    cdef uint32_t slots = 0
    cdef uint32_t entries = 0
    cdef PerpOrder *order
    if owner.first_order != NO_ROW and not owner.is_open:
        return wrong(TABLE_ACCOUNT, account, b"closed, with orders")
    while row != NO_ROW:
        _take(st, row, seen)
        order = perp_order_at(st, row)
        if order.account != account or order.last != before or not 0 < order.order_id < newer:
            return wrong(TABLE_PERP_ORDER, row, b"its place among the account's")
        _check_order(st, row)
        slots += order_slots(order)
        entries += order.is_reduce_only == 0
        newer = order.order_id
        before = row
        row = order.next
    if slots > ACCOUNT_ORDERS_MAX or slots != owner.order_count or entries != owner.entry_count:
        return wrong(TABLE_ACCOUNT, account, b"number of orders")
    return 0


cdef inline int _is_price(int64_t price_e8) noexcept nogil:
    return 0 <= price_e8 <= PRICE_MAX


cdef int _check_order(State *st, uint32_t row) except -1 nogil:
    cdef PerpOrder *order = perp_order_at(st, row)
    if order.market >= market_count(st) or (
        order.delegate != NO_ROW and order.delegate >= pool_of(st).rows[TABLE_USER]
    ):
        return wrong(TABLE_PERP_ORDER, row, b"market or delegate")
    if order.kind > PERP_ORDER_TRAILING or order.source > SOURCE_MARKET or (
        order.is_reduce_only | order.is_whole | order.is_buy | order.is_parked
        | order.is_update_turn
    ) > 1:
        return wrong(TABLE_PERP_ORDER, row, b"kind or flag")
    if not -POSITION_MAX <= order.size_e6 <= POSITION_MAX or not 0 <= order.trail_e6 < RATE_ONE:
        return wrong(TABLE_PERP_ORDER, row, b"size")
    if not (
        _is_price(order.trigger_e8) and _is_price(order.worst_e8) and _is_price(order.best_e8)
        and _is_price(order.stop_e8) and _is_price(order.target_e8)
    ):
        return wrong(TABLE_PERP_ORDER, row, b"price")
    if (
        not 0 <= order.expires_at_s <= 2 * TIME_MAX
        or not -TIME_MAX <= order.from_schedule_s <= TIME_MAX
        or order.due_rank > pool_of(st).last_due_rank
    ):
        return wrong(TABLE_PERP_ORDER, row, b"time or turn")
    return 0
