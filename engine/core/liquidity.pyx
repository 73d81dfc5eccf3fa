"""Liquidity positions (engine.md 6; engine-edges.md 22, 39, 40)."""

from engine.core.accounting cimport (
    Totals, emit, nav_e6, required_minimum_e6, totals_now,
)
from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_AMOUNT_TOO_SMALL, ERR_ENTRY_WINDOW, ERR_EXCHANGE_HALTED,
    ERR_EXCHANGE_PAUSED, ERR_INPUT_NOT_POSITIVE, ERR_POOL_INSOLVENT, ERR_PRICE_BAND,
    ERR_STALE_PRICE, OK, TAG_LIQUIDITY_MODIFIED, AddLiquidityC, LiquidityModifiedC,
)
from engine.core.numbers cimport (
    AMOUNT_MAX, FLOOR, checked_add, i128, max64, min64, saturated_mul_div,
)
from engine.core.oracle cimport is_in_entry_window, is_stale
from engine.core.pool cimport share_price_floor_e8, shares_floor_e6
from engine.core.state cimport (
    HELD_NONE, STATUS_HALTED, STATUS_PAUSED, Lp, Market, MarketParameters, Pool, State, edit_pool,
    market_at, market_count, market_rules, new_lp, pool_of, user_row,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

cdef enum:
    LOCKED_SHARES_E6 = 1000  # raw shares of the first deposit, for ever


cdef void _refuse(State *st, LiquidityEntry *entry, uint16_t code, int64_t detail) noexcept nogil:
    if entry.reason_count == 0:
        st.detail = detail
    entry.reasons[entry.reason_count] = code
    entry.reason_count += 1


cdef void _check_prices(State *st, LiquidityEntry *entry) noexcept nogil:
    """No entry on a held, stale or about to change price of a market with open interest."""
    cdef uint32_t row
    cdef Market *market
    cdef MarketParameters *rules
    cdef uint32_t held = 0
    cdef int is_any_stale = 0
    cdef int is_any_window = 0
    for row in range(market_count(st)):
        market = market_at(st, row)
        rules = market_rules(st, row)
        if market.long_e6 == 0 and market.short_e6 == 0:
            continue
        if (
            held == 0
            and market.held != HELD_NONE
            and st.now_s - market.held_published_at_s <= rules.oracle_max_age_decrease_s
        ):
            held = row + 1
        is_any_stale |= is_stale(market, rules.oracle_max_age_s, st.now_s)
        is_any_window |= is_in_entry_window(market, rules, st.now_s)
    if held:
        _refuse(st, entry, ERR_PRICE_BAND, held)
    if is_any_stale:
        _refuse(st, entry, ERR_STALE_PRICE, 0)
    if is_any_window:
        _refuse(st, entry, ERR_ENTRY_WINDOW, 0)


cdef int price_entry(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil:
    """What a deposit buys now, or why it may not; nothing is written."""
    cdef int status = <int> pool_of(st).status
    memset(entry, 0, sizeof(LiquidityEntry))
    entry.maturity_s = st.now_s + st.rules.min_lp_duration_s
    if amount_e6 <= 0:
        return ERR_INPUT_NOT_POSITIVE
    if amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if status == STATUS_HALTED:
        _refuse(st, entry, ERR_EXCHANGE_HALTED, 0)
    if status == STATUS_PAUSED:
        _refuse(st, entry, ERR_EXCHANGE_PAUSED, 0)
    _check_prices(st, entry)
    _price_shares(st, amount_e6, entry)
    if entry.reason_count == 0:
        return OK
    entry.shares_e6 = 0
    return entry.reasons[0]


cdef int _price_shares(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil:
    """The shares of an amount; the first deposit is 1:1 and locks some for ever."""
    cdef Pool *pool = pool_of(st)
    cdef Totals totals
    cdef int64_t value
    if amount_e6 < st.rules.min_liquidity_e6:
        _refuse(st, entry, ERR_AMOUNT_TOO_SMALL, st.rules.min_liquidity_e6)
    if pool.lp_shares_e6 == 0:
        entry.minted_e6 = amount_e6
        entry.shares_e6 = amount_e6 - LOCKED_SHARES_E6
        entry.price_e8 = share_price_floor_e8(0, 0)
    else:
        totals_now(st, &totals)
        if nav_e6(st, &totals) <= 0:
            _refuse(st, entry, ERR_POOL_INSOLVENT, 0)
            return 0
        value = max64(pool.lp_balance_e6, nav_e6(st, &totals))
        entry.minted_e6 = shares_floor_e6(amount_e6, pool.lp_shares_e6, value)
        entry.shares_e6 = entry.minted_e6
        entry.price_e8 = share_price_floor_e8(value, pool.lp_shares_e6)
    if entry.shares_e6 <= 0 and amount_e6 >= st.rules.min_liquidity_e6:
        _refuse(st, entry, ERR_AMOUNT_TOO_SMALL, 0)
    return 0


cdef int add_liquidity(State *st, const AddLiquidityC *command) except -1 nogil:
    cdef LiquidityEntry entry
    cdef Pool *pool
    cdef Lp *lp
    cdef LiquidityModifiedC *event
    cdef int code = price_entry(st, command.amount_e6, &entry)
    if code != OK:
        return code
    pool = edit_pool(st)
    pool.vault_e6 = checked_add(pool.vault_e6, command.amount_e6)
    pool.lp_balance_e6 = checked_add(pool.lp_balance_e6, command.amount_e6)
    pool.lp_shares_e6 = checked_add(pool.lp_shares_e6, entry.minted_e6)
    lp = new_lp(st, user_row(st, command.user))
    lp.liquidity_e6 = command.amount_e6
    lp.shares_e6 = entry.shares_e6
    lp.maturity_s = entry.maturity_s
    lp.entry_price_e8 = entry.price_e8
    event = <LiquidityModifiedC *> emit(st, TAG_LIQUIDITY_MODIFIED, sizeof(LiquidityModifiedC))
    memcpy(event.owner, command.user, 32)
    event.lp_position_id = lp.lp_id
    event.liquidity_e6 = lp.liquidity_e6
    event.shares_e6 = lp.shares_e6
    event.share_price_e8 = lp.entry_price_e8
    event.new_liquidity_e6 = lp.liquidity_e6
    event.new_shares_e6 = lp.shares_e6
    event.maturity_s = lp.maturity_s
    return OK


cdef int64_t exit_value_e6(State *st, const Totals *totals) noexcept nogil:
    """What all shares are worth to leavers: min(lpBalance, NAV), never below 0."""
    return max64(0, min64(pool_of(st).lp_balance_e6, nav_e6(st, totals)))


cdef int64_t max_removable_e6(State *st, const Totals *totals, Lp *lp) noexcept nogil:
    """Shares whose removal leaves the required minimum; 0 before maturity."""
    cdef int64_t value = exit_value_e6(st, totals)
    cdef i128 room = <i128> pool_of(st).lp_balance_e6 - required_minimum_e6(st, totals)
    if st.now_s < lp.maturity_s or value == 0 or room <= 0:
        return 0
    return min64(
        lp.shares_e6, saturated_mul_div(room, pool_of(st).lp_shares_e6, value, FLOOR)
    )
