"""The operator's commands: creation, pauses, halt, parameters (rules 2-6, 67; API 7.10)."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_EXCHANGE_HALTED, ERR_INPUT_NOT_POSITIVE,
    ERR_INSUFFICIENT_COLLATERAL, ERR_MARKET_NOT_FOUND, ERR_MARKET_PAUSED, ERR_VALIDATION,
    EXCHANGE_PARAMETER_COUNT, MARKET_PARAMETER_COUNT, OK, SCOPE_EXCHANGE, SCOPE_MARKET,
    TAG_AUTHORIZED_LIQUIDATOR_CHANGED, TAG_EXCHANGE_CREATED, TAG_MARKET_CREATED, TAG_RISK_SET,
    TAG_STATUS_CHANGED, AdoptParametersC, AuthorizedLiquidatorChangedC, CollectFeesC,
    CreateExchangeC, CreateMarketC, ExchangeCreatedC, HaltC, MarketCreatedC, PauseExchangeC,
    PauseMarketC, ResumeC, RiskSetC, SetAuthorizedLiquidatorC, SetExchangeParameterC,
    SetMarketParameterC, SetRiskC, StatusChangedC, UnpauseExchangeC, UnpauseMarketC,
)
from engine.core.numbers.numbers cimport DAY_S, PRICE_MAX, checked_sub
from engine.core.payouts.settlement cimport create_request
from engine.core.perps.accounting cimport accrue_market, emit
from engine.core.perps.funding cimport rate_after_e18
from engine.core.perps.oracle cimport judge_noise, schedule_at_s
from engine.core.perps.prints cimport emit_parameter, set_references
from engine.core.state.state cimport (
    MINT_COLLATERAL, REQUEST_FEES, REQUEST_PAYABLE, RISK_HIGH, RISK_NORMAL, RISK_ON_LIST,
    STATUS_ACTIVE, STATUS_HALTED, STATUS_PAUSED, ExchangeParameters, Listing, Market,
    MarketParameters, Pool, State, edit_listing, edit_market, edit_pool, edit_rules, edit_user,
    market_at, market_count, market_rules, new_market, pool_of, user_at, user_row,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

cdef int64_t exchange_low[EXCHANGE_PARAMETER_COUNT]
cdef int64_t exchange_high[EXCHANGE_PARAMETER_COUNT]
cdef int64_t market_low[MARKET_PARAMETER_COUNT]
cdef int64_t market_high[MARKET_PARAMETER_COUNT]
cdef uint16_t exchange_ids[EXCHANGE_PARAMETER_COUNT]
cdef uint16_t market_ids[MARKET_PARAMETER_COUNT]


def _load_ranges() -> None:
    """Copy the ranges of the one table, of which the structs are generated too."""
    if (
        len(EXCHANGE_PARAMETERS) != EXCHANGE_PARAMETER_COUNT
        or len(MARKET_PARAMETERS) != MARKET_PARAMETER_COUNT
    ):
        raise RuntimeError("the engine was compiled from another engine/schema/parameters.py")
    for place, parameter in enumerate(EXCHANGE_PARAMETERS):
        exchange_low[place] = parameter.low
        exchange_high[place] = parameter.high
        exchange_ids[place] = parameter.id
    for place, parameter in enumerate(MARKET_PARAMETERS):
        market_low[place] = parameter.low
        market_high[place] = parameter.high
        market_ids[place] = parameter.id


_load_ranges()


cdef int _place_of(uint16_t wanted, const uint16_t *ids, int count) noexcept nogil:
    """The place of a parameter in its struct, or -1 for an unknown id."""
    cdef int place
    for place in range(count):
        if ids[place] == wanted:
            return place
    return -1


cdef int _out_of_range(
    const int64_t *values, const int64_t *low, const int64_t *high, const uint16_t *ids, int count
) noexcept nogil:
    """The id of the first parameter outside its range, or 0."""
    cdef int place
    for place in range(count):
        if values[place] < low[place] or values[place] > high[place]:
            return ids[place]
    return 0


cdef int _is_exchange_sound(const ExchangeParameters *rules) noexcept nogil:
    """Whether parameters within their ranges go together."""
    return rules.min_liquidation_fee_e6 <= rules.max_liquidation_fee_e6


cdef int _is_market_sound(const MarketParameters *rules) noexcept nogil:
    """Whether parameters within their ranges go together."""
    return (
        rules.print_band_pause_e12 > rules.print_band_e12
        and rules.oracle_max_age_decrease_s >= rules.oracle_max_age_s
        and not 0 < rules.funding_decay_s < DAY_S
    )


cdef int emit_status(State *st, int scope, uint32_t market_id, int status) except -1 nogil:
    cdef StatusChangedC *event = <StatusChangedC *> emit(
        st, TAG_STATUS_CHANGED, sizeof(StatusChangedC)
    )
    event.scope = scope
    event.market_id = market_id
    event.status = status
    return OK


cdef int create_exchange(State *st, const CreateExchangeC *command) except -1 nogil:
    cdef ExchangeParameters rules
    cdef ExchangeCreatedC *event
    cdef Pool *pool = edit_pool(st)
    if pool.is_created:
        return ERR_VALIDATION
    memcpy(&rules, <const char *> &command.net_exposure_cap_rate_e12, sizeof(rules))
    st.detail = _out_of_range(
        <int64_t *> &rules, exchange_low, exchange_high, exchange_ids, EXCHANGE_PARAMETER_COUNT
    )
    if st.detail:
        return ERR_VALIDATION
    if not _is_exchange_sound(&rules) or command.is_demo > 1:
        return ERR_VALIDATION
    # The facts and rules of an exchange that is not there yet are undone by clearing them.
    event = <ExchangeCreatedC *> emit(st, TAG_EXCHANGE_CREATED, sizeof(ExchangeCreatedC))
    memcpy(event.exchange, command.exchange, 32)
    st.rules = rules
    memcpy(st.facts.operator_address, command.operator, 32)
    memcpy(st.facts.exchange, command.exchange, 32)
    memcpy(st.facts.collateral_mint, command.collateral_mint, 32)
    memcpy(st.facts.token_mint, command.token_mint, 32)
    memcpy(st.facts.vault_authority, command.vault_authority, 32)
    memcpy(st.facts.chain_genesis, command.chain_genesis, 32)
    st.facts.is_demo = command.is_demo
    pool.is_created = 1
    return OK


cdef int text_length(const char *text, int width, int is_symbol) noexcept nogil:
    """Length of a zero-padded field of printable ASCII, of symbol letters where asked; -1: bad."""
    cdef int length = 0
    cdef int place
    cdef char letter
    while length < width and text[length] != 0:
        letter = text[length]
        if letter < 32 or letter > 126:
            return -1
        if is_symbol and not (
            65 <= letter <= 90 or 48 <= letter <= 57 or letter == 45
        ):
            return -1
        length += 1
    for place in range(length, width):
        if text[place] != 0:
            return -1
    return length


cdef int _check_listing(State *st, const Listing *listing) noexcept nogil:
    cdef uint32_t row
    if text_length(listing.symbol, 12, 1) < 2 or text_length(listing.name, 80, 0) < 1:
        return ERR_VALIDATION
    if (
        text_length(listing.state, 12, 0) < 0
        or text_length(listing.country, 12, 0) < 0
        or text_length(listing.category, 12, 0) < 0
        or text_length(listing.metric, 12, 0) < 0
        or text_length(listing.price_feed, 80, 0) < 0
    ):
        return ERR_VALIDATION
    for row in range(market_count(st)):
        if memcmp(st.listings[row].symbol, listing.symbol, 12) == 0:
            return ERR_VALIDATION
    return OK


cdef int create_market(State *st, const CreateMarketC *command) except -1 nogil:
    cdef Listing listing
    cdef Market *market
    cdef MarketParameters *rules
    cdef MarketCreatedC *event
    cdef uint32_t row = market_count(st)
    memset(&listing, 0, sizeof(listing))
    memcpy(listing.symbol, command.symbol, 12)
    memcpy(listing.name, command.name, 80)
    memcpy(listing.state, command.state, 12)
    memcpy(listing.country, command.country, 12)
    memcpy(listing.category, command.category, 12)
    memcpy(listing.metric, command.metric, 12)
    memcpy(listing.price_feed, command.price_feed, 80)
    memcpy(listing.authorized_liquidator, command.authorized_liquidator, 32)
    listing.acre_id = command.acre_id
    memcpy(
        &listing.parameters,
        <const char *> &command.min_initial_margin_ratio_e12,
        sizeof(MarketParameters),
    )
    rules = &listing.parameters
    st.detail = _out_of_range(
        <int64_t *> rules, market_low, market_high, market_ids, MARKET_PARAMETER_COUNT
    )
    if st.detail:
        return ERR_VALIDATION
    if (
        not _is_market_sound(rules)
        or row >= st.rules.max_markets
        or command.published_at_s < 0
        or command.published_at_s > st.now_s
        or _check_listing(st, &listing) != OK
    ):
        return ERR_VALIDATION
    if command.price_e8 < 1 or command.price_e8 > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    market = new_market(st)
    st.listings[row] = listing
    market.touched_at_s = st.now_s
    market.price_e8 = command.price_e8
    market.published_at_s = command.published_at_s
    market.level_e8 = command.price_e8
    market.schedule_s = schedule_at_s(command.published_at_s, rules)
    market.schedule_accepted_at_s = st.now_s
    st.projections[row].at_s = -1
    set_references(st, row)
    event = <MarketCreatedC *> emit(st, TAG_MARKET_CREATED, sizeof(MarketCreatedC))
    event.market_id = row + 1
    memcpy(event.symbol, command.symbol, 12)
    return OK


cdef int pause_exchange(State *st, const PauseExchangeC *command) except -1 nogil:
    return _set_pause(st, STATUS_PAUSED)


cdef int unpause_exchange(State *st, const UnpauseExchangeC *command) except -1 nogil:
    return _set_pause(st, STATUS_ACTIVE)


cdef int _set_pause(State *st, int status) except -1 nogil:
    """Repeated, it is applied without an event."""
    cdef Pool *pool = edit_pool(st)
    if pool.status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if pool.status == status:
        return OK
    pool.status = status
    return emit_status(st, SCOPE_EXCHANGE, 0, status)


cdef int pause_market(State *st, const PauseMarketC *command) except -1 nogil:
    return _set_market_pause(st, command.market_id, 1)


cdef int unpause_market(State *st, const UnpauseMarketC *command) except -1 nogil:
    return _set_market_pause(st, command.market_id, 0)


cdef int _set_market_pause(State *st, uint32_t market_id, int is_paused) except -1 nogil:
    cdef Market *market
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if market_id == 0 or market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    if market_at(st, market_id - 1).is_paused == <uint32_t> is_paused:
        return OK
    if market_at(st, market_id - 1).settled_at_s:
        return ERR_MARKET_PAUSED  # for good
    market = accrue_market(st, market_id - 1)
    market.is_paused = is_paused
    return emit_status(st, SCOPE_MARKET, market_id, STATUS_PAUSED if is_paused else STATUS_ACTIVE)


cdef int halt(State *st, const HaltC *command) except -1 nogil:
    """Store every accrual, then stop; nothing accrues until resume."""
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row
    if pool.status == STATUS_HALTED:
        return OK
    for row in range(market_count(st)):
        accrue_market(st, row)
    pool.status_before_halt = pool.status
    pool.status = STATUS_HALTED
    return emit_status(st, SCOPE_EXCHANGE, 0, STATUS_HALTED)


cdef int resume(State *st, const ResumeC *command) except -1 nogil:
    """Go back to the status before the halt; the halted time accrues nothing."""
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row
    if pool.status != STATUS_HALTED:
        return OK
    for row in range(market_count(st)):
        accrue_market(st, row)  # while still halted: only the time moves
    pool.status = pool.status_before_halt
    for row in range(market_count(st)):
        edit_market(st, row)  # what was projected while halted no longer holds
    return emit_status(st, SCOPE_EXCHANGE, 0, <int> pool.status)


cdef int set_market_parameter(
    State *st, const SetMarketParameterC *command
) except -1 nogil:
    """The new value of one parameter."""
    cdef int place = _place_of(command.parameter, market_ids, MARKET_PARAMETER_COUNT)
    cdef MarketParameters rules
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    if place < 0:
        return ERR_VALIDATION
    rules = market_rules(st, command.market_id - 1)[0]
    (<int64_t *> &rules)[place] = command.value
    if _take_rules(st, command.market_id - 1, &rules) != OK:
        return ERR_VALIDATION
    return emit_parameter(st, command.market_id, command.parameter, command.value)


cdef int adopt_parameters(State *st, const AdoptParametersC *command) except -1 nogil:
    """All of the command's values at once; each one that changes is an event (rule 67)."""
    cdef uint32_t row = command.market_id - 1
    cdef MarketParameters before
    cdef MarketParameters rules
    cdef int place
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    before = market_rules(st, row)[0]
    rules = before
    rules.max_side_notional_rate_e12 = command.max_side_notional_rate_e12
    rules.n_fast = command.n_fast
    rules.n_slow = command.n_slow
    rules.spread_rate_e12 = command.spread_rate_e12
    rules.s_ref_rate_e12 = command.s_ref_rate_e12
    rules.level_n = command.level_n
    rules.crowding_knee_e12 = command.crowding_knee_e12
    rules.skew_scale_rate_e12 = command.skew_scale_rate_e12
    rules.max_noise_e12 = command.max_noise_e12
    if _take_rules(st, row, &rules) != OK:
        return ERR_VALIDATION
    for place in range(<int> MARKET_PARAMETER_COUNT):
        if (<int64_t *> &rules)[place] != (<int64_t *> &before)[place]:
            emit_parameter(
                st, command.market_id, market_ids[place], (<int64_t *> &rules)[place]
            )
    return OK


cdef int _take_rules(State *st, uint32_t row, MarketParameters *rules) except -1 nogil:
    """Check rules, store what accrued under the old ones, then take the new ones.

    The integrator keeps to its new limits at once, and the measured noise to its new bound; sRef
    waits for the next print.
    """
    cdef Market *market
    cdef int64_t schedule
    st.detail = _out_of_range(
        <int64_t *> rules, market_low, market_high, market_ids, MARKET_PARAMETER_COUNT
    )
    if st.detail or not _is_market_sound(rules):
        return ERR_VALIDATION
    market = accrue_market(st, row)
    edit_listing(st, row).parameters = rules[0]
    market.rate_e18 = rate_after_e18(
        market.rate_e18, market.long_e6 - market.short_e6, 0, rules
    )
    judge_noise(market, rules)
    # The last print counts for the scheduled one that the new rules name; where that is another,
    # the entry window is closed for as long as if the print had arrived now.
    schedule = schedule_at_s(market.published_at_s, rules)
    if schedule != market.schedule_s:
        market.schedule_s = schedule
        market.schedule_accepted_at_s = st.now_s
    return OK


cdef int set_exchange_parameter(
    State *st, const SetExchangeParameterC *command
) except -1 nogil:
    """No accrual depends on a parameter of the exchange, so that none is stored.

    Epochs are counted from 1970: another duration would renumber those of every stake.
    """
    cdef int place = _place_of(command.parameter, exchange_ids, EXCHANGE_PARAMETER_COUNT)
    cdef ExchangeParameters rules = st.rules
    if place < 0:
        return ERR_VALIDATION
    (<int64_t *> &rules)[place] = command.value
    st.detail = _out_of_range(
        <int64_t *> &rules, exchange_low, exchange_high, exchange_ids, EXCHANGE_PARAMETER_COUNT
    )
    if st.detail or not _is_exchange_sound(&rules):
        return ERR_VALIDATION
    if pool_of(st).token_staked_e6 and (
        rules.epoch_duration_s != st.rules.epoch_duration_s
        or rules.unlocking_duration_epochs != st.rules.unlocking_duration_epochs
    ):
        return ERR_VALIDATION
    edit_rules(st)[0] = rules
    return emit_parameter(st, 0, command.parameter, command.value)


cdef int set_authorized_liquidator(
    State *st, const SetAuthorizedLiquidatorC *command
) except -1 nogil:
    cdef AuthorizedLiquidatorChangedC *event
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    memcpy(edit_listing(st, command.market_id - 1).authorized_liquidator, command.liquidator, 32)
    event = <AuthorizedLiquidatorChangedC *> emit(
        st, TAG_AUTHORIZED_LIQUIDATOR_CHANGED, sizeof(AuthorizedLiquidatorChangedC)
    )
    event.market_id = command.market_id
    memcpy(event.liquidator, command.liquidator, 32)
    return OK


cdef int collect_fees(
    State *st, const CollectFeesC *command
) except -1 nogil:
    """Protocol fees become a request of the receiver, payable at once (rules/custody.md)."""
    cdef Pool *pool = edit_pool(st)
    cdef int64_t amount = command.amount_e6
    cdef unsigned char no_receiver[32]
    memset(no_receiver, 0, 32)
    if amount < 0:
        return ERR_INPUT_NOT_POSITIVE
    if memcmp(command.receiver, no_receiver, 32) == 0:
        return ERR_VALIDATION  # no key could spend it
    if amount == 0:
        amount = pool.protocol_fees_e6
    if amount == 0 or amount > pool.protocol_fees_e6:
        st.detail = pool.protocol_fees_e6
        return ERR_INSUFFICIENT_COLLATERAL
    pool.protocol_fees_e6 = checked_sub(pool.protocol_fees_e6, amount)
    create_request(
        st, user_row(st, command.receiver), REQUEST_FEES, MINT_COLLATERAL, amount, 0, st.now_s,
        REQUEST_PAYABLE,
    )
    return OK


cdef int set_risk(
    State *st, const SetRiskC *command
) except -1 nogil:
    cdef RiskSetC *event
    cdef uint32_t row
    if command.is_high_risk > RISK_ON_LIST:
        return ERR_VALIDATION
    row = user_row(st, command.user)
    if command.is_high_risk == RISK_ON_LIST and (
        user_at(st, row).is_high_risk == RISK_HIGH or user_at(st, row).is_high_risk == RISK_NORMAL
    ):
        return ERR_VALIDATION  # the operator's word overrides his list
    edit_user(st, row).is_high_risk = command.is_high_risk
    event = <RiskSetC *> emit(st, TAG_RISK_SET, sizeof(RiskSetC))
    memcpy(event.user, command.user, 32)
    event.is_high_risk = command.is_high_risk
    return OK
