"""The life of a prediction market: created, open, closed, resolved or voided, paid (API 7.6).

What time alone does is the clock step: it runs before each command outside a halt and does all that
is due in one fixed order (rules 2, 4, 29, 41). `next_life_s` of the state is the time when a market
is due next, so that a step with nothing to do costs three comparisons; a change of a market or
accepts a print sets it to 0, and the next step looks again.

These rows are not undone: each change first takes the memory it needs, then writes.
"""

from engine.core.book.heap cimport heap_take_out
from engine.core.book.orders cimport NO_ORDER
from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_MARKET_NOT_CLOSED, ERR_MARKET_NOT_FOUND, ERR_MARKET_PAUSED,
    ERR_PREDICTION_MARKET_NOT_FOUND, ERR_VALIDATION, OK, TAG_CANCEL_AFTER_SET,
    TAG_PREDICTION_CLOSED, TAG_PREDICTION_CREATED, TAG_PREDICTION_OPENED,
    TAG_PREDICTION_PAID, TAG_PREDICTION_RESOLVED, TAG_PREDICTION_VOIDED, TAG_RESOLUTION_RECORDED,
    CancelAfterSetC, CreatePredictionC, OrderUpdatedC, PredictionClosedC, PredictionCreatedC,
    PredictionOpenedC, PredictionPaidC, PredictionResolvedC, PredictionVoidedC,
    ResolutionRecordedC, ResolvePredictionC, VoidPredictionC,
)
from engine.core.numbers.numbers cimport DAY_S, E6, PRICE_MAX, TIME_MAX, min64
from engine.core.operations cimport text_length
from engine.core.perps.accounting cimport emit
from engine.core.predictions.orders cimport cancel_account
from engine.core.predictions.payees cimport Payee, Payout, first_payee, list_payees
from engine.core.predictions.rows cimport (
    REASON_CANCEL_AFTER, REASON_CLOSED, REASON_ITS_TIME, REASON_VOIDED,
)
from engine.core.predictions.state cimport (
    book_of, close_book, end_order, forget_client_orders, free_holding, index_of, mark_holding,
    open_book,
)
from engine.core.state.state cimport (
    NO_ROW, ORDER_EXPIRED, OUTCOME_NO, OUTCOME_VOID, OUTCOME_YES,
    PREDICTION_CLOSED, PREDICTION_OPEN, PREDICTION_RESOLVED, PREDICTION_UPCOMING,
    PREDICTION_VOIDED, STATUS_HALTED, TABLE_POINTS, TABLE_PREDICTION, TABLE_PREDICTION_TEXT,
    Book, Holding, Points, Prediction, PredictionText, State, grow_rows, holding_at,
    mark_row, market_at, new_plain_row, order_at, points_at, pool_of,
    prediction_at, prediction_count, prediction_text_at, reserve_bytes, ticket_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport INT64_MAX, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy

cdef enum:
    PREDICTIONS_MAX = 4096  # of one exchange, ended ones too
    PAYOUT = 100  # points that a pair is worth
    VOID_PRICE = 50  # of YES in a market that never traded

cdef int64_t DISPUTE_S = DAY_S  # from the first resolution to the payout
cdef int64_t VALUE_WAIT_S = 14 * DAY_S  # from resolvesAt until a market without a value is void

# A resting order that is to end.
cdef struct Ending:
    uint64_t order_id
    uint32_t row


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory for the life of the prediction markets")


cdef int _order_of_endings(const void *a, const void *b) noexcept nogil:
    cdef uint64_t first = (<const Ending *> a).order_id
    cdef uint64_t second = (<const Ending *> b).order_id
    return (first > second) - (first < second)


cdef Prediction *_edit(State *st, uint32_t row) noexcept nogil:
    """The row of a market that is about to change; the next clock step looks at it."""
    mark_row(&st.tables[TABLE_PREDICTION], row)
    st.next_life_s = 0
    return prediction_at(st, row)


# Created and opened.

cdef int _check_new(State *st, const CreatePredictionC *command) noexcept nogil:
    cdef uint32_t listed
    if (
        text_length(command.title, 80, 0) < 1
        or text_length(command.description, 400, 0) < 0
        or text_length(command.category, 32, 0) < 0
        or text_length(command.rules, 400, 0) < 0
    ):
        return ERR_VALIDATION
    if (
        command.opens_at_s < 0
        or command.opens_at_s >= command.closes_at_s
        or command.closes_at_s > command.resolves_at_s
        or command.closes_at_s <= st.now_s
        or command.resolves_at_s > TIME_MAX
        or prediction_count(st) >= PREDICTIONS_MAX
    ):
        return ERR_VALIDATION
    if command.acre_id == 0:
        return ERR_VALIDATION if command.strike_e8 != 0 else OK
    if command.strike_e8 > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if command.strike_e8 < 1:
        return ERR_VALIDATION
    listed = index_of(st, command.acre_id)
    if listed == NO_ROW:
        return ERR_MARKET_NOT_FOUND
    if market_at(st, listed).settled_at_s:  # its index has no more prints
        return ERR_MARKET_PAUSED
    return OK


cdef int create_prediction(State *st, const CreatePredictionC *command) except -1 nogil:
    """Take the next id; a market whose time has come opens at once, in a halt at its end."""
    cdef uint32_t row = prediction_count(st)
    cdef int code = _check_new(st, command)
    cdef Prediction *market
    cdef PredictionText *text
    cdef PredictionCreatedC *event
    cdef int is_open
    if code != OK:
        return code
    is_open = command.opens_at_s <= st.now_s and pool_of(st).status != STATUS_HALTED
    grow_rows(&st.tables[TABLE_PREDICTION], <size_t> row + 1)
    grow_rows(&st.tables[TABLE_PREDICTION_TEXT], <size_t> row + 1)
    reserve_bytes(&st.events, sizeof(PredictionCreatedC) + sizeof(PredictionOpenedC))
    if is_open:
        open_book(st, row)
    row = new_plain_row(st, TABLE_PREDICTION)
    text = prediction_text_at(st, new_plain_row(st, TABLE_PREDICTION_TEXT))
    memcpy(text.title, command.title, 80)
    memcpy(text.description, command.description, 400)
    memcpy(text.category, command.category, 32)
    memcpy(text.rules, command.rules, 400)
    market = _edit(st, row)
    market.acre_id = command.acre_id
    market.strike_e8 = command.strike_e8
    market.opens_at_s = command.opens_at_s
    market.closes_at_s = command.closes_at_s
    market.resolves_at_s = command.resolves_at_s
    event = <PredictionCreatedC *> emit(st, TAG_PREDICTION_CREATED, sizeof(PredictionCreatedC))
    event.market_id = row + 1
    event.acre_id = command.acre_id
    event.strike_e8 = command.strike_e8
    event.opens_at_s = command.opens_at_s
    event.closes_at_s = command.closes_at_s
    event.resolves_at_s = command.resolves_at_s
    if is_open:
        _tell_open(st, row)
    return OK


cdef void _tell_open(State *st, uint32_t row) noexcept nogil:
    """A market with a book is open; room for the event was reserved."""
    cdef PredictionOpenedC *event
    _edit(st, row).status = PREDICTION_OPEN
    event = <PredictionOpenedC *> emit(st, TAG_PREDICTION_OPENED, sizeof(PredictionOpenedC))
    event.market_id = row + 1


cdef int _open(State *st, uint32_t row) except -1 nogil:
    reserve_bytes(&st.events, sizeof(PredictionOpenedC))
    open_book(st, row)
    _tell_open(st, row)
    return 0


# Orders that end.

cdef size_t _list_level(State *st, uint32_t first, Ending *endings) noexcept nogil:
    cdef size_t count = 0
    while first != NO_ORDER:
        endings[count].order_id = ticket_at(st, first).order_id
        endings[count].row = first
        count += 1
        first = order_at(st, first).next
    return count


cdef int _end_market_orders(State *st, uint32_t row, int reason, size_t later) except -1 nogil:
    """End all orders of an open market by their ids, then free its book.

    There is room for their events and for `later` bytes of other ones before the first ends.
    """
    cdef Book *book = book_of(st, row)
    cdef size_t count = 0
    cdef size_t place
    cdef uint32_t tick
    cdef Ending *endings
    reserve_bytes(&st.events, book.order_count * sizeof(OrderUpdatedC) + later)
    endings = <Ending *> malloc((<size_t> book.order_count + 1) * sizeof(Ending))
    if endings == NULL:
        return _raise_memory()
    for tick in range(1, book.tick_count + 1):
        count += _list_level(st, book.levels[tick].first, endings + count)
    qsort(endings, count, sizeof(Ending), _order_of_endings)
    for place in range(count):
        end_order(st, endings[place].row, ORDER_EXPIRED, reason)
    free(endings)
    close_book(st, row)
    return 0


cdef int _fire_switch(State *st, uint32_t row) except -1 nogil:
    """The dead-man's switch of a user: all orders end by their ids, and it is off."""
    cdef Points *points = points_at(st, row)
    cdef CancelAfterSetC *event
    reserve_bytes(
        &st.events, points.order_count * sizeof(OrderUpdatedC) + sizeof(CancelAfterSetC)
    )
    cancel_account(st, row, NO_ROW, REASON_CANCEL_AFTER)
    heap_take_out(&st.deadlines, row)
    points.cancel_at_s = 0
    mark_row(&st.tables[TABLE_POINTS], row)
    event = <CancelAfterSetC *> emit(st, TAG_CANCEL_AFTER_SET, sizeof(CancelAfterSetC))
    memcpy(event.user, user_at(st, points.user).address, 32)
    return 0


cdef int _expire_orders(State *st) except -1 nogil:
    """Good-till-date orders whose time has come, by it and by id."""
    cdef uint32_t row
    while st.expiries.count and st.expiries.entries[0].at_s <= st.now_s:
        row = st.expiries.entries[0].row
        reserve_bytes(&st.events, sizeof(OrderUpdatedC))
        end_order(st, row, ORDER_EXPIRED, REASON_ITS_TIME)
    return 0


cdef int _fire_switches(State *st) except -1 nogil:
    """Switches whose deadline has come, by it and by user."""
    while st.deadlines.count and st.deadlines.entries[0].at_s <= st.now_s:
        _fire_switch(st, st.deadlines.entries[0].row)
    return 0


# Closed and resolved.

cdef int _close(State *st, uint32_t row) except -1 nogil:
    """No more orders: those that rest expire, pairs stay."""
    cdef PredictionClosedC *event
    _end_market_orders(st, row, REASON_CLOSED, sizeof(PredictionClosedC))
    _edit(st, row).status = PREDICTION_CLOSED
    event = <PredictionClosedC *> emit(st, TAG_PREDICTION_CLOSED, sizeof(PredictionClosedC))
    event.market_id = row + 1
    return 0


cdef int _record(
    State *st, uint32_t row, int outcome, int64_t value_e8, int64_t published_at_s
) except -1 nogil:
    """Note how a market resolves; a correction leaves the time of its payout."""
    cdef Prediction *market
    cdef ResolutionRecordedC *event
    reserve_bytes(&st.events, sizeof(ResolutionRecordedC))
    market = _edit(st, row)
    event = <ResolutionRecordedC *> emit(st, TAG_RESOLUTION_RECORDED, sizeof(ResolutionRecordedC))
    event.is_correction = market.recorded_at_s != 0
    if market.recorded_at_s == 0:
        market.recorded_at_s = st.now_s
    market.outcome = <uint8_t> outcome
    market.value_e8 = value_e8
    market.published_at_s = published_at_s
    event.market_id = row + 1
    event.outcome = market.outcome
    event.value_e8 = value_e8
    event.published_at_s = published_at_s
    event.pays_at_s = market.recorded_at_s + DISPUTE_S
    return 0


cdef int _record_from_index(State *st, uint32_t row) except -1 nogil:
    """Record the first accepted print published at resolvesAt or later, if there is one."""
    cdef const Prediction *market = prediction_at(st, row)
    if (
        market.status != PREDICTION_CLOSED
        or market.recorded_at_s != 0
        or market.first_published_at_s == 0
    ):
        return 0
    return _record(
        st, row, OUTCOME_YES if market.first_price_e8 >= market.strike_e8 else OUTCOME_NO,
        market.first_price_e8, market.first_published_at_s,
    )


cdef int resolve_prediction(State *st, const ResolvePredictionC *command) except -1 nogil:
    """Record an outcome of a closed market, or correct it before it is paid (rule 41)."""
    cdef const Prediction *market
    if command.market_id == 0 or command.market_id > prediction_count(st):
        return ERR_PREDICTION_MARKET_NOT_FOUND
    if command.value_e8 > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if (
        (command.outcome != OUTCOME_YES and command.outcome != OUTCOME_NO)
        or command.value_e8 < 0
        or command.published_at_s < 0
        or command.published_at_s > st.now_s
    ):
        return ERR_VALIDATION
    market = prediction_at(st, command.market_id - 1)
    if market.status != PREDICTION_CLOSED or st.now_s < market.resolves_at_s or _is_payable(
        st, market
    ):
        return ERR_MARKET_NOT_CLOSED
    _record(
        st, command.market_id - 1, command.outcome, command.value_e8, command.published_at_s
    )
    return OK


# Paid.

cdef inline int _is_payable(State *st, const Prediction *market) noexcept nogil:
    """Whether the dispute time of a recorded resolution is over."""
    return market.recorded_at_s != 0 and st.now_s >= market.recorded_at_s + DISPUTE_S


cdef int _end_due(State *st, const Prediction *market) noexcept nogil:
    """The status with which the clock ends a market now; 0: not yet."""
    if market.status != PREDICTION_CLOSED:
        return 0
    if _is_payable(st, market):
        return PREDICTION_RESOLVED
    if market.recorded_at_s == 0 and st.now_s >= market.resolves_at_s + VALUE_WAIT_S:
        return PREDICTION_VOIDED
    return 0


cdef int64_t _pay_holding(State *st, const Payee *payee, int64_t yes_e6) noexcept nogil:
    """Pay the contracts of one holding and free it; the amount."""
    cdef Holding *holding = holding_at(st, payee.holding)
    cdef Points *points = points_at(st, holding.account)
    cdef int is_no = holding.contracts < 0
    cdef int64_t contracts = -holding.contracts if is_no else holding.contracts
    cdef int64_t payout_e6 = contracts * (PAYOUT * E6 - yes_e6 if is_no else yes_e6)
    cdef PredictionPaidC *event
    mark_holding(st, payee.holding)
    if contracts:
        points.available_e6 += payout_e6
        points.realized_e6 += payout_e6 - holding.cost_e6
        event = <PredictionPaidC *> emit(st, TAG_PREDICTION_PAID, sizeof(PredictionPaidC))
        event.market_id = payee.market + 1
        memcpy(event.user, user_at(st, payee.user).address, 32)
        event.side = <uint8_t> is_no
        event.contracts = <uint32_t> contracts
        event.cost_e6 = holding.cost_e6
        event.payout_e6 = payout_e6
        holding.contracts = 0
        holding.cost_e6 = 0
    free_holding(st, payee.holding)
    return payout_e6


cdef int64_t _pay_market(
    State *st, uint32_t row, const Payee *payees, size_t count, int64_t yes_e6
) noexcept nogil:
    """Pay the holders of a market by their rows: YES its value, NO the rest of a pair's 100."""
    cdef size_t place = first_payee(payees, count, row)
    cdef int64_t paid_e6 = 0
    while place < count and payees[place].market == row:
        paid_e6 += _pay_holding(st, &payees[place], yes_e6)
        place += 1
    _edit(st, row).pairs = 0
    return paid_e6


cdef void _resolve(State *st, uint32_t row, const Payee *payees, size_t count) noexcept nogil:
    cdef Prediction *market = _edit(st, row)
    cdef PredictionResolvedC *event
    cdef int64_t paid_e6 = _pay_market(
        st, row, payees, count, PAYOUT * E6 if market.outcome == OUTCOME_YES else 0
    )
    market.status = PREDICTION_RESOLVED
    event = <PredictionResolvedC *> emit(
        st, TAG_PREDICTION_RESOLVED, sizeof(PredictionResolvedC)
    )
    event.market_id = row + 1
    event.outcome = market.outcome
    event.paid_e6 = paid_e6


cdef void _void(State *st, uint32_t row, const Payee *payees, size_t count) noexcept nogil:
    """Pay at the last traded price; what was recorded is withdrawn."""
    cdef Prediction *market = _edit(st, row)
    cdef int price = market.last_price if market.last_price else VOID_PRICE
    cdef PredictionVoidedC *event
    cdef int64_t paid_e6 = _pay_market(st, row, payees, count, price * E6)
    market.status = PREDICTION_VOIDED
    market.outcome = OUTCOME_VOID
    market.recorded_at_s = 0
    market.value_e8 = 0
    market.published_at_s = 0
    event = <PredictionVoidedC *> emit(st, TAG_PREDICTION_VOIDED, sizeof(PredictionVoidedC))
    event.market_id = row + 1
    event.yes_price = price
    event.paid_e6 = paid_e6


cdef uint8_t *_no_ends(State *st) except NULL nogil:
    """A status for each market, none set; the caller frees it."""
    cdef uint8_t *ends = <uint8_t *> calloc(<size_t> prediction_count(st) + 1, sizeof(uint8_t))
    if ends == NULL:
        _raise_memory()
    return ends


cdef int void_prediction(State *st, const VoidPredictionC *command) except -1 nogil:
    """End a market that is not paid yet, open or not: its orders expire, holders are paid."""
    cdef uint32_t row = command.market_id - 1
    cdef Payout payout
    cdef uint8_t *ends
    if command.market_id == 0 or command.market_id > prediction_count(st):
        return ERR_PREDICTION_MARKET_NOT_FOUND
    if prediction_at(st, row).status > PREDICTION_CLOSED:
        return ERR_MARKET_NOT_CLOSED
    payout.payees = NULL
    ends = _no_ends(st)
    ends[row] = PREDICTION_VOIDED
    try:
        list_payees(st, ends, &payout)
        reserve_bytes(&st.events, payout.event_bytes)
        if prediction_at(st, row).status == PREDICTION_OPEN:
            _end_market_orders(st, row, REASON_VOIDED, payout.event_bytes)
        _void(st, row, payout.payees, payout.count)
    finally:
        free(payout.payees)
        free(ends)
    return OK


# The clock step.

cdef int64_t _next_change_s(State *st, const Prediction *market) noexcept nogil:
    """When time alone changes a market next; a print that it waits for is another matter."""
    if market.status == PREDICTION_UPCOMING:
        return market.opens_at_s
    if market.status == PREDICTION_OPEN:
        return market.closes_at_s
    if market.status != PREDICTION_CLOSED:
        return INT64_MAX
    if market.recorded_at_s != 0:
        return market.recorded_at_s + DISPUTE_S
    return market.resolves_at_s + VALUE_WAIT_S


cdef int _open_due(State *st) except -1 nogil:
    cdef uint32_t row
    for row in range(prediction_count(st)):
        if (
            prediction_at(st, row).status == PREDICTION_UPCOMING
            and prediction_at(st, row).opens_at_s <= st.now_s
        ):
            _open(st, row)
    return 0


cdef int _close_due(State *st) except -1 nogil:
    """Close markets, then record the values that have come, each by id."""
    cdef uint32_t row
    for row in range(prediction_count(st)):
        if (
            prediction_at(st, row).status == PREDICTION_OPEN
            and prediction_at(st, row).closes_at_s <= st.now_s
        ):
            _close(st, row)
    for row in range(prediction_count(st)):
        _record_from_index(st, row)
    return 0


cdef int _end_each(State *st, const uint8_t *ends) except -1 nogil:
    """End markets with the status that `ends` has for each: the resolved by id, then the void."""
    cdef Payout payout
    cdef uint32_t row
    payout.payees = NULL
    try:
        list_payees(st, ends, &payout)
        reserve_bytes(&st.events, payout.event_bytes)
        for row in range(prediction_count(st)):
            if ends[row] == PREDICTION_RESOLVED:
                _resolve(st, row, payout.payees, payout.count)
        for row in range(prediction_count(st)):
            if ends[row] == PREDICTION_VOIDED:
                _void(st, row, payout.payees, payout.count)
    finally:
        free(payout.payees)
    return 0


cdef int _end_due_markets(State *st) except -1 nogil:
    """Pay what was recorded a day ago, and void what has waited in vain."""
    cdef uint8_t *ends = _no_ends(st)
    cdef uint32_t row
    cdef int is_any = 0
    for row in range(prediction_count(st)):
        ends[row] = <uint8_t> _end_due(st, prediction_at(st, row))
        is_any |= ends[row]
    try:
        if is_any:
            _end_each(st, ends)
    finally:
        free(ends)
    return 0


cdef void _find_next(State *st) noexcept nogil:
    """Note when a market changes by time alone next."""
    cdef uint32_t row
    st.next_life_s = INT64_MAX
    for row in range(prediction_count(st)):
        st.next_life_s = min64(st.next_life_s, _next_change_s(st, prediction_at(st, row)))


cdef int step_predictions(State *st) except -1 nogil:
    """Do everything due, in order; never called in a halt."""
    cdef int is_due = st.now_s >= st.next_life_s
    if is_due:
        _open_due(st)
    _expire_orders(st)
    _fire_switches(st)
    if is_due:
        _close_due(st)
        _end_due_markets(st)
        _find_next(st)
    return forget_client_orders(st)
