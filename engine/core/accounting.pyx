"""Markets projected to now, the pool's totals and the worth of a margin account."""

from engine.core.fill cimport funding_pnl_floor_e6, notional_floor_e6, price_pnl_floor_e6
from engine.core.funding cimport accrue
from engine.core.generated.records cimport HeaderC
from engine.core.margin cimport (
    initial_ratio_ceil_e12, liquidation_fee_margin_e6, maintenance_ratio_ceil_e12,
    required_margin_ceil_e6,
)
from engine.core.numbers cimport (
    E12, PRICE_MAX, clamp, i128, max64, min64, saturate_amount,
)
from engine.core.oracle cimport is_stale
from engine.core.pool cimport locked_ceil_e6, unrealized_ceil_e6
from engine.core.state cimport (
    HELD_NONE, STATUS_HALTED, Account, Market, MarketParameters, Position, Projection, State,
    edit_market, market_at, market_count, market_rules, pool_of, reserve_bytes,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.string cimport memset


cdef void *emit(State *st, uint16_t tag, size_t length) except NULL nogil:
    """A zeroed event record at the end of the buffer; valid until the next emit."""
    cdef HeaderC *header
    reserve_bytes(&st.events, length)
    header = <HeaderC *> (st.events.data + st.events.used)
    memset(header, 0, length)
    st.events.used += length
    header.length = <uint32_t> length
    header.tag = tag
    header.version = 1
    header.seq = st.sequence
    header.time_s = st.now_s
    return header


cdef int is_crowding(State *st, uint32_t row) noexcept nogil:
    """Whether crowding and spread accrue now: neither paused nor stale nor halted."""
    cdef Market *market = market_at(st, row)
    if market.is_paused or pool_of(st).status == STATUS_HALTED:
        return 0
    return not is_stale(market, market_rules(st, row).oracle_max_age_s, st.now_s)


cdef Projection *project(State *st, uint32_t row) noexcept nogil:
    """Rate, F and U of a market now, from what was stored last."""
    cdef Projection *seen = &st.projections[row]
    cdef Market *market = market_at(st, row)
    cdef MarketParameters *rules = market_rules(st, row)
    cdef int64_t seconds = 0
    cdef int64_t fresh = 0
    if seen.at_s == st.now_s:
        return seen
    if pool_of(st).status != STATUS_HALTED:
        seconds = max64(0, st.now_s - market.touched_at_s)
        if not market.is_paused:
            fresh = market.published_at_s + rules.oracle_max_age_s - market.touched_at_s
    accrue(
        market, rules, seconds, clamp(fresh, 0, seconds), &seen.rate_e18, &seen.funding_e18
    )
    seen.unrealized_e6 = unrealized_ceil_e6(market, seen.funding_e18)
    seen.at_s = st.now_s
    return seen


cdef Market *accrue_market(State *st, uint32_t row) except NULL nogil:
    """Store the accrual up to now and open the market's row for edits."""
    cdef Projection now = project(st, row)[0]
    cdef Market *market = edit_market(st, row)
    market.rate_e18 = now.rate_e18
    market.funding_e18 = now.funding_e18
    market.touched_at_s = st.now_s
    return market


cdef int swap_market(State *st, uint32_t row, Totals *totals, int sign) noexcept nogil:
    """Add a market's part to the totals, or take it out."""
    cdef Market *market = market_at(st, row)
    cdef i128 skew = market.long_e6 - market.short_e6
    cdef i128 both = <i128> market.long_e6 + market.short_e6
    if both == 0:
        return 0
    totals.unrealized_e6 = saturate_amount(
        <i128> totals.unrealized_e6 + sign * project(st, row).unrealized_e6
    )
    totals.open_interest_e14 += sign * both * market.price_e8
    totals.exposure_e14 += sign * (skew if skew > 0 else -skew) * market.price_e8
    return 0


cdef int totals_now(State *st, Totals *totals) noexcept nogil:
    cdef uint32_t row
    totals.unrealized_e6 = 0
    totals.open_interest_e14 = 0
    totals.exposure_e14 = 0
    for row in range(market_count(st)):
        swap_market(st, row, totals, 1)
    return 0


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
    if not is_worse or market.held == HELD_NONE:
        return market.price_e8
    if size_e6 > 0:
        return min64(market.price_e8, market.held_price_e8)
    return max64(market.price_e8, market.held_price_e8)


cdef int value_account(
    State *st, Account *account, int is_worse, Valuation *value
) noexcept nogil:
    """Sum an account's positions; sums are held within the amount limit."""
    cdef uint32_t place
    cdef Position *held
    cdef Market *market
    cdef MarketParameters *rules
    cdef int64_t price
    cdef int64_t ratio
    cdef i128 price_pnl = 0
    cdef i128 funding_pnl = 0
    cdef i128 initial = 0
    cdef i128 maintenance = 0
    cdef i128 fees = 0
    cdef i128 notional = 0
    memset(value, 0, sizeof(Valuation))
    for place in range(account.position_count):
        held = &account.positions[place]
        market = market_at(st, held.market)
        rules = market_rules(st, held.market)
        price = _valuation_price_e8(market, held.size_e6, is_worse)
        ratio = initial_ratio_ceil_e12(held.size_e6, rules)
        price_pnl += price_pnl_floor_e6(held.size_e6, held.entry_price_e8, price)
        funding_pnl += funding_pnl_floor_e6(
            held.size_e6, held.entry_funding_e18, project(st, held.market).funding_e18
        )
        initial += required_margin_ceil_e6(held.size_e6, price, ratio)
        maintenance += required_margin_ceil_e6(
            held.size_e6, price, maintenance_ratio_ceil_e12(ratio, rules)
        )
        initial += rules.min_position_margin_e6
        maintenance += rules.min_position_margin_e6
        fees += required_margin_ceil_e6(held.size_e6, price, rules.liquidation_fee_rate_e12)
        notional += notional_floor_e6(held.size_e6, price)
        value.is_stale |= is_stale(market, rules.oracle_max_age_s, st.now_s)
        value.is_held |= market.held != HELD_NONE
    value.collateral_e6 = account.collateral_e6
    value.price_pnl_e6 = saturate_amount(price_pnl)
    value.funding_pnl_e6 = saturate_amount(funding_pnl)
    value.available_e6 = saturate_amount(account.collateral_e6 + price_pnl + funding_pnl)
    value.initial_e6 = saturate_amount(initial)
    value.maintenance_e6 = saturate_amount(maintenance)
    value.notional_e6 = saturate_amount(notional)
    value.fees_e6 = saturate_amount(fees)
    if account.position_count:
        value.fee_margin_e6 = liquidation_fee_margin_e6(value.fees_e6, &st.rules)
    value.required_e6 = saturate_amount(<i128> value.maintenance_e6 + value.fee_margin_e6)
    return 0


cdef int64_t withdrawable_e6(State *st, Account *account) noexcept nogil:
    """What may leave: never unrealised profit, nothing while stale or in liquidation."""
    cdef Valuation value
    cdef i128 room
    if account.in_liquidation:
        return 0
    if account.position_count == 0:
        return account.collateral_e6
    value_account(st, account, 1, &value)
    if value.is_stale:
        return 0
    room = <i128> value.available_e6 - value.initial_e6 - value.fee_margin_e6
    if room <= 0:
        return 0
    return min64(account.collateral_e6, saturate_amount(room))


cdef int64_t liquidation_price_e8(State *st, Account *account, uint32_t place) noexcept nogil:
    """The price of one position's market at which the account turns liquidatable; 0: none.

    Other prices and F stand still. At the answer the account is liquidatable, one tick safer not.
    """
    cdef Valuation value
    cdef Position *held = &account.positions[place]
    cdef MarketParameters *rules = market_rules(st, held.market)
    cdef int64_t ratio = maintenance_ratio_ceil_e12(
        initial_ratio_ceil_e12(held.size_e6, rules), rules
    )
    cdef int64_t price = market_at(st, held.market).price_e8
    cdef int64_t low = 1
    cdef int64_t high = PRICE_MAX
    cdef int64_t middle
    cdef int is_long = held.size_e6 > 0
    cdef i128 available
    cdef i128 maintenance
    cdef i128 fees
    if ratio + rules.liquidation_fee_rate_e12 >= E12:
        return 0
    value_account(st, account, 0, &value)
    available = <i128> value.available_e6 - price_pnl_floor_e6(
        held.size_e6, held.entry_price_e8, price
    )
    maintenance = <i128> value.maintenance_e6 - required_margin_ceil_e6(
        held.size_e6, price, ratio
    )
    fees = <i128> value.fees_e6 - required_margin_ceil_e6(
        held.size_e6, price, rules.liquidation_fee_rate_e12
    )
    if not _is_liquidatable_at(
        st, held, ratio, available, maintenance, fees, low if is_long else high
    ):
        return 0
    if _is_liquidatable_at(
        st, held, ratio, available, maintenance, fees, high if is_long else low
    ):
        return high if is_long else low
    # Between `low` and `high` lies a price where the answer changes; keep both ends' answers.
    while high - low > 1:
        middle = low + (high - low) // 2
        if _is_liquidatable_at(st, held, ratio, available, maintenance, fees, middle) == is_long:
            low = middle
        else:
            high = middle
    return low if is_long else high


cdef inline int _is_liquidatable_at(
    State *st, Position *held, int64_t ratio_e12, i128 available_e6, i128 maintenance_e6,
    i128 fees_e6, int64_t price_e8
) noexcept nogil:
    cdef MarketParameters *rules = market_rules(st, held.market)
    cdef int64_t fees = saturate_amount(
        fees_e6
        + required_margin_ceil_e6(held.size_e6, price_e8, rules.liquidation_fee_rate_e12)
    )
    cdef i128 required = (
        maintenance_e6
        + required_margin_ceil_e6(held.size_e6, price_e8, ratio_e12)
        + liquidation_fee_margin_e6(fees, &st.rules)
    )
    return required > available_e6 + price_pnl_floor_e6(
        held.size_e6, held.entry_price_e8, price_e8
    )
