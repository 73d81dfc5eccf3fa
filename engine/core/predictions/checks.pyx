"""Whether prediction rows that were read can be worked with: before and after they are linked.

Sums are worked out again from the rows and compared: what a holding's orders reserve, a market's
pairs, and all points against what was granted and burned.
"""

from engine.core.book.book cimport Book
from engine.core.book.ledger cimport (
    CONTRACTS_MAX, Holding, Ledger, Points, covered_e6, price_of,
)
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.numbers.numbers cimport PRICE_MAX, TIME_MAX, i128
from engine.core.predictions.rows cimport OPEN_ORDERS_MAX
from engine.core.predictions.state cimport (
    book_of, find_client_order, find_holding, find_order, ledger_of,
)
from engine.core.state.checks cimport wrong
from engine.core.state.state cimport (
    NO_ROW, ORDER_EXPIRED, ORDER_PARTIALLY_FILLED, OUTCOME_NONE, OUTCOME_VOID,
    PREDICTION_CLOSED, PREDICTION_OPEN, PREDICTION_VOIDED, TABLE_HOLDING,
    TABLE_ORDER, TABLE_POINTS, TABLE_POOL, TABLE_PREDICTION,
    TABLE_PREDICTION_TEXT, TABLE_TICKET, TABLE_USER, Pool, Prediction, PredictionText, State,
    Ticket, holding_at, order_at, points_at, pool_of, prediction_at, prediction_count,
    prediction_text_at, ticket_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

cdef enum:
    LEVELS = 99
    PROGRAMMES = 14  # bits 1, 2, 3

cdef int64_t GRANTED_MAX_E6 = <int64_t> 1 << 61
cdef int64_t POINT_E6 = 1_000_000
cdef int64_t PAYOUT_E6 = 100 * POINT_E6
cdef int64_t CONTRACTS_HELD_MAX = (<int64_t> 1 << 61) // 100_000_000


cdef int check_prediction_rows(State *st) except -1:
    cdef uint64_t rows = 1 + max(pool_of(st).rows[TABLE_TICKET], pool_of(st).rows[TABLE_HOLDING])
    cdef uint8_t *seen
    if pool_of(st).rows[TABLE_ORDER] != pool_of(st).rows[TABLE_TICKET]:
        raise ValueError("the snapshot has not as many orders as tickets")
    if pool_of(st).rows[TABLE_PREDICTION] != pool_of(st).rows[TABLE_PREDICTION_TEXT]:
        raise ValueError("the snapshot has not as many predictions as texts of them")
    seen = <uint8_t *> calloc(rows, 1)
    if seen == NULL:
        raise MemoryError("no memory to check a snapshot")
    try:
        with nogil:
            _check_pool(st)
            _check_markets(st)
            _check_points(st)
            _check_holdings(st, seen)
            _check_tickets(st)
            _check_free_orders(st, seen)
            _check_clients(st, seen)
    finally:
        free(seen)
    return 0


# Bounds.

cdef int _check_pool(State *st) except -1 nogil:
    cdef const Pool *pool = pool_of(st)
    if not 0 <= pool.points_granted_e6 <= GRANTED_MAX_E6:
        return wrong(TABLE_POOL, 0, b"points granted")
    if not 0 <= pool.points_burned_e6 <= pool.points_granted_e6:
        return wrong(TABLE_POOL, 0, b"points burned")
    return 0


cdef int _is_text(const char *text, int width) noexcept nogil:
    """Whether what can be shown is followed by zeros only."""
    cdef int place = 0
    while place < width and 32 <= text[place] <= 126:
        place += 1
    while place < width and text[place] == 0:
        place += 1
    return place == width


cdef int _check_markets(State *st) except -1 nogil:
    cdef const Prediction *market
    cdef const PredictionText *text
    cdef uint32_t row
    for row in range(prediction_count(st)):
        market = prediction_at(st, row)
        text = prediction_text_at(st, row)
        if market.status > PREDICTION_VOIDED or market.outcome > OUTCOME_VOID:
            return wrong(TABLE_PREDICTION, row, b"status or outcome")
        if not (
            0 <= market.opens_at_s < market.closes_at_s <= market.resolves_at_s <= TIME_MAX
        ):
            return wrong(TABLE_PREDICTION, row, b"times")
        if not (
            0 <= market.recorded_at_s <= st.now_s and 0 <= market.published_at_s <= TIME_MAX
        ):
            return wrong(TABLE_PREDICTION, row, b"time of the resolution")
        if not (0 <= market.strike_e8 <= PRICE_MAX and 0 <= market.value_e8 <= PRICE_MAX):
            return wrong(TABLE_PREDICTION, row, b"strike or value")
        if not 0 <= market.first_price_e8 <= PRICE_MAX or (market.first_price_e8 == 0) != (
            market.first_published_at_s == 0
        ):
            return wrong(TABLE_PREDICTION, row, b"first print")
        if market.first_published_at_s and not (
            market.acre_id
            and market.resolves_at_s <= market.first_published_at_s <= st.now_s
        ):
            return wrong(TABLE_PREDICTION, row, b"time of the first print")
        if market.last_price > LEVELS or (market.last_price == 0) != (market.volume == 0):
            return wrong(TABLE_PREDICTION, row, b"last price")
        if not 0 <= market.pairs <= CONTRACTS_HELD_MAX or market.volume < <uint64_t> market.pairs:
            return wrong(TABLE_PREDICTION, row, b"pairs")
        if market.pairs and not PREDICTION_OPEN <= market.status <= PREDICTION_CLOSED:
            return wrong(TABLE_PREDICTION, row, b"pairs")
        if market.outcome != OUTCOME_NONE and market.status <= PREDICTION_OPEN:
            return wrong(TABLE_PREDICTION, row, b"outcome")
        if not (
            _is_text(text.title, 80) and _is_text(text.description, 400)
            and _is_text(text.category, 32) and _is_text(text.rules, 400)
        ):
            return wrong(TABLE_PREDICTION_TEXT, row, b"it cannot be shown")
    return 0


cdef int _check_points(State *st) except -1 nogil:
    """Each row belongs to one user, who names it."""
    cdef const Points *points
    cdef uint64_t rows = pool_of(st).rows[TABLE_POINTS]
    cdef uint64_t row
    cdef uint32_t link
    for row in range(rows):
        points = points_at(st, row)
        if (
            points.user >= pool_of(st).rows[TABLE_USER]
            or user_at(st, points.user).points != row
        ):
            return wrong(TABLE_POINTS, row, b"user")
        if not (
            0 <= points.available_e6 <= GRANTED_MAX_E6
            and 0 <= points.reserved_e6 <= GRANTED_MAX_E6
            and 0 <= points.granted_e6 <= GRANTED_MAX_E6
            and -GRANTED_MAX_E6 <= points.realized_e6 <= GRANTED_MAX_E6
        ):
            return wrong(TABLE_POINTS, row, b"amount")
        if not (0 <= points.cancel_at_s <= TIME_MAX and 0 <= points.top_up_day <= TIME_MAX):
            return wrong(TABLE_POINTS, row, b"time")
        if points.order_count > OPEN_ORDERS_MAX or points.programmes & ~<uint32_t> PROGRAMMES:
            return wrong(TABLE_POINTS, row, b"orders or programmes")
    for row in range(pool_of(st).rows[TABLE_USER]):
        link = user_at(st, row).points
        if link != NO_ROW and (link >= rows or points_at(st, link).user != row):
            return wrong(TABLE_USER, row, b"points")
    return 0


cdef inline int64_t _held(const Holding *holding) noexcept nogil:
    return -holding.contracts if holding.contracts < 0 else holding.contracts


cdef int _check_holdings(State *st, uint8_t *seen) except -1 nogil:
    """Each row is free, or is once in the list of its account."""
    cdef uint64_t rows = pool_of(st).rows[TABLE_HOLDING]
    cdef const Holding *holding
    cdef uint32_t link
    cdef uint64_t row
    cdef int side
    for row in range(rows):
        holding = holding_at(st, row)
        if holding.next != NO_ROW and holding.next >= rows:
            return wrong(TABLE_HOLDING, row, b"next")
        if holding.account == NO_ROW:
            continue
        if holding.account >= pool_of(st).rows[TABLE_POINTS]:
            return wrong(TABLE_HOLDING, row, b"account")
        if holding.market >= prediction_count(st) or not (
            PREDICTION_OPEN <= prediction_at(st, holding.market).status <= PREDICTION_CLOSED
        ):
            return wrong(TABLE_HOLDING, row, b"market")
        if not (
            -CONTRACTS_HELD_MAX <= holding.contracts <= CONTRACTS_HELD_MAX
            and 0 <= holding.cost_e6 <= _held(holding) * PAYOUT_E6
        ):
            return wrong(TABLE_HOLDING, row, b"contracts or cost")
        for side in range(2):
            if not 0 <= holding.open[side] <= OPEN_ORDERS_MAX * <int64_t> CONTRACTS_MAX or not (
                0 <= holding.full_e6[side] <= holding.open[side] * PAYOUT_E6
            ):
                return wrong(TABLE_HOLDING, row, b"open orders")
        if not 0 <= holding.reserved_e6 <= holding.full_e6[0] + holding.full_e6[1]:
            return wrong(TABLE_HOLDING, row, b"what is reserved")
    for row in range(pool_of(st).rows[TABLE_POINTS]):
        link = points_at(st, row).first_holding
        while link != NO_ROW:
            if link >= rows or seen[link] or holding_at(st, link).account != row:
                return wrong(TABLE_POINTS, row, b"its holdings")
            seen[link] = 1
            link = holding_at(st, link).next
    link = pool_of(st).free_holding
    while link != NO_ROW:
        if link >= rows or seen[link] or holding_at(st, link).account != NO_ROW:
            return wrong(TABLE_POOL, 0, b"free holding")
        seen[link] = 1
        link = holding_at(st, link).next
    for row in range(rows):
        if not seen[row]:
            return wrong(TABLE_HOLDING, row, b"it is in no list")
        seen[row] = 0
    return 0


cdef inline int _is_open(const Ticket *ticket) noexcept nogil:
    return ticket.status <= ORDER_PARTIALLY_FILLED


cdef int _check_tickets(State *st) except -1 nogil:
    cdef uint64_t row
    for row in range(pool_of(st).rows[TABLE_TICKET]):
        if ticket_at(st, row).order_id == 0:
            _check_free(ticket_at(st, row), order_at(st, row), row)
            continue
        _check_ticket(st, ticket_at(st, row), row)
        if _is_open(ticket_at(st, row)):
            _check_resting(st, order_at(st, row), ticket_at(st, row), row)
        elif order_at(st, row).contracts or not ticket_at(st, row).is_listed:
            return wrong(TABLE_ORDER, row, b"an order that has ended")
        elif _left(ticket_at(st, row)):
            return wrong(TABLE_TICKET, row, b"contracts of an order that has ended")
    return 0


cdef inline uint32_t _left(const Ticket *ticket) noexcept nogil:
    return ticket.contracts - ticket.filled - ticket.canceled


cdef int _check_free(const Ticket *ticket, const Order *order, uint64_t row) except -1 nogil:
    """A free place has nothing but its link."""
    cdef Ticket empty
    cdef Order nothing
    memset(&empty, 0, sizeof(Ticket))
    memset(&nothing, 0, sizeof(Order))
    empty.next_client = ticket.next_client
    if memcmp(&empty, ticket, sizeof(Ticket)) != 0:
        return wrong(TABLE_TICKET, row, b"a free place that is not empty")
    if memcmp(&nothing, order, sizeof(Order)) != 0:
        return wrong(TABLE_ORDER, row, b"a free place that is not empty")
    return 0


cdef int _check_ticket(State *st, const Ticket *ticket, uint64_t row) except -1 nogil:
    cdef const Pool *pool = pool_of(st)
    if ticket.order_id > pool.last_order_id or ticket.rank > pool.last_order_rank:
        return wrong(TABLE_TICKET, row, b"id or rank")
    if (
        ticket.user >= pool.rows[TABLE_USER] or user_at(st, ticket.user).points == NO_ROW
        or ticket.market >= prediction_count(st)
    ):
        return wrong(TABLE_TICKET, row, b"user or market")
    if (
        ticket.status > ORDER_EXPIRED or ticket.side > 1 or ticket.order_type > 1
        or ticket.time_in_force > 3 or ticket.post_only > 1 or ticket.self_trade_prevention > 2
        or ticket.is_listed > 1 or not 1 <= ticket.price <= LEVELS
    ):
        return wrong(TABLE_TICKET, row, b"status or kind")
    if not _is_text(ticket.client_order_id, 36) or (
        ticket.is_listed and ticket.client_order_id[0] == 0
    ):
        return wrong(TABLE_TICKET, row, b"client id")
    if <uint64_t> ticket.filled + ticket.canceled > ticket.contracts or not (
        0 <= ticket.cost_e6 <= ticket.filled * PAYOUT_E6
        and 0 <= ticket.fee_e6 <= ticket.filled * POINT_E6
    ):
        return wrong(TABLE_TICKET, row, b"contracts, cost or fee")
    if not (
        0 <= ticket.created_at_s <= ticket.updated_at_s <= st.now_s
        and 0 <= ticket.expires_at_s <= TIME_MAX
    ):
        return wrong(TABLE_TICKET, row, b"time")
    return 0


cdef int _check_resting(
    State *st, const Order *order, const Ticket *ticket, uint64_t row
) except -1 nogil:
    """A resting order says the same as its ticket, in a market that is open."""
    cdef const Holding *holding
    if prediction_at(st, ticket.market).status != PREDICTION_OPEN or ticket.rank == 0:
        return wrong(TABLE_TICKET, row, b"it cannot rest")
    if ticket.time_in_force > 1 or (ticket.filled != 0) != (
        ticket.status == ORDER_PARTIALLY_FILLED
    ):
        return wrong(TABLE_TICKET, row, b"it cannot rest")
    if not 1 <= order.contracts <= CONTRACTS_MAX or order.contracts != _left(ticket):
        return wrong(TABLE_ORDER, row, b"contracts")
    if (
        order.market != ticket.market or order.side != ticket.side or order.flags
        or order.tick != (LEVELS + 1 - ticket.price if ticket.side else ticket.price)
    ):
        return wrong(TABLE_ORDER, row, b"place in the book")
    if order.owner >= pool_of(st).rows[TABLE_HOLDING]:
        return wrong(TABLE_ORDER, row, b"holding")
    holding = holding_at(st, order.owner)
    if (
        holding.account == NO_ROW or holding.market != order.market
        or points_at(st, holding.account).user != ticket.user
    ):
        return wrong(TABLE_ORDER, row, b"holding")
    return 0


cdef int _check_free_orders(State *st, uint8_t *seen) except -1 nogil:
    """The chain of free places: those without an id, and no others."""
    cdef uint64_t rows = pool_of(st).rows[TABLE_TICKET]
    cdef uint32_t link = pool_of(st).free_order
    cdef uint64_t row
    while link != NO_ROW:
        if link >= rows or seen[link] or ticket_at(st, link).order_id:
            return wrong(TABLE_POOL, 0, b"free order")
        seen[link] = 1
        link = ticket_at(st, link).next_client
    for row in range(rows):
        if not seen[row] and ticket_at(st, row).order_id == 0:
            return wrong(TABLE_TICKET, row, b"a free place that is in no chain")
        seen[row] = 0
    return 0


cdef int _check_clients(State *st, uint8_t *seen) except -1 nogil:
    """The list of client ids: those listed and no others, oldest first."""
    cdef uint32_t link = pool_of(st).first_client
    cdef uint32_t last = NO_ROW
    cdef uint64_t after = 0
    cdef uint64_t row
    while link != NO_ROW:
        if (
            link >= pool_of(st).rows[TABLE_TICKET] or seen[link]
            or not ticket_at(st, link).is_listed or ticket_at(st, link).order_id <= after
        ):
            return wrong(TABLE_POOL, 0, b"list of client ids")
        if last != NO_ROW and (
            ticket_at(st, link).created_at_s < ticket_at(st, last).created_at_s
        ):
            return wrong(TABLE_TICKET, link, b"place in the list of client ids")
        seen[link] = 1
        last = link
        after = ticket_at(st, link).order_id
        link = ticket_at(st, link).next_client
    if last != pool_of(st).last_client:
        return wrong(TABLE_POOL, 0, b"last client id")
    for row in range(pool_of(st).rows[TABLE_TICKET]):
        if ticket_at(st, row).order_id and ticket_at(st, row).is_listed != seen[row]:
            return wrong(TABLE_TICKET, row, b"whether its client id is listed")
        seen[row] = 0
    return 0


# Sums.

cdef int check_prediction_sums(State *st) except -1 nogil:
    _check_keys(st)
    _check_ranks(st)
    _check_reserves(st)
    _check_account_sums(st)
    _check_pairs(st)
    return _check_total(st)


cdef int _check_keys(State *st) except -1 nogil:
    """No two orders have one id, no two holdings one account and market."""
    cdef const Ticket *ticket
    cdef const Holding *holding
    cdef uint64_t row
    cdef uint32_t other
    for row in range(pool_of(st).rows[TABLE_TICKET]):
        ticket = ticket_at(st, row)
        if ticket.order_id == 0:
            continue
        if find_order(st, ticket.order_id) != row:
            return wrong(TABLE_TICKET, row, b"its id appears twice")
        if ticket.client_order_id[0] == 0 or not _is_open(ticket):
            continue
        other = find_client_order(st, ticket.user, ticket.client_order_id)
        if other != row:
            return wrong(TABLE_TICKET, row, b"its client id appears twice")
    for row in range(pool_of(st).rows[TABLE_HOLDING]):
        holding = holding_at(st, row)
        if holding.account != NO_ROW and (
            find_holding(st, holding.account, holding.market) != row
        ):
            return wrong(TABLE_HOLDING, row, b"account and market appear twice")
    return 0


cdef int _check_ranks(State *st) except -1 nogil:
    """No two orders of a level have one rank, and no market's book is crossed."""
    cdef const Book *book
    cdef uint32_t market
    cdef uint32_t tick
    cdef uint32_t row
    cdef uint64_t rank
    for market in range(prediction_count(st)):
        if prediction_at(st, market).status != PREDICTION_OPEN:
            continue
        book = book_of(st, market)
        if book.best_bid >= book.best_ask:
            return wrong(TABLE_PREDICTION, market, b"its book is crossed")
        for tick in range(1, LEVELS + 1):
            row = book.levels[tick].first
            rank = 0
            while row != NO_ORDER:
                if ticket_at(st, row).rank <= rank:
                    return wrong(TABLE_TICKET, row, b"rank")
                if order_at(st, row).side != (tick >= book.best_ask):
                    return wrong(TABLE_PREDICTION, market, b"its book is crossed")
                rank = ticket_at(st, row).rank
                row = order_at(st, row).next
    return 0


cdef int _check_reserves(State *st) except -1 nogil:
    """Reserve, contracts and covered reserve of a holding's orders."""
    cdef const Holding *holding
    cdef Ledger ledger
    cdef int64_t full_e6[2]
    cdef int64_t open[2]
    cdef int64_t needed_e6
    cdef uint64_t row
    cdef uint32_t order
    cdef int side
    for row in range(pool_of(st).rows[TABLE_HOLDING]):
        holding = holding_at(st, row)
        if holding.account == NO_ROW:
            continue
        ledger_of(st, holding.market, &ledger)
        needed_e6 = 0
        for side in range(2):
            full_e6[side] = 0
            open[side] = 0
            order = holding.first[side]
            while order != NO_ORDER:
                open[side] += order_at(st, order).contracts
                full_e6[side] += order_at(st, order).contracts * price_of(
                    &ledger, side, order_at(st, order).tick
                )
                order = order_at(st, order).next_own
            if holding.open[side] != open[side] or holding.full_e6[side] != full_e6[side]:
                return wrong(TABLE_HOLDING, row, b"sums of its open orders")
            needed_e6 += full_e6[side] - covered_e6(
                &ledger, holding, side, holding.contracts if side else -holding.contracts
            )
        if holding.reserved_e6 != needed_e6:
            return wrong(TABLE_HOLDING, row, b"what is reserved")
    return 0


cdef int _check_account_sums(State *st) except -1 nogil:
    cdef const Points *points
    cdef uint64_t row
    cdef uint32_t holding
    cdef uint32_t order
    cdef uint64_t count
    cdef i128 reserved_e6
    cdef int side
    for row in range(pool_of(st).rows[TABLE_POINTS]):
        points = points_at(st, row)
        reserved_e6 = 0
        count = 0
        holding = points.first_holding
        while holding != NO_ROW:
            reserved_e6 += holding_at(st, holding).reserved_e6
            for side in range(2):
                order = holding_at(st, holding).first[side]
                while order != NO_ORDER:
                    count += 1
                    order = order_at(st, order).next_own
            holding = holding_at(st, holding).next
        if reserved_e6 != points.reserved_e6 or count != points.order_count:
            return wrong(TABLE_POINTS, row, b"sums of its open orders")
    return 0


cdef int _check_pairs(State *st) except -1 nogil:
    """As many YES as NO contracts are held in each market, and as many as it has pairs."""
    cdef size_t count = prediction_count(st)
    cdef int64_t *held = <int64_t *> calloc(2 * count + 1, sizeof(int64_t))
    cdef const Holding *holding
    cdef uint64_t row
    cdef int side
    if held == NULL:
        with gil:
            raise MemoryError("no memory to check a snapshot")
    try:
        for row in range(pool_of(st).rows[TABLE_HOLDING]):
            holding = holding_at(st, row)
            if holding.account != NO_ROW:
                side = holding.contracts < 0
                held[2 * holding.market + side] += _held(holding)
                if held[2 * holding.market + side] > CONTRACTS_HELD_MAX:
                    return wrong(TABLE_HOLDING, row, b"contracts or cost")
        for row in range(count):
            if held[2 * row] != held[2 * row + 1] or (
                held[2 * row] != prediction_at(st, <uint32_t> row).pairs
            ):
                return wrong(TABLE_PREDICTION, row, b"pairs")
    finally:
        free(held)
    return 0


cdef int _check_total(State *st) except -1 nogil:
    """Points are made by grants, destroyed by fees; the rest is held or locked in pairs."""
    cdef const Pool *pool = pool_of(st)
    cdef i128 held_e6 = 0
    cdef i128 granted_e6 = 0
    cdef uint64_t row
    for row in range(pool.rows[TABLE_POINTS]):
        held_e6 += points_at(st, row).available_e6
        held_e6 += points_at(st, row).reserved_e6
        granted_e6 += points_at(st, row).granted_e6
    for row in range(prediction_count(st)):
        held_e6 += <i128> prediction_at(st, <uint32_t> row).pairs * PAYOUT_E6
    if granted_e6 != pool.points_granted_e6:
        return wrong(TABLE_POOL, 0, b"points granted")
    if held_e6 != <i128> pool.points_granted_e6 - pool.points_burned_e6:
        return wrong(TABLE_POOL, 0, b"points held")
    return 0
