"""Waiting orders take their turn: at a price update, between two, in the clock step.

Rules 56-58. All of it happens after the command is kept, each order in a transaction of its own, so
that no order can undo another or the command that met it.
"""

from engine.core.generated.records cimport (
    ENDED_EXPIRED, ENDED_FILLED, ENDED_NO_POSITION, ENDED_REJECTED, ERR_AMOUNT_OUT_OF_RANGE,
    ERR_AUCTION_ONLY, ERR_ENTRY_WINDOW, ERR_EXCHANGE_PAUSED, ERR_IN_LIQUIDATION, ERR_MARKET_PAUSED,
    ERR_MAX_SIDE_SIZE, ERR_NET_EXPOSURE_CAP, ERR_POOL_CAPACITY, ERR_PRICE_BAND, ERR_SELF_MATCH,
    ERR_SLIPPAGE_EXCEEDED, ERR_STALE_PRICE, OK, SOURCE_INDEX, SOURCE_MARKET,
    TAG_PERP_ORDER_DEFERRED, TAG_PERP_ORDER_FILLED, PerpOrderDeferredC, PerpOrderFilledC,
)
from engine.core.numbers.numbers cimport abs64, max64
from engine.core.orders.auction cimport AUCTION_MAX, run_auction
from engine.core.orders.rows cimport add_bracket, end_group, end_order, order_slots
from engine.core.orders.waiting cimport (
    WATCH_DOWN, WATCH_INDEX_AUCTION, WATCH_INDEX_ENTRY, WATCH_INDEX_EXIT, WATCH_INDEX_TRAIL,
    WATCH_MARKET_ENTRY, WATCH_MARKET_EXIT, WATCH_MARKET_TRAIL, WATCH_PARKED, is_any_met,
    is_auction_class, place_touched, source_price_e8, take_met, trailed_e8,
)
from engine.core.perps.accounting cimport emit
from engine.core.perps.oracle cimport is_in_entry_window, is_stale
from engine.core.perps.positions cimport size_in
from engine.core.perps.trading cimport Trade, clear_trade, run_trade
from engine.core.state.state cimport (
    HELD_NONE, MARK_CLOCK, MARK_COMMAND, NO_ROW, STATUS_HALTED, STATUS_PAUSED, Account, Buffer,
    Market, MarketParameters, PerpOrder, State, account_at, begin, edit_account, edit_perp_order,
    edit_pool, keep, market_at, market_count, market_rules, order_marked, perp_order_at, pool_of,
    reserve_bytes,
    roll_back,
    user_at,
)
from cpython.exc cimport PyErr_Clear, PyErr_ExceptionMatches
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, qsort
from libc.string cimport memcpy, memset

cdef enum:
    TURNS_AT_UPDATE = 1000
    TURNS_OTHERWISE = 16
    ENDINGS_AT_ONCE = 1000

ctypedef int (*UncheckedTrade)(State *, Trade *) noexcept nogil

# An order of a closed set, while its participants are chosen.
cdef struct Candidate:
    int64_t size_e6
    uint64_t order_id
    uint32_t row
    uint32_t reserved


# What a refusal means.

cdef int is_deferral(int code) noexcept nogil:
    """Reasons of the market, and a liquidation: the order waits for the next price update."""
    return (
        code == ERR_SLIPPAGE_EXCEEDED or code == ERR_MAX_SIDE_SIZE or code == ERR_NET_EXPOSURE_CAP
        or code == ERR_POOL_CAPACITY or code == ERR_STALE_PRICE or code == ERR_PRICE_BAND
        or code == ERR_ENTRY_WINDOW or code == ERR_MARKET_PAUSED or code == ERR_EXCHANGE_PAUSED
        or code == ERR_IN_LIQUIDATION or code == ERR_SELF_MATCH or code == ERR_AUCTION_ONLY
    )


cdef int put_off(State *st, uint32_t row, int code) except -1 nogil:
    """Wait for the next price update, or end; outside a transaction."""
    cdef PerpOrder *order
    cdef PerpOrderDeferredC *event
    begin(st)
    order = edit_perp_order(st, row)
    order.due_rank = 0
    if not is_deferral(code):
        end_order(
            st, row, ENDED_NO_POSITION if code == 0 else ENDED_REJECTED, <uint16_t> code
        )
    else:
        order.is_parked = not is_auction_class(order)
        if order.code != code:
            order.code = <uint16_t> code
            event = <PerpOrderDeferredC *> emit(
                st, TAG_PERP_ORDER_DEFERRED, sizeof(PerpOrderDeferredC)
            )
            memcpy(event.owner, user_at(st, account_at(st, order.account).user).address, 32)
            event.account_id = account_at(st, order.account).account_id
            event.market_id = order.market + 1
            event.order_id = order.order_id
            event.code = <uint16_t> code
    keep(st)
    return place_touched(st)


# One order.

cdef int64_t executable_e6(const PerpOrder *order, int64_t held_e6) noexcept nogil:
    """The signed size that the order trades beside a position; 0: nothing to reduce."""
    if not order.is_reduce_only:
        return order.size_e6
    if held_e6 == 0 or (held_e6 < 0) != order.is_buy:
        return 0
    if order.is_whole or abs64(order.size_e6) > abs64(held_e6):
        return -held_e6
    return order.size_e6


cdef void ask_for(State *st, uint32_t row, int64_t delta_e6, Trade *trade) noexcept nogil:
    """The trade of an order, by its owner or the delegate who placed it."""
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef Account *account = account_at(st, order.account)
    clear_trade(trade)
    trade.owner = user_at(st, account.user).address
    trade.actor = trade.owner if order.delegate == NO_ROW else user_at(st, order.delegate).address
    trade.account = order.account
    trade.account_id = account.account_id
    trade.market_id = order.market + 1
    trade.delta_e6 = delta_e6
    trade.limit_e8 = order.worst_e8
    trade.order = row + 1
    trade.is_turn = order.is_update_turn


cdef int guarded_trade(State *st, Trade *trade) except -2 nogil:
    """Carry a trade out in the open transaction; an overflow is a refusal like any other."""
    # Called as if it could not raise: the interpreter's lock is taken only where it did.
    cdef int code = (<UncheckedTrade> run_trade)(st, trade)
    return code if code >= 0 else _refuse_overflow()


cdef int _refuse_overflow() except -2 with gil:
    if not PyErr_ExceptionMatches(OverflowError):
        return -2
    PyErr_Clear()
    return ERR_AMOUNT_OUT_OF_RANGE


cdef int release_hold(State *st, uint32_t row) except -1 nogil:
    """An order that runs holds no margin while it does."""
    if not perp_order_at(st, row).is_reduce_only:
        edit_account(st, perp_order_at(st, row).account).entry_count -= 1
    return 0


cdef int note_fill(
    State *st, uint32_t row, int64_t size_e6, int64_t matched_e6, int64_t price_e8, int64_t fee_e6,
    int64_t surcharge_e6
) except -1 nogil:
    """After the trades of an order, in their transaction: event, bracket, group, end or rest."""
    cdef PerpOrder *order = edit_perp_order(st, row)
    cdef PerpOrder done = order[0]
    cdef Account *account = edit_account(st, order.account)
    cdef int64_t left = 0 if order.is_whole else order.size_e6 - size_e6
    cdef int64_t held = size_in(st, account, order.market)
    cdef int is_protected
    cdef PerpOrderFilledC *event
    if order.is_reduce_only and (held == 0 or (held < 0) != order.is_buy):
        left = 0
    event = <PerpOrderFilledC *> emit(st, TAG_PERP_ORDER_FILLED, sizeof(PerpOrderFilledC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = order.market + 1
    event.order_id = order.order_id
    event.size_e6 = size_e6
    event.matched_e6 = matched_e6
    event.price_e8 = price_e8
    event.fee_e6 = fee_e6
    event.surcharge_e6 = surcharge_e6
    event.left_e6 = left
    account.entry_count += done.is_reduce_only == 0
    order.due_rank = 0
    order.size_e6 = left
    is_protected = held != 0 and (held > 0) == done.is_buy and order_slots(&done) > 1
    if is_protected:  # the legs take the places that the entry held for them
        account.order_count -= order_slots(order) - 1
        order.stop_e8 = 0
        order.target_e8 = 0
    if left == 0:
        end_order(st, row, ENDED_FILLED, 0)
    if is_protected:
        add_bracket(
            st, done.account, done.market, done.delegate, held > 0, done.stop_e8, done.target_e8,
            done.order_id,
        )
    return end_group(st, done.account, done.group, done.order_id)


cdef int _run_order(State *st, uint32_t row) except -1 nogil:
    """One exit or entry, as a trade of its own: all of it or nothing."""
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef Trade trade
    cdef int code
    cdef int64_t delta = executable_e6(
        order, size_in(st, account_at(st, order.account), order.market)
    )
    if delta == 0:
        return put_off(st, row, OK)
    begin(st)
    release_hold(st, row)
    ask_for(st, row, delta, &trade)
    code = guarded_trade(st, &trade)
    if code != OK:
        roll_back(st)
        return put_off(st, row, code)
    note_fill(st, row, delta, 0, trade.fill_e8, trade.fee_e6, trade.surcharge_e6)
    keep(st)
    return place_touched(st)


# Sets.

cdef int _take_turn(
    State *st, const uint32_t *rows, size_t count, int is_update
) except -1 nogil:
    """Give orders the next rank: among themselves they run by id."""
    cdef size_t place
    cdef PerpOrder *order
    if count == 0:
        return 0
    begin(st)
    edit_pool(st).last_due_rank += 1
    for place in range(count):
        order = edit_perp_order(st, rows[place])
        order.due_rank = pool_of(st).last_due_rank
        order.is_update_turn = is_update
    keep(st)
    return place_touched(st)


cdef int _move_trails(State *st, uint32_t market, int heap, int source) except -1 nogil:
    """Best price and trigger of the trailing orders that the new price moves."""
    cdef int64_t price = source_price_e8(st, market, source)
    cdef Buffer rows
    cdef size_t place
    cdef PerpOrder *order
    cdef uint32_t row
    memset(&rows, 0, sizeof(Buffer))
    try:
        take_met(st, market, heap, price, &rows)
        if rows.used == 0:
            return 0
        begin(st)
        for place in range(rows.used // sizeof(uint32_t)):
            row = (<uint32_t *> rows.data)[place]
            if perp_order_at(st, row).best_e8 == price:
                continue
            order = edit_perp_order(st, row)
            order.best_e8 = price
            order.trigger_e8 = trailed_e8(order)
        keep(st)
        place_touched(st)
    finally:
        free(rows.data)
    return 0


cdef int _unpark(State *st, uint32_t market) except -1 nogil:
    """What was put off is looked at again."""
    cdef Buffer rows
    cdef size_t place
    memset(&rows, 0, sizeof(Buffer))
    if st.watches[market].heaps[WATCH_PARKED].count == 0:
        return 0
    try:
        take_met(st, market, WATCH_PARKED, 0x7FFFFFFFFFFFFFFF, &rows)
        begin(st)
        for place in range(rows.used // sizeof(uint32_t)):
            edit_perp_order(st, (<uint32_t *> rows.data)[place]).is_parked = 0
        keep(st)
        place_touched(st)
    finally:
        free(rows.data)
    return 0


cdef int _by_size(const void *first, const void *second) noexcept nogil:
    """The largest first, then the lowest id."""
    cdef const Candidate *a = <const Candidate *> first
    cdef const Candidate *b = <const Candidate *> second
    if a.size_e6 != b.size_e6:
        return -1 if a.size_e6 > b.size_e6 else 1
    return -1 if a.order_id < b.order_id else 1


cdef int _choose(State *st, Buffer *rows, Buffer *candidates) except -1 nogil:
    """Keep the orders whose schedule has come, at most AUCTION_MAX of them."""
    cdef Candidate *candidate
    cdef PerpOrder *order
    cdef size_t place
    cdef size_t count = 0
    cdef size_t most = rows.used // sizeof(uint32_t)
    reserve_bytes(candidates, most * sizeof(Candidate))
    for place in range(most):
        order = perp_order_at(st, (<uint32_t *> rows.data)[place])
        if order.from_schedule_s >= market_at(st, order.market).schedule_s:
            continue
        candidate = (<Candidate *> candidates.data) + count
        candidate.row = (<uint32_t *> rows.data)[place]
        candidate.order_id = order.order_id
        candidate.size_e6 = abs64(
            executable_e6(order, size_in(st, account_at(st, order.account), order.market))
        )
        count += 1
    if count > AUCTION_MAX:
        qsort(candidates.data, count, sizeof(Candidate), _by_size)
        count = AUCTION_MAX
    for place in range(count):
        (<uint32_t *> rows.data)[place] = (<Candidate *> candidates.data)[place].row
    rows.used = count * sizeof(uint32_t)
    return 0


cdef inline int _is_paused(State *st, uint32_t market) noexcept nogil:
    return market_at(st, market).is_paused or pool_of(st).status == STATUS_PAUSED


cdef int _close_set(State *st, uint32_t market, int heap, int is_auction) except -1 nogil:
    """Give what the index meets in a class its turn."""
    cdef int64_t price = market_at(st, market).price_e8
    cdef Buffer rows
    cdef Buffer candidates
    memset(&rows, 0, sizeof(Buffer))
    memset(&candidates, 0, sizeof(Buffer))
    try:
        take_met(st, market, heap, price, &rows)
        take_met(st, market, heap + WATCH_DOWN, price, &rows)
        if is_auction and rows.used:
            _choose(st, &rows, &candidates)
        _take_turn(st, <const uint32_t *> rows.data, rows.used // sizeof(uint32_t), 1)
    finally:
        free(rows.data)
        free(candidates.data)
    return 0


cdef int _close_sets(State *st, uint32_t market) except -1 nogil:
    """At an accepted price update (rule 56, steps 1 and 2)."""
    if st.watches[market].order_count == 0:
        return 0
    _move_trails(st, market, WATCH_INDEX_TRAIL, SOURCE_INDEX)
    _move_trails(st, market, WATCH_INDEX_TRAIL + WATCH_DOWN, SOURCE_INDEX)
    _move_trails(st, market, WATCH_MARKET_TRAIL, SOURCE_MARKET)
    _move_trails(st, market, WATCH_MARKET_TRAIL + WATCH_DOWN, SOURCE_MARKET)
    _unpark(st, market)
    _close_set(st, market, WATCH_INDEX_EXIT, 0)
    if _is_paused(st, market):
        return 0
    _close_set(st, market, WATCH_INDEX_AUCTION, 1)
    return _close_set(st, market, WATCH_INDEX_ENTRY, 0)


cdef int _takes_entries(State *st, uint32_t market, int is_update) noexcept nogil:
    """Whether orders that add exposure may run at the market price now (rule 58)."""
    cdef Market *row = market_at(st, market)
    cdef MarketParameters *rules = market_rules(st, market)
    return not (
        _is_paused(st, market) or row.held != HELD_NONE
        or is_stale(row, rules.oracle_max_age_s, st.now_s)
        or (not is_update and is_in_entry_window(row, rules, st.now_s))
    )


cdef int _meet(State *st, uint32_t market, int is_update) except -1 nogil:
    """Give what the market price meets its turn, after what already waits for one."""
    cdef int64_t price
    cdef Buffer rows
    cdef int heap
    if st.watches[market].order_count == 0:
        return 0
    price = source_price_e8(st, market, SOURCE_MARKET)
    for heap in range(WATCH_MARKET_EXIT, WATCH_MARKET_ENTRY + 2):
        if is_any_met(st, market, heap, price):
            break
    else:
        return 0
    memset(&rows, 0, sizeof(Buffer))
    try:
        take_met(st, market, WATCH_MARKET_EXIT, price, &rows)
        take_met(st, market, WATCH_MARKET_EXIT + WATCH_DOWN, price, &rows)
        if _takes_entries(st, market, is_update):
            take_met(st, market, WATCH_MARKET_ENTRY, price, &rows)
            take_met(st, market, WATCH_MARKET_ENTRY + WATCH_DOWN, price, &rows)
        _take_turn(st, <const uint32_t *> rows.data, rows.used // sizeof(uint32_t), is_update)
    finally:
        free(rows.data)
    return 0


# Turns.

cdef void _keep_marks(State *st) noexcept nogil:
    """Market updates of the command survive the roll-back of a later order."""
    cdef uint32_t place
    for place in range(st.marked_count):
        if st.market_marks[st.marked[place]] & MARK_COMMAND:
            st.market_marks[st.marked[place]] |= MARK_CLOCK


cdef int64_t _run_turns(State *st, int64_t most) except -1 nogil:
    """Run orders whose turn has come, as many as are allowed; how many more would be.

    The auction counts as its orders. What a run order meets follows all that waits.
    """
    cdef uint32_t row
    cdef uint32_t market
    cdef int is_update
    while most > 0 and st.due.count:
        row = st.due.entries[0].row
        market = perp_order_at(st, row).market
        is_update = perp_order_at(st, row).is_update_turn
        if is_auction_class(perp_order_at(st, row)):
            most -= run_auction(st, market, perp_order_at(st, row).due_rank)
        else:
            _run_order(st, row)
            most -= 1
        _keep_marks(st)
        _meet(st, market, is_update)
    return max64(most, 0)


cdef int run_waiting(State *st) except -1 nogil:
    """After a command that was kept: what it placed, met, and what comes of that; 0: nothing."""
    cdef uint32_t place
    cdef uint32_t updated = st.updated_market
    cdef int64_t most
    st.updated_market = 0
    if st.touched.used:
        place_touched(st)
    if st.endings.count == 0 or pool_of(st).status == STATUS_HALTED:
        return 0
    _keep_marks(st)
    if updated:
        _close_sets(st, updated - 1)
        most = _run_turns(st, TURNS_AT_UPDATE)
        _meet(st, updated - 1, 1)
        _run_turns(st, most)
        return 1
    order_marked(st)
    for place in range(st.marked_count):
        if st.market_marks[st.marked[place]] & MARK_COMMAND:
            _meet(st, st.marked[place], 0)
    _run_turns(st, TURNS_OTHERWISE)
    return 1


cdef int resume_orders(State *st) except -1 nogil:
    """The end of a halt is a price update of every market: it may have had one meanwhile."""
    cdef uint32_t market
    if st.endings.count == 0:
        return 0
    for market in range(market_count(st)):
        _close_sets(st, market)
    _run_turns(st, TURNS_AT_UPDATE)
    return 0


cdef int step_orders(State *st) except -1 nogil:
    """The clock step: what expired ends, then turns that are left."""
    cdef int count = 0
    cdef uint32_t row
    if st.endings.count == 0 or pool_of(st).status == STATUS_HALTED:
        return 0
    while count < ENDINGS_AT_ONCE and st.endings.count and st.endings.entries[0].key <= st.now_s:
        row = st.endings.entries[0].row
        begin(st)
        end_order(st, row, ENDED_EXPIRED, 0)
        keep(st)
        place_touched(st)
        count += 1
    _run_turns(st, TURNS_AT_UPDATE)
    return 0
