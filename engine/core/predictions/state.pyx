"""Rows, books and heaps of the prediction markets: what is derived, and how it is made again.

An order has one row in two tables: what matching needs in one, its ticket in the other. A row whose
ticket has no id is free; free rows are chained through `next_client`.
"""

from engine.core.book.book cimport Book, Level, push_back, remove_order
from engine.core.book.heap cimport heap_put, heap_reserve, heap_take_out
from engine.core.book.ledger cimport Holding, Ledger, Points, Tick, fill_ticks
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.generated.records cimport TAG_ORDER_UPDATED, OrderUpdatedC
from engine.core.numbers.numbers cimport DAY_S
from engine.core.perps.accounting cimport emit
from engine.core.predictions.index cimport (
    BY_CLIENT_ID, BY_HOLDING, BY_ORDER_ID, index_new_client, index_row, reserve_index,
    row_of_client, row_of_holding, row_of_order, unindex_row,
)
from engine.core.predictions.rows cimport Ranked, by_key
from engine.core.state.state cimport (
    NO_ROW, ORDER_PARTIALLY_FILLED, PREDICTION_CLOSED, PREDICTION_OPEN, TABLE_HOLDING,
    TABLE_ORDER, TABLE_POINTS, TABLE_PREDICTION, TABLE_TICKET, Pool, Prediction, State, Ticket,
    edit_pool, edit_user, find_user, grow_rows, holding_at, mark_row, market_count,
    new_plain_row, order_at, points_at, pool_of,
    prediction_at, prediction_count, ticket_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memset

cdef enum:
    TICKS = 99  # whole points
    WORDS = ((TICKS + 1) >> 6) + 1
    FORGOTTEN_MAX = 64  # client ids forgotten at one call

cdef int64_t POINT_E6 = 1_000_000
cdef int64_t PAYOUT_E6 = 100 * POINT_E6
cdef int64_t FEE_RATE_E6 = 20_000
cdef Tick TICK_TABLE[TICKS + 2]


cdef int _fill_table() except -1:
    """Prices of whole points, and the taker fee of 2 % (API 7.6)."""
    cdef int64_t tick
    memset(TICK_TABLE, 0, sizeof(TICK_TABLE))
    for tick in range(TICKS + 2):
        TICK_TABLE[tick].side_e6[0] = tick * POINT_E6
    if not fill_ticks(TICK_TABLE, TICKS, PAYOUT_E6, FEE_RATE_E6):
        raise RuntimeError("whole points are no price table")
    return 0


_fill_table()


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("the books of the exchange cannot grow")


# Lookups.

cdef uint32_t index_of(State *st, uint32_t acre_id) noexcept nogil:
    """The first market that lists an index, or NO_ROW."""
    cdef uint32_t row
    for row in range(market_count(st)):
        if st.listings[row].acre_id == acre_id:
            return row
    return NO_ROW


cdef void keep_value(
    State *st, uint32_t listed, int64_t price_e8, int64_t published_at_s
) noexcept nogil:
    """The first print published at resolvesAt or later decides, whenever it is recorded (44)."""
    cdef uint32_t acre_id = st.listings[listed].acre_id
    cdef uint32_t row
    cdef Prediction *market
    if acre_id == 0 or index_of(st, acre_id) != listed:
        return
    for row in range(prediction_count(st)):
        market = prediction_at(st, row)
        if (
            market.acre_id == acre_id
            and market.status <= PREDICTION_CLOSED
            and market.first_published_at_s == 0
            and market.resolves_at_s <= published_at_s
        ):
            mark_row(&st.tables[TABLE_PREDICTION], row)
            market.first_price_e8 = price_e8
            market.first_published_at_s = published_at_s
            st.next_life_s = 0


cdef uint32_t find_points(State *st, const unsigned char *address) noexcept nogil:
    cdef uint32_t user = find_user(st, address)
    return NO_ROW if user == NO_ROW else user_at(st, user).points


cdef uint32_t find_holding(State *st, uint32_t account, uint32_t market) noexcept nogil:
    return row_of_holding(st, account, market)


cdef uint32_t find_order(State *st, uint64_t order_id) noexcept nogil:
    return row_of_order(st, order_id)


cdef uint32_t find_client_order(
    State *st, uint32_t user, const char *client_order_id
) noexcept nogil:
    return row_of_client(st, user, client_order_id)


cdef void mark_order(State *st, uint32_t row) noexcept nogil:
    mark_row(&st.tables[TABLE_ORDER], row)
    mark_row(&st.tables[TABLE_TICKET], row)


cdef void mark_holding(State *st, uint32_t row) noexcept nogil:
    mark_row(&st.tables[TABLE_HOLDING], row)
    mark_row(&st.tables[TABLE_POINTS], holding_at(st, row).account)


# Rows.

cdef uint32_t new_points(State *st, uint32_t user) except? 0xFFFFFFFF nogil:
    """The points of a user who has none yet: nothing is granted."""
    cdef uint32_t row = <uint32_t> pool_of(st).rows[TABLE_POINTS]
    heap_reserve(&st.deadlines, <size_t> row + 1)
    edit_user(st, user)
    row = new_plain_row(st, TABLE_POINTS)
    points_at(st, row).user = user
    points_at(st, row).first_holding = NO_ROW
    user_at(st, user).points = row
    return row


cdef uint32_t new_holding(State *st, uint32_t account, uint32_t market) except? 0xFFFFFFFF nogil:
    """An empty holding of an account that has none in the market."""
    cdef Pool *pool = edit_pool(st)
    cdef Points *points = points_at(st, account)
    cdef uint32_t row = pool.free_holding
    cdef Holding *holding
    reserve_index(st, BY_HOLDING, <size_t> pool.rows[TABLE_HOLDING] + 1)
    if row == NO_ROW:
        row = new_plain_row(st, TABLE_HOLDING)
        holding = holding_at(st, row)
    else:
        holding = holding_at(st, row)
        pool.free_holding = holding.next
    holding.account = account
    holding.market = market
    holding.next = points.first_holding
    holding.first[0] = NO_ORDER
    holding.first[1] = NO_ORDER
    holding.last[0] = NO_ORDER
    holding.last[1] = NO_ORDER
    points.first_holding = row
    mark_holding(st, row)
    index_row(st, BY_HOLDING, row)
    return row


cdef void free_holding(State *st, uint32_t row) noexcept nogil:
    """Take a holding without orders out of the index and of its account's list."""
    cdef Holding *holding = holding_at(st, row)
    cdef Pool *pool = pool_of(st)
    cdef uint32_t *link = &points_at(st, holding.account).first_holding
    mark_holding(st, row)
    unindex_row(st, BY_HOLDING, row)
    while link[0] != row:
        mark_row(&st.tables[TABLE_HOLDING], link[0])
        link = &holding_at(st, link[0]).next
    link[0] = holding.next
    memset(holding, 0, sizeof(Holding))
    holding.account = NO_ROW
    holding.next = pool.free_holding
    edit_pool(st).free_holding = row


cdef int reserve_order(State *st) except -1 nogil:
    """Room for one more order: rows, indexes, timetable."""
    cdef size_t rows = <size_t> pool_of(st).rows[TABLE_TICKET] + 1
    grow_rows(&st.tables[TABLE_ORDER], rows)
    grow_rows(&st.tables[TABLE_TICKET], rows)
    reserve_index(st, BY_ORDER_ID, rows)
    reserve_index(st, BY_CLIENT_ID, rows)
    return heap_reserve(&st.expiries, rows)


cdef uint32_t take_order_row(State *st) noexcept nogil:
    """A zeroed row of orders and tickets; its room was reserved."""
    cdef Pool *pool = pool_of(st)
    cdef uint32_t row = pool.free_order
    if row == NO_ROW:
        row = new_plain_row(st, TABLE_ORDER)
        return new_plain_row(st, TABLE_TICKET)
    edit_pool(st).free_order = ticket_at(st, row).next_client
    ticket_at(st, row).next_client = 0
    mark_order(st, row)
    return row


cdef void list_order(State *st, uint32_t row, uint64_t client_hash) noexcept nogil:
    """Make an order be found by its id and its client id, and by the clock when it has a time.

    `client_hash` is that of a client id that no other order has; 0: an older one may have it.
    """
    cdef Ticket *ticket = ticket_at(st, row)
    cdef Pool *pool = pool_of(st)
    index_row(st, BY_ORDER_ID, row)
    if ticket.expires_at_s and ticket.status <= ORDER_PARTIALLY_FILLED:
        heap_put(&st.expiries, row, ticket.expires_at_s, ticket.order_id)
    if ticket.client_order_id[0] == 0:
        return
    if client_hash:
        index_new_client(st, client_hash, row)
    else:
        index_row(st, BY_CLIENT_ID, row)
    pool = edit_pool(st)
    ticket.is_listed = 1
    ticket.next_client = NO_ROW
    if pool.last_client == NO_ROW:
        pool.first_client = row
    else:
        ticket_at(st, pool.last_client).next_client = row
        mark_row(&st.tables[TABLE_TICKET], pool.last_client)
    pool.last_client = row


cdef void _free_order(State *st, uint32_t row) noexcept nogil:
    cdef Ticket *ticket = ticket_at(st, row)
    cdef Pool *pool = edit_pool(st)
    mark_order(st, row)
    unindex_row(st, BY_ORDER_ID, row)
    if ticket.client_order_id[0] != 0:
        unindex_row(st, BY_CLIENT_ID, row)
    memset(ticket, 0, sizeof(Ticket))
    memset(order_at(st, row), 0, sizeof(Order))
    ticket.next_client = pool.free_order
    pool.free_order = row


cdef void finish_order(State *st, uint32_t row) noexcept nogil:
    """Free the row of an order that has ended, unless it is kept for its client id."""
    heap_take_out(&st.expiries, row)
    if not ticket_at(st, row).is_listed:
        _free_order(st, row)


cdef int forget_client_orders(State *st) except -1 nogil:
    """Drop client ids created a day ago from the list; ended orders go, open ones stay."""
    cdef Ticket *ticket
    cdef uint32_t row
    cdef int left = FORGOTTEN_MAX
    while left and pool_of(st).first_client != NO_ROW:
        row = pool_of(st).first_client
        ticket = ticket_at(st, row)
        if st.now_s - ticket.created_at_s < DAY_S:
            break
        left -= 1
        mark_order(st, row)
        edit_pool(st).first_client = ticket.next_client
        if ticket.next_client == NO_ROW:
            pool_of(st).last_client = NO_ROW
        ticket.next_client = 0
        ticket.is_listed = 0
        if ticket.status > ORDER_PARTIALLY_FILLED:
            _free_order(st, row)
    return 0


# Books.

cdef int open_book(State *st, uint32_t market) except -1 nogil:
    """Make the levels of a market's book, all empty."""
    cdef size_t capacity = st.book_capacity if st.book_capacity else 16
    cdef size_t level_bytes = (TICKS + 2) * sizeof(Level)
    cdef Book *book
    cdef void *data
    cdef int tick
    while capacity <= market:
        capacity *= 2
    if capacity > st.book_capacity:
        data = realloc(st.books, capacity * sizeof(Book))
        if data == NULL:
            return _raise_memory()
        st.books = <Book *> data
        memset(st.books + st.book_capacity, 0, (capacity - st.book_capacity) * sizeof(Book))
        st.book_capacity = capacity
    book = &st.books[market]
    data = calloc(1, level_bytes + (WORDS + 1) * sizeof(uint64_t))
    if data == NULL:
        return _raise_memory()
    book.levels = <Level *> data
    book.bits = <uint64_t *> (<char *> data + level_bytes)
    book.summary = book.bits + WORDS
    book.tick_count = TICKS
    book.best_bid = 0
    book.best_ask = TICKS + 1
    book.order_count = 0
    for tick in range(TICKS + 2):
        book.levels[tick].first = NO_ORDER
        book.levels[tick].last = NO_ORDER
    return 0


cdef void close_book(State *st, uint32_t market) noexcept nogil:
    """Free the levels of an empty book."""
    free(st.books[market].levels)
    memset(&st.books[market], 0, sizeof(Book))


cdef Book *book_of(State *st, uint32_t market) noexcept nogil:
    cdef Book *book = &st.books[market]
    book.orders = <Order *> st.tables[TABLE_ORDER].data
    return book


cdef void ledger_of(State *st, uint32_t market, Ledger *ledger) noexcept nogil:
    ledger.orders = <Order *> st.tables[TABLE_ORDER].data
    ledger.holdings = <Holding *> st.tables[TABLE_HOLDING].data
    ledger.points = <Points *> st.tables[TABLE_POINTS].data
    ledger.ticks = TICK_TABLE
    ledger.payout_e6 = PAYOUT_E6
    ledger.burned_e6 = 0
    ledger.pairs = prediction_at(st, market).pairs
    ledger.tick_count = TICKS


# Orders that change.

cdef void touch_book(State *st, uint32_t market) noexcept nogil:
    """Count a command that changes an open book; the book notes the command's number."""
    if st.books[market].sequence == st.sequence:
        return
    st.books[market].sequence = st.sequence
    prediction_at(st, market).sequence += 1
    mark_row(&st.tables[TABLE_PREDICTION], market)


cdef void tell_order(State *st, uint32_t row) noexcept nogil:
    """Emit OrderUpdated; its room was reserved."""
    cdef const Ticket *ticket = ticket_at(st, row)
    cdef OrderUpdatedC *event = <OrderUpdatedC *> emit(
        st, TAG_ORDER_UPDATED, sizeof(OrderUpdatedC)
    )
    memcpy(event.user, user_at(st, ticket.user).address, 32)
    event.order_id = ticket.order_id
    event.market_id = ticket.market + 1
    event.status = ticket.status
    event.reason = ticket.reason
    event.price = ticket.price
    event.contracts = ticket.contracts
    event.filled = ticket.filled
    event.canceled = ticket.canceled
    event.cost_e6 = ticket.cost_e6
    event.fee_e6 = ticket.fee_e6


cdef void end_order(State *st, uint32_t row, int status, int reason) noexcept nogil:
    """Take a resting order out: canceled or expired, with what it still had."""
    cdef Ticket *ticket = ticket_at(st, row)
    cdef Ledger ledger
    ledger_of(st, ticket.market, &ledger)
    mark_order(st, row)
    mark_holding(st, order_at(st, row).owner)
    touch_book(st, ticket.market)
    ticket.canceled += order_at(st, row).contracts
    ticket.status = <uint8_t> status
    ticket.reason = <uint8_t> reason
    ticket.updated_at_s = st.now_s
    remove_order(book_of(st, ticket.market), &ledger, row)
    tell_order(st, row)
    finish_order(st, row)


# Making it again.

cdef void _link_own(State *st, uint32_t row) noexcept nogil:
    """Put a resting order behind the others of its holding and side."""
    cdef Order *order = order_at(st, row)
    cdef Holding *holding = holding_at(st, order.owner)
    cdef int side = order.side
    order.next_own = NO_ORDER
    order.last_own = holding.last[side]
    if holding.last[side] == NO_ORDER:
        holding.first[side] = row
    else:
        order_at(st, holding.last[side]).next_own = row
    holding.last[side] = row


cdef void _rebuild_lists(State *st, Ranked *resting, size_t count) noexcept nogil:
    """Levels by rank, then the lists of owners by order id."""
    cdef size_t place
    qsort(resting, count, sizeof(Ranked), by_key)
    for place in range(count):
        push_back(book_of(st, order_at(st, resting[place].row).market), resting[place].row)
        resting[place].key = ticket_at(st, resting[place].row).order_id
    qsort(resting, count, sizeof(Ranked), by_key)
    for place in range(count):
        _link_own(st, resting[place].row)


cdef int _rebuild_holdings(State *st) except -1 nogil:
    cdef Holding *holding
    cdef uint32_t row
    reserve_index(st, BY_HOLDING, <size_t> pool_of(st).rows[TABLE_HOLDING])
    for row in range(<uint32_t> pool_of(st).rows[TABLE_HOLDING]):
        holding = holding_at(st, row)
        if holding.account == NO_ROW:
            continue
        holding.first[0] = NO_ORDER
        holding.first[1] = NO_ORDER
        holding.last[0] = NO_ORDER
        holding.last[1] = NO_ORDER
        index_row(st, BY_HOLDING, row)
    return 0


cdef int _rebuild_orders(State *st) except -1 nogil:
    """Indexes and the timetable of orders, levels and lists."""
    cdef size_t rows = <size_t> pool_of(st).rows[TABLE_TICKET]
    cdef Ranked *resting = <Ranked *> malloc((rows + 1) * sizeof(Ranked))
    cdef Ticket *ticket
    cdef size_t count = 0
    cdef uint32_t row
    if resting == NULL:
        return _raise_memory()
    for row in range(<uint32_t> rows):
        ticket = ticket_at(st, row)
        if ticket.order_id == 0:
            continue
        index_row(st, BY_ORDER_ID, row)
        if ticket.client_order_id[0] != 0:
            index_row(st, BY_CLIENT_ID, row)
        if order_at(st, row).contracts:
            if ticket.expires_at_s:
                heap_put(&st.expiries, row, ticket.expires_at_s, ticket.order_id)
            resting[count].key = ticket.rank
            resting[count].row = row
            count += 1
    _rebuild_lists(st, resting, count)
    free(resting)
    return 0


cdef int rebuild_predictions(State *st) except -1 nogil:
    """Books, lists, timetables and indexes from rows whose links were checked."""
    cdef Points *points
    cdef uint32_t row
    for row in range(prediction_count(st)):
        if prediction_at(st, row).status == PREDICTION_OPEN:
            open_book(st, row)
    reserve_order(st)
    _rebuild_holdings(st)
    _rebuild_orders(st)
    heap_reserve(&st.deadlines, <size_t> pool_of(st).rows[TABLE_POINTS])
    for row in range(<uint32_t> pool_of(st).rows[TABLE_POINTS]):
        points = points_at(st, row)
        if points.cancel_at_s:
            heap_put(&st.deadlines, row, points.cancel_at_s, points.user)
    return 0
