"""Reads of prediction markets, orders and points as frozen rows (API 5.7)."""

from engine.core.book.book cimport ASK, BID, Book, level_above, level_below
from engine.core.book.ledger cimport Holding, Ledger, Points, price_of
from engine.core.book.orders cimport NO_ORDER
from engine.core.numbers.numbers cimport DAY_S, E6
from engine.core.predictions.state cimport (
    book_of, find_client_order, find_order, find_points, ledger_of,
)
from engine.core.state.state cimport (
    NO_ROW, ORDER_PARTIALLY_FILLED, PREDICTION_OPEN, PREDICTION_RESOLVED, TABLE_POINTS,
    Prediction, PredictionText, State, Ticket, holding_at, order_at, points_at, pool_of,
    prediction_at, prediction_count, prediction_text_at, ticket_at,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.core.views import (
    PredictionBookView, PredictionMarketView, PredictionOrderView, PredictionPortfolioView,
    PredictionPositionView, PredictionTotals,
)
from engine.schema.errors import EngineError, ErrorCode

cdef enum:
    PAYOUT = 100  # points that a pair is worth
    CLIENT_ID_BYTES = 36


cdef uint32_t _market_row(State *st, object market_id) except? 0xFFFFFFFF:
    if not 1 <= market_id <= prediction_count(st):
        raise EngineError(ErrorCode.PREDICTION_MARKET_NOT_FOUND, market_id)
    return market_id - 1


cdef uint32_t _points_row(State *st, bytes owner) except? 0xFFFFFFFE:
    """The row of a wallet's points, or NO_ROW."""
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    return find_points(st, owner)


cdef str _text(const char *text, Py_ssize_t width):
    return text[:width].rstrip(b"\0").decode("ascii")


# Markets.

cdef int _has_book(State *st, uint32_t row) noexcept nogil:
    return prediction_at(st, row).status == PREDICTION_OPEN


cdef object prediction_market(State *st, object market_id):
    cdef uint32_t row = _market_row(st, market_id)
    cdef const Prediction *market = prediction_at(st, row)
    cdef const PredictionText *text = prediction_text_at(st, row)
    cdef const Book *book = book_of(st, row) if _has_book(st, row) else NULL
    is_recorded = market.recorded_at_s != 0
    return PredictionMarketView(
        market_id=row + 1,
        title=_text(text.title, 80),
        description=_text(text.description, 400),
        category=_text(text.category, 32),
        rules=_text(text.rules, 400),
        acre_id=market.acre_id or None,
        strike_e8=market.strike_e8 if market.acre_id else None,
        opens_at_s=market.opens_at_s,
        closes_at_s=market.closes_at_s,
        resolves_at_s=market.resolves_at_s,
        status=market.status,
        outcome=market.outcome if market.status >= PREDICTION_RESOLVED else None,
        last_yes_price=market.last_price or None,
        volume_contracts=market.volume,
        open_interest_contracts=market.pairs,
        sequence=market.sequence,
        best_yes_bid=book.best_bid or None if book != NULL else None,
        best_no_bid=(
            PAYOUT - book.best_ask if book != NULL and book.best_ask <= book.tick_count else None
        ),
        recorded_outcome=market.outcome if is_recorded else None,
        value_e8=(market.value_e8 or None) if is_recorded else None,
        published_at_s=(market.published_at_s or None) if is_recorded else None,
        pays_at_s=market.recorded_at_s + DAY_S if is_recorded else None,
    )


cdef object prediction_book(State *st, object market_id, object depth):
    """At most `depth` levels of each side."""
    cdef uint32_t row = _market_row(st, market_id)
    cdef const Book *book
    cdef uint32_t tick
    cdef list yes = []
    cdef list no = []
    if depth < 0:
        raise ValueError("a depth is a number of levels")
    if _has_book(st, row):
        book = book_of(st, row)
        tick = book.best_bid
        while tick and len(yes) < depth:
            yes.append((tick, book.levels[tick].contracts))
            tick = level_below(book, tick)
        tick = book.best_ask
        while tick <= book.tick_count and len(no) < depth:
            no.append((PAYOUT - tick, book.levels[tick].contracts))
            tick = level_above(book, tick)
    return PredictionBookView(
        market_id=row + 1,
        sequence=prediction_at(st, row).sequence,
        yes=tuple(yes),
        no=tuple(no),
    )


# Orders.

cdef int64_t _reserved_e6(State *st, uint32_t row) noexcept nogil:
    """Points reserved by an open order: its price for what the orders before it leave uncovered."""
    cdef const Holding *holding = holding_at(st, order_at(st, row).owner)
    cdef int side = order_at(st, row).side
    cdef int64_t cover = holding.contracts if side == ASK else -holding.contracts
    cdef int64_t contracts = order_at(st, row).contracts
    cdef uint32_t before = holding.first[side]
    cdef Ledger ledger
    ledger_of(st, ticket_at(st, row).market, &ledger)
    while before != row:
        cover -= order_at(st, before).contracts
        before = order_at(st, before).next_own
    if cover > 0:
        contracts = contracts - cover if cover < contracts else 0
    return contracts * price_of(&ledger, side, order_at(st, row).tick)


cdef uint64_t _queue(State *st, uint32_t row) noexcept nogil:
    """Contracts ahead of an order on its level."""
    cdef uint32_t before = order_at(st, row).last
    cdef uint64_t contracts = 0
    while before != NO_ORDER:
        contracts += order_at(st, before).contracts
        before = order_at(st, before).last
    return contracts


cdef object _order_view(State *st, uint32_t row):
    cdef const Ticket *ticket = ticket_at(st, row)
    is_open = ticket.status <= ORDER_PARTIALLY_FILLED
    return PredictionOrderView(
        order_id=ticket.order_id,
        client_order_id=_text(ticket.client_order_id, CLIENT_ID_BYTES) or None,
        market_id=ticket.market + 1,
        order_type=ticket.order_type,
        time_in_force=ticket.time_in_force,
        expires_at_s=ticket.expires_at_s or None,
        is_post_only=bool(ticket.post_only),
        self_trade_prevention=ticket.self_trade_prevention,
        side=ticket.side,
        price=ticket.price,
        contracts=ticket.contracts,
        filled=ticket.filled,
        remaining=ticket.contracts - ticket.filled - ticket.canceled,
        canceled=ticket.canceled,
        cost_e6=ticket.cost_e6,
        fee_e6=ticket.fee_e6,
        status=ticket.status,
        reserved_e6=_reserved_e6(st, row) if is_open else 0,
        queue_contracts=_queue(st, row) if is_open else None,
        created_at_s=ticket.created_at_s,
        updated_at_s=ticket.updated_at_s,
    )


cdef list prediction_orders(State *st, bytes owner, object market_id):
    """Open orders by id, in one market or, for 0, in all."""
    cdef uint32_t account = _points_row(st, owner)
    cdef uint32_t market = _market_row(st, market_id) if market_id else NO_ROW
    cdef uint32_t row = NO_ROW if account == NO_ROW else points_at(st, account).first_holding
    cdef uint32_t place
    cdef int side
    cdef list found = []
    while row != NO_ROW:
        if market == NO_ROW or holding_at(st, row).market == market:
            for side in range(2):
                place = holding_at(st, row).first[side]
                while place != NO_ORDER:
                    found.append((ticket_at(st, place).order_id, place))
                    place = order_at(st, place).next_own
        row = holding_at(st, row).next
    return [_order_view(st, place) for _, place in sorted(found)]


cdef object prediction_order(State *st, bytes owner, object order_id):
    cdef uint32_t account = _points_row(st, owner)
    cdef uint32_t row
    if account == NO_ROW or not 1 <= order_id <= 0xFFFFFFFFFFFFFFFF:
        return None
    row = find_order(st, order_id)
    if row == NO_ROW or ticket_at(st, row).user != points_at(st, account).user:
        return None
    return _order_view(st, row)


cdef object prediction_order_by_client_id(State *st, bytes owner, str client_order_id):
    cdef uint32_t account = _points_row(st, owner)
    cdef char text[CLIENT_ID_BYTES]
    cdef bytes name = client_order_id.encode("ascii", "replace")
    cdef uint32_t row
    if account == NO_ROW or not 1 <= len(name) <= CLIENT_ID_BYTES:
        return None
    memset(text, 0, CLIENT_ID_BYTES)
    memcpy(text, <const char *> name, len(name))
    row = find_client_order(st, points_at(st, account).user, text)
    return None if row == NO_ROW else _order_view(st, row)


# Points.

cdef int64_t _price_of_holding(State *st, const Holding *holding) noexcept nogil:
    """The last traded price of the side that is held, in points."""
    cdef int64_t price = prediction_at(st, holding.market).last_price
    return price if holding.contracts > 0 else PAYOUT - price


cdef list prediction_positions(State *st, bytes owner):
    """Contracts held, by market."""
    cdef uint32_t account = _points_row(st, owner)
    cdef uint32_t row = NO_ROW if account == NO_ROW else points_at(st, account).first_holding
    cdef const Holding *holding
    cdef dict found = {}
    while row != NO_ROW:
        holding = holding_at(st, row)
        row = holding.next
        if holding.contracts == 0:
            continue
        found[holding.market] = PredictionPositionView(
            market_id=holding.market + 1,
            side=BID if holding.contracts > 0 else ASK,
            contracts=abs(holding.contracts),
            cost_e6=holding.cost_e6,
            current_price=_price_of_holding(st, holding),
        )
    return [found[market] for market in sorted(found)]


cdef object prediction_portfolio(State *st, bytes owner):
    cdef uint32_t account = _points_row(st, owner)
    cdef const Points *points
    cdef const Holding *holding
    cdef uint32_t row
    if account == NO_ROW:
        return PredictionPortfolioView(0, 0, 0, 0, 0, (), False, None, 0)
    points = points_at(st, account)
    cost_e6 = 0
    value_e6 = 0
    row = points.first_holding
    while row != NO_ROW:
        holding = holding_at(st, row)
        cost_e6 += holding.cost_e6
        value_e6 += abs(holding.contracts) * _price_of_holding(st, holding) * E6
        row = holding.next
    return PredictionPortfolioView(
        available_e6=points.available_e6,
        reserved_e6=points.reserved_e6,
        cost_e6=cost_e6,
        realized_pnl_e6=points.realized_e6,
        unrealized_pnl_e6=value_e6 - cost_e6,
        programmes=tuple([n for n in range(1, 4) if points.programmes >> n & 1]),
        is_granted=points.granted_e6 > 0,
        cancel_at_s=points.cancel_at_s or None,
        open_orders=points.order_count,
    )


cdef object prediction_totals(State *st):
    cdef uint32_t row
    cdef const Points *points
    available_e6 = 0
    reserved_e6 = 0
    order_count = 0
    for row in range(<uint32_t> pool_of(st).rows[TABLE_POINTS]):
        points = points_at(st, row)
        available_e6 += points.available_e6
        reserved_e6 += points.reserved_e6
        order_count += points.order_count
    return PredictionTotals(
        granted_e6=pool_of(st).points_granted_e6,
        burned_e6=pool_of(st).points_burned_e6,
        available_e6=available_e6,
        reserved_e6=reserved_e6,
        pairs=sum([prediction_at(st, row).pairs for row in range(prediction_count(st))]),
        order_count=order_count,
    )
