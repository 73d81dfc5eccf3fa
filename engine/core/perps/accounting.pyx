"""Markets projected to now, the pool's totals and the worth of a margin account."""

from engine.core.numbers.numbers cimport (
    CEIL, E12, E20, PRICE_MAX, TRUNC, abs64, clamp, clamp_128, i128, max64, min64,
    saturate_amount, saturated_mul_div, saturated_wide,
)
from engine.core.orders.rows cimport order_margin_e6
from engine.core.perps.fill cimport notional_floor_e6, price_pnl_floor_e6
from engine.core.perps.funding cimport accrue
from engine.core.perps.margin cimport (
    initial_ratio_ceil_e12, liquidation_fee_margin_e6, maintenance_ratio_ceil_e12,
    required_margin_ceil_e6,
)
from engine.core.perps.oracle cimport (
    exit_price_e8, is_dead, is_held_young, is_in_entry_window, is_late, is_stale,
)
from engine.core.pool.pool cimport locked_ceil_e6, unrealized_ceil_e6
from engine.core.state.state cimport (
    HELD_NONE, STATUS_HALTED, Account, Market, MarketParameters, Position, Projection, State,
    drop_projection, edit_market, market_at, market_count, market_rules, pool_of, positions_of,
)
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

from engine.schema.events import EVENTS


def _load_versions() -> None:
    """Versions of the events from the one table."""
    for message in EVENTS:
        event_versions[message.tag] = message.version


_load_versions()


cdef int is_crowding(State *st, uint32_t row) noexcept nogil:
    """Whether crowding and spread accrue now: neither paused nor stale nor halted."""
    cdef Market *market = market_at(st, row)
    if market.is_paused or pool_of(st).status == STATUS_HALTED:
        return 0
    return not is_stale(market, market_rules(st, row).oracle_max_age_s, st.now_s)


cdef Projection *project_anew(State *st, uint32_t row) noexcept nogil:
    cdef Projection *seen = &st.projections[row]
    cdef Market *market = market_at(st, row)
    cdef MarketParameters *rules = market_rules(st, row)
    cdef int64_t seconds = 0
    cdef int64_t fresh = 0
    if pool_of(st).status != STATUS_HALTED and market.settled_at_s == 0:
        seconds = max64(0, st.now_s - market.touched_at_s)
        if not market.is_paused:
            fresh = market.published_at_s + rules.oracle_max_age_s - market.touched_at_s
    accrue(
        market, rules, seconds, clamp(fresh, 0, seconds), &seen.rate_e18, &seen.funding_e18,
        &seen.holding_e18,
    )
    seen.unrealized_e6 = unrealized_ceil_e6(
        market, market.price_e8, seen.funding_e18, seen.holding_e18
    )
    seen.at_s = st.now_s
    return seen


cdef Market *accrue_market(State *st, uint32_t row) except NULL nogil:
    """Store the accrual up to now and open the market's row for edits."""
    cdef Projection now
    cdef Market *market
    if market_at(st, row).touched_at_s == st.now_s:
        return edit_market(st, row)
    now = project(st, row)[0]
    market = edit_market(st, row)
    store_accrual(st, market, &now)
    return market


cdef void _count_market(State *st, uint32_t row) noexcept nogil:
    """Put a market's part into the sums."""
    cdef Projection *seen = project(st, row)
    cdef Market *market = market_at(st, row)
    count_sides(
        market.long_e6, market.short_e6, market.price_e8, seen.unrealized_e6, &seen.counted
    )
    seen.is_counted = 1
    st.sums.unrealized_e6 += seen.counted.unrealized_e6
    st.sums.open_interest_e14 += seen.counted.open_interest_e14
    st.sums.exposure_e14 += seen.counted.exposure_e14


cdef int totals_now(State *st, Totals *totals) noexcept nogil:
    """Sums over all markets; U held within the amount limit."""
    cdef uint32_t place
    cdef uint32_t row
    if st.sums.at_s != st.now_s:  # every U moves with the time
        for row in range(market_count(st)):
            drop_projection(st, row)
        st.sums.at_s = st.now_s
    for place in range(st.sums.dropped_count):
        row = st.sums.dropped[place]
        st.projections[row].is_dropped = 0
        if row < market_count(st):  # not one whose creation was undone
            _count_market(st, row)
    st.sums.dropped_count = 0
    totals.unrealized_e6 = saturate_amount(st.sums.unrealized_e6)
    totals.open_interest_e14 = st.sums.open_interest_e14
    totals.exposure_e14 = st.sums.exposure_e14
    return 0


cdef int _has_old_held_print(State *st, uint32_t row) noexcept nogil:
    """Whether a market in use has a held print older than oracleMaxAgeDecrease.

    While it is younger the last accepted price counts and the pool takes no deposit or removal.
    """
    cdef Market *market = market_at(st, row)
    if market.held == HELD_NONE or (market.long_e6 == 0 and market.short_e6 == 0):
        return 0
    return not is_held_young(market, market_rules(st, row), st.now_s)


cdef i128 _owed_more_if_accepted(State *st, uint32_t row) noexcept nogil:
    """By how much U of a market would rise if its held print were accepted."""
    cdef Projection *now = project(st, row)
    cdef Market *market = market_at(st, row)
    return (
        <i128> unrealized_ceil_e6(
            market, market.held_price_e8, now.funding_e18, now.holding_e18
        )
        - now.unrealized_e6
    )


cdef int exit_totals(State *st, Totals *totals) noexcept nogil:
    """The totals for a leaver of the pool: an old held print counts where it is worse.

    Worse for the leaver is what raises U and, for the locked part, the dearer price
    (rule 39).
    """
    cdef uint32_t row
    cdef Market *market
    cdef i128 both
    cdef i128 more
    totals_now(st, totals)
    for row in range(market_count(st)):
        if not _has_old_held_print(st, row):
            continue
        market = market_at(st, row)
        both = <i128> market.long_e6 + market.short_e6
        more = _owed_more_if_accepted(st, row)
        if more > 0:
            totals.unrealized_e6 = saturate_amount(totals.unrealized_e6 + more)
        totals.open_interest_e14 += both * max64(0, market.held_price_e8 - market.price_e8)
    return 0


cdef int entry_totals(State *st, Totals *totals) noexcept nogil:
    """The totals for a depositor: an old held print counts where it lowers U (46)."""
    cdef uint32_t row
    cdef i128 more
    totals_now(st, totals)
    for row in range(market_count(st)):
        if not _has_old_held_print(st, row):
            continue
        more = _owed_more_if_accepted(st, row)
        if more < 0:
            totals.unrealized_e6 = saturate_amount(totals.unrealized_e6 + more)
    return 0


cdef void find_price_blocks(State *st, PriceBlocks *blocks) noexcept nogil:
    """Which prices stop liquidity from coming and going (rules 13, 39, 45, 46).

    A dead market is neither stale nor in its entry window: no exit waits for a print for ever.
    """
    cdef uint32_t row
    cdef Market *market
    cdef MarketParameters *rules
    memset(blocks, 0, sizeof(PriceBlocks))
    for row in range(market_count(st), 0, -1):
        market = market_at(st, row - 1)
        rules = market_rules(st, row - 1)
        if market.long_e6 == 0 and market.short_e6 == 0:
            continue
        if is_held_young(market, rules, st.now_s):
            blocks.held = row
        if is_dead(market, rules, st.now_s):
            continue
        if is_stale(market, rules.oracle_max_age_s, st.now_s):
            blocks.stale = row
        if is_in_entry_window(market, rules, st.now_s):
            blocks.window = row


cdef int64_t exit_value_e6(State *st, const Totals *totals) noexcept nogil:
    """Exit value of all shares: min(lpBalance, NAV), never below 0."""
    return max64(0, min64(pool_of(st).lp_balance_e6, nav_e6(st, totals)))


cdef int64_t nav_e6(State *st, const Totals *totals) noexcept nogil:
    return saturate_amount(<i128> pool_of(st).lp_balance_e6 - totals.unrealized_e6)


cdef int64_t required_minimum_e6(State *st, const Totals *totals) noexcept nogil:
    """Locked open interest and what the pool owes traders."""
    return saturate_amount(
        <i128> locked_ceil_e6(totals.open_interest_e14, st.rules.locked_open_interest_ratio_e12)
        + max64(0, totals.unrealized_e6)
    )


cdef inline int64_t _valuation_price_e8(
    Market *market, int64_t size_e6, int is_worse
) noexcept nogil:
    """The last accepted price; where asked, the worse for the holder of it and a held one."""
    return exit_price_e8(market, size_e6 > 0) if is_worse else market.price_e8


cdef enum:
    SECANT_STEPS = 3  # a line with two bends

# What an account has and needs without the price of one position.
cdef struct Others:
    int64_t ratio_e12  # maintenance ratio of the position
    i128 available
    i128 maintenance
    i128 fees


cdef int value_position(
    State *st, const Position *held, int is_worse, Parts *parts
) noexcept nogil:
    """Add what a position is worth and needs."""
    return value_position_at(
        st, held, _valuation_price_e8(market_at(st, held.market), held.size_e6, is_worse), parts
    )


cdef int value_position_at(
    State *st, const Position *held, int64_t price, Parts *parts
) noexcept nogil:
    """The same at any price of its market; F is current."""
    parts.funding_pnl += position_funding_e6(st, held)
    return value_size(st, held.market, held.size_e6, held.entry_price_e8, price, parts)


cdef int value_size(
    State *st, uint32_t market, int64_t size_e6, int64_t entry_e8, int64_t price_e8, Parts *parts
) noexcept nogil:
    """The same of a position whose funding begins now."""
    cdef MarketParameters *rules = market_rules(st, market)
    cdef int64_t ratio = value_margin(rules, size_e6, entry_e8, price_e8, parts)
    parts.maintenance += <i128> rules.min_position_margin_e6 + required_margin_ceil_e6(
        size_e6, price_e8, maintenance_ratio_ceil_e12(ratio, rules)
    )
    parts.notional += notional_floor_e6(size_e6, price_e8)
    return 0


cdef int64_t parts_fee_margin_e6(State *st, const Parts *parts) noexcept nogil:
    """The liquidation fee margin of the positions; 0 without any."""
    if parts.count == 0:
        return 0
    return liquidation_fee_margin_e6(saturate_amount(parts.fees), &st.rules)


cdef int value_parts(
    State *st, int64_t collateral_e6, const Parts *parts, Valuation *value
) noexcept nogil:
    """Sums as a valuation, each held within the amount limit."""
    value.collateral_e6 = collateral_e6
    value.price_pnl_e6 = saturate_amount(parts.price_pnl)
    value.funding_pnl_e6 = saturate_amount(parts.funding_pnl)
    value.available_e6 = saturate_amount(collateral_e6 + parts.price_pnl + parts.funding_pnl)
    value.initial_e6 = saturate_amount(parts.initial)
    value.maintenance_e6 = saturate_amount(parts.maintenance)
    value.notional_e6 = saturate_amount(parts.notional)
    value.fees_e6 = saturate_amount(parts.fees)
    value.fee_margin_e6 = parts_fee_margin_e6(st, parts)
    value.required_e6 = saturate_amount(<i128> value.maintenance_e6 + value.fee_margin_e6)
    return 0


cdef int value_account(
    State *st, Account *account, int is_worse, Valuation *value
) noexcept nogil:
    """Sum an account's positions."""
    cdef uint32_t place
    cdef Parts parts
    memset(&parts, 0, sizeof(Parts))
    for place in range(account.position_count):
        value_position(st, &positions_of(st, account)[place], is_worse, &parts)
    return value_parts(st, account.collateral_e6, &parts, value)


cdef int is_in_liquidation(State *st, Account *account) noexcept nogil:
    """Flagged and not yet healthy: a read at a later time sees what its clock step would end."""
    cdef Valuation value
    if not account.in_liquidation:
        return 0
    value_account(st, account, 0, &value)
    return value.required_e6 > value.available_e6


cdef int64_t withdrawable_e6(State *st, Account *account) noexcept nogil:
    """Withdrawable margin: no unrealised profit, nothing in liquidation or while a print is late.

    In a dead market the worse of the last accepted price and a held one counts, as in any held.
    """
    cdef Valuation value
    cdef uint32_t place
    cdef uint32_t row
    cdef i128 room
    if is_in_liquidation(st, account):
        return 0
    if account.position_count == 0:
        return max64(0, account.collateral_e6 - order_margin_e6(st, account))
    for place in range(account.position_count):
        row = positions_of(st, account)[place].market
        if is_late(market_at(st, row), market_rules(st, row), st.now_s):
            return 0
    value_account(st, account, 1, &value)
    room = <i128> value.available_e6 - value.initial_e6 - value.fee_margin_e6
    room = min64(account.collateral_e6, saturate_amount(room)) - order_margin_e6(st, account)
    return saturate_amount(room) if room > 0 else 0


cdef int64_t liquidation_price_e8(
    State *st, Account *account, uint32_t place, const Valuation *value
) noexcept nogil:
    """The price of one position's market at which the account turns liquidatable; 0: none.

    Other prices and F stays. At the answer the account is liquidatable, one tick safer not.
    `value` is the account's valuation now.
    """
    cdef Position *held = &positions_of(st, account)[place]
    cdef MarketParameters *rules = market_rules(st, held.market)
    cdef int64_t price = market_at(st, held.market).price_e8
    cdef int64_t low = 1
    cdef int64_t high = PRICE_MAX
    cdef int64_t middle
    cdef int64_t sure_low
    cdef int64_t sure_high
    cdef int is_long = held.size_e6 > 0
    cdef int is_low
    cdef Others others
    others.ratio_e12 = maintenance_ratio_ceil_e12(
        initial_ratio_ceil_e12(held.size_e6, rules), rules
    )
    if others.ratio_e12 + rules.liquidation_fee_rate_e12 >= E12:
        return 0
    others.available = <i128> value.available_e6 - price_pnl_floor_e6(
        held.size_e6, held.entry_price_e8, price
    )
    others.maintenance = <i128> value.maintenance_e6 - required_margin_ceil_e6(
        held.size_e6, price, others.ratio_e12
    )
    others.fees = <i128> value.fees_e6 - required_margin_ceil_e6(
        held.size_e6, price, rules.liquidation_fee_rate_e12
    )
    if _shortfall(st, held, &others, low if is_long else high) <= 0:
        return 0
    if _shortfall(st, held, &others, high if is_long else low) > 0:
        return high if is_long else low
    _enclose(st, held, &others, price, &sure_low, &sure_high)
    # Between `low` and `high` lies a price where the answer changes; keep both ends' answers.
    while high - low > 1:
        middle = low + (high - low) // 2
        if middle <= sure_low:
            is_low = 1
        elif middle >= sure_high:
            is_low = 0
        else:
            is_low = (_shortfall(st, held, &others, middle) > 0) == is_long
        if is_low:
            low = middle
        else:
            high = middle
    return low if is_long else high


cdef inline i128 _shortfall(
    State *st, const Position *held, const Others *others, int64_t price_e8
) noexcept nogil:
    """Required less available margin at a price; positive: liquidatable."""
    cdef int64_t fees = saturate_amount(
        others.fees + required_margin_ceil_e6(
            held.size_e6, price_e8, market_rules(st, held.market).liquidation_fee_rate_e12
        )
    )
    return (
        others.maintenance
        + required_margin_ceil_e6(held.size_e6, price_e8, others.ratio_e12)
        + liquidation_fee_margin_e6(fees, &st.rules)
        - others.available
        - price_pnl_floor_e6(held.size_e6, held.entry_price_e8, price_e8)
    )


cdef void _enclose(
    State *st, const Position *held, const Others *others, int64_t price_e8, int64_t *low,
    int64_t *high
) noexcept nogil:
    """Prices beyond which the answer of the bisection is sure; 0 and beyond the limit: none.

    Without its three roundings the shortfall is a line with two bends at most, falling for a long
    and rising for a short; they add less than 3. So where it is at least 3 it is positive on all of
    that side, and where it is at most -3 it is not on all of the other.
    """
    cdef int is_long = held.size_e6 > 0
    cdef int64_t rate = market_rules(st, held.market).liquidation_fee_rate_e12
    cdef int64_t size = abs64(held.size_e6)
    cdef int64_t slope = E12 - others.ratio_e12 - rate if is_long else E12 + others.ratio_e12
    cdef i128 below
    cdef i128 above
    cdef int64_t guess = price_e8
    cdef int64_t reach
    cdef int _step
    low[0] = 0
    high[0] = PRICE_MAX + 1
    for _step in range(SECANT_STEPS):
        below = _shortfall(st, held, others, guess)
        below = saturated_wide(below, E20, <i128> size * slope, TRUNC)
        guess = <int64_t> clamp_128(guess + (below if is_long else -below), 1, PRICE_MAX)
    reach = 2 + saturated_mul_div(6, E20, <i128> size * slope, CEIL)
    below = _shortfall(st, held, others, max64(1, guess - reach))
    above = _shortfall(st, held, others, min64(PRICE_MAX, guess + reach))
    if below >= 3 if is_long else below <= -3:
        low[0] = max64(1, guess - reach)
    if above <= -3 if is_long else above >= 3:
        high[0] = min64(PRICE_MAX, guess + reach)
