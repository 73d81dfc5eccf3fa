"""Heaps of the waiting orders (rules 55-58), derived from their rows.

Each order is in one heap: its turn (`due`), what meets it, or `parked` until the next price update;
besides in that of its end, and a trailing order in that of its best price. Heaps change only
outside a transaction: what it edits is in `touched` and is placed when it is kept.
"""

from engine.core.generated.records cimport (
    PERP_ORDER_AUCTION, PERP_ORDER_LIMIT, PERP_ORDER_STOP, PERP_ORDER_TRAILING, SOURCE_INDEX,
)
from engine.core.numbers.numbers cimport (
    CEIL, FLOOR, PRICE_MAX, clamp, saturated_mul_div,
)
from engine.core.perps.fill cimport market_price_e8
from engine.core.perps.oracle cimport schedule_at_s
from engine.core.state.state cimport (
    TABLE_PERP_ORDER, Buffer, Market, MarketParameters, PerpOrder, State, Watch,
    WatchEntry, grow_array,
    market_at, market_rules, perp_order_at, pool_of, reserve_bytes,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    NO_PLACE = 0xFFFFFFFF
    RATE_ONE = 1_000_000
    SLOT_MAIN = 0
    SLOT_TRAIL = 1
    SLOT_END = 2


cdef int is_auction_class(const PerpOrder *order) noexcept nogil:
    """Whether the order takes part in auctions."""
    return order.kind == PERP_ORDER_AUCTION or (
        order.kind == PERP_ORDER_LIMIT and order.source == SOURCE_INDEX
    )


cdef inline int _is_down(const PerpOrder *order) noexcept nogil:
    """Whether a falling price meets it: buys below the market and sells that stop a loss."""
    if order.kind == PERP_ORDER_STOP or order.kind == PERP_ORDER_TRAILING:
        return not order.is_buy
    return order.is_buy


cdef int watch_class(const PerpOrder *order) noexcept nogil:
    """The heap of what meets it."""
    cdef int heap
    if is_auction_class(order):
        heap = WATCH_INDEX_AUCTION
    elif order.source == SOURCE_INDEX:
        heap = WATCH_INDEX_EXIT if order.is_reduce_only else WATCH_INDEX_ENTRY
    else:
        heap = WATCH_MARKET_EXIT if order.is_reduce_only else WATCH_MARKET_ENTRY
    return heap + WATCH_DOWN if _is_down(order) else heap


cdef int is_met(const PerpOrder *order, int64_t price_e8) noexcept nogil:
    """Whether a price of its source meets the order; any price an order without a trigger."""
    if order.kind == PERP_ORDER_AUCTION:
        return 1
    return price_e8 <= order.trigger_e8 if _is_down(order) else price_e8 >= order.trigger_e8


cdef int64_t trailed_e8(const PerpOrder *order) noexcept nogil:
    """The trigger at the best price: a sell's rounded down, a buy's up."""
    if order.is_buy:
        return clamp(
            saturated_mul_div(order.best_e8, RATE_ONE + order.trail_e6, RATE_ONE, CEIL),
            1, PRICE_MAX,
        )
    return clamp(
        saturated_mul_div(order.best_e8, RATE_ONE - order.trail_e6, RATE_ONE, FLOOR), 1, PRICE_MAX
    )


cdef int64_t source_price_e8(State *st, uint32_t market, int source) noexcept nogil:
    """The index, or the market price at the present skew."""
    cdef Market *row = market_at(st, market)
    if source == SOURCE_INDEX:
        return row.price_e8
    return market_price_e8(
        row.price_e8, row.long_e6 - row.short_e6, market_rules(st, market).skew_scale_e6
    )


cdef int64_t next_schedule_s(State *st, uint32_t market) noexcept nogil:
    """The schedule of the price update that comes next: one that is late, or the one after it."""
    cdef MarketParameters *rules = market_rules(st, market)
    cdef int64_t schedule = schedule_at_s(st.now_s, rules)
    if market_at(st, market).schedule_s < schedule:
        return schedule
    return market_at(st, market).schedule_s + rules.print_interval_s


# Heaps.

cdef inline int _is_before(const WatchEntry *a, const WatchEntry *b) noexcept nogil:
    return a.key < b.key or (a.key == b.key and a.order_id < b.order_id)


cdef inline void _set(
    State *st, Watch *heap, int slot, size_t place, WatchEntry entry
) noexcept nogil:
    heap.entries[place] = entry
    perp_order_at(st, entry.row).places[slot] = <uint32_t> place


cdef void _settle(State *st, Watch *heap, int slot, size_t place, WatchEntry entry) noexcept nogil:
    """Put an entry into a free place, up or down from it."""
    cdef size_t other
    while place > 0:
        other = (place - 1) >> 1
        if not _is_before(&entry, &heap.entries[other]):
            break
        _set(st, heap, slot, place, heap.entries[other])
        place = other
    other = 2 * place + 1
    while other < heap.count:
        if other + 1 < heap.count and _is_before(&heap.entries[other + 1], &heap.entries[other]):
            other += 1
        if not _is_before(&heap.entries[other], &entry):
            break
        _set(st, heap, slot, place, heap.entries[other])
        place = other
        other = 2 * place + 1
    _set(st, heap, slot, place, entry)


cdef int _put(
    State *st, Watch *heap, int slot, uint32_t row, int64_t key, uint64_t order_id
) except -1 nogil:
    cdef WatchEntry entry
    entry.key = key
    entry.order_id = order_id
    entry.row = row
    entry.reserved = 0
    if heap.count == heap.capacity:
        grow_array(
            <void **> &heap.entries, heap.capacity, max(<size_t> 16, 2 * heap.capacity),
            sizeof(WatchEntry),
        )
        heap.capacity = max(<size_t> 16, 2 * heap.capacity)
    heap.count += 1
    _settle(st, heap, slot, heap.count - 1, entry)
    return 0


cdef void _take_out(State *st, Watch *heap, int slot, uint32_t row) noexcept nogil:
    cdef size_t place = perp_order_at(st, row).places[slot]
    perp_order_at(st, row).places[slot] = NO_PLACE
    heap.count -= 1
    if place != heap.count:
        _settle(st, heap, slot, place, heap.entries[heap.count])


cdef inline Watch *_main_heap(State *st, const PerpOrder *order) noexcept nogil:
    if order.heap == 0:
        return &st.due
    return &st.watches[order.heap_market].heaps[order.heap - 1]


cdef inline Watch *_trail_heap(State *st, const PerpOrder *order, uint32_t market) noexcept nogil:
    cdef int heap = WATCH_INDEX_TRAIL if order.source == SOURCE_INDEX else WATCH_MARKET_TRAIL
    return &st.watches[market].heaps[heap + WATCH_DOWN if order.is_buy else heap]


cdef void _remove(State *st, uint32_t row) noexcept nogil:
    """Take an order out of all heaps; its row may be another's by now, its places are not."""
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef int heap
    cdef Watch *trails
    if order.places[SLOT_MAIN] == NO_PLACE:
        return
    _take_out(st, _main_heap(st, order), SLOT_MAIN, row)
    _take_out(st, &st.endings, SLOT_END, row)
    st.watches[order.heap_market].order_count -= 1
    if order.places[SLOT_TRAIL] == NO_PLACE:
        return
    for heap in range(WATCH_INDEX_TRAIL, WATCH_PARKED):
        trails = &st.watches[order.heap_market].heaps[heap]
        if (
            order.places[SLOT_TRAIL] < trails.count
            and trails.entries[order.places[SLOT_TRAIL]].row == row
        ):
            _take_out(st, trails, SLOT_TRAIL, row)
            return


cdef inline Watch *_wanted_heap(State *st, const PerpOrder *order, int64_t *key) noexcept nogil:
    """The main heap where an order belongs, and its key there."""
    cdef int heap
    if order.due_rank:
        key[0] = <int64_t> order.due_rank
        return &st.due
    heap = WATCH_PARKED if order.is_parked else watch_class(order)
    key[0] = PRICE_MAX if order.kind == PERP_ORDER_AUCTION and order.is_buy else order.trigger_e8
    if heap & WATCH_DOWN:
        key[0] = -key[0]
    return &st.watches[order.market].heaps[heap]


cdef void _take_away(State *st, uint32_t row) noexcept nogil:
    """Take an order out of the heaps where it does not stay."""
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef const WatchEntry *end
    cdef Watch *heap
    cdef int64_t key = 0
    if order.places[SLOT_MAIN] == NO_PLACE:
        return
    end = &st.endings.entries[order.places[SLOT_END]]
    if (
        end.order_id != order.order_id or end.key != order.expires_at_s
        or order.places[SLOT_TRAIL] != NO_PLACE
    ):  # ended, another order by now, or a key that moves
        _remove(st, row)
        return
    heap = _main_heap(st, order)
    if heap != _wanted_heap(st, order, &key) or heap.entries[order.places[SLOT_MAIN]].key != key:
        _take_out(st, heap, SLOT_MAIN, row)


cdef int _put_back(State *st, uint32_t row) except -1 nogil:
    """Put an order into the heaps where it belongs and is not; one that ended into none."""
    cdef PerpOrder *order = perp_order_at(st, row)
    cdef Watch *heap
    cdef int64_t key = 0
    if order.order_id == 0 or order.places[SLOT_MAIN] != NO_PLACE:
        return 0
    heap = _wanted_heap(st, order, &key)
    order.heap = 0
    if heap != &st.due:
        order.heap = <uint16_t> (heap - st.watches[order.market].heaps + 1)
    _put(st, heap, SLOT_MAIN, row, key, order.order_id)
    if order.places[SLOT_END] != NO_PLACE:
        return 0
    order.heap_market = <uint16_t> order.market
    if order.kind == PERP_ORDER_TRAILING:
        _put(
            st, _trail_heap(st, order, order.market), SLOT_TRAIL, row,
            -order.best_e8 if order.is_buy else order.best_e8, order.order_id,
        )
    _put(st, &st.endings, SLOT_END, row, order.expires_at_s, order.order_id)
    st.watches[order.market].order_count += 1
    return 0


cdef int place_order(State *st, uint32_t row) except -1 nogil:
    """Put an order where it belongs; one that ended nowhere."""
    _take_away(st, row)
    return _put_back(st, row)


cdef int place_touched(State *st) except -1 nogil:
    """Place what the transaction that was kept has edited.

    Orders run by id: taken out from the last one, each is near the end of its heap, and put in from
    the first one as well.
    """
    cdef const uint32_t *rows = <const uint32_t *> st.touched.data
    cdef size_t count = st.touched.used // sizeof(uint32_t)
    cdef size_t place
    for place in range(count, 0, -1):
        _take_away(st, rows[place - 1])
    for place in range(count):
        _put_back(st, rows[place])
    st.touched.used = 0
    return 0


cdef int rebuild_watches(State *st) except -1 nogil:
    """Make all heaps from the rows of a state that was read."""
    cdef uint64_t row
    for row in range(pool_of(st).rows[TABLE_PERP_ORDER]):
        memset(perp_order_at(st, row).places, 0xFF, 3 * sizeof(uint32_t))
    for row in range(pool_of(st).rows[TABLE_PERP_ORDER]):
        place_order(st, <uint32_t> row)
    return 0


# What a price meets.

cdef int is_any_met(State *st, uint32_t market, int heap, int64_t price_e8) noexcept nogil:
    cdef Watch *watch = &st.watches[market].heaps[heap]
    return watch.count != 0 and watch.entries[0].key <= (
        -price_e8 if heap & WATCH_DOWN else price_e8
    )


cdef int take_met(
    State *st, uint32_t market, int heap, int64_t price_e8, Buffer *rows
) except -1 nogil:
    """Append the rows of a heap that a price meets; they leave it when they are placed again."""
    cdef Watch *watch = &st.watches[market].heaps[heap]
    cdef int64_t key = -price_e8 if heap & WATCH_DOWN else price_e8
    cdef size_t place
    cdef size_t count = watch.count
    # Entries that are met are a tree from the top: their children are looked at only below them.
    cdef size_t first = rows.used
    if count == 0 or watch.entries[0].key > key:
        return 0
    reserve_bytes(rows, sizeof(uint32_t))
    (<uint32_t *> (rows.data + rows.used))[0] = 0  # a place for now
    rows.used += sizeof(uint32_t)
    while first < rows.used:
        place = (<uint32_t *> (rows.data + first))[0]
        reserve_bytes(rows, 2 * sizeof(uint32_t))
        if 2 * place + 1 < count and watch.entries[2 * place + 1].key <= key:
            (<uint32_t *> (rows.data + rows.used))[0] = <uint32_t> (2 * place + 1)
            rows.used += sizeof(uint32_t)
        if 2 * place + 2 < count and watch.entries[2 * place + 2].key <= key:
            (<uint32_t *> (rows.data + rows.used))[0] = <uint32_t> (2 * place + 2)
            rows.used += sizeof(uint32_t)
        (<uint32_t *> (rows.data + first))[0] = watch.entries[place].row
        first += sizeof(uint32_t)
    return 0
