"""Orders of prediction markets: place, cancel, amend, dead-man's switch (API 7.6).

A refused command writes nothing: every check, the top-up's included, works with what would be. Room
for rows and events is reserved before the first write, so that nothing raises half-way.
"""

from engine.core.book.book cimport (
    ASK, STP_BOTH, Book, can_fill, detach_order, is_crossing, reduce_order,
)
from engine.core.book.heap cimport heap_put, heap_take_out
from engine.core.book.ledger cimport CONTRACTS_MAX, Holding, Ledger, amend_needed_e6, needed_e6
from engine.core.book.orders cimport NO_ORDER
from engine.core.generated.records cimport (
    ERR_BAD_CONTRACTS, ERR_BAD_EXPIRY, ERR_BAD_PRICE, ERR_DUPLICATE_CLIENT_ORDER_ID,
    ERR_FOK_NOT_FILLED, ERR_INSUFFICIENT_POINTS, ERR_MARKET_NOT_OPEN, ERR_NO_LIQUIDITY,
    ERR_NOT_PARTICIPATING, ERR_ORDER_NOT_FOUND, ERR_POST_ONLY_WOULD_CROSS,
    ERR_PREDICTION_MARKET_NOT_FOUND, ERR_TOO_MANY_OPEN_ORDERS, ERR_VALIDATION, OK,
    TAG_CANCEL_AFTER_SET, TAG_ORDER_OPENED, AmendOrderC, CancelAfterSetC, CancelAllOrdersC,
    CancelOrderC, OrderOpenedC, OrderUpdatedC, PlaceOrderC, PointsGrantedC, SetCancelAfterC,
)
from engine.core.numbers.numbers cimport DAY_S, TIME_MAX, min64
from engine.core.perps.accounting cimport emit
from engine.core.predictions.index cimport row_or_hash_of_client
from engine.core.predictions.match cimport match_order, matching_size
from engine.core.predictions.points cimport give_points, top_up_e6
from engine.core.predictions.rows cimport (
    FORCE_FOK, FORCE_GTD, FORCE_IOC, OPEN_ORDERS_MAX, REASON_OWNER, Ranked, by_key,
)
from engine.core.predictions.state cimport (
    book_of, end_order, find_holding, find_order, find_points,
    finish_order, ledger_of, list_order, mark_holding, mark_order, new_holding,
    reserve_order, take_order_row, tell_order, touch_book,
)
from engine.core.state.state cimport (
    NO_ROW, ORDER_CANCELED, ORDER_PARTIALLY_FILLED, PREDICTION_OPEN, TABLE_POINTS, Pool, State,
    Ticket, edit_pool, find_user, holding_at, mark_row, order_at, points_at,
    prediction_at, prediction_count, reserve_bytes, ticket_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

cdef enum:
    LEVELS = 99  # whole points
    CLIENT_ID_BYTES = 36
    TIMEOUT_MIN_S = 5

cdef enum:
    TYPE_LIMIT = 0
    TYPE_MARKET = 1

cdef uint64_t CONTRACTS_SUM_MAX = 0xFFFFFFFF  # of one order, what was filled included
# A day of the clock on the wall where engine time runs 1,440 times as fast: the longest switch.
cdef int64_t TIMEOUT_MAX_S = DAY_S * 1_440

# An order as its command means it, and what the checks found out for carrying it out.
cdef struct Incoming:
    const PlaceOrderC *command
    uint32_t market
    uint32_t user
    uint32_t account  # row of the points; NO_ROW: none
    uint32_t holding  # NO_ROW: none yet
    uint16_t price
    uint16_t tick
    uint8_t force
    int64_t top_up_e6
    uint64_t client_hash  # of a client id that no other order has; 0: none, or one has it


# Points.


# Placing: what speaks against it, in the order of rule 1.

cdef inline int _is_client_id(const char *text) noexcept nogil:
    """Whether letters, digits, _ and - are followed by zeros only."""
    cdef int place = 0
    cdef char c
    while place < CLIENT_ID_BYTES and text[place] != 0:
        c = text[place]
        if not (
            c'a' <= c <= c'z' or c'A' <= c <= c'Z' or c'0' <= c <= c'9' or c == c'_' or c == c'-'
        ):
            return 0
        place += 1
    while place < CLIENT_ID_BYTES:
        if text[place] != 0:
            return 0
        place += 1
    return 1


cdef inline int _may_rest(const Incoming *order) noexcept nogil:
    return order.force <= FORCE_GTD


cdef int _refuse_fields(State *st, Incoming *order) noexcept nogil:
    """Refuse what the command alone, or with its market's times, shows to be wrong."""
    cdef const PlaceOrderC *command = order.command
    order.force = command.time_in_force
    order.price = command.price
    if command.order_type == TYPE_MARKET:
        order.force = FORCE_IOC
        if order.price == 0:
            order.price = LEVELS
    if (
        command.order_type > TYPE_MARKET or command.side > ASK or order.force > FORCE_FOK
        or command.post_only > 1 or command.self_trade_prevention > STP_BOTH
        or (command.post_only and order.force > FORCE_GTD)
        or (command.expires_at_s != 0 and order.force != FORCE_GTD)
        or not _is_client_id(command.client_order_id)
    ):
        return ERR_VALIDATION
    if not 1 <= order.price <= LEVELS:
        return ERR_BAD_PRICE
    if not 1 <= command.contracts <= CONTRACTS_MAX:
        return ERR_BAD_CONTRACTS
    if order.force == FORCE_GTD and not (
        st.now_s < command.expires_at_s <= prediction_at(st, order.market).closes_at_s
    ):
        return ERR_BAD_EXPIRY
    order.tick = _tick_of(command.side, order.price)
    return OK


cdef inline uint16_t _tick_of(int side, uint16_t price) noexcept nogil:
    """The level of a price that a side pays."""
    return <uint16_t> (LEVELS + 1 - price) if side == ASK else price


cdef int _refuse_client_id(State *st, Incoming *order) noexcept nogil:
    """Refuse the id of an order that is open or younger than a day."""
    cdef const Ticket *other
    cdef uint32_t row
    order.client_hash = 0
    if order.command.client_order_id[0] == 0 or order.user == NO_ROW:
        return OK
    row = row_or_hash_of_client(
        st, order.user, order.command.client_order_id, &order.client_hash
    )
    if row == NO_ROW:
        return OK
    order.client_hash = 0
    other = ticket_at(st, row)
    if other.status > ORDER_PARTIALLY_FILLED and st.now_s - other.created_at_s >= DAY_S:
        return OK
    st.detail = <int64_t> other.order_id
    return ERR_DUPLICATE_CLIENT_ORDER_ID


cdef int _refuse_points(State *st, Incoming *order) noexcept nogil:
    """Refuse what the user cannot pay, after the top-up that comes with the order."""
    cdef Ledger ledger
    cdef Holding none
    cdef const Holding *holding = &none
    cdef int64_t available_e6 = 0
    cdef int64_t wanted_e6
    memset(&none, 0, sizeof(Holding))
    order.holding = NO_ROW
    if order.account != NO_ROW:
        available_e6 = points_at(st, order.account).available_e6
        order.holding = find_holding(st, order.account, order.market)
    if order.holding != NO_ROW:
        holding = holding_at(st, order.holding)
    ledger_of(st, order.market, &ledger)
    order.top_up_e6 = top_up_e6(st, order.account)
    wanted_e6 = needed_e6(
        &ledger, holding, order.command.side, order.tick, order.command.contracts
    )
    if wanted_e6 > available_e6 + order.top_up_e6:
        st.detail = wanted_e6
        return ERR_INSUFFICIENT_POINTS
    return OK


cdef int _refuse_place(State *st, Incoming *order) noexcept nogil:
    cdef const PlaceOrderC *command = order.command
    cdef const Book *book
    cdef int code
    if not 1 <= command.market_id <= prediction_count(st):
        return ERR_PREDICTION_MARKET_NOT_FOUND
    order.market = command.market_id - 1
    if prediction_at(st, order.market).status != PREDICTION_OPEN:
        return ERR_MARKET_NOT_OPEN
    code = _refuse_fields(st, order)
    if code != OK:
        return code
    order.user = find_user(st, command.user)
    order.account = NO_ROW if order.user == NO_ROW else user_at(st, order.user).points
    code = _refuse_client_id(st, order)
    if code != OK:
        return code
    if (
        order.account != NO_ROW and _may_rest(order)
        and points_at(st, order.account).order_count >= OPEN_ORDERS_MAX
    ):
        return ERR_TOO_MANY_OPEN_ORDERS
    book = book_of(st, order.market)
    if command.order_type == TYPE_MARKET and (
        book.best_bid == 0 if command.side == ASK else book.best_ask > LEVELS
    ):
        return ERR_NO_LIQUIDITY
    code = _refuse_points(st, order)
    if code != OK:
        return code
    if command.post_only and is_crossing(book, command.side, order.tick):
        return ERR_POST_ONLY_WOULD_CROSS
    if order.force == FORCE_FOK and not can_fill(
        book, order.holding, command.side, order.tick, command.contracts,
        command.self_trade_prevention,
    ):
        return ERR_FOK_NOT_FILLED
    return OK


# Placing: carrying it out.


cdef int place_order(State *st, const PlaceOrderC *command) except -1 nogil:
    """An order matches at once; its rest stays in the book or is canceled."""
    cdef Incoming order
    cdef uint32_t row
    cdef int code
    order.command = command
    code = _refuse_place(st, &order)
    if code != OK:
        return code
    reserve_bytes(
        &st.events,
        sizeof(PointsGrantedC) + sizeof(OrderOpenedC) + matching_size(
            book_of(st, order.market), points_at(st, order.account), command.side, order.tick,
            command.contracts,
        ),
    )
    reserve_order(st)
    if order.holding == NO_ROW:
        order.holding = new_holding(st, order.account, order.market)
    if order.top_up_e6:
        points_at(st, order.account).top_up_day = st.now_s // DAY_S
        give_points(st, order.account, order.top_up_e6, 1)
    row = _new_order(st, &order)
    _tell_opened(st, row)
    if match_order(st, row, order.tick, order.holding, command.contracts, 0):
        tell_order(st, row)
    _settle_down(st, row, order.client_hash)
    return OK


cdef uint32_t _new_order(State *st, const Incoming *order) noexcept nogil:
    """A ticket with the next id; nothing finds it yet."""
    cdef const PlaceOrderC *command = order.command
    cdef uint32_t row = take_order_row(st)
    cdef Ticket *ticket = ticket_at(st, row)
    cdef Pool *pool = edit_pool(st)
    pool.last_order_id += 1
    ticket.order_id = pool.last_order_id
    ticket.created_at_s = st.now_s
    ticket.updated_at_s = st.now_s
    ticket.expires_at_s = command.expires_at_s
    memcpy(ticket.client_order_id, command.client_order_id, CLIENT_ID_BYTES)
    ticket.user = order.user
    ticket.market = order.market
    ticket.contracts = command.contracts
    ticket.price = order.price
    ticket.order_type = command.order_type
    ticket.side = command.side
    ticket.time_in_force = order.force
    ticket.post_only = command.post_only
    ticket.self_trade_prevention = command.self_trade_prevention
    order_at(st, row).market = order.market
    return row


cdef void _tell_opened(State *st, uint32_t row) noexcept nogil:
    cdef const Ticket *ticket = ticket_at(st, row)
    cdef OrderOpenedC *event = <OrderOpenedC *> emit(st, TAG_ORDER_OPENED, sizeof(OrderOpenedC))
    memcpy(event.user, user_at(st, ticket.user).address, 32)
    event.order_id = ticket.order_id
    event.market_id = ticket.market + 1
    event.order_type = ticket.order_type
    event.side = ticket.side
    event.price = ticket.price
    event.contracts = ticket.contracts
    event.time_in_force = ticket.time_in_force
    event.expires_at_s = ticket.expires_at_s
    event.post_only = ticket.post_only
    event.self_trade_prevention = ticket.self_trade_prevention
    memcpy(event.client_order_id, ticket.client_order_id, CLIENT_ID_BYTES)


cdef void _settle_down(State *st, uint32_t row, uint64_t client_hash) noexcept nogil:
    """Let a new order be found while it rests, or as long as its client id is kept."""
    cdef const Ticket *ticket = ticket_at(st, row)
    if ticket.status <= ORDER_PARTIALLY_FILLED or ticket.client_order_id[0] != 0:
        list_order(st, row, client_hash)
    else:
        finish_order(st, row)


# Cancelling and changing.

cdef uint32_t _open_order(
    State *st, const unsigned char *address, uint64_t order_id
) noexcept nogil:
    """The row of a user's resting order; NO_ROW for another's and for one that has ended."""
    cdef uint32_t row = find_order(st, order_id)
    if row == NO_ROW or ticket_at(st, row).status > ORDER_PARTIALLY_FILLED:
        return NO_ROW
    return row if find_user(st, address) == ticket_at(st, row).user else NO_ROW


cdef int cancel_order(State *st, const CancelOrderC *command) except -1 nogil:
    cdef uint32_t row = _open_order(st, command.user, command.order_id)
    if row == NO_ROW:
        return ERR_ORDER_NOT_FOUND
    reserve_bytes(&st.events, sizeof(OrderUpdatedC))
    end_order(st, row, ORDER_CANCELED, REASON_OWNER)
    return OK


cdef size_t _own_orders(
    State *st, uint32_t account, uint32_t market, Ranked *own
) noexcept nogil:
    """A user's open orders by id, in one market or, for NO_ROW, in all."""
    cdef const Holding *holding
    cdef uint32_t next = points_at(st, account).first_holding
    cdef uint32_t row
    cdef size_t count = 0
    cdef int side
    while next != NO_ROW:
        holding = holding_at(st, next)
        next = holding.next
        if market != NO_ROW and holding.market != market:
            continue
        for side in range(2):
            row = holding.first[side]
            while row != NO_ORDER:
                own[count].key = ticket_at(st, row).order_id
                own[count].row = row
                count += 1
                row = order_at(st, row).next_own
    qsort(own, count, sizeof(Ranked), by_key)
    return count


cdef int cancel_account(
    State *st, uint32_t account, uint32_t market, int reason
) except -1 nogil:
    """Cancel a user's open orders by id, in one market or, for NO_ROW, in all."""
    cdef Ranked own[OPEN_ORDERS_MAX]
    cdef size_t count
    cdef size_t place
    reserve_bytes(&st.events, points_at(st, account).order_count * sizeof(OrderUpdatedC))
    count = _own_orders(st, account, market, own)
    for place in range(count):
        end_order(st, own[place].row, ORDER_CANCELED, reason)
    return 0


cdef int cancel_all_orders(State *st, const CancelAllOrdersC *command) except -1 nogil:
    cdef uint32_t account = find_points(st, command.user)
    cdef uint32_t market = NO_ROW
    if command.market_id:
        if command.market_id > prediction_count(st):
            return ERR_PREDICTION_MARKET_NOT_FOUND
        market = command.market_id - 1
    if account != NO_ROW:
        cancel_account(st, account, market, REASON_OWNER)
    return OK


cdef int _refuse_new_terms(
    const Ticket *ticket, const AmendOrderC *command, uint16_t price, uint32_t contracts
) noexcept nogil:
    if command.price == 0 and command.contracts == 0:
        return ERR_VALIDATION
    if not 1 <= price <= LEVELS:
        return ERR_BAD_PRICE
    if not 1 <= contracts <= CONTRACTS_MAX or (
        <uint64_t> ticket.filled + ticket.canceled + contracts > CONTRACTS_SUM_MAX
    ):
        return ERR_BAD_CONTRACTS
    return OK


cdef int amend_order(State *st, const AmendOrderC *command) except -1 nogil:
    """Fewer contracts at the same price keep their place; any other change enters again.

    A price or a number of contracts of 0 is the one that the order has when the command comes, so
    that a fill in between cannot make the order larger. What changes nothing has no effect.
    """
    cdef uint32_t row = _open_order(st, command.user, command.order_id)
    cdef const Ticket *ticket
    cdef uint16_t price
    cdef uint32_t contracts
    cdef int code
    if row == NO_ROW:
        return ERR_ORDER_NOT_FOUND
    ticket = ticket_at(st, row)
    price = command.price if command.price else ticket.price
    contracts = command.contracts if command.contracts else order_at(st, row).contracts
    code = _refuse_new_terms(ticket, command, price, contracts)
    if code != OK:
        return code
    if price == ticket.price and contracts == order_at(st, row).contracts:
        return OK
    if price == ticket.price and contracts < order_at(st, row).contracts:
        reserve_bytes(&st.events, sizeof(OrderUpdatedC))
        _reduce(st, row, contracts)
        return OK
    return _amend_by_entering(st, row, price, contracts)


cdef int _amend_by_entering(
    State *st, uint32_t row, uint16_t price, uint32_t contracts
) except -1 nogil:
    cdef const Ticket *ticket = ticket_at(st, row)
    cdef uint32_t account = holding_at(st, order_at(st, row).owner).account
    cdef uint16_t tick = _tick_of(ticket.side, price)
    cdef int code = _refuse_amend(st, row, tick, contracts)
    if code != OK:
        return code
    reserve_bytes(
        &st.events,
        matching_size(
            book_of(st, ticket.market), points_at(st, account), ticket.side, tick, contracts
        ),
    )
    _enter_again(st, row, price, contracts)
    return OK


cdef void _reduce(State *st, uint32_t row, uint32_t contracts) noexcept nogil:
    cdef Ticket *ticket = ticket_at(st, row)
    cdef Ledger ledger
    ledger_of(st, ticket.market, &ledger)
    mark_order(st, row)
    mark_holding(st, order_at(st, row).owner)
    touch_book(st, ticket.market)
    reduce_order(
        book_of(st, ticket.market), &ledger, row, order_at(st, row).contracts - contracts
    )
    ticket.contracts = ticket.filled + ticket.canceled + contracts
    ticket.reason = REASON_OWNER
    ticket.updated_at_s = st.now_s
    tell_order(st, row)


cdef int _refuse_amend(
    State *st, uint32_t row, uint16_t tick, uint32_t contracts
) noexcept nogil:
    """Refuse a change that the points do not pay, or that would make a maker a taker."""
    cdef const Ticket *ticket = ticket_at(st, row)
    cdef Ledger ledger
    cdef int64_t wanted_e6
    ledger_of(st, ticket.market, &ledger)
    wanted_e6 = amend_needed_e6(&ledger, row, tick, contracts)
    if wanted_e6 > points_at(st, holding_at(st, order_at(st, row).owner).account).available_e6:
        st.detail = wanted_e6
        return ERR_INSUFFICIENT_POINTS
    if ticket.post_only and is_crossing(book_of(st, ticket.market), ticket.side, tick):
        return ERR_POST_ONLY_WOULD_CROSS
    return OK


cdef void _enter_again(
    State *st, uint32_t row, uint16_t price, uint32_t contracts
) noexcept nogil:
    """An amended order leaves its level and matches as an incoming one, with the id it has."""
    cdef Ticket *ticket = ticket_at(st, row)
    cdef uint32_t holding = order_at(st, row).owner
    cdef Ledger ledger
    ledger_of(st, ticket.market, &ledger)
    mark_order(st, row)
    detach_order(book_of(st, ticket.market), &ledger, row)
    ticket.price = price
    ticket.contracts = ticket.filled + ticket.canceled + contracts
    ticket.reason = REASON_OWNER
    ticket.updated_at_s = st.now_s
    match_order(st, row, _tick_of(ticket.side, price), holding, contracts, 1)
    tell_order(st, row)
    if ticket.status > ORDER_PARTIALLY_FILLED:
        finish_order(st, row)


cdef int set_cancel_after(State *st, const SetCancelAfterC *command) except -1 nogil:
    """Arm the dead-man's switch, arm it anew or, with 0, turn it off.

    Only for who takes part: a stranger has no orders, and must not make rows.
    """
    cdef uint32_t row
    cdef int64_t cancel_at_s = 0
    cdef CancelAfterSetC *event
    if command.timeout_s and not TIMEOUT_MIN_S <= command.timeout_s <= TIMEOUT_MAX_S:
        return ERR_VALIDATION
    row = find_points(st, command.user)
    if row == NO_ROW:
        return ERR_NOT_PARTICIPATING
    reserve_bytes(&st.events, sizeof(CancelAfterSetC))
    if command.timeout_s:
        cancel_at_s = min64(st.now_s + command.timeout_s, TIME_MAX)
        heap_put(&st.deadlines, row, cancel_at_s, points_at(st, row).user)
    else:
        heap_take_out(&st.deadlines, row)
    points_at(st, row).cancel_at_s = cancel_at_s
    mark_row(&st.tables[TABLE_POINTS], row)
    event = <CancelAfterSetC *> emit(st, TAG_CANCEL_AFTER_SET, sizeof(CancelAfterSetC))
    memcpy(event.user, command.user, 32)
    event.cancel_at_s = cancel_at_s
    return OK
