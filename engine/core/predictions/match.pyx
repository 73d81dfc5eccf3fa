"""Matching an order of the exchange: what the book did becomes events and figures of tickets."""

from engine.core.book.book cimport (
    EVENT_FILL, EVENT_REST_CANCELED, EVENT_RESTED, EVENT_SELF_CANCELED, LIFE_IOC, LIFE_REST, Book,
    BookEvent, Taker, is_crossing, run_taker,
)
from engine.core.book.ledger cimport Ledger, Points, price_of
from engine.core.generated.records cimport (
    TAG_PREDICTION_TRADED, OrderUpdatedC, PredictionTradedC,
)
from engine.core.perps.accounting cimport emit
from engine.core.predictions.rows cimport (
    FORCE_GTD, REASON_MATCH, REASON_SELF_MATCH, REASON_UNFILLED,
)
from engine.core.predictions.state cimport (
    book_of, finish_order, ledger_of, mark_holding, mark_order, tell_order, touch_book,
)
from engine.core.state.state cimport (
    ORDER_CANCELED, ORDER_FILLED, ORDER_OPEN, ORDER_PARTIALLY_FILLED, Pool, Prediction, State,
    Ticket, edit_pool, order_at, pool_of, prediction_at, ticket_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    SCRATCH = 64  # events of the book taken over at once


cdef size_t matching_size(
    const Book *book, const Points *points, int side, uint32_t tick, uint32_t contracts
) noexcept nogil:
    """Bytes of the events of a match, at most.

    Each order that is met gives up a contract, but for own ones, which may only be removed.
    """
    cdef uint64_t met = 0
    if is_crossing(book, side, tick):
        met = <uint64_t> contracts + points.order_count
        if met > book.order_count:
            met = book.order_count
    return met * (sizeof(PredictionTradedC) + sizeof(OrderUpdatedC)) + sizeof(OrderUpdatedC)


cdef int match_order(
    State *st, uint32_t row, uint16_t tick, uint32_t holding, uint32_t contracts, int is_own_listed
) noexcept nogil:
    """Let an order match; whether that changed the order beyond its standing in the book."""
    cdef Book *book
    cdef Ledger ledger
    cdef Taker taker
    cdef BookEvent scratch[SCRATCH]
    cdef BookEvent *end
    cdef BookEvent *event
    cdef Ticket *ticket = ticket_at(st, row)
    cdef int is_done = 0
    cdef int is_changed = 0
    ledger_of(st, ticket.market, &ledger)
    book = book_of(st, ticket.market)
    taker.order = row
    taker.owner = holding
    taker.limit = tick
    taker.left = contracts
    taker.command = 0
    taker.side = ticket.side
    taker.life = LIFE_REST if ticket.time_in_force <= FORCE_GTD else LIFE_IOC
    taker.stp = ticket.self_trade_prevention
    taker.is_own_listed = <uint8_t> is_own_listed
    taker.has_changed = 0
    while not is_done:
        end = scratch
        is_done = run_taker(book, &ledger, &taker, &end, scratch + SCRATCH)
        event = scratch
        while event < end:
            is_changed |= _take_over(st, row, event, &ledger)
            event += 1
    if taker.has_changed or is_own_listed:
        touch_book(st, ticket.market)
    mark_holding(st, holding)
    prediction_at(st, ticket.market).pairs = ledger.pairs
    if ledger.burned_e6:
        edit_pool(st).points_burned_e6 += ledger.burned_e6
    return is_changed


cdef int _take_over(
    State *st, uint32_t row, const BookEvent *event, const Ledger *ledger
) noexcept nogil:
    """One event of the book; whether it changed the incoming order's figures."""
    cdef Ticket *ticket = ticket_at(st, row)
    if event.kind == EVENT_FILL:
        _take_fill(st, ticket, event, ledger)
        return 1
    if event.kind == EVENT_RESTED:
        edit_pool(st).last_order_rank += 1
        ticket.rank = pool_of(st).last_order_rank
        ticket.status = ORDER_PARTIALLY_FILLED if ticket.filled else ORDER_OPEN
        return 0
    if event.kind == EVENT_SELF_CANCELED:
        _take_self_canceled(st, event)
        return 0
    ticket.canceled += event.contracts
    ticket.reason = (
        REASON_UNFILLED if event.kind == EVENT_REST_CANCELED else REASON_SELF_MATCH
    )
    if event.left == 0:
        ticket.status = ORDER_CANCELED
    return 1


cdef inline void _add_fill(
    Ticket *ticket, const BookEvent *event, const Ledger *ledger, int64_t now_s
) noexcept nogil:
    ticket.filled += event.contracts
    ticket.cost_e6 += event.contracts * price_of(ledger, ticket.side, event.tick)
    ticket.reason = REASON_MATCH
    ticket.updated_at_s = now_s
    ticket.status = ORDER_PARTIALLY_FILLED
    if ticket.filled + ticket.canceled == ticket.contracts:
        ticket.status = ORDER_FILLED


cdef void _take_fill(
    State *st, Ticket *taker, const BookEvent *event, const Ledger *ledger
) noexcept nogil:
    cdef Ticket *maker = ticket_at(st, event.maker)
    cdef Prediction *market = prediction_at(st, taker.market)
    cdef Pool *pool = edit_pool(st)
    cdef PredictionTradedC *traded
    _add_fill(taker, event, ledger, st.now_s)
    _add_fill(maker, event, ledger, st.now_s)
    taker.fee_e6 += event.fee_e6
    mark_order(st, event.maker)
    mark_holding(st, order_at(st, event.maker).owner)
    market.volume += event.contracts
    market.last_price = event.tick
    pool.last_prediction_trade_id += 1
    traded = <PredictionTradedC *> emit(st, TAG_PREDICTION_TRADED, sizeof(PredictionTradedC))
    traded.trade_id = pool.last_prediction_trade_id
    traded.market_id = taker.market + 1
    memcpy(traded.taker, user_at(st, taker.user).address, 32)
    traded.taker_order_id = taker.order_id
    traded.taker_side = taker.side
    memcpy(traded.maker, user_at(st, maker.user).address, 32)
    traded.maker_order_id = maker.order_id
    traded.yes_price = event.tick
    traded.contracts = event.contracts
    traded.taker_fee_e6 = event.fee_e6
    traded.minted = event.minted
    traded.merged = event.merged
    tell_order(st, event.maker)
    if event.left == 0:
        finish_order(st, event.maker)


cdef void _take_self_canceled(State *st, const BookEvent *event) noexcept nogil:
    """Contracts of an own resting order that the incoming one met."""
    cdef Ticket *ticket = ticket_at(st, event.order)
    mark_order(st, event.order)
    ticket.canceled += event.contracts
    ticket.reason = REASON_SELF_MATCH
    ticket.updated_at_s = st.now_s
    if event.left == 0:
        ticket.status = ORDER_CANCELED
    tell_order(st, event.order)
    if event.left == 0:
        finish_order(st, event.order)
