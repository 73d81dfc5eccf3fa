"""Rows of waiting orders: made, linked to their account, ended (rules 53, 55, 63)."""

from engine.core.generated.records cimport (
    ENDED_GROUP, ENDED_LIQUIDATION, ENDED_MARKET_SETTLED, ENDED_NO_POSITION,
    PERP_ORDER_STOP, PERP_ORDER_TAKE_PROFIT, PERP_ORDER_TRAILING, SOURCE_INDEX,
    TAG_PERP_ORDER_ENDED, TAG_PERP_ORDER_PLACED, PerpOrderEndedC, PerpOrderPlacedC,
)
from engine.core.orders.waiting cimport is_auction_class, source_price_e8, trailed_e8
from engine.core.perps.accounting cimport emit
from engine.core.perps.oracle cimport is_stale, schedule_at_s
from engine.core.state.state cimport (
    NO_ROW, TABLE_PERP_ORDER, Account, MarketParameters, PerpOrder, Pool, State, account_at,
    append_row,
    edit_account, edit_perp_order, edit_pool, market_at, market_rules, perp_order_at, pool_of,
    touch_order, user_at,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cdef uint32_t _new_row(State *st) except? 0xFFFFFFFF nogil:
    """A row for an order, in no heap yet; only within a transaction."""
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = pool.free_perp_order
    cdef PerpOrder *order
    if row == NO_ROW:
        row = append_row(st, TABLE_PERP_ORDER)
        touch_order(st, row)
        order = perp_order_at(st, row)
        memset(order.places, 0xFF, sizeof(order.places))
    else:
        order = edit_perp_order(st, row)
        pool.free_perp_order = order.next
    return row


cdef int _release_row(State *st, uint32_t row) except -1 nogil:
    """Clear a row that is linked nowhere and keep it for later."""
    cdef PerpOrder *order = edit_perp_order(st, row)
    cdef Pool *pool = edit_pool(st)
    memset(order, 0, st.tables[TABLE_PERP_ORDER].width - st.tables[TABLE_PERP_ORDER].tail)
    order.next = pool.free_perp_order
    pool.free_perp_order = row
    return 0


cdef uint32_t find_perp_order(State *st, uint32_t account, uint64_t order_id) noexcept nogil:
    """The row of one of an account's orders, or NO_ROW."""
    cdef uint32_t row = account_at(st, account).first_order
    while row != NO_ROW and perp_order_at(st, row).order_id != order_id:
        row = perp_order_at(st, row).next
    return row


cdef int is_cut_off(State *st, const PerpOrder *order) noexcept nogil:
    """Whether the price update that the order can take part in is about to arrive (rule 55)."""
    cdef int64_t schedule
    cdef MarketParameters *rules = market_rules(st, order.market)
    if not is_auction_class(order) or is_stale(
        market_at(st, order.market), rules.oracle_max_age_s, st.now_s
    ):
        return 0
    schedule = schedule_at_s(st.now_s, rules)
    return market_at(st, order.market).schedule_s < schedule and order.from_schedule_s < schedule


cdef int is_order_locked(State *st, const PerpOrder *order) noexcept nogil:
    return order.due_rank != 0 or is_cut_off(st, order)


cdef uint32_t add_order(
    State *st, const PerpOrder *wanted, uint64_t parent
) except? 0xFFFFFFFF nogil:
    """Place an order that was checked; it takes the next id, and joins later schedules."""
    cdef uint32_t row = _new_row(st)
    cdef PerpOrder *order = edit_perp_order(st, row)
    cdef Account *account = edit_account(st, wanted.account)
    cdef PerpOrderPlacedC *event
    memcpy(order, wanted, st.tables[TABLE_PERP_ORDER].width - st.tables[TABLE_PERP_ORDER].tail)
    order.order_id = edit_pool(st).last_perp_order_id + 1
    edit_pool(st).last_perp_order_id = order.order_id
    order.from_schedule_s = schedule_at_s(st.now_s, market_rules(st, order.market))
    order.next = account.first_order
    order.last = NO_ROW
    if order.next != NO_ROW:
        edit_perp_order(st, order.next).last = row
    account.first_order = row
    account.order_count += order_slots(order)
    account.entry_count += order.is_reduce_only == 0
    if order.kind == PERP_ORDER_TRAILING:
        order.best_e8 = source_price_e8(st, order.market, order.source)
        order.trigger_e8 = trailed_e8(order)
    event = <PerpOrderPlacedC *> emit(st, TAG_PERP_ORDER_PLACED, sizeof(PerpOrderPlacedC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = order.market + 1
    event.order_id = order.order_id
    event.kind = order.kind
    event.source = order.source
    event.is_reduce_only = order.is_reduce_only
    event.is_whole = order.is_whole
    event.size_e6 = order.size_e6
    event.trigger_e8 = order.trigger_e8
    event.trail_e6 = order.trail_e6
    event.worst_e8 = order.worst_e8
    event.group = order.group
    event.expires_at_s = order.expires_at_s
    event.stop_e8 = order.stop_e8
    event.target_e8 = order.target_e8
    event.parent_id = parent
    return row


cdef int end_order(State *st, uint32_t row, int reason, uint16_t code) except -1 nogil:
    """Take an order from its account, with its margin, and say why."""
    cdef PerpOrder *order = edit_perp_order(st, row)
    cdef Account *account = edit_account(st, order.account)
    cdef PerpOrderEndedC *event = <PerpOrderEndedC *> emit(
        st, TAG_PERP_ORDER_ENDED, sizeof(PerpOrderEndedC)
    )
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = order.market + 1
    event.order_id = order.order_id
    event.reason = reason
    event.code = code
    account.order_count -= order_slots(order)
    account.entry_count -= order.is_reduce_only == 0
    if order.last == NO_ROW:
        account.first_order = order.next
    else:
        edit_perp_order(st, order.last).next = order.next
    if order.next != NO_ROW:
        edit_perp_order(st, order.next).last = order.last
    return _release_row(st, row)


cdef uint32_t _oldest(State *st, uint32_t account) noexcept nogil:
    """The first order of an account by id; lists are newest first."""
    cdef uint32_t row = account_at(st, account).first_order
    while row != NO_ROW and perp_order_at(st, row).next != NO_ROW:
        row = perp_order_at(st, row).next
    return row


cdef int end_group(State *st, uint32_t account, uint64_t group, uint64_t but) except -1 nogil:
    """The others of a group, by id, except what the cut-off holds."""
    cdef uint32_t row = _oldest(st, account) if group else NO_ROW
    cdef uint32_t following
    cdef PerpOrder *order
    while row != NO_ROW:
        order = perp_order_at(st, row)
        following = order.last
        if order.group == group and order.order_id != but:
            if order.due_rank or not is_cut_off(st, order):
                end_order(st, row, ENDED_GROUP, 0)
        row = following
    return 0


cdef int end_exits(State *st, uint32_t account, uint32_t market, uint32_t but) except -1 nogil:
    """The reduce-only orders of a position that is closed or turned, by id, except one."""
    cdef uint32_t row = _oldest(st, account)
    cdef uint32_t following
    while row != NO_ROW:
        following = perp_order_at(st, row).last
        if (
            row != but and perp_order_at(st, row).market == market
            and perp_order_at(st, row).is_reduce_only
        ):
            end_order(st, row, ENDED_NO_POSITION, 0)
        row = following
    return 0


cdef int end_entries(State *st, uint32_t account) except -1 nogil:
    """What may add exposure, at the first call of a liquidation."""
    cdef uint32_t row = _oldest(st, account)
    cdef uint32_t following
    while row != NO_ROW:
        following = perp_order_at(st, row).last
        if not perp_order_at(st, row).is_reduce_only:
            end_order(st, row, ENDED_LIQUIDATION, 0)
        row = following
    return 0


cdef int end_market_orders(State *st, uint32_t market) except -1 nogil:
    """All orders of a market that ends, by row."""
    cdef uint64_t row
    if st.watches[market].order_count == 0:
        return 0
    for row in range(pool_of(st).rows[TABLE_PERP_ORDER]):
        if perp_order_at(st, row).order_id and perp_order_at(st, row).market == market:
            end_order(st, <uint32_t> row, ENDED_MARKET_SETTLED, 0)
    return 0


cdef int add_bracket(
    State *st, uint32_t account, uint32_t market, uint32_t delegate, int is_long, int64_t stop_e8,
    int64_t target_e8, uint64_t parent
) except -1 nogil:
    """Stop and take-profit that close the position, one group; 0: none."""
    cdef PerpOrder leg
    cdef int place
    memset(&leg, 0, sizeof(PerpOrder))
    leg.account = account
    leg.market = market
    leg.delegate = delegate
    leg.source = SOURCE_INDEX
    leg.is_reduce_only = 1
    leg.is_whole = 1
    leg.is_buy = not is_long
    leg.expires_at_s = st.now_s + LONGEST_S
    leg.group = bracket_group(pool_of(st).last_perp_order_id + 1)
    for place in range(2):
        leg.kind = PERP_ORDER_STOP if place == 0 else PERP_ORDER_TAKE_PROFIT
        leg.trigger_e8 = stop_e8 if place == 0 else target_e8
        if leg.trigger_e8:
            add_order(st, &leg, parent)
    return 0
