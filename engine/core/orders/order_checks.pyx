"""Waiting orders of a state that was read: every row is free or in the list of one account."""

from engine.core.generated.records cimport OK, PERP_ORDER_TRAILING
from engine.core.numbers.numbers cimport PRICE_MAX, TIME_MAX
from engine.core.orders.placing cimport check_input
from engine.core.orders.rows cimport ACCOUNT_ORDERS_MAX, LONGEST_S, bracket_group, order_slots
from engine.core.orders.runs cimport is_deferral
from engine.core.orders.waiting cimport is_auction_class, trailed_e8
from engine.core.state.checks cimport wrong
from engine.core.state.state cimport (
    NO_ROW, TABLE_ACCOUNT, TABLE_PERP_ORDER, TABLE_POOL, TABLE_USER, Account, PerpOrder, State,
    account_at, market_count, perp_order_at, pool_of,
)
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free


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


cdef int _check_order(State *st, uint32_t row) except -1 nogil:
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef PerpOrder asked = order[0]
    cdef int is_trailing = order.kind == PERP_ORDER_TRAILING
    if order.market >= market_count(st) or (
        order.delegate != NO_ROW and order.delegate >= pool_of(st).rows[TABLE_USER]
    ):
        return wrong(TABLE_PERP_ORDER, row, b"market or delegate")
    if order.is_buy > 1 or order.is_parked > 1 or order.is_update_turn > 1:
        return wrong(TABLE_PERP_ORDER, row, b"flag")
    if is_trailing:
        asked.trigger_e8 = 0  # follows from its best price
    if check_input(&asked) != OK:
        return wrong(TABLE_PERP_ORDER, row, b"fields that do not go together")
    if not order.is_whole and order.is_buy != (order.size_e6 > 0):
        return wrong(TABLE_PERP_ORDER, row, b"side")
    if order.is_reduce_only and (order.stop_e8 or order.target_e8):
        return wrong(TABLE_PERP_ORDER, row, b"bracket")
    if not is_trailing <= order.best_e8 <= (PRICE_MAX if is_trailing else 0) or (
        is_trailing and order.trigger_e8 != trailed_e8(order)
    ):
        return wrong(TABLE_PERP_ORDER, row, b"best price")
    if order.code and not is_deferral(order.code):
        return wrong(TABLE_PERP_ORDER, row, b"why it waits")
    if order.group > bracket_group(pool_of(st).last_perp_order_id):
        return wrong(TABLE_PERP_ORDER, row, b"group")
    if (
        not 0 < order.expires_at_s <= st.now_s + LONGEST_S
        or not -TIME_MAX <= order.from_schedule_s <= TIME_MAX
        or order.due_rank > pool_of(st).last_due_rank
    ):
        return wrong(TABLE_PERP_ORDER, row, b"time or turn")
    if order.is_parked and (order.due_rank or is_auction_class(order)):
        return wrong(TABLE_PERP_ORDER, row, b"parked beside its turn or an auction")
    return 0
