"""Index prints: accepted, held, confirmed (rules 10-13, 33, 42, 65, 66)."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_MARKET_NOT_FOUND, ERR_PRINT_REJECTED, ERR_VALIDATION, OK,
    TAG_PARAMETER_CHANGED, TAG_PRINT_ACCEPTED, TAG_PRINT_HELD, TAG_STATUS_CHANGED, ConfirmPrintC,
    ParameterChangedC, PostPrintC, PrintAcceptedC, PrintHeldC, StatusChangedC,
)
from engine.core.numbers.numbers cimport E12, PRICE_MAX, i128, max64
from engine.core.perps.accounting cimport (
    Totals, accrue_market, emit, nav_e6, required_minimum_e6, totals_now,
)
from engine.core.perps.funding cimport hold_rate_ceil_e18
from engine.core.perps.oracle cimport (
    days_between, follow, is_within_band, learn, schedule_at_s,
)
from engine.core.pool.pool cimport cap_floor_e6, reference_skew_floor_e6
from engine.core.predictions.state cimport keep_value
from engine.core.state.state cimport (
    HELD_NONE, HELD_OPERATOR_ONLY, HELD_ORDINARY, STATUS_PAUSED, Market, MarketParameters, State,
    edit_listing, edit_market, market_at, market_count, market_rules, pool_of,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t

# Ids of the parameters that follow.
cdef enum:
    SKEW_SCALE = 4
    MAX_SIDE_SIZE = 5

# The detail of PRINT_REJECTED.
cdef enum:
    PRINT_NOT_RISING = 1
    PRINT_FUTURE = 2
    PRINT_TOO_OLD = 3
    PRINT_CONFIDENCE = 4
    PRINT_SETTLED = 5


cdef int set_references(State *st, uint32_t row) except -1 nogil:
    """Store sRef from the NAV and price of this moment, then the holding charge of a day."""
    cdef Totals totals
    totals_now(st, &totals)
    return _set_references(st, row, &totals)


cdef int _set_references(State *st, uint32_t row, const Totals *totals) except -1 nogil:
    cdef MarketParameters *rules = market_rules(st, row)
    cdef Market *market = edit_market(st, row)
    market.s_ref_e6 = reference_skew_floor_e6(
        cap_floor_e6(nav_e6(st, totals), rules.max_side_notional_rate_e12),
        rules.s_ref_rate_e12, market.price_e8,
    )
    market.hold_rate_e18 = hold_rate_ceil_e18(
        required_minimum_e6(st, totals), pool_of(st).lp_balance_e6, st.rules.hold_kink_e12,
        st.rules.hold_rate_e12,
    )
    return 0


cdef int emit_parameter(
    State *st, uint32_t market_id, uint16_t parameter, int64_t value
) except -1 nogil:
    cdef ParameterChangedC *event = <ParameterChangedC *> emit(
        st, TAG_PARAMETER_CHANGED, sizeof(ParameterChangedC)
    )
    event.market_id = market_id
    event.parameter = parameter
    event.value = value
    return OK


cdef int _follow(State *st, uint32_t row, int64_t nav, int64_t days) except -1 nogil:
    """The sizes of a market that follows NAV and price; each change is an event (rule 66)."""
    cdef MarketParameters before = market_rules(st, row)[0]
    cdef MarketParameters after = before
    follow(&after, nav, market_at(st, row).price_e8, days)
    if (
        after.skew_scale_e6 == before.skew_scale_e6
        and after.max_side_size_e6 == before.max_side_size_e6
    ):
        return OK
    edit_listing(st, row).parameters = after
    if after.skew_scale_e6 != before.skew_scale_e6:
        emit_parameter(st, row + 1, SKEW_SCALE, after.skew_scale_e6)
    if after.max_side_size_e6 != before.max_side_size_e6:
        emit_parameter(st, row + 1, MAX_SIDE_SIZE, after.max_side_size_e6)
    return OK


cdef int _accept(State *st, uint32_t row, int64_t price_e8, int64_t published_at_s) except -1 nogil:
    """Accrue with the old values, learn, take the price, then the sizes and the references."""
    cdef Market *market = accrue_market(st, row)
    cdef MarketParameters *rules = market_rules(st, row)
    cdef int64_t schedule = schedule_at_s(published_at_s, rules)
    cdef int64_t days = days_between(market.published_at_s, published_at_s)
    cdef Totals totals
    cdef PrintAcceptedC *event
    learn(market, rules, price_e8, published_at_s)
    market.price_e8 = price_e8
    market.published_at_s = published_at_s
    market.held = HELD_NONE
    market.held_price_e8 = 0
    market.held_published_at_s = 0
    if schedule > market.schedule_s:
        market.schedule_s = schedule
        market.schedule_accepted_at_s = st.now_s
    st.updated_market = row + 1
    event = <PrintAcceptedC *> emit(st, TAG_PRINT_ACCEPTED, sizeof(PrintAcceptedC))
    event.market_id = row + 1
    event.price_e8 = price_e8
    event.published_at_s = published_at_s
    totals_now(st, &totals)
    _follow(st, row, nav_e6(st, &totals), days)
    _set_references(st, row, &totals)
    keep_value(st, row, price_e8, published_at_s)
    return OK


cdef int _hold(
    State *st, uint32_t row, int64_t price_e8, int64_t published_at_s, int kind
) except -1 nogil:
    """Keep the print for confirmation."""
    cdef Market *market = edit_market(st, row)
    cdef PrintHeldC *event
    market.held = kind
    market.held_price_e8 = price_e8
    market.held_published_at_s = published_at_s
    event = <PrintHeldC *> emit(st, TAG_PRINT_HELD, sizeof(PrintHeldC))
    event.market_id = row + 1
    event.price_e8 = price_e8
    event.published_at_s = published_at_s
    event.is_operator_only = kind == HELD_OPERATOR_ONLY
    return OK


cdef int _hold_and_pause(
    State *st, uint32_t row, int64_t price_e8, int64_t published_at_s
) except -1 nogil:
    """Beyond the outer band: only the operator accepts it, and only the operator unpauses."""
    cdef StatusChangedC *status
    _hold(st, row, price_e8, published_at_s, HELD_OPERATOR_ONLY)
    if market_at(st, row).is_paused:
        return OK
    accrue_market(st, row).is_paused = 1
    status = <StatusChangedC *> emit(st, TAG_STATUS_CHANGED, sizeof(StatusChangedC))
    status.scope = 1
    status.market_id = row + 1
    status.status = STATUS_PAUSED
    return OK


cdef int _reject(State *st, int64_t reason) noexcept nogil:
    st.detail = reason
    return ERR_PRINT_REJECTED


cdef int post_print(State *st, const PostPrintC *command) except -1 nogil:
    cdef uint32_t row = command.market_id - 1
    cdef int64_t price = command.price_e8
    cdef int64_t published = command.published_at_s
    cdef Market *market
    cdef MarketParameters *rules
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    if price > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if price < 1 or command.confidence_e8 < 0:
        return ERR_VALIDATION
    market = market_at(st, row)
    rules = market_rules(st, row)
    if market.settled_at_s:
        return _reject(st, PRINT_SETTLED)
    if published <= max64(market.published_at_s, market.held_published_at_s):
        return _reject(st, PRINT_NOT_RISING)
    if published > st.now_s:
        return _reject(st, PRINT_FUTURE)
    if st.now_s - published > rules.oracle_max_age_s:
        return _reject(st, PRINT_TOO_OLD)
    if <i128> command.confidence_e8 * E12 > <i128> price * rules.max_confidence_rate_e12:
        return _reject(st, PRINT_CONFIDENCE)
    if is_within_band(price, market.price_e8, rules.print_band_e12):
        return _accept(st, row, price, published)
    if not is_within_band(price, market.price_e8, rules.print_band_pause_e12):
        return _hold_and_pause(st, row, price, published)
    if market.held != HELD_NONE and is_within_band(
        price, market.held_price_e8, rules.print_band_e12
    ):
        if market.held == HELD_OPERATOR_ONLY:
            return _hold(st, row, price, published, HELD_OPERATOR_ONLY)
        return _accept(st, row, price, published)
    return _hold(st, row, price, published, HELD_ORDINARY)


cdef int confirm_print(State *st, const ConfirmPrintC *command) except -1 nogil:
    cdef uint32_t row = command.market_id - 1
    cdef Market *market
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    market = market_at(st, row)
    if market.held == HELD_NONE:
        return ERR_VALIDATION
    return _accept(st, row, market.held_price_e8, market.held_published_at_s)
